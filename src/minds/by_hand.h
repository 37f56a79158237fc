// minds/by_hand.h -- a run of an outlook from which one hand is hidden, of
// which nobody asks which card lies in which place.
//
// All that a bystander saw of a hand says how it may be made up, and how much
// each way weighs (minds/hand_listing.h), whatever else lies elsewhere; so it
// is listed once for all minds from which it is hidden, wherever they stand.  A
// mind then holds those ways possible for which what it sees leaves room: with
// r cards of a kind left, of which the hand has n, a way counts r (r - 1) .. (r
// - n + 1) times, a factor for each kind.
//
// What it answers is what distribute.c and by_place.c answer: vectors of the
// inner scope with their weights.  Where nothing is weighed it ends as soon as
// what is wanted was found.

#ifndef DX_MINDS_BY_HAND_H
#define DX_MINDS_BY_HAND_H

#include "base/random.h"
#include "minds/hand_listing.h"

// One hand, listed: four bits for each kind, the first in the lowest, and the
// numbers that ran along.
typedef struct dx_hand_list {
    const dx_frame *frame;
    const dx_factors *factors;
    uint64_t hand;
    DX_VECTOR(dx_hand_number) numbers;
    size_t count;
    uint64_t *ways;
    uint8_t *values;     // count times the numbers
    dx_natural *weights; // of each way
    uint64_t steps;      // that it took
} dx_hand_list;

// The lists of an inquiry; all zeros: none yet.
typedef struct dx_hand_lists {
    DX_VECTOR(dx_hand_list *) of;
} dx_hand_lists;

void dx_hand_lists_release(dx_hand_lists *lists);

typedef struct dx_by_hand dx_by_hand;

// The plan of an outlook that may use its hand_lists: numbers that it needs are
// added to the own scope.  NULL if this is no way for it: more is hidden than
// one hand, something is asked of single places, or there are too many kinds.
dx_by_hand *dx_by_hand_plan(dx_outlook *outlook);
void dx_by_hand_free(dx_by_hand *plan);

// As dx_outlook_run, for an outlook with such a plan.
const dx_states *dx_by_hand_run(dx_outlook *outlook, const uint8_t *self,
                                const bool *ignored, dx_effort *effort);

// As dx_outlook_world (minds/trace.h).
bool dx_by_hand_world(dx_outlook *outlook, const uint8_t *self,
                      const bool *ignored, const uint8_t *vector,
                      dx_random *random, dx_dealt *dealt, dx_effort *effort);

#endif
