// Functions for variables, all at once.  The results below a node may depend
// on any variable, so in general a node becomes an if-then-else; where its
// new variable still lies on top, as when all variables of one state are
// renamed to those of the next, it stays a node.

#include "logic/bdd/inside.h"

typedef struct substitution {
    dx_bdd_manager *m;
    dx_bdd *image;    // per variable; itself where nothing changes
    uint32_t deepest; // no variable below this level changes
    uint32_t number;  // of this call, for the cache
} substitution;

// If `condition` then high else low.
static dx_bdd combine(dx_bdd_manager *m, dx_bdd condition, dx_bdd low,
                      dx_bdd high)
{
    if (low == DX_BDD_INVALID || high == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    if (!dx_bdd_is_constant(condition)) {
        dx_bdd_var var = dx_bdd_node_of(m, condition)->var;
        uint32_t level = m->level_of[var];
        if (condition == m->variable[var] &&
            level < dx_bdd_level_or_end(m, low) &&
            level < dx_bdd_level_or_end(m, high))
            return dx_bdd_make(m, var, low, high);
    }
    return dx_bdd_ite_step(m, condition, high, low);
}

static dx_bdd substitute_step(const substitution *s, dx_bdd f)
{
    dx_bdd_manager *m = s->m;
    if (dx_bdd_is_constant(f) || dx_bdd_level_of(m, f) > s->deepest)
        return f;
    dx_bdd flip = f & 1;
    f ^= flip;
    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_SUBSTITUTE, f, s->number, 0);
    if (known != DX_BDD_INVALID)
        return known ^ flip;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    const dx_bdd_node node = *dx_bdd_node_of(m, f); // nodes move: a copy
    dx_bdd low = substitute_step(s, node.low);
    if (low == DX_BDD_INVALID)
        return low;
    dx_bdd high = substitute_step(s, node.high);
    dx_bdd result = combine(m, s->image[node.var], low, high);
    dx_bdd_cache_keep(m, DX_BDD_OP_SUBSTITUTE, f, s->number, 0, result);
    return result == DX_BDD_INVALID ? result : result ^ flip;
}

// A number that no remembered result has.
static uint32_t next_number(dx_bdd_manager *m)
{
    if (m->substitution == UINT32_MAX) {
        dx_bdd_cache_clear(m);
        m->substitution = 0;
    }
    return ++m->substitution;
}

dx_bdd dx_bdd_substitute(dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *vars,
                         const dx_bdd *images, size_t count)
{
    bool is_usable = dx_bdd_is_usable(m, f);
    for (size_t i = 0; i < count; i++) {
        DX_REQUIRE(vars[i] < m->variable_count, "variables of this manager");
        is_usable = is_usable && dx_bdd_is_usable(m, images[i]);
    }
    if (!is_usable || count == 0)
        return is_usable ? f : DX_BDD_INVALID;

    substitution s = {.m = m, .number = next_number(m)};
    s.image = dx_copy(m->variable, m->variable_count * sizeof *s.image);
    for (size_t i = 0; i < count; i++) {
        s.image[vars[i]] = images[i];
        if (m->level_of[vars[i]] > s.deepest)
            s.deepest = m->level_of[vars[i]];
    }
    dx_bdd result = substitute_step(&s, f);
    dx_free(s.image);
    return result;
}

dx_bdd dx_bdd_compose(dx_bdd_manager *m, dx_bdd f, dx_bdd_var var, dx_bdd g)
{
    return dx_bdd_substitute(m, f, &var, &g, 1);
}

dx_bdd dx_bdd_rename(dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *from,
                     const dx_bdd_var *to, size_t count)
{
    dx_bdd *images = dx_alloc_raw(count, sizeof *images);
    for (size_t i = 0; i < count; i++)
        images[i] = dx_bdd_variable(m, to[i]);
    dx_bdd result = dx_bdd_substitute(m, f, from, images, count);
    dx_free(images);
    return result;
}
