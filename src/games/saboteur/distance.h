// games/saboteur/distance.h -- how many tunnels are missing to a goal.

#ifndef DX_GAMES_SABOTEUR_DISTANCE_H
#define DX_GAMES_SABOTEUR_DISTANCE_H

#include "games/saboteur/board.h"

enum {
    DX_SABOTEUR_FAR = 12, // so many or more
    DX_NO_CELL = 0xffff,
};

// Writes for the cells around the start and on the way how many tunnels have to
// be laid, on this cell too if it is empty, for an open way from it to the goal
// in the cell `goal`; and answers the number for the start.  The cell `blocked`
// (or DX_NO_CELL) lets nothing pass.  `out` has room for the cells of the grid;
// what is further than the start, or than DX_SABOTEUR_FAR, has DX_SABOTEUR_FAR.
unsigned dx_saboteur_search(const dx_saboteur_grid *grid, unsigned goal,
                            unsigned blocked, uint8_t *out);

// The number for the start when a tunnel with these openings, which joins them
// or not, lies in the cell that was blocked, which an open way reaches.
unsigned dx_saboteur_after(const dx_saboteur_grid *grid, unsigned cell,
                           unsigned sides, bool through, const uint8_t *found);

// The kinds of open tunnels, as bits, that can be laid on a cheapest way so
// that it goes on: each brings the goal nearer by a tunnel.  `steps` and
// `found` are of a search with no cell blocked.
unsigned dx_saboteur_useful(const dx_saboteur_grid *grid,
                            const dx_saboteur_reach *reach, unsigned steps,
                            const uint8_t *found);

// Tunnels missing from the start to a goal of the table: 0 if it is up.
unsigned dx_saboteur_steps(const dx_saboteur *table, unsigned goal);

#endif
