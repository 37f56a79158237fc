// PDL: boxes and diamonds of programs over the agents' steps.
//
// A program is never made into a relation: [p] f is computed from the set of
// f inside out, and a star as the greatest set that its program stays in.

#include "logic/evaluate/inside.h"

#include <assert.h>

// [program] set, in place.
static dx_status box(dx_context *context, dx_formula program, dx_bitset *set);

static dx_status box_of_step(dx_context *context, dx_formula step,
                             dx_bitset *set)
{
    size_t agent;
    dx_status status = dx_context_agent(context, step, 0, &agent);
    if (status != DX_OK)
        return status;
    dx_bitset bad = dx_bitset_copy(set);
    dx_bitset_xor(&bad, &context->alive);
    dx_context_box(context,
                   dx_model_relation(context->model, agent, DX_KNOWLEDGE), &bad,
                   set);
    dx_bitset_release(&bad);
    return DX_OK;
}

static dx_status box_of_test(dx_context *context, dx_formula test,
                             dx_bitset *set)
{
    dx_bitset fails;
    dx_status status = dx_context_evaluate_new(
        context, dx_formula_operand(context->evaluator->store, test, 0),
        &fails);
    dx_bitset_xor(&fails, &context->alive);
    dx_bitset_or(set, &fails);
    dx_bitset_release(&fails);
    return status;
}

static dx_status box_of_choice(dx_context *context, dx_formula choice,
                               dx_bitset *set)
{
    const dx_formulas *store = context->evaluator->store;
    dx_bitset start = dx_bitset_copy(set), one = dx_context_set(context);
    dx_bitset_assign(set, &context->alive);
    dx_status status = DX_OK;
    for (size_t i = 0; i < dx_formula_count(store, choice) && status == DX_OK;
         i++) {
        dx_bitset_assign(&one, &start);
        status = box(context, dx_formula_operand(store, choice, i), &one);
        dx_bitset_and(set, &one);
    }
    dx_bitset_release(&start);
    dx_bitset_release(&one);
    return status;
}

// Adds the agents of a program that is a choice of plain steps; false for any
// other.
static bool agents_of_steps(const dx_context *context, dx_formula program,
                            dx_agent_set *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, program);
    if (kind == DX_STEP) {
        dx_formula agent = dx_formula_operand(store, program, 0);
        size_t a = dx_formula_kind(store, agent) != DX_APPLY
                       ? DX_NOT_FOUND
                       : dx_model_find_agent(context->model,
                                             dx_formula_name(store, agent));
        if (a != DX_NOT_FOUND)
            dx_agent_set_add(out, a);
        return a != DX_NOT_FOUND;
    }
    for (size_t i = 0;
         kind == DX_CHOICE && i < dx_formula_count(store, program); i++)
        if (!agents_of_steps(context, dx_formula_operand(store, program, i),
                             out))
            return false;
    return kind == DX_CHOICE;
}

// The greatest set within `set` that the program does not leave.
static dx_status box_of_star(dx_context *context, dx_formula star,
                             dx_bitset *set)
{
    dx_formula body = dx_formula_operand(context->evaluator->store, star, 0);
    dx_agent_set agents = {0};
    dx_bitset next = dx_bitset_copy(set);
    dx_status status = DX_OK;
    if (agents_of_steps(context, body, &agents)) {
        dx_bitset bad = dx_bitset_copy(set);
        dx_bitset_xor(&bad, &context->alive);
        dx_context_common(context, &agents, &bad, &next);
        dx_bitset_and(set, &next);
        dx_bitset_release(&bad);
    } else {
        for (bool changed = true; changed && status == DX_OK;) {
            dx_bitset_assign(&next, set);
            status = box(context, body, &next);
            dx_bitset_and(&next, set);
            changed = !dx_bitset_equal(&next, set);
            dx_bitset_assign(set, &next);
        }
    }
    dx_bitset_release(&next);
    return status;
}

static dx_status box(dx_context *context, dx_formula program, dx_bitset *set)
{
    const dx_formulas *store = context->evaluator->store;
    dx_status status = DX_OK;
    assert(dx_bitset_within(set, &context->alive));
    switch (dx_formula_kind(store, program)) {
    case DX_STEP:
        return box_of_step(context, program, set);
    case DX_TEST:
        return box_of_test(context, program, set);
    case DX_CHOICE:
        return box_of_choice(context, program, set);
    case DX_STAR:
        return box_of_star(context, program, set);
    case DX_SEQUENCE:
        for (size_t i = dx_formula_count(store, program);
             i > 0 && status == DX_OK; i--)
            status =
                box(context, dx_formula_operand(store, program, i - 1), set);
        return status;
    default:
        return dx_context_fail(context, DX_ERR_INPUT,
                               "a program was expected: an agent, p;q, p+q, "
                               "p* or ?f");
    }
}

dx_status dx_context_pdl_box(dx_context *context, dx_formula program,
                             dx_bitset *set)
{
    return box(context, program, set);
}

dx_status dx_evaluate_pdl(dx_context *context, dx_formula f, dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    bool is_diamond = dx_formula_kind(store, f) == DX_DIAMOND;
    dx_status status =
        dx_context_evaluate(context, dx_formula_operand(store, f, 1), out);
    if (status == DX_OK && is_diamond)
        dx_bitset_xor(out, &context->alive);
    if (status == DX_OK)
        status = box(context, dx_formula_operand(store, f, 0), out);
    if (is_diamond)
        dx_bitset_xor(out, &context->alive);
    return status;
}
