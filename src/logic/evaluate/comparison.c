// Comparisons: numbers by their order, things by their names.

#include "logic/evaluate/inside.h"

#include <assert.h>

static bool is_so(dx_kind kind, int order)
{
    switch (kind) {
    case DX_EQUAL:
        return order == 0;
    case DX_NOT_EQUAL:
        return order != 0;
    case DX_LESS:
        return order < 0;
    case DX_LESS_EQUAL:
        return order <= 0;
    case DX_GREATER:
        return order > 0;
    default:
        assert(kind == DX_GREATER_EQUAL);
        return order >= 0;
    }
}

// A variable against a whole number, 64 worlds at a time and without branches:
// what puzzles ask most, once for every value.
#define MASK(op)                                                               \
    for (size_t i = 0; i < count; i++)                                         \
    mask |= (uint64_t)(values[i] op number) << i
static uint64_t mask_of(dx_kind kind, const int32_t *values, size_t count,
                        int64_t number)
{
    uint64_t mask = 0;
    switch (kind) {
    case DX_EQUAL:
        MASK(==);
        break;
    case DX_NOT_EQUAL:
        MASK(!=);
        break;
    case DX_LESS:
        MASK(<);
        break;
    case DX_LESS_EQUAL:
        MASK(<=);
        break;
    case DX_GREATER:
        MASK(>);
        break;
    default:
        MASK(>=);
        break;
    }
    return mask;
}
#undef MASK

static void compare_variable(const dx_context *context, dx_kind kind,
                             const int32_t *values, int64_t number,
                             dx_bitset *out)
{
    for (size_t w = 0; w < out->size; w += 64) {
        size_t count = out->size - w < 64 ? out->size - w : 64;
        out->word[w / 64] = mask_of(kind, values + w, count, number);
    }
    dx_bitset_and(out, &context->alive);
}

// The comparison read from the other side.
static dx_kind mirrored(dx_kind kind)
{
    switch (kind) {
    case DX_LESS:
        return DX_GREATER;
    case DX_LESS_EQUAL:
        return DX_GREATER_EQUAL;
    case DX_GREATER:
        return DX_LESS;
    case DX_GREATER_EQUAL:
        return DX_LESS_EQUAL;
    default:
        return kind;
    }
}

static bool is_whole_number(const dx_values *values)
{
    return dx_values_are_rigid(values) && values->one.over == 1;
}

static void compare_numbers(dx_context *context, dx_kind kind,
                            const dx_values *a, const dx_values *b,
                            dx_bitset *out)
{
    const dx_bitset *alive = &context->alive;
    assert(a->thing == DX_FORMULA_NONE && b->thing == DX_FORMULA_NONE);
    if (a->whole != NULL && is_whole_number(b)) {
        compare_variable(context, kind, a->whole, b->one.top, out);
        return;
    }
    if (b->whole != NULL && is_whole_number(a)) {
        compare_variable(context, mirrored(kind), b->whole, a->one.top, out);
        return;
    }
    dx_bitset_clear(out);
    for (size_t w = dx_bitset_next(alive, 0); w < alive->size;
         w = dx_bitset_next(alive, w + 1)) {
        dx_fraction x = dx_values_at(a, w), y = dx_values_at(b, w);
        if (dx_is_undefined(x) || dx_is_undefined(y))
            continue;
        int order = dx_are_small(x, y) ? (x.top > y.top) - (x.top < y.top)
                                       : dx_fraction_compare(x, y);
        if (is_so(kind, order))
            dx_bitset_add(out, w);
    }
}

// Things are equal if they are the same name; they have no order.
static dx_status compare_things(dx_context *context, dx_kind kind, dx_formula a,
                                dx_formula b, dx_bitset *out)
{
    if (kind != DX_EQUAL && kind != DX_NOT_EQUAL)
        return dx_context_not_a_number(context, a);
    if (dx_model_find_proposition(context->model, a) != DX_NOT_FOUND ||
        dx_model_find_proposition(context->model, b) != DX_NOT_FOUND)
        return dx_context_fail(context, DX_ERR_INPUT,
                               "= compares numbers and things; for "
                               "propositions use <->");
    dx_bitset_clear(out);
    if ((a == b) == (kind == DX_EQUAL))
        dx_bitset_assign(out, &context->alive);
    return DX_OK;
}

static dx_status compare(dx_context *context, dx_kind kind, const dx_values *a,
                         const dx_values *b, dx_bitset *out)
{
    bool a_is_thing = a->thing != DX_FORMULA_NONE;
    bool b_is_thing = b->thing != DX_FORMULA_NONE;
    if (a_is_thing && b_is_thing)
        return compare_things(context, kind, a->thing, b->thing, out);
    if (a_is_thing || b_is_thing)
        return dx_context_not_a_number(context,
                                       a_is_thing ? a->thing : b->thing);
    compare_numbers(context, kind, a, b, out);
    return DX_OK;
}

dx_status dx_evaluate_comparison(dx_context *context, dx_formula f,
                                 dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_values a = {.thing = DX_FORMULA_NONE}, b = a;
    dx_status status =
        dx_context_term(context, dx_formula_operand(store, f, 0), &a);
    if (status != DX_OK)
        return status;
    status = dx_context_term(context, dx_formula_operand(store, f, 1), &b);
    if (status == DX_OK) {
        status = compare(context, dx_formula_kind(store, f), &a, &b, out);
        dx_values_release(&b);
    }
    dx_values_release(&a);
    return status;
}
