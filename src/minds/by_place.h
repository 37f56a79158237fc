// minds/by_place.h -- a run of an outlook that weighs worlds by how many moves
// seats had (minds/factors.h).
//
// The cards a mind does not see are laid place by place, in such an order that
// every factor speaks of the first few places: in Hanabi a hand at an earlier
// turn is what left it since and the oldest of the cards that are there.  A
// state is which cards lie in the places so far, in any order, and how far the
// sums have come; when a factor's last place is filled, the state tells how
// many moves there were, and its weight is multiplied by a common multiple of
// these numbers over the number, so that all stay whole.  A factor that no
// order suits (in Go Fish each rank counts from another draw on, and every seat
// has its own draws) is watched by flags, one for each of its somes, which are
// part of the state until the factor's last place is filled.
//
// What it answers is what distribute.c answers: vectors of the inner scope with
// their weights.

#ifndef DX_MINDS_BY_PLACE_H
#define DX_MINDS_BY_PLACE_H

#include "minds/outlook.h"

typedef struct dx_by_place dx_by_place;

// The plan, made when all else of the outlook is planned; numbers that factors
// need are added to its own scope.  NULL if no factor weighs the worlds of this
// mind differently.  Sets `is_refused` if this is no way for it: choices, too
// many flags, or numbers of cards that are not those of the first places.
dx_by_place *dx_by_place_plan(dx_outlook *outlook);
void dx_by_place_free(dx_by_place *plan);

// As dx_outlook_run, for an outlook with such a plan.
const dx_states *dx_by_place_run(dx_outlook *outlook, const uint8_t *self,
                                 const bool *ignored, dx_effort *effort);

#endif
