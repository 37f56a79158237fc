// minds/by_place_private.h -- the plan that by_place_plan.c makes and
// by_place.c runs.

#ifndef DX_MINDS_BY_PLACE_PRIVATE_H
#define DX_MINDS_BY_PLACE_PRIVATE_H

#include "game/places.h"
#include "minds/by_place.h"

// The number of moves that a seat had: `base`, and one for each of the somes
// that holds, by what the mind sees, by the cards of the first places, or by a
// flag.
typedef struct dx_moves {
    unsigned base, times, step; // it is complete with this step
    size_t first, count;        // of the somes
} dx_moves;

typedef struct dx_moves_some {
    dx_some some;
    dx_reading seen; // what the mind sees of it, of the own scope
    uint64_t bit;    // among the kinds of the step; 0: nothing is hidden
    uint64_t flag;   // or among the flags
} dx_moves_some;

// A some that is watched by itself, since its places are not the first few of
// the order: has a card of `kinds` been laid into `places`?
typedef struct dx_place_flag {
    uint64_t places, kinds;
    unsigned last; // the step with which nobody asks for it any more
} dx_place_flag;

// One card to be laid; a place of several has as many steps.
typedef struct dx_place_step {
    unsigned place;
    unsigned kinds_count; // sets of kinds that factors ask for here
    bool counts;          // of some of them more than whether there is one
    dx_some kinds[64];    // without their places
    uint64_t bits[DX_KINDS_MAX]; // of each group: the sets that it is in
} dx_place_step;

struct dx_by_place {
    DX_VECTOR(dx_place_step) steps;
    DX_VECTOR(dx_moves) moves;
    DX_VECTOR(dx_moves_some) somes;
    DX_VECTOR(dx_place_flag) flags; // at most 64
    unsigned *last;                 // the step with which each sum is complete
    unsigned *cells;   // the first sum of (step, group) in `touched`: what a
    uint16_t *touched; // card laid there adds to
};

#endif
