// truth.h -- Boolean functions as plain truth tables: slow, and obviously
// right.  Row r gives variable v the value of bit v of r.

#ifndef DX_TEST_TRUTH_H
#define DX_TEST_TRUTH_H

#include "logic/bdd/bdd.h"

#include <string.h>

enum { TRUTH_VARS_MAX = 12 };

typedef struct truth {
    unsigned vars;
    bool row[1 << TRUTH_VARS_MAX];
} truth;

static inline unsigned truth_rows(const truth *t)
{
    return 1u << t->vars;
}

static inline bool bit(unsigned row, unsigned var)
{
    return row >> var & 1;
}

// The truth table of f, by evaluation.
static inline truth truth_of(const dx_bdd_manager *m, dx_bdd f, unsigned vars)
{
    truth t = {.vars = vars};
    for (unsigned r = 0; r < truth_rows(&t); r++) {
        bool values[TRUTH_VARS_MAX];
        for (unsigned v = 0; v < vars; v++)
            values[v] = bit(r, v);
        t.row[r] = dx_bdd_holds(m, f, values);
    }
    return t;
}

static inline bool truth_equal(const truth *a, const truth *b)
{
    return a->vars == b->vars && memcmp(a->row, b->row, truth_rows(a)) == 0;
}

// The function with this truth table, put together from its rows.
static inline dx_bdd bdd_of(dx_bdd_manager *m, const truth *t)
{
    dx_bdd f = DX_BDD_FALSE;
    for (unsigned r = 0; r < truth_rows(t); r++) {
        dx_bdd_var vars[TRUTH_VARS_MAX];
        bool values[TRUTH_VARS_MAX];
        for (unsigned v = 0; v < t->vars; v++) {
            vars[v] = v;
            values[v] = bit(r, v);
        }
        if (t->row[r])
            f = dx_bdd_or(m, f, dx_bdd_literals(m, vars, values, t->vars));
    }
    return f;
}

// Some value of the function over the rows that differ from `row` at most in
// the variables of `mask`; all of them must be `want` for `is_all`.
static inline bool truth_quantified(const truth *t, unsigned row, unsigned mask,
                                    bool is_all)
{
    unsigned sub = mask;
    for (;;) {
        if (t->row[(row & ~mask) | sub] != is_all)
            return !is_all;
        if (sub == 0)
            return is_all;
        sub = (sub - 1) & mask;
    }
}

static inline unsigned truth_count(const truth *t)
{
    unsigned count = 0;
    for (unsigned r = 0; r < truth_rows(t); r++)
        count += t->row[r];
    return count;
}

static inline bool truth_depends(const truth *t, unsigned var)
{
    for (unsigned r = 0; r < truth_rows(t); r++)
        if (t->row[r] != t->row[r ^ 1u << var])
            return true;
    return false;
}

// A manager with `vars` variables.
static inline dx_bdd_manager *manager_of(unsigned vars)
{
    dx_bdd_manager *m = dx_bdd_manager_new(NULL);
    for (unsigned v = 0; v < vars; v++)
        dx_bdd_variable_new(m);
    return m;
}

static inline dx_bdd cube_of(dx_bdd_manager *m, unsigned mask)
{
    dx_bdd_var vars[TRUTH_VARS_MAX];
    size_t count = 0;
    for (unsigned v = 0; v < TRUTH_VARS_MAX; v++)
        if (bit(mask, v))
            vars[count++] = v;
    return dx_bdd_cube(m, vars, count);
}

#endif
