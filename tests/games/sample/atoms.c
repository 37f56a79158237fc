// What formulas may ask: facts, numbers, sets.  A table without holes.

#include "games/sample/sample.h"

static bool holds(const dx_atom *self DX_UNUSED, const void *table,
                  const int *args)
{
    return ((const dx_sample *)table)->held[args[0]][args[1]] > 0;
}

static bool laid(const dx_atom *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_sample *)table)->laid[args[0]] == args[1];
}

const dx_atom dx_sample_atoms[] = {
    {"holds", "a seat has a card in its hand", {"seat", "card"}, holds},
    {"laid", "a seat has laid a card in this round", {"seat", "card"}, laid},
    {0},
};

static int score(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_sample *)table)->score[args[0]];
}

static int rounds(const dx_quantity *self DX_UNUSED, const void *table,
                  const int *args)
{
    (void)args;
    return ((const dx_sample *)table)->round;
}

const dx_quantity dx_sample_quantities[] = {
    {"score", "points of a seat", {"seat"}, score, .in_sight = true},
    {"rounds", "rounds played", {NULL}, rounds, .in_sight = true},
    {0},
};

static unsigned cards_of_hand(const dx_domain *self DX_UNUSED,
                              const void *table, const int *args, int *out)
{
    const dx_sample *t = table;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (t->held[args[0]][rank] > 0)
            out[count++] = (int)rank;
    return count;
}

const dx_domain dx_sample_domains[] = {
    {"hand", "the cards of a hand", "card", {"seat"}, cards_of_hand},
    {0},
};
