// games/saboteur/board.h -- the tunnels as a grid: what fits, what is joined.
//
// A grid is a window around everything that lies on the board and two cells
// more to each side: all that can be laid next lies within, and so does a
// cheapest way to a goal (board.c says why).

#ifndef DX_GAMES_SABOTEUR_BOARD_H
#define DX_GAMES_SABOTEUR_BOARD_H

#include "games/saboteur/saboteur.h"

// A cell: openings in the lowest four bits, and
enum {
    DX_CELL_THROUGH = 16, // joins its openings
    DX_CELL_CARD = 32,    // a card that is face up
    DX_CELL_HIDDEN = 64,  // a goal that is face down
    DX_CELL_EDGE = 128,   // outside of the window
    // The largest window: 40 tunnels stretch the 9 x 5 of the start by 40 in
    // all, and three rings more make it largest where it is a square.
    DX_GRID_CELLS = 1600,
};

typedef struct dx_saboteur_grid {
    int8_t west, south;    // the column and row of cell 0
    uint8_t width, height; // with a ring of DX_CELL_EDGE around
    uint16_t cells, start; // how many there are, and which is the start
    uint16_t goal[DX_SABOTEUR_GOALS];
    int16_t step[DX_SABOTEUR_SIDES]; // to the neighbour north, east, ...
    uint8_t at[DX_GRID_CELLS];
} dx_saboteur_grid;

void dx_saboteur_grid_init(dx_saboteur_grid *grid, const dx_saboteur *table);

static inline int dx_saboteur_column(const dx_saboteur_grid *g, unsigned cell)
{
    return g->west + (int)(cell % g->width);
}
static inline int dx_saboteur_row(const dx_saboteur_grid *g, unsigned cell)
{
    return g->south + (int)(cell / g->width);
}
// The cell at a column and row, which must be within.
static inline unsigned dx_saboteur_cell(const dx_saboteur_grid *g, int x, int y)
{
    return (unsigned)((y - g->south) * g->width + (x - g->west));
}

// What can be reached from the start.
typedef struct dx_saboteur_reach {
    unsigned count;
    uint16_t open[DX_GRID_CELLS]; // empty cells that an open way leads to
    unsigned goals;               // that are face down and reached, as bits
    // The side on which the way comes to each, from the goal.
    uint8_t side[DX_SABOTEUR_GOALS];
} dx_saboteur_reach;

void dx_saboteur_reach_find(const dx_saboteur_grid *grid,
                            dx_saboteur_reach *out);

// The openings that a card laid into an empty cell must have, and those that
// it must not have.
typedef struct dx_saboteur_fit {
    uint8_t must, must_not;
} dx_saboteur_fit;

dx_saboteur_fit dx_saboteur_fit_of(const dx_saboteur_grid *grid, unsigned cell);
static inline bool dx_saboteur_fits(dx_saboteur_fit fit, unsigned sides)
{
    return (sides & fit.must) == fit.must && (sides & fit.must_not) == 0;
}

// The cells beside which something is face up: where a tunnel may lie if it
// need not be joined to the start.
unsigned dx_saboteur_beside(const dx_saboteur_grid *grid, uint16_t *out);

#endif
