// forall, exists and `in`: written out as conjunctions and disjunctions.
//
// The instances are made with dx_formula_replace and evaluated one by one;
// their sets are remembered like those of any formula, so a quantifier costs
// its domain times its body once.  Over a place that facts fill (`forall x in
// hand(b): f`) each instance has the fact as its condition.

#include "base/memory.h"
#include "base/vector.h"
#include "logic/evaluate/inside.h"
#include "logic/formula/print.h"

#include <assert.h>

enum { MEMBERS_MAX = 100000 };

static dx_status expand_range(dx_context *context, dx_formula range,
                              dx_instances *out)
{
    dx_formulas *store = context->evaluator->store;
    dx_fraction end[2];
    for (size_t i = 0; i < 2; i++) {
        dx_values value = {.thing = DX_FORMULA_NONE};
        dx_status status = dx_context_term(
            context, dx_formula_operand(store, range, i), &value);
        if (status != DX_OK)
            return status;
        bool is_fine = dx_values_are_rigid(&value) &&
                       value.thing == DX_FORMULA_NONE && value.one.over == 1;
        end[i] = value.one;
        dx_values_release(&value);
        if (!is_fine)
            return dx_context_fail(context, DX_ERR_INPUT,
                                   "the ends of a range must be whole numbers "
                                   "that are the same at every world");
    }
    if (end[1].top >= end[0].top &&
        (uint64_t)end[1].top - (uint64_t)end[0].top >= MEMBERS_MAX)
        return dx_context_fail(context, DX_ERR_LIMIT,
                               "a quantifier ranges over more than %d values",
                               MEMBERS_MAX);
    for (int64_t i = end[0].top; i <= end[1].top; i++) {
        dx_instance one = {dx_formula_number(store, dx_fraction_int(i)),
                           DX_FORMULA_NONE};
        dx_vector_push(out, one);
    }
    return DX_OK;
}

// name(args..., member)
static dx_formula membership(dx_formulas *store, dx_formula apply,
                             dx_formula member)
{
    size_t count = dx_formula_count(store, apply);
    uint32_t *operands = dx_alloc_raw(count + 1, sizeof *operands);
    for (size_t i = 0; i < count; i++)
        operands[i] = dx_formula_operand(store, apply, i);
    operands[count] = member;
    dx_formula atom = dx_formula_make(store, DX_APPLY, count + 1, operands);
    dx_free(operands);
    return atom;
}

// Is `atom` name(args..., t) for the name(args...) of `apply`?
static bool is_membership(const dx_formulas *store, dx_formula apply,
                          dx_formula atom)
{
    size_t count = dx_formula_count(store, apply);
    if (dx_formula_count(store, atom) != count + 1)
        return false;
    for (size_t i = 0; i < count; i++)
        if (dx_formula_operand(store, apply, i) !=
            dx_formula_operand(store, atom, i))
            return false;
    return true;
}

// A named domain, or whatever the model has a fact name(args..., t) about.
static dx_status expand_name(dx_context *context, dx_formula domain,
                             dx_instances *out)
{
    dx_formulas *store = context->evaluator->store;
    const dx_model *model = context->model;
    size_t count = 0;
    const dx_formula *members =
        dx_formula_count(store, domain) > 1
            ? NULL
            : dx_model_domain(model, dx_formula_name(store, domain), &count);
    for (size_t i = 0; members != NULL && i < count; i++) {
        dx_instance one = {members[i], DX_FORMULA_NONE};
        dx_vector_push(out, one);
    }
    if (members != NULL)
        return DX_OK;
    domain = dx_context_reduce(context, domain);
    size_t arguments = dx_formula_count(store, domain);
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        dx_formula atom = dx_model_proposition(model, p);
        if (!is_membership(store, domain, atom))
            continue;
        dx_instance one = {dx_formula_operand(store, atom, arguments), atom};
        dx_vector_push(out, one);
    }
    if (out->count > 0)
        return DX_OK;
    dx_text text = {0};
    dx_formula_print(store, domain, &text);
    dx_status status = dx_context_fail(
        context, DX_ERR_INPUT,
        "'%s' is no domain: no set of that name was declared, and there is no "
        "proposition that says what is in it",
        dx_text_string(&text));
    dx_text_release(&text);
    return status;
}

dx_status dx_context_members(dx_context *context, dx_formula domain,
                             dx_instances *out)
{
    const dx_formulas *store = context->evaluator->store;
    switch (dx_formula_kind(store, domain)) {
    case DX_RANGE:
        return expand_range(context, domain, out);
    case DX_SET:
        for (size_t i = 0; i < dx_formula_count(store, domain); i++) {
            dx_instance one = {dx_formula_operand(store, domain, i),
                               DX_FORMULA_NONE};
            dx_vector_push(out, one);
        }
        return DX_OK;
    case DX_APPLY:
        return expand_name(context, domain, out);
    default:
        return dx_context_fail(context, DX_ERR_INPUT,
                               "a domain was expected: {..}, 1..9 or a name");
    }
}

// body[member], under the condition that it is a member.
static dx_formula instantiate(dx_formulas *store, dx_formula f, dx_instance one)
{
    bool is_forall = dx_formula_kind(store, f) == DX_FORALL;
    assert(dx_formula_family(store, f) == DX_FAMILY_QUANTIFIER);
    dx_formula body =
        dx_formula_replace(store, dx_formula_operand(store, f, 2),
                           dx_formula_operand(store, f, 0), one.member);
    if (one.condition == DX_FORMULA_NONE)
        return body;
    return is_forall ? dx_formula_implies(store, one.condition, body)
                     : dx_formula_and(store, one.condition, body);
}

static dx_status evaluate_instances(dx_context *context, dx_formula f,
                                    const dx_instances *all, dx_bitset *out)
{
    dx_formulas *store = context->evaluator->store;
    bool is_forall = dx_formula_kind(store, f) == DX_FORALL;
    dx_bitset one = dx_context_set(context);
    dx_status status = DX_OK;
    dx_bitset_clear(out);
    if (is_forall)
        dx_bitset_assign(out, &context->alive);
    for (size_t i = 0; i < all->count && status == DX_OK; i++) {
        dx_formula body = instantiate(store, f, all->at[i]);
        status = dx_context_evaluate(context, body, &one);
        if (is_forall)
            dx_bitset_and(out, &one);
        else
            dx_bitset_or(out, &one);
    }
    dx_bitset_release(&one);
    return status;
}

// t in d: equal to a member, or the fact that says so.
dx_status dx_evaluate_membership(dx_context *context, dx_formula f,
                                 dx_bitset *out)
{
    dx_formulas *store = context->evaluator->store;
    dx_formula term = dx_formula_operand(store, f, 0);
    dx_formula domain = dx_formula_operand(store, f, 1);
    if (dx_formula_kind(store, domain) == DX_RANGE)
        return dx_context_evaluate(
            context,
            dx_formula_and(
                store,
                dx_formula_binary(store, DX_LESS_EQUAL,
                                  dx_formula_operand(store, domain, 0), term),
                dx_formula_binary(store, DX_LESS_EQUAL, term,
                                  dx_formula_operand(store, domain, 1))),
            out);
    size_t count;
    if (dx_formula_kind(store, domain) == DX_APPLY &&
        (dx_formula_count(store, domain) > 1 ||
         dx_model_domain(context->model, dx_formula_name(store, domain),
                         &count) == NULL))
        return dx_context_evaluate(context, membership(store, domain, term),
                                   out);
    dx_instances all = {0};
    dx_status status = dx_context_members(context, domain, &all);
    dx_bitset one = dx_context_set(context);
    dx_bitset_clear(out);
    for (size_t i = 0; i < all.count && status == DX_OK; i++) {
        status = dx_context_evaluate(
            context, dx_formula_binary(store, DX_EQUAL, term, all.at[i].member),
            &one);
        dx_bitset_or(out, &one);
    }
    dx_bitset_release(&one);
    dx_vector_release(&all);
    return status;
}

dx_status dx_evaluate_quantifier(dx_context *context, dx_formula f,
                                 dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_instances all = {0};
    dx_status status =
        dx_context_members(context, dx_formula_operand(store, f, 1), &all);
    if (status == DX_OK)
        status = evaluate_instances(context, f, &all, out);
    dx_vector_release(&all);
    return status;
}

dx_status dx_context_expand(dx_context *context, dx_formula f, dx_formula *out)
{
    dx_formulas *store = context->evaluator->store;
    bool is_forall = dx_formula_kind(store, f) == DX_FORALL;
    dx_instances all = {0};
    dx_status status =
        dx_context_members(context, dx_formula_operand(store, f, 1), &all);
    DX_VECTOR(dx_formula) bodies = {0};
    for (size_t i = 0; i < all.count && status == DX_OK; i++)
        dx_vector_push(&bodies, instantiate(store, f, all.at[i]));
    if (status == DX_OK)
        *out = dx_formula_all(store, is_forall ? DX_AND : DX_OR, bodies.count,
                              bodies.at);
    dx_vector_release(&bodies);
    dx_vector_release(&all);
    return status;
}
