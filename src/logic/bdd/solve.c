// Solutions: whether here, one, all of them.
//
// Every function but false has a solution below each of its nodes, so walking
// down never has to turn back, and the next solution is found in as many
// steps as there are variables.

#include "logic/bdd/inside.h"

#include <stdlib.h>

bool dx_bdd_holds(const dx_bdd_manager *m, dx_bdd f, const bool *values)
{
    DX_REQUIRE(f != DX_BDD_INVALID, "a valid function");
    while (!dx_bdd_is_constant(f)) {
        const dx_bdd_node *node = dx_bdd_node_of(m, f);
        f = (values[node->var] ? node->high : node->low) ^ (f & 1);
    }
    return f == DX_BDD_TRUE;
}

struct dx_bdd_solutions {
    dx_bdd_manager *m;
    dx_bdd f;
    uint32_t reorder_count; // as it was at the start
    size_t count;
    dx_bdd_var *vars;
    size_t *by_level; // places in vars, topmost variable first
    dx_bdd *rest;     // what remains of f after the first i by level
    bool *values;     // by place
    bool has_started, is_over;
};

typedef struct ranked {
    uint32_t level;
    size_t place;
} ranked;

static int top_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->level < y->level ? -1 : x->level > y->level;
}

static void sort_by_level(dx_bdd_solutions *s)
{
    ranked *order = dx_alloc_raw(s->count, sizeof *order);
    for (size_t i = 0; i < s->count; i++)
        order[i] = (ranked){dx_bdd_level(s->m, s->vars[i]), i};
    qsort(order, s->count, sizeof *order, top_first);
    s->by_level = dx_alloc_raw(s->count, sizeof *s->by_level);
    for (size_t i = 0; i < s->count; i++) {
        DX_REQUIRE(i == 0 || order[i - 1].level != order[i].level,
                   "distinct variables");
        s->by_level[i] = order[i].place;
    }
    dx_free(order);
}

dx_bdd_solutions *dx_bdd_solutions_new(dx_bdd_manager *m, dx_bdd f,
                                       const dx_bdd_var *vars, size_t count)
{
    DX_REQUIRE(f != DX_BDD_INVALID, "a valid function");
    dx_bdd_solutions *s = dx_alloc(1, sizeof *s);
    s->m = m;
    s->f = dx_bdd_ref(m, f);
    s->reorder_count = m->reorder_count;
    s->count = count;
    s->vars = dx_copy(vars, count * sizeof *vars);
    s->rest = dx_alloc(count + 1, sizeof *s->rest);
    s->values = dx_alloc(count, sizeof *s->values);
    s->is_over = f == DX_BDD_FALSE;
    sort_by_level(s);
    return s;
}

void dx_bdd_solutions_free(dx_bdd_solutions *s)
{
    if (s == NULL)
        return;
    dx_bdd_deref(s->m, s->f);
    dx_free(s->vars);
    dx_free(s->by_level);
    dx_free(s->rest);
    dx_free(s->values);
    dx_free(s);
}

// Goes down from the i-th variable, which gets the value `first`, always to
// the least solution.
static void descend(dx_bdd_solutions *s, size_t i, bool first)
{
    for (bool value = first; i < s->count; i++, value = false) {
        size_t place = s->by_level[i];
        dx_bdd low, high;
        dx_bdd_split(s->m, s->rest[i], s->m->level_of[s->vars[place]], &low,
                     &high);
        value = value || low == DX_BDD_FALSE;
        assert((value ? high : low) != DX_BDD_FALSE); // never a dead end
        s->values[place] = value;
        s->rest[i + 1] = value ? high : low;
    }
    DX_REQUIRE(s->rest[s->count] == DX_BDD_TRUE,
               "all variables that the function depends on");
}

const bool *dx_bdd_solutions_next(dx_bdd_solutions *s)
{
    DX_REQUIRE(s->reorder_count == s->m->reorder_count,
               "no reordering while solutions are listed");
    if (s->is_over)
        return NULL;
    if (!s->has_started) {
        s->has_started = true;
        s->rest[0] = s->f;
        descend(s, 0, false);
        return s->values;
    }
    for (size_t i = s->count; i-- > 0;) {
        size_t place = s->by_level[i];
        dx_bdd low, high;
        dx_bdd_split(s->m, s->rest[i], s->m->level_of[s->vars[place]], &low,
                     &high);
        if (!s->values[place] && high != DX_BDD_FALSE) {
            descend(s, i, true);
            return s->values;
        }
    }
    s->is_over = true;
    return NULL;
}

bool dx_bdd_solution(const dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *vars,
                     size_t count, bool *out_values)
{
    DX_REQUIRE(f != DX_BDD_INVALID, "a valid function");
    if (f == DX_BDD_FALSE)
        return false;
    bool *values = dx_alloc(m->variable_count, sizeof *values);
    while (f != DX_BDD_TRUE) {
        assert(f != DX_BDD_FALSE);
        const dx_bdd_node *node = dx_bdd_node_of(m, f);
        dx_bdd low = node->low ^ (f & 1);
        values[node->var] = low == DX_BDD_FALSE;
        f = low == DX_BDD_FALSE ? node->high ^ (f & 1) : low;
    }
    for (size_t i = 0; i < count; i++)
        out_values[i] = values[vars[i]];
    dx_free(values);
    return true;
}
