// games/kemps/worlds.h -- who may have which card, exactly and jointly.
//
// All moves of Kemps are open, so what a seat does not know is only which
// cards it was not shown: those of other hands that were dealt and never came
// out, and the deck.  A hand's hidden cards are a place of `worlds/` that may
// hold what was in the deck when it was dealt and has not been seen since: a
// card that was shuffled in later cannot be there.  That a hand was no Kemps
// when its owner said done is a bound.  All deals that fit are equally likely.

#ifndef DX_GAMES_KEMPS_WORLDS_H
#define DX_GAMES_KEMPS_WORLDS_H

#include "base/random.h"
#include "games/kemps/kemps.h"
#include "worlds/deal_space.h"

// The deals that `sight` allows: card c is kind c, and seat p's hidden cards
// are place out_place[p] (DX_NONE if it has none).
void dx_kemps_space(const dx_kemps *sight, dx_deal_space *out_space,
                    uint8_t out_place[DX_KEMPS_SEATS]);

// Puts `cards` where the hidden cards of a hand are in `table`, a sight; with
// all hands filled it is a truth.
void dx_kemps_fill(dx_kemps *table, unsigned seat, dx_kemps_cards cards);

// The seat with hidden cards that has the fewest possible ones (what may be in
// its hand may be in all others), or DX_NONE; and its hidden cards as the deal
// gives them, all sets that may be there equally likely.  To deal all hidden
// cards fairly, deal and fill the narrowest first.
unsigned dx_kemps_narrowest(const dx_kemps *sight);
dx_kemps_cards dx_kemps_draw_hidden(const dx_kemps *sight, unsigned seat,
                                    dx_random *random);

#endif
