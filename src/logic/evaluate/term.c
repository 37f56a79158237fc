// Terms: numbers, variables, probabilities, arithmetic, sums.
//
// A term is worth one number everywhere, or one at each world, or it is a
// thing: a name that stands for itself (dx_values).  Variables are read where
// the model keeps them and constants are not multiplied, so `x + y = 7` makes
// one array, for x + y.  Numbers are exact fractions of 64 bits; those that are
// small whole numbers, almost all, skip the greatest common divisor.  A result
// that does not fit, a division by zero and a name where a number should be are
// errors that name the term and the world; a probability without weight is no
// error but makes a comparison false there (evaluate.h).

#include "base/memory.h"
#include "logic/evaluate/inside.h"
#include "logic/formula/print.h"

#include <assert.h>

void dx_values_release(dx_values *values)
{
    dx_free(values->at);
    *values = (dx_values){.thing = DX_FORMULA_NONE};
}

static dx_values everywhere(dx_fraction value)
{
    return (dx_values){.one = value, .thing = DX_FORMULA_NONE};
}

// A number for each world of the context.
static dx_values varying(const dx_context *context)
{
    size_t count = dx_model_world_count(context->model);
    return (dx_values){.at = dx_alloc(count, sizeof(dx_fraction)),
                       .thing = DX_FORMULA_NONE};
}

// A bare name: a variable, a constant, or a thing that stands for itself.
static dx_status name(dx_context *context, dx_formula term, dx_values *out)
{
    const dx_model *model = context->model;
    const dx_formulas *store = context->evaluator->store;
    size_t v = dx_model_find_variable(model, term);
    if (v == DX_NOT_FOUND)
        v = dx_model_find_variable(model, dx_context_reduce(context, term));
    if (v != DX_NOT_FOUND) {
        *out = (dx_values){.whole = dx_model_values(model, v),
                           .thing = DX_FORMULA_NONE};
        return DX_OK;
    }
    int32_t value;
    if (dx_formula_count(store, term) == 1 &&
        dx_model_constant(model, dx_formula_name(store, term), &value))
        *out = everywhere(dx_fraction_int(value));
    else
        *out = (dx_values){.thing = term};
    return DX_OK;
}

static dx_fraction modulo(dx_fraction a, dx_fraction b)
{
    if (a.over != 1 || b.over != 1 || b.top == INT64_MIN)
        return (dx_fraction){0, 0};
    int64_t size = b.top < 0 ? -b.top : b.top;
    int64_t rest = a.top % size;
    return dx_fraction_int(rest < 0 ? rest + size : rest);
}

static dx_fraction calculate(dx_kind kind, dx_fraction a, dx_fraction b)
{
    if (dx_is_undefined(a) || dx_is_undefined(b))
        return DX_UNDEFINED;
    switch (kind) {
    case DX_ADD:
        return dx_are_small(a, b) ? dx_fraction_int(a.top + b.top)
                                  : dx_fraction_add(a, b);
    case DX_SUBTRACT:
        return dx_are_small(a, b) ? dx_fraction_int(a.top - b.top)
                                  : dx_fraction_subtract(a, b);
    case DX_MULTIPLY:
        return dx_are_small(a, b) ? dx_fraction_int(a.top * b.top)
                                  : dx_fraction_multiply(a, b);
    case DX_DIVIDE:
        return dx_fraction_divide(a, b);
    default:
        assert(kind == DX_MODULO);
        return modulo(a, b);
    }
}

// Why `a` kind `b` has no result.
static dx_status no_result(const dx_context *context, dx_formula term,
                           size_t world, dx_fraction a, dx_fraction b)
{
    dx_kind kind = dx_formula_kind(context->evaluator->store, term);
    dx_text text = {0}, where = {0};
    dx_formula_print(context->evaluator->store, term, &text);
    if (world < context->alive.size) {
        dx_text_add(&where, " at world ");
        dx_context_print_world(context, world, &where);
    }
    const char *t = dx_text_string(&text), *w = dx_text_string(&where);
    dx_status status;
    if ((kind == DX_DIVIDE || kind == DX_MODULO) && dx_fraction_is_zero(b))
        status = dx_context_fail(context, DX_ERR_INPUT,
                                 "division by zero in %s%s", t, w);
    else if (kind == DX_MODULO && (a.over != 1 || b.over != 1))
        status = dx_context_fail(
            context, DX_ERR_INPUT,
            "mod is for whole numbers, in %s%s it gets others", t, w);
    else
        status = dx_context_fail(
            context, DX_ERR_LIMIT,
            "%s is too large for exact fractions of 64 bits%s", t, w);
    dx_text_release(&text);
    dx_text_release(&where);
    return status;
}

dx_status dx_context_not_a_number(const dx_context *context, dx_formula thing)
{
    dx_text text = {0};
    dx_formula_print(context->evaluator->store, thing, &text);
    dx_status status =
        dx_context_fail(context, DX_ERR_INPUT,
                        "'%s' is no number here: it is neither a variable nor "
                        "a constant of this model",
                        dx_text_string(&text));
    dx_text_release(&text);
    return status;
}

static bool has_no_result(dx_kind kind, dx_fraction b, dx_fraction result)
{
    return (dx_fraction_is_lost(result) && !dx_is_undefined(result)) ||
           (dx_fraction_is_zero(b) && (kind == DX_DIVIDE || kind == DX_MODULO));
}

static dx_status combine(dx_context *context, dx_formula term,
                         const dx_values *a, const dx_values *b, dx_values *out)
{
    dx_kind kind = dx_formula_kind(context->evaluator->store, term);
    if (a->thing != DX_FORMULA_NONE)
        return dx_context_not_a_number(context, a->thing);
    if (b->thing != DX_FORMULA_NONE)
        return dx_context_not_a_number(context, b->thing);
    bool is_rigid = dx_values_are_rigid(a) && dx_values_are_rigid(b);
    dx_values result = is_rigid ? everywhere(a->one) : varying(context);
    const dx_bitset *alive = &context->alive;
    // One number is computed as if at the first world, in an empty model too.
    size_t first = is_rigid ? 0 : dx_bitset_next(alive, 0);
    size_t end = is_rigid ? 1 : alive->size;
    for (size_t w = first; w < end; w = dx_bitset_next(alive, w + 1)) {
        dx_fraction x = dx_values_at(a, w), y = dx_values_at(b, w);
        bool by_zero = dx_fraction_is_zero(y) && kind == DX_MODULO;
        dx_fraction value = by_zero ? y : calculate(kind, x, y);
        if (has_no_result(kind, y, value)) {
            dx_values_release(&result);
            return no_result(context, term, w, x, y);
        }
        if (is_rigid) {
            result.one = value;
            break;
        }
        result.at[w] = value;
    }
    *out = result;
    return DX_OK;
}

static dx_status arithmetic(dx_context *context, dx_formula term,
                            dx_values *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_values a = {.thing = DX_FORMULA_NONE}, b = a;
    dx_status status =
        dx_context_term(context, dx_formula_operand(store, term, 0), &a);
    if (status != DX_OK)
        return status;
    status = dx_context_term(context, dx_formula_operand(store, term, 1), &b);
    if (status == DX_OK) {
        status = combine(context, term, &a, &b, out);
        dx_values_release(&b);
    }
    dx_values_release(&a);
    return status;
}

static dx_status negative(dx_context *context, dx_formula term, dx_values *out)
{
    dx_formulas *store = context->evaluator->store;
    dx_formula minus = dx_formula_binary(
        store, DX_SUBTRACT, dx_formula_number(store, dx_fraction_int(0)),
        dx_formula_operand(store, term, 0));
    if (minus == DX_FORMULA_NONE)
        return dx_context_fail(context, DX_ERR_LIMIT,
                               "a term is nested too deeply");
    return dx_context_term(context, minus, out);
}

// ---- sum x in d: t   and   count x in d: f

// A zero for each world.
static dx_values zeros(const dx_context *context)
{
    dx_values made = varying(context);
    size_t count = dx_model_world_count(context->model);
    for (size_t w = 0; w < count; w++)
        made.at[w] = dx_fraction_int(0);
    return made;
}

// Adds the values at the worlds of `where` to the sum.
static dx_status add_values(const dx_context *context, dx_formula term,
                            const dx_values *values, const dx_bitset *where,
                            dx_values *sum)
{
    if (values->thing != DX_FORMULA_NONE)
        return dx_context_not_a_number(context, values->thing);
    for (size_t w = dx_bitset_next(where, 0); w < where->size;
         w = dx_bitset_next(where, w + 1)) {
        dx_fraction a = sum->at[w], b = dx_values_at(values, w);
        sum->at[w] = calculate(DX_ADD, a, b);
        if (has_no_result(DX_ADD, b, sum->at[w]))
            return no_result(context, term, w, a, b);
    }
    return DX_OK;
}

// One member's share: its value, or 1 where its formula holds; only where it
// is a member.
static dx_status gather_one(dx_context *context, dx_formula term,
                            const dx_instance *one, dx_values *sum)
{
    dx_formulas *store = context->evaluator->store;
    bool is_count = dx_formula_kind(store, term) == DX_COUNT;
    dx_formula body =
        dx_formula_replace(store, dx_formula_operand(store, term, 2),
                           dx_formula_operand(store, term, 0), one->member);
    dx_formula holds = one->condition != DX_FORMULA_NONE
                           ? one->condition
                           : dx_formula_true(store);
    if (is_count)
        holds = one->condition == DX_FORMULA_NONE
                    ? body
                    : dx_formula_and(store, holds, body);
    dx_bitset where;
    dx_status status = dx_context_evaluate_new(context, holds, &where);
    dx_values values = everywhere(dx_fraction_int(1));
    if (status == DX_OK && !is_count)
        status = body == DX_FORMULA_NONE
                     ? dx_context_fail(context, DX_ERR_LIMIT,
                                       "a term is nested too deeply")
                     : dx_context_term(context, body, &values);
    if (status == DX_OK) {
        status = add_values(context, term, &values, &where, sum);
        dx_values_release(&values);
    }
    dx_bitset_release(&where);
    return status;
}

static dx_status gather(dx_context *context, dx_formula term, dx_values *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_instances all = {0};
    dx_values sum = zeros(context);
    dx_status status =
        dx_context_members(context, dx_formula_operand(store, term, 1), &all);
    for (size_t i = 0; i < all.count && status == DX_OK; i++)
        status = gather_one(context, term, &all.at[i], &sum);
    dx_vector_release(&all);
    if (status == DX_OK)
        *out = sum;
    else
        dx_values_release(&sum);
    return status;
}

typedef struct deep_term {
    dx_context *context;
    dx_formula term;
    dx_values *out;
    dx_status status;
} deep_term;

static void term_there(void *data)
{
    deep_term *d = data;
    d->status = dx_context_term(d->context, d->term, d->out);
}

static dx_status term_deep(dx_context *context, dx_formula term, dx_values *out)
{
    deep_term d = {context, term, out, DX_OK};
    size_t levels = dx_formula_depth(context->evaluator->store, term);
    // At each level a fraction for each world, where a formula has one bit.
    dx_status status = dx_context_run_deep(
        context, levels * 8 * sizeof(dx_fraction), term_there, &d);
    return status != DX_OK ? status : d.status;
}

dx_status dx_context_term(dx_context *context, dx_formula term, dx_values *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_status status;
    if (dx_context_wants_room(context, term))
        return term_deep(context, term, out);
    switch (dx_formula_family(store, term)) {
    case DX_FAMILY_NUMBER:
        *out = everywhere(dx_formula_value(store, term));
        return DX_OK;
    case DX_FAMILY_NAME:
        return name(context, term, out);
    case DX_FAMILY_ARITHMETIC:
        return dx_formula_kind(store, term) == DX_NEGATIVE
                   ? negative(context, term, out)
                   : arithmetic(context, term, out);
    case DX_FAMILY_GATHER:
        return gather(context, term, out);
    case DX_FAMILY_PROBABILITY:
        *out = varying(context);
        status = dx_context_probability(context, term, out->at);
        if (status != DX_OK)
            dx_values_release(out);
        return status;
    default:
        return dx_context_fail(context, DX_ERR_INPUT,
                               "a number was expected, this is a formula");
    }
}

bool dx_context_is_term(const dx_context *context, dx_formula node)
{
    const dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, node);
    int32_t value;
    if (kind == DX_APPLY)
        return dx_model_find_variable(context->model, node) != DX_NOT_FOUND ||
               (dx_formula_count(store, node) == 1 &&
                dx_model_constant(context->model, dx_formula_name(store, node),
                                  &value));
    return dx_kind_is_number(kind);
}

// Arguments that are sums of numbers: m(i+1) with 2 for i means m(3).
static dx_fraction constant_value(const dx_context *context, dx_formula term)
{
    const dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, term);
    if (kind == DX_NUMBER)
        return dx_formula_value(store, term);
    int32_t value;
    if (kind == DX_APPLY && dx_formula_count(store, term) == 1 &&
        dx_model_constant(context->model, dx_formula_name(store, term), &value))
        return dx_fraction_int(value);
    if (kind == DX_NEGATIVE)
        return dx_fraction_subtract(
            dx_fraction_int(0),
            constant_value(context, dx_formula_operand(store, term, 0)));
    if (dx_kind_family(kind) != DX_FAMILY_ARITHMETIC)
        return DX_UNDEFINED;
    dx_fraction a = constant_value(context, dx_formula_operand(store, term, 0));
    dx_fraction b = constant_value(context, dx_formula_operand(store, term, 1));
    if (kind == DX_MODULO && dx_fraction_is_zero(b))
        return DX_UNDEFINED;
    return calculate(kind, a, b);
}

dx_formula dx_context_reduce(const dx_context *context, dx_formula term)
{
    dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, term);
    size_t count = dx_formula_count(store, term);
    if (kind == DX_APPLY && count > 1) {
        uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
        operands[0] = dx_formula_operand(store, term, 0);
        for (size_t i = 1; i < count; i++)
            operands[i] =
                dx_context_reduce(context, dx_formula_operand(store, term, i));
        term = dx_formula_make(store, kind, count, operands);
        dx_free(operands);
        return term;
    }
    if (dx_kind_family(kind) != DX_FAMILY_ARITHMETIC)
        return term;
    dx_fraction value = constant_value(context, term);
    return dx_fraction_is_lost(value) ? term : dx_formula_number(store, value);
}

// Does what is denied hold nowhere that the agent holds possible at the world?
static bool excludes(dx_context *context, dx_formula agent, dx_formula f,
                     size_t world)
{
    dx_formulas *store = context->evaluator->store;
    dx_bitset where;
    uint32_t operands[] = {agent, dx_formula_not(store, f)};
    dx_status status = dx_context_evaluate_new(
        context, dx_formula_make(store, DX_KNOWS, 2, operands), &where);
    bool holds = status == DX_OK && dx_bitset_has(&where, world);
    dx_bitset_release(&where);
    return holds;
}

// Of a term without a value there: the chance that has none, and why.
static dx_status undefined(dx_context *context, dx_formula term, size_t world)
{
    dx_formulas *store = context->evaluator->store;
    dx_family family = dx_formula_family(store, term);
    if (family == DX_FAMILY_ARITHMETIC)
        for (size_t i = 0; i < dx_formula_count(store, term); i++) {
            dx_formula part = dx_formula_operand(store, term, i);
            dx_values values = {.thing = DX_FORMULA_NONE};
            dx_status status = dx_context_term(context, part, &values);
            bool is_it = status == DX_OK && values.thing == DX_FORMULA_NONE &&
                         dx_is_undefined(dx_values_at(&values, world));
            dx_values_release(&values);
            if (is_it || status != DX_OK)
                return is_it ? undefined(context, part, world) : status;
        }
    if (family != DX_FAMILY_PROBABILITY)
        return dx_context_fail(context, DX_ERR_EMPTY,
                               "this has no value there: a probability in it "
                               "is undefined");
    dx_formula agent = dx_formula_operand(store, term, 0);
    const char *name = dx_formula_text(store, agent);
    if (excludes(context, agent, dx_formula_true(store), world))
        return dx_context_fail(context, DX_ERR_EMPTY,
                               "the probability is undefined: %.60s holds "
                               "nothing possible there",
                               name);
    if (dx_formula_count(store, term) > 2 &&
        excludes(context, agent, dx_formula_operand(store, term, 2), world))
        return dx_context_fail(context, DX_ERR_EMPTY,
                               "the probability is undefined: what is given is "
                               "so in no world that %.60s holds possible there",
                               name);
    return dx_context_fail(
        context, DX_ERR_EMPTY,
        "the probability is undefined: all that %.60s "
        "finds most plausible there%s weighs 0",
        name, dx_formula_count(store, term) > 2 ? " of what is given" : "");
}

dx_status dx_evaluate_term(dx_evaluator *evaluator, dx_formula term,
                           size_t world, dx_fraction *out, dx_error *error)
{
    DX_REQUIRE(world < evaluator->root->alive.size, "a world of the model");
    evaluator->error = error;
    dx_values values = {.thing = DX_FORMULA_NONE};
    dx_status status = dx_context_term(evaluator->root, term, &values);
    if (status == DX_OK && values.thing != DX_FORMULA_NONE)
        status = dx_context_not_a_number(evaluator->root, values.thing);
    if (status == DX_OK && dx_is_undefined(dx_values_at(&values, world)))
        status = undefined(evaluator->root, term, world);
    if (status == DX_OK)
        *out = dx_values_at(&values, world);
    dx_values_release(&values);
    evaluator->error = NULL;
    return status;
}
