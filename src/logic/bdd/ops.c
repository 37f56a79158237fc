// And, exclusive or, if-then-else; the rest follows by negation, which is
// free.  Each recursion is Shannon's expansion by the topmost variable, with
// its arguments first brought into one order so that equal questions meet in
// the cache.

#include "logic/bdd/inside.h"

static uint32_t min_level(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

dx_bdd dx_bdd_and_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    if (f > g) {
        dx_bdd swap = f;
        f = g;
        g = swap;
    }
    if (f == DX_BDD_FALSE || (f ^ g) == 1)
        return DX_BDD_FALSE;
    if (f == DX_BDD_TRUE || f == g)
        return g;

    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_AND, f, g, 0);
    if (known != DX_BDD_INVALID)
        return known;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    uint32_t level = min_level(dx_bdd_level_of(m, f), dx_bdd_level_of(m, g));
    dx_bdd f0, f1, g0, g1;
    dx_bdd_split(m, f, level, &f0, &f1);
    dx_bdd_split(m, g, level, &g0, &g1);
    dx_bdd low = dx_bdd_and_step(m, f0, g0);
    if (low == DX_BDD_INVALID)
        return low;
    dx_bdd high = dx_bdd_and_step(m, f1, g1);
    return dx_bdd_cache_keep(m, DX_BDD_OP_AND, f, g, 0,
                             dx_bdd_make(m, m->variable_at[level], low, high));
}

// Complements are taken out first: ~f + g = ~(f + g).
static dx_bdd xor_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    dx_bdd flip = (f ^ g) & 1;
    f &= ~UINT32_C(1);
    g &= ~UINT32_C(1);
    if (f > g) {
        dx_bdd swap = f;
        f = g;
        g = swap;
    }
    if (f == g)
        return DX_BDD_FALSE ^ flip;
    if (f == DX_BDD_FALSE)
        return g ^ flip;

    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_XOR, f, g, 0);
    if (known != DX_BDD_INVALID)
        return known ^ flip;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    uint32_t level = min_level(dx_bdd_level_of(m, f), dx_bdd_level_of(m, g));
    dx_bdd f0, f1, g0, g1;
    dx_bdd_split(m, f, level, &f0, &f1);
    dx_bdd_split(m, g, level, &g0, &g1);
    dx_bdd low = xor_step(m, f0, g0);
    if (low == DX_BDD_INVALID)
        return low;
    dx_bdd high = xor_step(m, f1, g1);
    dx_bdd sum =
        dx_bdd_cache_keep(m, DX_BDD_OP_XOR, f, g, 0,
                          dx_bdd_make(m, m->variable_at[level], low, high));
    return sum == DX_BDD_INVALID ? sum : sum ^ flip;
}

// The case of if-then-else in which a branch is constant or follows from the
// condition, or the branches are complementary: and, or, exclusive or.
// INVALID with `*is_simple` false if it is none of these.
static dx_bdd ite_simple(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd h,
                         bool *is_simple)
{
    *is_simple = true;
    if (g == h || f == DX_BDD_TRUE)
        return g;
    if (f == DX_BDD_FALSE)
        return h;
    if (g == DX_BDD_TRUE || g == f)
        return dx_bdd_or_step(m, f, h);
    if (g == DX_BDD_FALSE || g == (f ^ 1))
        return dx_bdd_and_step(m, f ^ 1, h);
    if (h == DX_BDD_FALSE || h == f)
        return dx_bdd_and_step(m, f, g);
    if (h == DX_BDD_TRUE || h == (f ^ 1))
        return dx_bdd_or_step(m, f ^ 1, g);
    if (g == (h ^ 1))
        return xor_step(m, f, h);
    *is_simple = false;
    return DX_BDD_INVALID;
}

dx_bdd dx_bdd_ite_step(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd h)
{
    bool is_simple;
    dx_bdd simple = ite_simple(m, f, g, h, &is_simple);
    if (is_simple)
        return simple;
    if (f & 1) { // a condition without complement ...
        dx_bdd swap = g;
        g = h;
        h = swap;
        f ^= 1;
    }
    dx_bdd flip = g & 1; // ... and a first branch without
    g ^= flip;
    h ^= flip;

    dx_bdd known = dx_bdd_cache_find(m, DX_BDD_OP_ITE, f, g, h);
    if (known != DX_BDD_INVALID)
        return known ^ flip;
    if (!dx_bdd_step(m))
        return DX_BDD_INVALID;

    uint32_t level =
        min_level(dx_bdd_level_of(m, f), min_level(dx_bdd_level_or_end(m, g),
                                                   dx_bdd_level_or_end(m, h)));
    dx_bdd f0, f1, g0, g1, h0, h1;
    dx_bdd_split(m, f, level, &f0, &f1);
    dx_bdd_split(m, g, level, &g0, &g1);
    dx_bdd_split(m, h, level, &h0, &h1);
    dx_bdd low = dx_bdd_ite_step(m, f0, g0, h0);
    if (low == DX_BDD_INVALID)
        return low;
    dx_bdd high = dx_bdd_ite_step(m, f1, g1, h1);
    dx_bdd all =
        dx_bdd_cache_keep(m, DX_BDD_OP_ITE, f, g, h,
                          dx_bdd_make(m, m->variable_at[level], low, high));
    return all == DX_BDD_INVALID ? all : all ^ flip;
}

dx_bdd dx_bdd_and(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, g))
        return DX_BDD_INVALID;
    return dx_bdd_and_step(m, f, g);
}

dx_bdd dx_bdd_or(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    return dx_bdd_not(dx_bdd_and(m, dx_bdd_not(f), dx_bdd_not(g)));
}

dx_bdd dx_bdd_implies(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    return dx_bdd_not(dx_bdd_and(m, f, dx_bdd_not(g)));
}

dx_bdd dx_bdd_xor(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, g))
        return DX_BDD_INVALID;
    return xor_step(m, f, g);
}

dx_bdd dx_bdd_iff(dx_bdd_manager *m, dx_bdd f, dx_bdd g)
{
    return dx_bdd_not(dx_bdd_xor(m, f, g));
}

dx_bdd dx_bdd_ite(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd h)
{
    if (!dx_bdd_is_usable(m, f) || !dx_bdd_is_usable(m, g) ||
        !dx_bdd_is_usable(m, h))
        return DX_BDD_INVALID;
    return dx_bdd_ite_step(m, f, g, h);
}
