// Functions of many functions: conjunctions, cubes, "k of n".
//
// The result does not depend on the order of combining, but the cost does.
// Literals in the order of their levels are a chain of nodes made from the
// bottom up, one node each.  Other functions are combined by halves, so that
// small ones meet small ones.  "k of n" goes through a row of k + 1 functions,
// deepest first: over variables each step adds nodes on top of what is there, n
// k in all.

#include "logic/bdd/inside.h"

#include <stdlib.h>

typedef dx_bdd (*binary)(dx_bdd_manager *m, dx_bdd f, dx_bdd g);

// Halves, so that the many small arguments meet small ones.  The depth is the
// logarithm of the count.
static dx_bdd fold(dx_bdd_manager *m, binary combine, const dx_bdd *f,
                   size_t count)
{
    if (count == 1)
        return f[0];
    size_t half = count / 2;
    dx_bdd left = fold(m, combine, f, half);
    return combine(m, left, fold(m, combine, f + half, count - half));
}

// The level of a variable or its negation; DX_BDD_LEVEL_END of anything else.
static uint32_t literal_level(const dx_bdd_manager *m, dx_bdd f)
{
    if (f == DX_BDD_INVALID || dx_bdd_is_constant(f))
        return DX_BDD_LEVEL_END;
    dx_bdd_var var = dx_bdd_node_of(m, f)->var;
    return m->variable[var] == (f & ~UINT32_C(1)) ? m->level_of[var]
                                                  : DX_BDD_LEVEL_END;
}

// Literals in the order of their levels, as lists of what is true at a state
// mostly are: a chain of nodes from the last one up.
static bool are_literals_from_the_top(const dx_bdd_manager *m, const dx_bdd *f,
                                      size_t count)
{
    uint32_t above = literal_level(m, f[0]);
    for (size_t i = 1; i < count; i++) {
        uint32_t level = literal_level(m, f[i]);
        if (level <= above || level == DX_BDD_LEVEL_END)
            return false;
        above = level;
    }
    return above != DX_BDD_LEVEL_END && m->status == DX_OK;
}

// The conjunction of literals, or of their negations if `flip` is 1.
static dx_bdd chain(dx_bdd_manager *m, const dx_bdd *f, size_t count,
                    dx_bdd flip)
{
    dx_bdd all = DX_BDD_TRUE;
    for (size_t i = count; i-- > 0;) {
        assert(literal_level(m, f[i]) != DX_BDD_LEVEL_END);
        bool value = (f[i] & 1) == flip;
        all =
            dx_bdd_make(m, dx_bdd_node_of(m, f[i])->var,
                        value ? DX_BDD_FALSE : all, value ? all : DX_BDD_FALSE);
    }
    return all;
}

dx_bdd dx_bdd_and_all(dx_bdd_manager *m, const dx_bdd *f, size_t count)
{
    if (count == 0)
        return DX_BDD_TRUE;
    if (are_literals_from_the_top(m, f, count))
        return chain(m, f, count, 0);
    return fold(m, dx_bdd_and, f, count);
}

dx_bdd dx_bdd_or_all(dx_bdd_manager *m, const dx_bdd *f, size_t count)
{
    if (count == 0)
        return DX_BDD_FALSE;
    if (are_literals_from_the_top(m, f, count))
        return dx_bdd_not(chain(m, f, count, 1));
    return fold(m, dx_bdd_or, f, count);
}

dx_bdd dx_bdd_xor_all(dx_bdd_manager *m, const dx_bdd *f, size_t count)
{
    return count == 0 ? DX_BDD_FALSE : fold(m, dx_bdd_xor, f, count);
}

typedef struct placed {
    uint32_t level;
    dx_bdd f;
} placed;

static int deepest_first(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? 1 : -1;
    return x->f < y->f ? -1 : x->f > y->f;
}

// The functions sorted so that each step of a sum over variables only adds a
// node on top; NULL if one is invalid.  The caller owns it.
static placed *place(const dx_bdd_manager *m, const dx_bdd *f, size_t count)
{
    placed *sorted = dx_alloc_raw(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        if (!dx_bdd_is_usable(m, f[i])) {
            dx_free(sorted);
            return NULL;
        }
        sorted[i] = (placed){dx_bdd_level_or_end(m, f[i]), f[i]};
    }
    qsort(sorted, count, sizeof *sorted, deepest_first);
    return sorted;
}

// row[j] after i functions: at least (or exactly) j of these i hold.
static dx_bdd threshold(dx_bdd_manager *m, const dx_bdd *f, size_t count,
                        size_t k, dx_bdd more_than_none)
{
    assert(k <= count);
    placed *sorted = place(m, f, count);
    if (sorted == NULL)
        return DX_BDD_INVALID;
    dx_bdd *row = dx_alloc(k + 1, sizeof *row);
    row[0] = DX_BDD_TRUE;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = k < i + 1 ? k : i + 1; j > 0; j--)
            row[j] = dx_bdd_ite(m, sorted[i].f, row[j - 1], row[j]);
        row[0] = dx_bdd_ite(m, sorted[i].f, more_than_none, row[0]);
    }
    dx_bdd result = row[k];
    dx_free(row);
    dx_free(sorted);
    return result;
}

dx_bdd dx_bdd_at_least(dx_bdd_manager *m, const dx_bdd *f, size_t count,
                       size_t k)
{
    if (k > count)
        return m->status == DX_OK ? DX_BDD_FALSE : DX_BDD_INVALID;
    return threshold(m, f, count, k, DX_BDD_TRUE);
}

dx_bdd dx_bdd_exactly(dx_bdd_manager *m, const dx_bdd *f, size_t count,
                      size_t k)
{
    if (k > count)
        return m->status == DX_OK ? DX_BDD_FALSE : DX_BDD_INVALID;
    return threshold(m, f, count, k, DX_BDD_FALSE);
}

dx_bdd dx_bdd_literals(dx_bdd_manager *m, const dx_bdd_var *vars,
                       const bool *values, size_t count)
{
    dx_bdd *literal = dx_alloc_raw(count, sizeof *literal);
    for (size_t i = 0; i < count; i++) {
        dx_bdd positive = dx_bdd_variable(m, vars[i]);
        literal[i] = values[i] ? positive : dx_bdd_not(positive);
    }
    dx_bdd all = DX_BDD_TRUE;
    if (count > 0 && are_literals_from_the_top(m, literal, count)) {
        all = chain(m, literal, count, 0);
    } else {
        placed *sorted = place(m, literal, count);
        for (size_t i = 0; sorted != NULL && i < count; i++)
            all = dx_bdd_and(m, sorted[i].f, all);
        all = sorted == NULL ? DX_BDD_INVALID : all;
        dx_free(sorted);
    }
    dx_free(literal);
    return all;
}

dx_bdd dx_bdd_cube(dx_bdd_manager *m, const dx_bdd_var *vars, size_t count)
{
    bool *values = dx_alloc_raw(count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = true;
    dx_bdd cube = dx_bdd_literals(m, vars, values, count);
    dx_free(values);
    return cube;
}
