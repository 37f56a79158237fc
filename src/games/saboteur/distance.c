// The cheapest completion, by a breadth-first search from the goal: an empty
// cell costs one tunnel, an open card none, and it is passed through its
// openings only; dead ends and goals that are face down are never passed.
//
// An empty cell can be crossed in every direction: whatever its neighbours ask
// for, all sets of two and more openings exist as open cards, some when turned.
// So the number is the least that the kinds of cards allow; whether these cards
// are in anybody's hand is another question.
//
// A tunnel changes its own cell only.  With one search per empty cell, in which
// that cell is blocked, what any card there would do follows from the four
// neighbours (dx_saboteur_after): the way either avoids the cell, or comes to
// it for nothing and goes on through an opening.

#include "games/saboteur/distance.h"

#include <string.h>

typedef struct search {
    const dx_saboteur_grid *g;
    unsigned blocked;
    uint8_t *out;
    // Cells at the distance that is looked at, and one further.
    unsigned count[2];
    uint16_t cell[2][2 * DX_GRID_CELLS];
} search;

// May a way go on from `cell` to its neighbour on that side, and at what cost?
static void reach(search *s, unsigned cell, unsigned side, unsigned so_far)
{
    unsigned next = (unsigned)((int)cell + s->g->step[side]);
    unsigned what = s->g->at[next];
    if ((what & (DX_CELL_EDGE | DX_CELL_HIDDEN)) != 0 || next == s->blocked)
        return;
    if (what != 0 &&
        ((what & DX_CELL_THROUGH) == 0 || (what >> ((side + 2) & 3) & 1) == 0))
        return;
    unsigned cost = what == 0;
    if (so_far + cost >= s->out[next])
        return;
    s->out[next] = (uint8_t)(so_far + cost);
    s->cell[cost][s->count[cost]++] = (uint16_t)next;
}

static void spread(search *s, unsigned cell, unsigned so_far)
{
    unsigned what = s->g->at[cell];
    for (unsigned side = 0; side < DX_SABOTEUR_SIDES; side++)
        if ((what & DX_CELL_CARD) == 0 || (what >> side & 1) != 0)
            reach(s, cell, side, so_far);
}

unsigned dx_saboteur_search(const dx_saboteur_grid *g, unsigned goal,
                            unsigned blocked, uint8_t *out)
{
    search s;
    s.g = g;
    s.blocked = blocked;
    s.out = out;
    s.count[0] = s.count[1] = 0;
    memset(out, DX_SABOTEUR_FAR, g->cells);
    out[goal] = 0;
    spread(&s, goal, 0);
    for (unsigned so_far = 0; so_far < DX_SABOTEUR_FAR; so_far++) {
        while (s.count[0] > 0) {
            unsigned cell = s.cell[0][--s.count[0]];
            if (cell == g->start)
                return so_far;
            if (out[cell] == so_far)
                spread(&s, cell, so_far);
        }
        memcpy(s.cell[0], s.cell[1], s.count[1] * sizeof *s.cell[0]);
        s.count[0] = s.count[1];
        s.count[1] = 0;
    }
    return DX_SABOTEUR_FAR;
}

unsigned dx_saboteur_after(const dx_saboteur_grid *g, unsigned cell,
                           unsigned sides, bool through, const uint8_t *found)
{
    unsigned least = found[g->start];
    for (unsigned side = 0; through && side < DX_SABOTEUR_SIDES; side++) {
        unsigned next = (unsigned)((int)cell + g->step[side]);
        unsigned what = g->at[next];
        bool passes =
            (what & DX_CELL_CARD) == 0 || (what >> ((side + 2) & 3) & 1) != 0;
        if ((sides >> side & 1) != 0 && passes && found[next] < least)
            least = found[next];
    }
    return least;
}

// The openings at a cell that lead on along a cheapest way: to a neighbour that
// is one tunnel less away, or to the goal.
static unsigned leads_on(const dx_saboteur_grid *g, unsigned cell,
                         unsigned steps, const uint8_t *found)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < DX_SABOTEUR_SIDES; side++) {
        unsigned next = (unsigned)((int)cell + g->step[side]);
        bool passes = (g->at[next] & DX_CELL_CARD) == 0 ||
                      (g->at[next] >> ((side + 2) & 3) & 1) != 0;
        if (passes && found[next] < steps)
            sides |= 1U << side;
    }
    return sides;
}

unsigned dx_saboteur_useful(const dx_saboteur_grid *g,
                            const dx_saboteur_reach *reach, unsigned steps,
                            const uint8_t *found)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < reach->count; i++) {
        unsigned cell = reach->open[i];
        if (found[cell] != steps || steps >= DX_SABOTEUR_FAR)
            continue;
        dx_saboteur_fit fit = dx_saboteur_fit_of(g, cell);
        unsigned on = leads_on(g, cell, steps, found);
        for (unsigned kind = 0; dx_saboteur_is_open(kind); kind++)
            for (unsigned turned = 0; turned < 2; turned++) {
                unsigned sides = dx_saboteur_turn_sides(
                    dx_saboteur_cards[kind].sides, turned);
                if (dx_saboteur_fits(fit, sides) && (sides & on) != 0)
                    kinds |= 1U << kind;
            }
    }
    return kinds;
}

unsigned dx_saboteur_steps(const dx_saboteur *t, unsigned goal)
{
    dx_saboteur_grid grid;
    uint8_t found[DX_GRID_CELLS];
    if (t->up >> goal & 1)
        return 0;
    dx_saboteur_grid_init(&grid, t);
    return dx_saboteur_search(&grid, grid.goal[goal], DX_NO_CELL, found);
}
