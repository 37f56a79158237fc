// minds/believe/believe_pasts.h -- histories that look alike to a seat, weighed
// by what the others would have done in each.
//
//     dx_pasts pasts = dx_pasts_of(view);
//     dx_pasts_add(&pasts, past);                 // again and again
//     dx_weight *weights = ...;                   // one for each, from chance
//     dx_pasts_weigh(&pasts, &assumption, NULL, 0, weights);
//     dx_pasts_release(&pasts);
//
// All pasts are walked together, as a tree: as long as they agree, every
// partner is imagined once for all of them, and a branch ends at the first
// move that its mover would not have made.

#ifndef DX_MINDS_BELIEVE_BELIEVE_PASTS_H
#define DX_MINDS_BELIEVE_BELIEVE_PASTS_H

#include "base/vector.h"
#include "minds/partners.h"
#include "minds/reckoner.h"

// A weight as a fraction while it fits, and rounded all the while.
typedef struct dx_weight {
    dx_fraction exact;
    double value;
} dx_weight;

typedef struct dx_pasts {
    const dx_view *view; // what all of them look like
    dx_toil *toil;       // may be NULL: no limit
    size_t count;
    DX_VECTOR(unsigned) hidden; // events of which the seat did not see all
    DX_VECTOR(dx_event) events; // those, past by past
} dx_pasts;

// No pasts yet.  Borrows the view, and what it may cost.
dx_pasts dx_pasts_of(const dx_view *view, dx_toil *toil);
void dx_pasts_add(dx_pasts *pasts, const dx_event *past);
void dx_pasts_release(dx_pasts *pasts);

// Writes past i over `past`, which is a copy of what was seen or another of
// these pasts.
void dx_pasts_read(const dx_pasts *pasts, size_t i, dx_event *past);

// Multiplies the weight of each past by the likelihoods of all moves of other
// seats; but for those that are `dropped` (view->count flags; may be NULL).  A
// past may have up to `faults` moves whose odds are 0, each forgiven as
// DX_REFUTED_BEST has it; with one more its weight is 0.  Weights are relative.
// DX_ERR_LIMIT or DX_ERR_CANCELLED if it takes too much: they are then spoilt.
DX_MUST_USE dx_status dx_pasts_weigh(const dx_pasts *pasts,
                                     const dx_assumption *assumption,
                                     const bool *dropped, unsigned faults,
                                     dx_weight *weights);

// Would one of them keep some weight?  Stops at the first that would.
DX_MUST_USE dx_status dx_pasts_survive(const dx_pasts *pasts,
                                       const dx_assumption *assumption,
                                       const bool *dropped, bool *out);

#endif
