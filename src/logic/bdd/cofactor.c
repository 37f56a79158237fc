// Cofactors: a function where something is known to hold.
//
// Restrict fixes literals and takes their variables out.  Constrain and
// simplify take any condition c that is not empty and answer some function that
// agrees with f wherever c holds; what it is elsewhere is chosen so that the
// diagram gets small (Coudert and Madre 1990), by the branch that c leaves
// where the other is empty.  Simplify also keeps out variables that only c has.
// Their results depend on the order of variables, so reordering clears the
// cache.

#include "logic/bdd/inside.h"

// The rest of a conjunction of literals behind its first; `*value` is what
// the first demands.  A node that is no literal is the caller's bug.
static dx_bdd literal_next(const dx_bdd_manager *m, dx_bdd literals,
                           bool *value)
{
    const dx_bdd_node *node = dx_bdd_node_of(m, literals);
    dx_bdd low = node->low ^ (literals & 1), high = node->high ^ (literals & 1);
    DX_REQUIRE(low == DX_BDD_FALSE || high == DX_BDD_FALSE,
               "a conjunction of literals");
    *value = low == DX_BDD_FALSE;
    return *value ? high : low;
}

static dx_bdd restrict_step(dx_bdd_manager *m, dx_bdd f, dx_bdd literals)
{
    if (dx_bdd_is_constant(f))
        return f;
    uint32_t level = dx_bdd_level_of(m, f);
    bool value = false;
    while (literals != DX_BDD_TRUE && dx_bdd_level_of(m, literals) < level)
        literals = literal_next(m, literals, &value);
    if (literals == DX_BDD_TRUE)
        return f;

    dx_bdd flip = f & 1;
    f ^= flip;
    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_RESTRICT, f, literals, 0);
    if (known != DX_BDD_INVALID)
        return known ^ flip;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    dx_bdd low, high, result;
    dx_bdd_split(m, f, level, &low, &high);
    if (dx_bdd_level_of(m, literals) == level) {
        dx_bdd rest = literal_next(m, literals, &value);
        result = restrict_step(m, value ? high : low, rest);
    } else {
        low = restrict_step(m, low, literals);
        if (low == DX_BDD_INVALID)
            return low;
        high = restrict_step(m, high, literals);
        result = dx_bdd_make(m, m->variable_at[level], low, high);
    }
    dx_bdd_cache_keep(m, DX_BDD_OP_RESTRICT, f, literals, 0, result);
    return result == DX_BDD_INVALID ? result : result ^ flip;
}

static dx_bdd cofactor_step(dx_bdd_manager *m, dx_bdd_operation operation,
                            dx_bdd f, dx_bdd c);

// The cofactor of f, known not to be trivial, at the level where f or c
// begins.  Where one branch of c is empty, the other stands for both.
static dx_bdd cofactor_split(dx_bdd_manager *m, dx_bdd_operation operation,
                             dx_bdd f, dx_bdd c)
{
    uint32_t f_level = dx_bdd_level_of(m, f), c_level = dx_bdd_level_of(m, c);
    uint32_t level = f_level < c_level ? f_level : c_level;
    dx_bdd f0, f1, c0, c1;
    dx_bdd_split(m, f, level, &f0, &f1);
    dx_bdd_split(m, c, level, &c0, &c1);
    if (c0 == DX_BDD_FALSE)
        return cofactor_step(m, operation, f1, c1);
    if (c1 == DX_BDD_FALSE)
        return cofactor_step(m, operation, f0, c0);
    // To simplify must not bring in variables that only c depends on.
    if (operation == DX_BDD_OP_SIMPLIFY && c_level < f_level) {
        dx_bdd either = dx_bdd_or_step(m, c0, c1);
        return either == DX_BDD_INVALID
                   ? either
                   : cofactor_step(m, operation, f, either);
    }
    dx_bdd low = cofactor_step(m, operation, f0, c0);
    if (low == DX_BDD_INVALID)
        return low;
    dx_bdd high = cofactor_step(m, operation, f1, c1);
    return dx_bdd_make(m, m->variable_at[level], low, high);
}

static dx_bdd cofactor_step(dx_bdd_manager *m, dx_bdd_operation operation,
                            dx_bdd f, dx_bdd c)
{
    assert(c != DX_BDD_FALSE);
    if (c == DX_BDD_TRUE || dx_bdd_is_constant(f))
        return f;
    if (f == c)
        return DX_BDD_TRUE;
    if ((f ^ c) == 1)
        return DX_BDD_FALSE;

    dx_bdd flip = f & 1;
    f ^= flip;
    dx_bdd result = dx_bdd_cache_find(m, operation, f, c, 0);
    if (result != DX_BDD_INVALID)
        return result ^ flip;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;
    result = cofactor_split(m, operation, f, c);
    dx_bdd_cache_keep(m, operation, f, c, 0, result);
    return result == DX_BDD_INVALID ? result : result ^ flip;
}

dx_bdd dx_bdd_restrict(dx_bdd_manager *m, dx_bdd f, dx_bdd literals)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, literals))
        return DX_BDD_INVALID;
    DX_REQUIRE(literals != DX_BDD_FALSE, "a conjunction of literals");
    return restrict_step(m, f, literals);
}

dx_bdd dx_bdd_constrain(dx_bdd_manager *m, dx_bdd f, dx_bdd c)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, c))
        return DX_BDD_INVALID;
    DX_REQUIRE(c != DX_BDD_FALSE, "something that can hold");
    return cofactor_step(m, DX_BDD_OP_CONSTRAIN, f, c);
}

dx_bdd dx_bdd_simplify(dx_bdd_manager *m, dx_bdd f, dx_bdd c)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, c))
        return DX_BDD_INVALID;
    DX_REQUIRE(c != DX_BDD_FALSE, "something that can hold");
    return cofactor_step(m, DX_BDD_OP_SIMPLIFY, f, c);
}
