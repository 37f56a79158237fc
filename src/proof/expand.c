// Quantifiers written out and comparisons decided, from the inside of each
// instance outwards.
//
// Every node is rebuilt once (`done` remembers it), with its operands expanded;
// a quantifier becomes the chain of its instances, each of which is expanded in
// its turn, so nested quantifiers multiply.  The store may grow by `nodes_max`
// nodes and no more; where it is seen beforehand that it would (instances.h),
// nothing is made.  Names without arguments stand for themselves: two
// different names are different things, which is what makes `x = y` decidable
// without a model.  `now` alone is left as it stands, for belief bases.

#include "proof/expand.h"

#include "base/memory.h"
#include "base/pair_map.h"
#include "proof/instances.h"

#include <assert.h>
#include <string.h>

typedef struct job {
    dx_formulas *store;
    dx_error *error;
    size_t nodes_max; // of the store, all told
    dx_status status;
    dx_pair_map done; // by formula
} job;

static dx_formula expand(job *j, dx_formula f);

static dx_formula refuse(job *j, dx_status status, const char *message)
{
    if (j->status == DX_OK)
        j->status = dx_fail(j->error, status, 0, 0, "%s", message);
    return DX_FORMULA_NONE;
}

static dx_formula refuse_size(job *j)
{
    return refuse(j, DX_ERR_LIMIT,
                  "the quantifiers, written out, make too large a formula; "
                  "let them run over smaller sets");
}

// A number, or a name without arguments: something that stands for itself.
static bool is_rigid(const job *j, dx_formula t)
{
    return dx_formula_kind(j->store, t) == DX_NUMBER ||
           (dx_formula_kind(j->store, t) == DX_APPLY &&
            dx_formula_count(j->store, t) == 1);
}

static bool is_number(const job *j, dx_formula t)
{
    return dx_formula_kind(j->store, t) == DX_NUMBER;
}

static dx_formula truth(job *j, bool value)
{
    return value ? dx_formula_true(j->store) : dx_formula_false(j->store);
}

// The time, which belief bases compare with numbers.
static bool is_now(const job *j, dx_formula t)
{
    return dx_formula_kind(j->store, t) == DX_APPLY &&
           dx_formula_count(j->store, t) == 1 &&
           strcmp(dx_formula_text(j->store, t), "now") == 0;
}

static dx_formula compare(job *j, dx_formula f)
{
    dx_formulas *store = j->store;
    dx_kind kind = dx_formula_kind(store, f);
    dx_formula t = dx_formula_operand(store, f, 0);
    dx_formula u = dx_formula_operand(store, f, 1);
    assert(dx_kind_family(kind) == DX_FAMILY_COMPARE);
    if (is_now(j, t) || is_now(j, u))
        return f;
    bool is_equality = kind == DX_EQUAL || kind == DX_NOT_EQUAL;
    if (is_equality && (t == u || (is_rigid(j, t) && is_rigid(j, u))))
        return truth(j, (t == u) == (kind == DX_EQUAL));
    if (!is_number(j, t) || !is_number(j, u))
        return refuse(j, DX_ERR_UNSUPPORTED,
                      "probabilities, variables and other values need a model "
                      "(`doxa check`); only numbers and names are compared "
                      "here");
    int order = dx_fraction_compare(dx_formula_value(store, t),
                                    dx_formula_value(store, u));
    return truth(j, kind == DX_LESS            ? order < 0
                    : kind == DX_LESS_EQUAL    ? order <= 0
                    : kind == DX_GREATER       ? order > 0
                    : kind == DX_GREATER_EQUAL ? order >= 0
                    : kind == DX_EQUAL         ? order == 0
                                               : order != 0);
}

static void list_range(job *j, dx_formula domain, dx_members *out)
{
    dx_formula from = dx_formula_operand(j->store, domain, 0);
    dx_formula to = dx_formula_operand(j->store, domain, 1);
    if (!is_number(j, from) || !is_number(j, to)) {
        refuse(j, DX_ERR_UNSUPPORTED, "a range needs two whole numbers here");
        return;
    }
    dx_fraction first = dx_formula_value(j->store, from);
    dx_fraction last = dx_formula_value(j->store, to);
    if (first.over != 1 || last.over != 1) {
        refuse(j, DX_ERR_INPUT, "the ends of a range are whole numbers");
        return;
    }
    for (int64_t i = first.top; i <= last.top; i++) {
        static_assert(DX_RANGE_MAX == 10000, "as the message says");
        if (out->count >= DX_RANGE_MAX) {
            refuse(j, DX_ERR_LIMIT, "a range of more than 10000 numbers");
            return;
        }
        dx_vector_push(out, dx_formula_number(
                                j->store, (dx_fraction){.top = i, .over = 1}));
        if (i == INT64_MAX)
            return;
    }
}

static void list_domain(job *j, dx_formula written, dx_members *out)
{
    dx_formula domain = expand(j, written);
    if (domain == DX_FORMULA_NONE)
        return;
    dx_kind kind = dx_formula_kind(j->store, domain);
    if (kind == DX_RANGE)
        list_range(j, domain, out);
    else if (kind == DX_SET)
        for (size_t i = 0; i < dx_formula_count(j->store, domain); i++)
            dx_vector_push(out, dx_formula_operand(j->store, domain, i));
    else
        refuse(j, DX_ERR_UNSUPPORTED,
               "a named domain needs a model that has it; write it out, as "
               "in forall x in {a, b}: ... or forall i in 1..3: ...");
}

static dx_formula quantifier(job *j, dx_formula f)
{
    dx_formulas *store = j->store;
    dx_name variable = dx_formula_operand(store, f, 0);
    dx_formula body = dx_formula_operand(store, f, 2);
    bool is_forall = dx_formula_kind(store, f) == DX_FORALL;
    dx_members all = {0};
    list_domain(j, dx_formula_operand(store, f, 1), &all);
    for (size_t i = 0; i < all.count && j->status == DX_OK; i++) {
        dx_formula instance =
            dx_formula_replace(store, body, variable, all.at[i]);
        all.at[i] = instance == DX_FORMULA_NONE
                        ? refuse(j, DX_ERR_LIMIT, "nested too deeply")
                        : expand(j, instance);
    }
    dx_formula result = DX_FORMULA_NONE;
    if (j->status == DX_OK)
        result = dx_formula_all(store, is_forall ? DX_AND : DX_OR, all.count,
                                all.at);
    dx_vector_release(&all);
    return result;
}

static dx_formula membership(job *j, dx_formula f)
{
    dx_formula t = expand(j, dx_formula_operand(j->store, f, 0));
    dx_members all = {0};
    list_domain(j, dx_formula_operand(j->store, f, 1), &all);
    bool found = false;
    for (size_t i = 0; i < all.count; i++) {
        found = found || all.at[i] == t;
        if (!is_rigid(j, all.at[i]) || !is_rigid(j, t))
            refuse(j, DX_ERR_UNSUPPORTED,
                   "`in` needs names or numbers on both sides here");
    }
    dx_vector_release(&all);
    return j->status == DX_OK ? truth(j, found) : DX_FORMULA_NONE;
}

static dx_formula rebuild(job *j, dx_formula f)
{
    size_t count = dx_formula_count(j->store, f);
    uint32_t *operands = dx_alloc(count, sizeof *operands);
    for (size_t i = 0; i < count; i++) {
        operands[i] = dx_formula_operand(j->store, f, i);
        if (dx_formula_operand_is_node(j->store, f, i) && j->status == DX_OK)
            operands[i] = expand(j, operands[i]);
    }
    dx_formula result = DX_FORMULA_NONE;
    if (j->status == DX_OK)
        result = dx_formula_make(j->store, dx_formula_kind(j->store, f), count,
                                 operands);
    dx_free(operands);
    return result;
}

// Whole numbers, and the divisor above 0; otherwise lost.
static dx_fraction modulo(dx_fraction a, dx_fraction b)
{
    if (a.over != 1 || b.over != 1 || b.top <= 0)
        return (dx_fraction){0};
    int64_t rest = a.top % b.top;
    return dx_fraction_int(rest < 0 ? rest + b.top : rest);
}

static dx_fraction reckon(dx_kind kind, dx_fraction a, dx_fraction b)
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
    case DX_MODULO:
        return modulo(a, b);
    default: // DX_NEGATIVE
        return dx_fraction_subtract(dx_fraction_int(0), a);
    }
}

// Sums and products of numbers are numbers: p(1 + 1) is p(2).
static dx_formula arithmetic(job *j, dx_formula f)
{
    dx_formula made = rebuild(j, f);
    if (made == DX_FORMULA_NONE)
        return made;
    size_t count = dx_formula_count(j->store, made);
    dx_formula t = dx_formula_operand(j->store, made, 0);
    dx_formula u = dx_formula_operand(j->store, made, count - 1);
    if (!is_number(j, t) || !is_number(j, u))
        return made;
    dx_fraction value =
        reckon(dx_formula_kind(j->store, made), dx_formula_value(j->store, t),
               dx_formula_value(j->store, u));
    if (dx_fraction_is_lost(value))
        return refuse(j, DX_ERR_INPUT,
                      "a sum or quotient that is no number of 64 bits");
    return dx_formula_number(j->store, value);
}

static dx_formula comparison(job *j, dx_formula f)
{
    dx_formula made = rebuild(j, f);
    return made == DX_FORMULA_NONE ? made : compare(j, made);
}

static dx_formula expand_new(job *j, dx_formula f)
{
    switch (dx_formula_family(j->store, f)) {
    case DX_FAMILY_NUMBER:
        return f;
    case DX_FAMILY_ARITHMETIC:
        return arithmetic(j, f);
    case DX_FAMILY_QUANTIFIER:
        return quantifier(j, f);
    case DX_FAMILY_MEMBER:
        return membership(j, f);
    case DX_FAMILY_COMPARE:
        return comparison(j, f);
    default:
        return rebuild(j, f);
    }
}

static dx_formula expand(job *j, dx_formula f)
{
    if (j->status != DX_OK)
        return DX_FORMULA_NONE;
    if (dx_formulas_count(j->store) > j->nodes_max)
        return refuse_size(j);
    dx_formula result = dx_pair_map_find(&j->done, f, 0);
    if (result != UINT32_MAX)
        return result;
    result = expand_new(j, f);
    if (j->status == DX_OK && result == DX_FORMULA_NONE)
        return refuse(j, DX_ERR_LIMIT, "the formula is nested too deeply");
    if (j->status == DX_OK)
        dx_pair_map_put(&j->done, f, 0, result);
    return result;
}

dx_status dx_formula_expand(dx_formulas *store, dx_formula f, size_t nodes_max,
                            dx_formula *out, dx_error *error)
{
    job j = {.store = store,
             .error = error,
             .nodes_max = dx_formulas_count(store) + nodes_max};
    dx_formula result = dx_instances_least(store, f, nodes_max) > nodes_max
                            ? refuse_size(&j)
                            : expand(&j, f);
    if (j.status == DX_OK)
        *out = result;
    dx_pair_map_release(&j.done);
    return j.status;
}

dx_status dx_expand_domain(dx_formulas *store, dx_formula domain,
                           dx_members *out, dx_error *error)
{
    job j = {.store = store, .error = error, .nodes_max = SIZE_MAX};
    *out = (dx_members){0};
    list_domain(&j, domain, out);
    dx_pair_map_release(&j.done);
    if (j.status != DX_OK)
        dx_vector_release(out);
    return j.status;
}
