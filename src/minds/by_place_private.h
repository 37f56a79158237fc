// minds/by_place_private.h -- the plan that by_place_plan.c makes, and its run:
// by_place.c goes through it forward, by_place_back.c back.

#ifndef DX_MINDS_BY_PLACE_PRIVATE_H
#define DX_MINDS_BY_PLACE_PRIVATE_H

#include "game/places.h"
#include "minds/by_place.h"

// The number of moves that a seat had: `base`, and those of each of the somes
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

// A factor as it is where the mind stands.
typedef struct dx_known_moves {
    unsigned base;
    uint64_t bits, flags;
    bool has_weights; // some stand for several moves
} dx_known_moves;

typedef struct dx_place_run dx_place_run;
struct dx_place_run {
    dx_outlook *o;
    const dx_by_place *plan;
    dx_effort *effort;
    const bool *ignored;
    unsigned step;
    size_t head, flags, stride;  // words; where the flags are: the last
    uint8_t cards[DX_KINDS_MAX]; // of each group that the mind does not see
    dx_known_moves *moves;
    uint64_t *key;
    dx_states *from, *to;
    dx_states sets; // of kinds, that occur in a layer; weights are multipliers
    // Called, if it is there, for every card that can be laid: it leads to
    // state number `to`, and `left` cards of its group were there.
    void (*arrive)(dx_place_run *run, size_t to, size_t group, unsigned left);
    void *context;
};

// Ready for the first step; `from`, `to` and `ignored` are set before.  False
// if there is no world.
bool dx_place_run_begin(dx_place_run *run, dx_outlook *outlook,
                        const uint8_t *self, dx_effort *effort);
void dx_place_run_end(dx_place_run *run);

// Fills the place of run->step: from the states `from` to states `to`.  And
// only from one of them, without clearing anything or weighing what is reached.
void dx_place_run_step(dx_place_run *run);
void dx_place_run_lay(dx_place_run *run, size_t state);

// By what a state of `to` was multiplied in the step just done; NULL: nothing.
const dx_natural *dx_place_run_weight(dx_place_run *run, size_t state);

#endif
