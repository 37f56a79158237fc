#include "random_formula.h"

static dx_formula agent(dx_formulas *store, dx_random *random)
{
    return dx_formula_atom(store, dx_random_below(random, 2) ? "a" : "b");
}

static dx_formula leaf(dx_formulas *store, dx_random *random)
{
    dx_formula p =
        dx_formula_atom(store, dx_random_below(random, 3) ? "p" : "q");
    uint64_t roll = dx_random_below(random, 20);
    return roll == 0   ? dx_formula_true(store)
           : roll < 10 ? dx_formula_not(store, p)
                       : p;
}

static dx_formula group(dx_formulas *store, dx_kind kind, dx_formula f)
{
    return dx_formula_make(store, kind, 3,
                           (uint32_t[]){f, dx_formula_atom(store, "a"),
                                        dx_formula_atom(store, "b")});
}

static dx_formula starred(dx_formulas *store, dx_random *random, dx_formula f)
{
    dx_formula a =
        dx_formula_unary(store, DX_STEP, dx_formula_atom(store, "a"));
    dx_formula b =
        dx_formula_unary(store, DX_STEP, dx_formula_atom(store, "b"));
    dx_kind how = dx_random_below(random, 2) ? DX_CHOICE : DX_SEQUENCE;
    dx_formula program =
        dx_formula_unary(store, DX_STAR, dx_formula_binary(store, how, a, b));
    dx_kind kind = dx_random_below(random, 2) ? DX_BOX : DX_DIAMOND;
    return dx_formula_binary(store, kind, program, f);
}

static dx_formula update(dx_formulas *store, dx_random *random, dx_formula f,
                         dx_formula g)
{
    static const dx_kind to_all[] = {DX_ANNOUNCE, DX_ANNOUNCE_DUAL,
                                     DX_TELL_WHETHER};
    static const dx_kind to_some[] = {DX_TELL, DX_TELL_DUAL,
                                      DX_TELL_GROUP_WHETHER};
    uint64_t which = dx_random_below(random, 3);
    if (dx_random_below(random, 2))
        return dx_formula_binary(store, to_all[which], f, g);
    return dx_formula_make(store, to_some[which], 3,
                           (uint32_t[]){f, g, agent(store, random)});
}

static dx_formula special(dx_formulas *store, dx_random *random, unsigned depth,
                          unsigned what)
{
    dx_formula f = dx_random_formula(store, random, depth - 1, what);
    uint64_t roll = dx_random_below(random, 3);
    if (roll == 0 && (what & DX_TEST_UPDATES)) {
        dx_formula g = dx_random_formula(store, random, depth - 1, what);
        return update(store, random, f, g);
    }
    if (roll == 1 && (what & DX_TEST_COMMON))
        return dx_random_below(random, 3) ? group(store, DX_COMMON, f)
                                          : starred(store, random, f);
    if (roll == 2 && (what & DX_TEST_DISTRIBUTED))
        return group(store, DX_DISTRIBUTED, f);
    return f;
}

static dx_formula modal(dx_formulas *store, dx_random *random, unsigned depth,
                        unsigned what)
{
    static const dx_kind kinds[] = {DX_KNOWS,    DX_KNOWS,         DX_POSSIBLE,
                                    DX_BELIEVES, DX_KNOWS_WHETHER, DX_POSSIBLE};
    dx_formula f = dx_random_formula(store, random, depth - 1, what);
    if (dx_random_below(random, 8) == 0)
        return group(store, DX_EVERYBODY, f);
    return dx_formula_binary(store, kinds[dx_random_below(random, 6)],
                             agent(store, random), f);
}

dx_formula dx_random_formula(dx_formulas *store, dx_random *random,
                             unsigned depth, unsigned what)
{
    uint64_t roll = dx_random_below(random, 12);
    if (depth == 0 || roll == 0)
        return leaf(store, random);
    if (roll < 5)
        return modal(store, random, depth, what);
    if (roll < 7 && what != 0)
        return special(store, random, depth, what);
    dx_formula f = dx_random_formula(store, random, depth - 1, what);
    dx_formula g = dx_random_formula(store, random, depth - 1, what);
    static const dx_kind kinds[] = {DX_AND, DX_OR, DX_AND, DX_IMPLIES, DX_IFF};
    if (roll == 11)
        return dx_formula_not(store, f);
    return dx_formula_binary(store, kinds[dx_random_below(random, 5)], f, g);
}
