// agents/hanabi/convention.h -- what a move says to players of `info`.
//
// Three channels besides the literal one.  A hint spells the sum of all
// other hands' numbers (hats.h, alphabet.h).  A discard by one who publicly
// holds several dead cards spells another such sum by the choice of the card.
// And silence speaks: whoever throws a card away while hints are left asserts
// that no partner who was due a hint (dx_convention_is_due) had one coming.
//
// All three are assertions.  Whoever makes only moves whose assertions are
// true may choose among them freely, and the public table stays right.

#ifndef DX_AGENTS_HANABI_CONVENTION_H
#define DX_AGENTS_HANABI_CONVENTION_H

#include "agents/hanabi/public.h"

// Folds an event and what it says.  `hands` are the cards before the event
// (after it will do: the mover's own are not read), with holes in the hand of
// `seat` (DX_BYSTANDER: no holes at all).
void dx_convention_note(dx_public *common, dx_event event, const dx_hand *hands,
                        unsigned seat);

// Must `giver` hint now rather than throw a card away, going by what it sees
// of the hands of those who follow?
bool dx_convention_is_due(const dx_public *common, const dx_hand *hands,
                          unsigned giver);

// Would the move assert nothing false?
bool dx_convention_is_true(const dx_public *common, const dx_hand *hands,
                           dx_event move);

// The sum of the numbers of all hands but the giver's.  If `out` is not NULL,
// what each seat then knows.
unsigned dx_convention_sum(const dx_public *common, const dx_hand *hands,
                           unsigned giver, unsigned modulus, dx_hand_sets *out);

// The slot to throw away among several that are publicly dead (bits in
// `dead`), given the hands.
unsigned dx_convention_spell_slot(const dx_public *common, const dx_hand *hands,
                                  unsigned giver, unsigned dead);

#endif
