// The cheapest way by Dijkstra's rule, from the goal back to the start.  What a
// cell costs depends on the sides by which the way enters and leaves it, so the
// search goes over pairs of a cell and the side it is left by: the cost of what
// lies beyond that side.  Costs are small whole numbers, and what is still to
// be looked at lies in one list for each.

#include "agents/saboteur/toll.h"

#include <string.h>

void dx_saboteur_toll_make(dx_saboteur_toll *toll, const dx_saboteur *t,
                           double scarce)
{
    unsigned with[16] = {0}; // cards by openings, either way up
    for (unsigned kind = 0; dx_saboteur_is_open(kind); kind++) {
        unsigned sides = dx_saboteur_cards[kind].sides;
        unsigned unseen = dx_saboteur_unseen(t, kind);
        with[sides] += unseen;
        if (!dx_saboteur_is_even(kind))
            with[dx_saboteur_turn_sides(sides, true)] += unseen;
    }
    for (unsigned must = 0; must < 16; must++)
        for (unsigned not = 0; not < 16; not ++) {
            double cards = 0;
            for (unsigned sides = 0; sides < 16; sides++)
                if ((sides & must) == must && (sides & not ) == 0)
                    cards += with[sides];
            double cost =
                cards > 0 ? DX_TOLL_UNIT * (1 + scarce / cards) : DX_TOLL_MOST;
            toll->of[must][not ] =
                (uint8_t)(cost < DX_TOLL_MOST ? cost + 0.5 : DX_TOLL_MOST);
        }
}

enum { RING = DX_TOLL_MOST + 1 };

// Ways that are still to be looked at, by cost: a ring of stacks, linked.
typedef struct search {
    const dx_saboteur_toll *toll;
    const dx_saboteur_grid *g;
    uint16_t found[DX_GRID_CELLS][DX_SABOTEUR_SIDES];
    int16_t first[RING];
    unsigned entries, waiting;
    struct {
        uint16_t cell, cost;
        int16_t next;
        uint8_t side;
    } entry[4 * DX_GRID_CELLS];
} search;

static unsigned opposite(unsigned side)
{
    return (side + 2) & 3;
}

// Beyond the side of a cell lies a way of this cost.
static void note(search *s, unsigned cell, unsigned side, unsigned cost)
{
    if (cost >= s->found[cell][side] ||
        s->entries == sizeof s->entry / sizeof *s->entry)
        return;
    s->found[cell][side] = (uint16_t)cost;
    unsigned i = s->entries++;
    s->entry[i].cell = (uint16_t)cell;
    s->entry[i].cost = (uint16_t)cost;
    s->entry[i].side = (uint8_t)side;
    s->entry[i].next = s->first[cost % RING];
    s->first[cost % RING] = (int16_t)i;
    s->waiting++;
}

// A way of this cost lies beyond the side `out` of `cell`: so it does, with the
// cell, beyond the sides of its neighbours that face it.
static void extend(search *s, unsigned cell, unsigned out, unsigned cost)
{
    const dx_saboteur_grid *g = s->g;
    unsigned what = g->at[cell];
    dx_saboteur_fit fit = {0, 0};
    if (what == 0)
        fit = dx_saboteur_fit_of(g, cell);
    for (unsigned in = 0; in < DX_SABOTEUR_SIDES; in++) {
        unsigned before = (unsigned)((int)cell + g->step[in]);
        unsigned there = g->at[before];
        if (in == out || (there & (DX_CELL_EDGE | DX_CELL_HIDDEN)) != 0 ||
            (what != 0 && !(what >> in & 1)) ||
            (there != 0 &&
             (!(there & DX_CELL_THROUGH) || !(there >> opposite(in) & 1))))
            continue;
        unsigned must = fit.must | 1U << in | 1U << out;
        unsigned more = what != 0 ? 0
                        : (must & fit.must_not) != 0
                            ? DX_TOLL_FAR
                            : s->toll->of[must][fit.must_not];
        if (cost + more < DX_TOLL_FAR)
            note(s, before, opposite(in), cost + more);
    }
}

// The first way that comes to the start.
static unsigned run(search *s)
{
    for (unsigned cost = 0; cost < DX_TOLL_FAR && s->waiting > 0; cost++)
        while (s->first[cost % RING] >= 0) {
            int16_t i = s->first[cost % RING];
            unsigned cell = s->entry[i].cell, side = s->entry[i].side;
            s->first[cost % RING] = s->entry[i].next;
            s->waiting--;
            if (cell == s->g->start)
                return cost;
            if (s->found[cell][side] == cost)
                extend(s, cell, side, cost);
        }
    return DX_TOLL_FAR;
}

unsigned dx_saboteur_toll_way(const dx_saboteur_toll *toll,
                              const dx_saboteur_grid *g, unsigned goal)
{
    search s;
    s.toll = toll;
    s.g = g;
    s.entries = s.waiting = 0;
    memset(s.found, 0xff, g->cells * sizeof *s.found);
    memset(s.first, 0xff, sizeof s.first);
    for (unsigned side = 0; side < DX_SABOTEUR_SIDES; side++) {
        unsigned before = (unsigned)((int)goal + g->step[side]);
        unsigned there = g->at[before];
        if ((there & (DX_CELL_EDGE | DX_CELL_HIDDEN)) == 0 &&
            (there == 0 || ((there & DX_CELL_THROUGH) != 0 &&
                            (there >> opposite(side) & 1) != 0)))
            note(&s, before, opposite(side), 0);
    }
    return run(&s);
}
