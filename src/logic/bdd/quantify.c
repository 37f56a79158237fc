// Quantifiers over the variables of a cube, and "near": one step of change.
//
// Exists is Shannon's expansion with "or" where the variable is bound.
// Variables of the cube that lie above the function are skipped, since it does
// not depend on them: equal questions meet in the cache, and a branch that is
// true already ends the work.  "And, then exists" is done in one recursion, so
// that the conjunction, which may be far larger than the result, is never
// built.

#include "logic/bdd/inside.h"

// The part of the cube from `level` on.
static dx_bdd cube_from(const dx_bdd_manager *m, dx_bdd cube, uint32_t level)
{
    while (cube != DX_BDD_TRUE && dx_bdd_level_of(m, cube) < level) {
        assert(dx_bdd_node_of(m, cube)->low == DX_BDD_FALSE);
        cube = dx_bdd_node_of(m, cube)->high;
    }
    return cube;
}

static bool is_cube(const dx_bdd_manager *m, dx_bdd cube)
{
    while (!dx_bdd_is_constant(cube)) {
        const dx_bdd_node *node = dx_bdd_node_of(m, cube);
        if ((cube & 1) != 0 || node->low != DX_BDD_FALSE)
            return false;
        cube = node->high;
    }
    return cube == DX_BDD_TRUE;
}

static dx_bdd exists_step(dx_bdd_manager *m, dx_bdd f, dx_bdd cube)
{
    if (dx_bdd_is_constant(f))
        return f;
    uint32_t level = dx_bdd_level_of(m, f);
    cube = cube_from(m, cube, level);
    if (cube == DX_BDD_TRUE)
        return f;

    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_EXISTS, f, cube, 0);
    if (known != DX_BDD_INVALID)
        return known;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    dx_bdd f0, f1, result;
    dx_bdd_split(m, f, level, &f0, &f1);
    bool is_bound = dx_bdd_level_of(m, cube) == level;
    dx_bdd low = exists_step(m, f0, cube);
    if (low == DX_BDD_INVALID)
        return low;
    if (is_bound && low == DX_BDD_TRUE) {
        result = low;
    } else {
        dx_bdd high = exists_step(m, f1, cube);
        if (high == DX_BDD_INVALID)
            return high;
        result = is_bound ? dx_bdd_or_step(m, low, high)
                          : dx_bdd_make(m, m->variable_at[level], low, high);
    }
    return dx_bdd_cache_keep(m, DX_BDD_OP_EXISTS, f, cube, 0, result);
}

static dx_bdd and_exists_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g,
                              dx_bdd cube)
{
    if (f > g) {
        dx_bdd swap = f;
        f = g;
        g = swap;
    }
    if (f == DX_BDD_FALSE || (f ^ g) == 1)
        return DX_BDD_FALSE;
    if (f == DX_BDD_TRUE || f == g)
        return exists_step(m, g, cube);

    uint32_t level = dx_bdd_level_of(m, f), other = dx_bdd_level_of(m, g);
    level = level < other ? level : other;
    cube = cube_from(m, cube, level);
    if (cube == DX_BDD_TRUE)
        return dx_bdd_and_step(m, f, g);

    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_AND_EXISTS, f, g, cube);
    if (known != DX_BDD_INVALID)
        return known;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    dx_bdd f0, f1, g0, g1, result;
    dx_bdd_split(m, f, level, &f0, &f1);
    dx_bdd_split(m, g, level, &g0, &g1);
    bool is_bound = dx_bdd_level_of(m, cube) == level;
    dx_bdd low = and_exists_step(m, f0, g0, cube);
    if (low == DX_BDD_INVALID)
        return low;
    if (is_bound && low == DX_BDD_TRUE) {
        result = low;
    } else {
        dx_bdd high = and_exists_step(m, f1, g1, cube);
        if (high == DX_BDD_INVALID)
            return high;
        result = is_bound ? dx_bdd_or_step(m, low, high)
                          : dx_bdd_make(m, m->variable_at[level], low, high);
    }
    return dx_bdd_cache_keep(m, DX_BDD_OP_AND_EXISTS, f, g, cube, result);
}

// What one change reaches in f = (x; f0, f1) is, where x is false, what one
// change below x reaches in f0, and all of f1; and the same the other way
// round.
static dx_bdd near_step(dx_bdd_manager *m, dx_bdd f, dx_bdd cube)
{
    if (dx_bdd_is_constant(f))
        return f;
    uint32_t level = dx_bdd_level_of(m, f);
    cube = cube_from(m, cube, level);
    if (cube == DX_BDD_TRUE)
        return f;

    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_NEAR, f, cube, 0);
    if (known != DX_BDD_INVALID)
        return known;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    dx_bdd f0, f1;
    dx_bdd_split(m, f, level, &f0, &f1);
    bool is_changing = dx_bdd_level_of(m, cube) == level;
    dx_bdd low = near_step(m, f0, cube);
    if (low == DX_BDD_INVALID)
        return low;
    dx_bdd high = near_step(m, f1, cube);
    if (high == DX_BDD_INVALID)
        return high;
    if (is_changing) {
        low = dx_bdd_or_step(m, low, f1);
        if (low == DX_BDD_INVALID)
            return low;
        high = dx_bdd_or_step(m, high, f0);
    }
    return dx_bdd_cache_keep(m, DX_BDD_OP_NEAR, f, cube, 0,
                             dx_bdd_make(m, m->variable_at[level], low, high));
}

dx_bdd dx_bdd_exists(dx_bdd_manager *m, dx_bdd f, dx_bdd cube)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, cube))
        return DX_BDD_INVALID;
    DX_REQUIRE(is_cube(m, cube), "a conjunction of variables");
    return exists_step(m, f, cube);
}

dx_bdd dx_bdd_forall(dx_bdd_manager *m, dx_bdd f, dx_bdd cube)
{
    return dx_bdd_not(dx_bdd_exists(m, dx_bdd_not(f), cube));
}

dx_bdd dx_bdd_and_exists(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd cube)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, g) ||
        !dx_bdd_is_usable(m, cube))
        return DX_BDD_INVALID;
    DX_REQUIRE(is_cube(m, cube), "a conjunction of variables");
    return and_exists_step(m, f, g, cube);
}

dx_bdd dx_bdd_implies_forall(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd cube)
{
    return dx_bdd_not(dx_bdd_and_exists(m, f, dx_bdd_not(g), cube));
}

dx_bdd dx_bdd_near(dx_bdd_manager *m, dx_bdd f, dx_bdd cube)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, cube))
        return DX_BDD_INVALID;
    DX_REQUIRE(is_cube(m, cube), "a conjunction of variables");
    return near_step(m, f, cube);
}

dx_bdd dx_bdd_inside(dx_bdd_manager *m, dx_bdd f, dx_bdd cube)
{
    return dx_bdd_not(dx_bdd_near(m, dx_bdd_not(f), cube));
}
