// What lies on the board as a grid, and what an open way reaches.
//
// The window is the box around the start, the goals and all tunnels, two cells
// wider on each side; around it lies a ring that nothing enters, so that walks
// need no tests for the border.  All cells of the outermost row or column of
// the window are empty, and so are all beyond it: a way that leaves the window
// can as well go along its border, with no cell more.  That is still so when
// one cell beside the box is taken.  Cells are numbered row by row from the
// southwest.

#include "games/saboteur/board.h"

#include <assert.h>
#include <string.h>

enum { MARGIN = 2 };

typedef struct box {
    int west, east, south, north;
} box;

static void stretch(box *b, int x, int y)
{
    b->west = x < b->west ? x : b->west;
    b->east = x > b->east ? x : b->east;
    b->south = y < b->south ? y : b->south;
    b->north = y > b->north ? y : b->north;
}

static void lay_ring(dx_saboteur_grid *g)
{
    unsigned last = (unsigned)(g->cells - g->width);
    memset(g->at, DX_CELL_EDGE, g->width);
    memset(g->at + last, DX_CELL_EDGE, g->width);
    for (unsigned cell = 0; cell < g->cells; cell += g->width)
        g->at[cell] = g->at[cell + g->width - 1U] = DX_CELL_EDGE;
}

static void lay_goals(dx_saboteur_grid *g, const dx_saboteur *t)
{
    static const uint8_t sides[DX_SABOTEUR_TREASURES] = {
        15, DX_SABOTEUR_N | DX_SABOTEUR_E, DX_SABOTEUR_N | DX_SABOTEUR_W};
    for (unsigned i = 0; i < t->goals; i++) {
        unsigned cell =
            dx_saboteur_cell(g, t->distance, dx_saboteur_goal_row(t, i));
        g->goal[i] = (uint16_t)cell;
        g->at[cell] = DX_CELL_HIDDEN;
        if (t->up >> i & 1)
            g->at[cell] = (uint8_t)(DX_CELL_CARD | DX_CELL_THROUGH |
                                    dx_saboteur_turn_sides(sides[t->goal[i]],
                                                           t->turned[i]));
    }
}

void dx_saboteur_grid_init(dx_saboteur_grid *g, const dx_saboteur *t)
{
    box b = {0, t->distance, 1 - t->goals, t->goals - 1};
    for (unsigned i = 0; i < t->tunnels; i++)
        stretch(&b, t->tunnel[i].x, t->tunnel[i].y);
    g->west = (int8_t)(b.west - MARGIN - 1);
    g->south = (int8_t)(b.south - MARGIN - 1);
    g->width = (uint8_t)(b.east - b.west + 2 * MARGIN + 3);
    g->height = (uint8_t)(b.north - b.south + 2 * MARGIN + 3);
    g->cells = (uint16_t)(g->width * g->height);
    assert(g->cells <= DX_GRID_CELLS);
    g->step[0] = g->width;
    g->step[1] = 1;
    g->step[2] = (int16_t)-g->width;
    g->step[3] = -1;
    memset(g->at, 0, g->cells);
    memset(g->goal, 0, sizeof g->goal);
    lay_ring(g);
    g->start = (uint16_t)dx_saboteur_cell(g, 0, 0);
    g->at[g->start] = DX_CELL_CARD | DX_CELL_THROUGH | 15;
    lay_goals(g, t);
    for (unsigned i = 0; i < t->tunnels; i++) {
        const dx_saboteur_tunnel *tunnel = &t->tunnel[i];
        unsigned sides = dx_saboteur_turn_sides(
            dx_saboteur_cards[tunnel->kind].sides, tunnel->turned);
        bool open = dx_saboteur_is_open(tunnel->kind);
        g->at[dx_saboteur_cell(g, tunnel->x, tunnel->y)] =
            (uint8_t)(DX_CELL_CARD | (open ? DX_CELL_THROUGH : 0) | sides);
    }
}

static unsigned opposite(unsigned side)
{
    return (side + 2) & 3;
}

// A way comes to `cell` from its side `from`.
static bool arrive(const dx_saboteur_grid *g, unsigned cell, unsigned from,
                   dx_saboteur_reach *out)
{
    unsigned what = g->at[cell];
    if (what == 0) {
        out->open[out->count++] = (uint16_t)cell;
        return true;
    }
    for (unsigned i = 0; (what & DX_CELL_HIDDEN) && i < DX_SABOTEUR_GOALS; i++)
        if (g->goal[i] == cell && !(out->goals >> i & 1)) {
            out->goals |= 1U << i;
            out->side[i] = (uint8_t)from;
        }
    return (what & DX_CELL_THROUGH) != 0 && (what >> from & 1) != 0;
}

void dx_saboteur_reach_find(const dx_saboteur_grid *g, dx_saboteur_reach *out)
{
    uint16_t queue[DX_SABOTEUR_TUNNELS + DX_SABOTEUR_GOALS + 1];
    bool seen[DX_GRID_CELLS];
    unsigned first = 0, last = 0;
    memset(seen, 0, g->cells);
    out->count = out->goals = 0;
    queue[last++] = g->start;
    seen[g->start] = true;
    for (; first < last; first++)
        for (unsigned side = 0; side < DX_SABOTEUR_SIDES; side++) {
            if (!(g->at[queue[first]] >> side & 1))
                continue;
            unsigned cell = (unsigned)(queue[first] + g->step[side]);
            if (seen[cell] || !arrive(g, cell, opposite(side), out))
                continue;
            seen[cell] = true;
            if (g->at[cell] != 0)
                queue[last++] = (uint16_t)cell;
        }
}

dx_saboteur_fit dx_saboteur_fit_of(const dx_saboteur_grid *g, unsigned cell)
{
    dx_saboteur_fit fit = {0, 0};
    for (unsigned side = 0; side < DX_SABOTEUR_SIDES; side++) {
        unsigned other = g->at[(unsigned)((int)cell + g->step[side])];
        if (!(other & DX_CELL_CARD))
            continue;
        if (other >> opposite(side) & 1)
            fit.must |= (uint8_t)(1U << side);
        else
            fit.must_not |= (uint8_t)(1U << side);
    }
    return fit;
}

unsigned dx_saboteur_beside(const dx_saboteur_grid *g, uint16_t *out)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < g->cells; cell++) {
        if (g->at[cell] != 0)
            continue;
        dx_saboteur_fit fit = dx_saboteur_fit_of(g, cell);
        if ((fit.must | fit.must_not) != 0)
            out[count++] = (uint16_t)cell;
    }
    return count;
}
