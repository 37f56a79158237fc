// Facts of a product: those of the old world, as the event changes them.

#include "base/memory.h"
#include "logic/evaluate/product_private.h"
#include "logic/formula/print.h"

#include <assert.h>

static void copy_facts(dx_product *p)
{
    const dx_model *old = p->context->model;
    size_t steps = 2 * p->world_count; // for each of them
    for (size_t i = 0;
         i < dx_model_proposition_count(old) && !dx_is_off(&p->pace, steps);
         i++) {
        size_t new =
            dx_model_add_proposition(p->model, dx_model_proposition(old, i));
        const dx_bitset *worlds = dx_model_proposition_worlds(old, i);
        for (size_t k = 0; k < p->world_count; k++)
            if (dx_bitset_has(worlds, p->origin.world[k]))
                dx_bitset_add(dx_model_worlds_of(p->model, new), k);
    }
    int32_t *values = dx_alloc_raw(p->world_count, sizeof *values);
    for (size_t v = 0;
         v < dx_model_variable_count(old) && !dx_is_off(&p->pace, steps); v++) {
        const int32_t *before = dx_model_values(old, v);
        for (size_t k = 0; k < p->world_count; k++)
            values[k] = before[p->origin.world[k]];
        size_t number =
            dx_model_add_variable(p->model, dx_model_variable(old, v), values);
        assert(number == v); // variables keep their order
        (void)number;
        dx_model_set_variable_domain(p->model, v,
                                     dx_model_variable_domain(old, v));
    }
    dx_free(values);
}

static dx_status cannot_assign(const dx_product *p, dx_formula target,
                               const char *why)
{
    dx_text text = {0};
    dx_formula_print(p->context->evaluator->store, target, &text);
    dx_status status = dx_context_fail(
        p->context, DX_ERR_INPUT, "event model '%s' cannot set '%s': %s",
        dx_event_model_name(p->events), dx_text_string(&text), why);
    dx_text_release(&text);
    return status;
}

// Does the event leave the variable's values anywhere?
static dx_status check_bound(const dx_product *p, size_t e,
                             dx_assignment assignment)
{
    if (!assignment.is_bound)
        return DX_OK;
    dx_bitset within;
    dx_status status =
        dx_context_evaluate_new(p->context, assignment.bound, &within);
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++)
        if (p->origin.event[k] == e &&
            !dx_bitset_has(&within, p->origin.world[k]))
            status = dx_assignment_out_of_bounds(p->context->evaluator->store,
                                                 assignment,
                                                 p->context->evaluator->error);
    dx_bitset_release(&within);
    return status;
}

static dx_status assign_variable(dx_product *p, size_t e, size_t v,
                                 dx_assignment assignment)
{
    dx_values values = {.thing = DX_FORMULA_NONE};
    dx_status status = dx_context_term(p->context, assignment.value, &values);
    if (status != DX_OK)
        return status;
    if (values.thing != DX_FORMULA_NONE)
        status =
            cannot_assign(p, assignment.target, "its new value is no number");
    if (status == DX_OK)
        status = check_bound(p, e, assignment);
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++) {
        if (p->origin.event[k] != e)
            continue;
        dx_fraction value = dx_values_at(&values, p->origin.world[k]);
        if (value.over != 1 || value.top < INT32_MIN || value.top > INT32_MAX)
            status = cannot_assign(p, assignment.target,
                                   "its new value is no whole number of 32 "
                                   "bits");
        else
            dx_model_set_value(p->model, v, k, (int32_t)value.top);
    }
    dx_values_release(&values);
    return status;
}

static dx_status assign_proposition(dx_product *p, size_t e, dx_formula target,
                                    dx_formula value)
{
    dx_bitset holds;
    dx_status status = dx_context_evaluate_new(p->context, value, &holds);
    size_t i = dx_model_find_proposition(p->model, target);
    if (status == DX_OK && i == DX_NOT_FOUND)
        i = dx_model_add_proposition(p->model, target);
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++) {
        if (p->origin.event[k] != e)
            continue;
        if (dx_bitset_has(&holds, p->origin.world[k]))
            dx_bitset_add(dx_model_worlds_of(p->model, i), k);
        else
            dx_bitset_remove(dx_model_worlds_of(p->model, i), k);
    }
    dx_bitset_release(&holds);
    return status;
}

// All values come from the old world, so the order does not matter.
static dx_status assign(dx_product *p, size_t e, dx_assignment assignment)
{
    dx_formula target = dx_context_reduce(p->context, assignment.target);
    dx_status status = dx_product_goes_on(p, 2 * p->world_count);
    if (status != DX_OK)
        return status;
    if (dx_formula_kind(p->context->evaluator->store, target) != DX_APPLY)
        return cannot_assign(p, target, "it is no proposition or variable");
    size_t v = dx_model_find_variable(p->model, target);
    if (v != DX_NOT_FOUND)
        return assign_variable(p, e, v, assignment);
    if (dx_context_is_term(p->context, assignment.value))
        return cannot_assign(p, target,
                             "its new value is a number, but it is no "
                             "variable");
    return assign_proposition(p, e, target, assignment.value);
}

dx_status dx_product_facts(dx_product *p)
{
    copy_facts(p);
    dx_status status = dx_product_goes_on(p, 0);
    for (size_t e = 0; e < p->event_count; e++)
        for (size_t i = 0; i < dx_event_model_assignment_count(p->events, e) &&
                           status == DX_OK;
             i++)
            status = assign(p, e, dx_event_model_assignment(p->events, e, i));
    return status;
}
