// Terms: for each value that a number can have, the states where it has it.
//
// The values of a sum or product are those of all pairs.  That is exact, works
// for every operation alike, and is small as long as the numbers take few
// values, as in puzzles they do.

#include "logic/structure/inside.h"

#include "base/memory.h"
#include "logic/formula/parts.h"

#include <assert.h>
#include <stdlib.h>

// More pairs of values than this are too many for one operation.
enum { PAIRS_MAX = 1 << 21 };

static dx_number constant(dx_fraction value)
{
    dx_number made = {.count = 1, .thing = DX_FORMULA_NONE};
    made.value = dx_alloc_raw(1, sizeof *made.value);
    made.where = dx_alloc_raw(1, sizeof *made.where);
    made.value[0] = value;
    made.where[0] = DX_BDD_TRUE;
    return made;
}

static dx_number copy(const dx_number *from)
{
    dx_number made = {.count = from->count, .thing = DX_FORMULA_NONE};
    made.value = dx_alloc_raw(from->count, sizeof *made.value);
    made.where = dx_alloc_raw(from->count, sizeof *made.where);
    for (size_t i = 0; i < from->count; i++) {
        made.value[i] = from->value[i];
        made.where[i] = from->where[i];
    }
    return made;
}

static bool name(dx_structure *s, uint32_t situation, dx_formula term,
                 dx_number *out)
{
    uint32_t n = dx_pair_map_find(&s->number_of, term, 0);
    if (n == UINT32_MAX && dx_formula_count(s->store, term) > 1)
        n = dx_pair_map_find(&s->number_of,
                             dx_structure_reduce(s, situation, term), 0);
    if (n != UINT32_MAX) {
        *out = copy(&dx_structure_facts(s, situation)->number[n]);
        return true;
    }
    for (size_t i = 0;
         i < s->things.count && dx_formula_count(s->store, term) == 1; i++)
        if (s->things.at[i] == dx_formula_name(s->store, term)) {
            *out = constant(dx_fraction_int(s->thing_values.at[i]));
            return true;
        }
    *out = (dx_number){.thing = term};
    return true;
}

// ---- Arithmetic ----

static dx_fraction modulo(dx_fraction a, dx_fraction b)
{
    if (a.over != 1 || b.over != 1 || b.top == 0 || b.top == INT64_MIN)
        return (dx_fraction){0, 0};
    int64_t size = b.top < 0 ? -b.top : b.top;
    int64_t rest = a.top % size;
    return dx_fraction_int(rest < 0 ? rest + size : rest);
}

static dx_fraction calculate(dx_kind kind, dx_fraction a, dx_fraction b)
{
    switch (kind) {
    case DX_ADD:
        return dx_fraction_add(a, b);
    case DX_SUBTRACT:
        return dx_fraction_subtract(a, b);
    case DX_MULTIPLY:
        return dx_fraction_multiply(a, b);
    case DX_DIVIDE:
        return dx_fraction_divide(a, b);
    default:
        assert(kind == DX_MODULO);
        return modulo(a, b);
    }
}

typedef struct outcome {
    dx_fraction value;
    dx_bdd where;
} outcome;

static int by_value(const void *a, const void *b)
{
    return dx_fraction_compare(((const outcome *)a)->value,
                               ((const outcome *)b)->value);
}

// Outcomes in any order, repeats included, as a number.
static dx_number collect(dx_structure *s, outcome *list, size_t count)
{
    if (count > 0)
        qsort(list, count, sizeof *list, by_value);
    dx_number made = {.thing = DX_FORMULA_NONE};
    made.value = dx_alloc_raw(count, sizeof *made.value);
    made.where = dx_alloc_raw(count, sizeof *made.where);
    dx_bdd *same = dx_alloc_raw(count, sizeof *same);
    for (size_t i = 0; i < count;) {
        size_t n = 0;
        dx_fraction value = list[i].value;
        while (i < count && dx_fraction_equal(list[i].value, value))
            same[n++] = list[i++].where;
        made.value[made.count] = value;
        made.where[made.count++] = dx_bdd_or_all(s->m, same, n);
    }
    dx_free(same);
    assert(dx_number_is_sound(&made));
    return made;
}

static bool no_result(dx_structure *s, dx_kind kind, dx_fraction b)
{
    if ((kind == DX_DIVIDE || kind == DX_MODULO) && dx_fraction_is_zero(b))
        dx_structure_fail(s, DX_ERR_INPUT, "division by zero");
    else if (kind == DX_MODULO)
        dx_structure_fail(s, DX_ERR_INPUT, "mod is for whole numbers");
    else
        dx_structure_fail(s, DX_ERR_LIMIT,
                          "a number is too large for exact fractions of 64 "
                          "bits");
    return false;
}

static bool combine(dx_structure *s, uint32_t situation, dx_kind kind,
                    const dx_number *a, const dx_number *b, dx_number *out)
{
    dx_bdd law = s->situations.at[situation].law;
    DX_VECTOR(outcome) list = {0};
    bool is_fine = true;
    for (size_t i = 0; i < a->count && is_fine; i++)
        for (size_t k = 0; k < b->count && is_fine; k++) {
            dx_bdd where = dx_bdd_and(s->m, a->where[i], b->where[k]);
            if (where == DX_BDD_FALSE)
                continue;
            dx_fraction value = calculate(kind, a->value[i], b->value[k]);
            is_fine = where != DX_BDD_INVALID;
            if (is_fine && !dx_fraction_is_lost(value))
                dx_vector_push(&list, (outcome){value, where});
            else if (is_fine && dx_bdd_and(s->m, where, law) != DX_BDD_FALSE)
                is_fine = no_result(s, kind, b->value[k]);
        }
    if (is_fine)
        *out = collect(s, list.at, list.count);
    dx_vector_release(&list);
    return is_fine;
}

static bool not_a_number(dx_structure *s, dx_formula thing)
{
    dx_structure_fail(s, DX_ERR_INPUT,
                      "'%s' is no number here: it is neither a variable nor a "
                      "constant of this model",
                      dx_formula_text(s->store, thing));
    return false;
}

// The value of a term that is prepared.
static bool compute(dx_structure *s, uint32_t situation, dx_formula term,
                    dx_number *out);

// The same, or its preparation, where there is room for it.
typedef bool term_work(dx_structure *s, uint32_t situation, dx_formula term,
                       dx_number *out);
typedef struct deep_term {
    term_work *work;
    dx_structure *structure;
    uint32_t situation;
    dx_formula term;
    dx_number *out;
    bool is_fine;
} deep_term;

static void term_there(void *data)
{
    deep_term *d = data;
    d->is_fine = d->work(d->structure, d->situation, d->term, d->out);
}

static bool term_deep(term_work *work, dx_structure *s, uint32_t situation,
                      dx_formula term, dx_number *out)
{
    deep_term d = {work, s, situation, term, out, false};
    dx_structure_run_deep(s, term_there, &d);
    return d.is_fine;
}

static bool two_terms(dx_structure *s, uint32_t situation, dx_formula f,
                      dx_number *a, dx_number *b)
{
    if (!compute(s, situation, dx_formula_operand(s->store, f, 0), a))
        return false;
    if (compute(s, situation, dx_formula_operand(s->store, f, 1), b))
        return true;
    dx_number_release(a);
    return false;
}

// combine, if both are numbers and not too many pairs of values.
static bool operate(dx_structure *s, uint32_t situation, dx_kind kind,
                    const dx_number *a, const dx_number *b, dx_number *out)
{
    if (a->thing != DX_FORMULA_NONE || b->thing != DX_FORMULA_NONE)
        return not_a_number(s,
                            a->thing != DX_FORMULA_NONE ? a->thing : b->thing);
    if (a->count * b->count <= PAIRS_MAX)
        return combine(s, situation, kind, a, b, out);
    dx_structure_fail(s, DX_ERR_LIMIT,
                      "numbers with %zu and %zu values are too many for the "
                      "symbolic engine to combine",
                      a->count, b->count);
    return false;
}

static bool arithmetic(dx_structure *s, uint32_t situation, dx_formula term,
                       dx_number *out)
{
    dx_number a, b;
    if (!two_terms(s, situation, term, &a, &b))
        return false;
    bool is_fine =
        operate(s, situation, dx_formula_kind(s->store, term), &a, &b, out);
    dx_number_release(&a);
    dx_number_release(&b);
    return is_fine;
}

static bool negative(dx_structure *s, uint32_t situation, dx_formula term,
                     dx_number *out)
{
    dx_formula minus = dx_formula_binary(
        s->store, DX_SUBTRACT, dx_formula_number(s->store, dx_fraction_int(0)),
        dx_formula_operand(s->store, term, 0));
    if (minus != DX_FORMULA_NONE)
        return compute(s, situation, minus, out);
    dx_structure_fail(s, DX_ERR_LIMIT, "a term is nested too deeply");
    return false;
}

// ---- sum x in d: t   and   count x in d: f ----

// 1 where a formula holds, else 0.
static bool truth(dx_structure *s, uint32_t situation, dx_formula f,
                  dx_number *out)
{
    dx_bdd value = dx_structure_value(s, situation, f);
    if (value == DX_BDD_INVALID)
        return false;
    outcome list[2] = {{dx_fraction_int(0), dx_bdd_not(value)},
                       {dx_fraction_int(1), value}};
    bool is_false = value == DX_BDD_FALSE, is_true = value == DX_BDD_TRUE;
    *out = collect(s, list + is_true, is_false || is_true ? 1 : 2);
    return true;
}

static bool gather(dx_structure *s, uint32_t situation, dx_formula term,
                   dx_number *out)
{
    bool is_sum = dx_formula_kind(s->store, term) == DX_SUM;
    dx_formula_list list = {0};
    dx_number sum = constant(dx_fraction_int(0));
    bool is_fine = dx_structure_instances(s, situation, term, &list);
    for (size_t i = 0; i < list.count && is_fine; i++) {
        dx_number one, more;
        is_fine = is_sum ? compute(s, situation, list.at[i], &one)
                         : truth(s, situation, list.at[i], &one);
        if (!is_fine)
            break;
        is_fine = operate(s, situation, DX_ADD, &sum, &one, &more);
        dx_number_release(&one);
        if (!is_fine)
            break;
        dx_number_release(&sum);
        sum = more;
    }
    dx_vector_release(&list);
    if (is_fine)
        *out = sum;
    else
        dx_number_release(&sum);
    return is_fine;
}

// Evaluates the formulas that are counted in a term, so that they are
// remembered.
static bool prepare(dx_structure *s, uint32_t situation, dx_formula term,
                    dx_number *unused);

static bool prepare_instances(dx_structure *s, uint32_t situation,
                              dx_formula term)
{
    bool is_sum = dx_formula_kind(s->store, term) == DX_SUM;
    dx_formula_list list = {0};
    bool is_fine = dx_structure_instances(s, situation, term, &list);
    for (size_t i = 0; i < list.count && is_fine; i++)
        is_fine = is_sum ? prepare(s, situation, list.at[i], NULL)
                         : dx_structure_value(s, situation, list.at[i]) !=
                               DX_BDD_INVALID;
    dx_vector_release(&list);
    return is_fine;
}

static bool prepare(dx_structure *s, uint32_t situation, dx_formula term,
                    dx_number *unused)
{
    if (term == DX_FORMULA_NONE) {
        dx_structure_fail(s, DX_ERR_LIMIT, "a term is nested too deeply");
        return false;
    }
    if (dx_structure_wants_room(s, term))
        return term_deep(prepare, s, situation, term, unused);
    dx_family family = dx_formula_family(s->store, term);
    if (family == DX_FAMILY_GATHER)
        return prepare_instances(s, situation, term);
    if (family != DX_FAMILY_NAME && family != DX_FAMILY_ARITHMETIC)
        return true;
    for (size_t i = family == DX_FAMILY_NAME;
         i < dx_formula_count(s->store, term); i++)
        if (!prepare(s, situation, dx_formula_operand(s->store, term, i), NULL))
            return false;
    return true;
}

bool dx_structure_prepare_term(dx_structure *s, uint32_t situation,
                               dx_formula term)
{
    return prepare(s, situation, term, NULL);
}

bool dx_structure_term(dx_structure *s, uint32_t situation, dx_formula term,
                       dx_number *out)
{
    *out = (dx_number){.thing = DX_FORMULA_NONE};
    return dx_structure_prepare_term(s, situation, term) &&
           compute(s, situation, term, out);
}

static bool compute(dx_structure *s, uint32_t situation, dx_formula term,
                    dx_number *out)
{
    *out = (dx_number){.thing = DX_FORMULA_NONE};
    if (dx_structure_wants_room(s, term))
        return term_deep(compute, s, situation, term, out);
    switch (dx_formula_family(s->store, term)) {
    case DX_FAMILY_NUMBER:
        *out = constant(dx_formula_value(s->store, term));
        return true;
    case DX_FAMILY_NAME:
        return name(s, situation, term, out);
    case DX_FAMILY_ARITHMETIC:
        return dx_formula_kind(s->store, term) == DX_NEGATIVE
                   ? negative(s, situation, term, out)
                   : arithmetic(s, situation, term, out);
    case DX_FAMILY_GATHER:
        return gather(s, situation, term, out);
    case DX_FAMILY_PROBABILITY:
        dx_structure_fail(s, DX_ERR_UNSUPPORTED,
                          "the symbolic engine knows no probabilities; the "
                          "explicit one does");
        return false;
    default:
        dx_structure_fail(s, DX_ERR_INPUT,
                          "a number was expected, this is a formula");
        return false;
    }
}

// ---- Arguments ----

static bool is_gathering(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_GATHER;
}

static dx_formula reduced_argument(dx_structure *s, uint32_t situation,
                                   dx_formula term)
{
    dx_kind kind = dx_formula_kind(s->store, term);
    if (kind == DX_APPLY)
        return dx_structure_reduce(s, situation, term);
    // What is counted differs from state to state, as a variable's value does.
    if (dx_kind_family(kind) != DX_FAMILY_ARITHMETIC ||
        dx_formula_mentions(s->store, term, is_gathering))
        return term;
    dx_number number;
    if (!compute(s, situation, term, &number))
        return term;
    if (number.count == 1 && number.where[0] == DX_BDD_TRUE)
        term = dx_formula_number(s->store, number.value[0]);
    dx_number_release(&number);
    return term;
}

dx_formula dx_structure_reduce(dx_structure *s, uint32_t situation,
                               dx_formula term)
{
    size_t count = dx_formula_count(s->store, term);
    if (dx_formula_kind(s->store, term) != DX_APPLY || count == 1)
        return term;
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    operands[0] = dx_formula_operand(s->store, term, 0);
    for (size_t i = 1; i < count; i++)
        operands[i] = reduced_argument(s, situation,
                                       dx_formula_operand(s->store, term, i));
    term = dx_formula_make(s->store, DX_APPLY, count, operands);
    dx_free(operands);
    return term;
}

// ---- Comparisons ----

static dx_bdd equal(dx_structure *s, const dx_number *a, const dx_number *b)
{
    assert(dx_number_is_sound(a) && dx_number_is_sound(b));
    dx_bdd all = DX_BDD_FALSE;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        int order = dx_fraction_compare(a->value[i], b->value[k]);
        if (order == 0)
            all = dx_bdd_or(s->m, all,
                            dx_bdd_and(s->m, a->where[i], b->where[k]));
        i += order <= 0;
        k += order >= 0;
    }
    return all;
}

// Where a is less than b: for each value of b, where a has a smaller one.
static dx_bdd less(dx_structure *s, const dx_number *a, const dx_number *b)
{
    assert(dx_number_is_sound(a) && dx_number_is_sound(b));
    dx_bdd all = DX_BDD_FALSE, smaller = DX_BDD_FALSE;
    for (size_t i = 0, k = 0; k < b->count; k++) {
        while (i < a->count &&
               dx_fraction_compare(a->value[i], b->value[k]) < 0)
            smaller = dx_bdd_or(s->m, smaller, a->where[i++]);
        all = dx_bdd_or(s->m, all, dx_bdd_and(s->m, smaller, b->where[k]));
    }
    return all;
}

static dx_bdd compare_numbers(dx_structure *s, dx_kind kind, const dx_number *a,
                              const dx_number *b)
{
    switch (kind) {
    case DX_EQUAL:
        return equal(s, a, b);
    case DX_LESS:
        return less(s, a, b);
    case DX_GREATER:
        return less(s, b, a);
    case DX_LESS_EQUAL:
        return dx_bdd_or(s->m, less(s, a, b), equal(s, a, b));
    case DX_GREATER_EQUAL:
        return dx_bdd_or(s->m, less(s, b, a), equal(s, a, b));
    default:
        assert(kind == DX_NOT_EQUAL);
        return dx_bdd_or(s->m, less(s, a, b), less(s, b, a));
    }
}

// Things are equal if they are the same name; they have no order.
static dx_bdd compare_things(dx_structure *s, dx_kind kind, dx_formula a,
                             dx_formula b)
{
    if (kind != DX_EQUAL && kind != DX_NOT_EQUAL) {
        not_a_number(s, a);
        return DX_BDD_INVALID;
    }
    if (dx_pair_map_find(&s->atom_of, a, 0) != UINT32_MAX ||
        dx_pair_map_find(&s->atom_of, b, 0) != UINT32_MAX)
        return dx_structure_fail(s, DX_ERR_INPUT,
                                 "= compares numbers and things; for "
                                 "propositions use <->");
    return (a == b) == (kind == DX_EQUAL) ? DX_BDD_TRUE : DX_BDD_FALSE;
}

dx_bdd dx_structure_comparison(dx_structure *s, uint32_t situation,
                               dx_formula f)
{
    dx_number a, b;
    for (size_t i = 0; i < 2; i++)
        if (!dx_structure_prepare_term(s, situation,
                                       dx_formula_operand(s->store, f, i)))
            return DX_BDD_INVALID;
    if (!two_terms(s, situation, f, &a, &b))
        return DX_BDD_INVALID;
    dx_kind kind = dx_formula_kind(s->store, f);
    bool a_is_thing = a.thing != DX_FORMULA_NONE;
    bool b_is_thing = b.thing != DX_FORMULA_NONE;
    dx_bdd result = DX_BDD_INVALID;
    if (a_is_thing && b_is_thing)
        result = compare_things(s, kind, a.thing, b.thing);
    else if (a_is_thing || b_is_thing)
        not_a_number(s, a_is_thing ? a.thing : b.thing);
    else
        result = compare_numbers(s, kind, &a, &b);
    dx_number_release(&a);
    dx_number_release(&b);
    return result;
}
