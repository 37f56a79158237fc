// agents/saboteur/toll.h -- what the way to the gold costs, in cards that are
// still about.
//
// A tunnel that is missing is dearer the fewer of the unseen cards fit there:
// walls and openings beside the way count, which the number of missing tunnels
// (games/saboteur/distance.h) leaves out.

#ifndef DX_AGENTS_SABOTEUR_TOLL_H
#define DX_AGENTS_SABOTEUR_TOLL_H

#include "games/saboteur/distance.h"

enum {
    DX_TOLL_UNIT = 8,  // what a tunnel costs that any card serves
    DX_TOLL_MOST = 63, // for one cell
    DX_TOLL_FAR = 400, // so much or more for the whole way
};

// What a cell costs, by the openings that a card there must have and those it
// must not have.
typedef struct dx_saboteur_toll {
    uint8_t of[16][16];
} dx_saboteur_toll;

// By the open tunnels that lie in no place seen here; a cell that `scarce` of
// them serve costs two units, one that half as many serve three.
void dx_saboteur_toll_make(dx_saboteur_toll *toll, const dx_saboteur *sight,
                           double scarce);

// The least cost of a way from the start to the goal in the cell `goal`.
unsigned dx_saboteur_toll_way(const dx_saboteur_toll *toll,
                              const dx_saboteur_grid *grid, unsigned goal);

#endif
