// minds/assumption.h -- what is taken for granted about how others move.
//
// Knowledge is about which worlds there are and needs no assumption.  Belief
// is about their weights, and weights come from chance and from an assumption
// about behaviour; a seat's own moves are never weighed in its own belief.
// Every answer names the assumption under which it was given.

#ifndef DX_MINDS_ASSUMPTION_H
#define DX_MINDS_ASSUMPTION_H

#include "base/fraction.h"
#include "game/agent.h"

typedef struct dx_assumption {
    enum {
        DX_ASSUME_NONE,    // the rules allow the move: weight 1
        DX_ASSUME_UNIFORM, // one over the number of legal moves
        DX_ASSUME_POLICY,  // policy[seat]; a seat without one is uniform
        // Moves say nothing false by the convention of policy[seat], which
        // must be one; whoever keeps to that may move as it likes: weight 1.
        DX_ASSUME_TRUTHFUL,
    } kind;
    dx_policy policy[DX_SEATS_MAX];
    // The chance that a seat moves uniformly at random instead of by its
    // policy; above 0 no legal move can refute the assumption.
    dx_fraction lapse; // {0, 0} counts as 0
} dx_assumption;

#endif
