// worlds/fit.h -- is there any deal at all?
//
// To know something is to find no counterexample, and a counterexample is a
// deal.  Where each place holds one card and nothing bounds how many, finding
// one is matching places with cards, which is much cheaper than counting, for
// any number of places.
//
// "I know that Bob knows his second card is playable" has no counterexample
// if my slots and Bob's, as I imagine he imagines them with the second one not
// playable, cannot be filled together.  Cards that only Bob can imagine (those
// that I see in his hand) are kinds of their own, which my slots lack.

#ifndef DX_WORLDS_FIT_H
#define DX_WORLDS_FIT_H

#include "worlds/deal_space.h"

#include <stdbool.h>

// Can every place p < place_count hold one card of the set of kinds kinds[p],
// with at most copies[k] cards of kind k in all?  At most DX_PLACES_MAX places
// and DX_KINDS_MAX kinds.  If so and out_kind is not NULL, out_kind[p] is a
// card for each place.  Allocates nothing.
bool dx_places_fit(const uint64_t *kinds, unsigned place_count,
                   const uint8_t *copies, unsigned kind_count,
                   uint8_t *out_kind);

#endif
