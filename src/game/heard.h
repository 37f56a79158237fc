// game/heard.h -- what all have heard, as bounds on where cards lie.
//
// An event is an announcement: whatever it says about hidden cards is a claim
// (game/claim.h), and the deals in which it is false are gone.  A space of
// deals has bounds only, so a claim is put into the cheapest form that says the
// same: parts of a conjunction one by one; anything whatever about a single
// n(P,S), whose numbers are tried one after the other; "one of these" as one
// number over all of them; "not all of these" of single cards that cannot lie
// in each other's place.  What is none of these is left to be an announcement
// (minds/turn/frame.h); where nobody takes it, the space is `beyond`
// (worlds/deal_space.h): nothing is counted in it then, so that what was not
// understood never makes it larger.

#ifndef DX_GAME_HEARD_H
#define DX_GAME_HEARD_H

#include "game/claims.h"
#include "worlds/deal_space.h"

#include <stdbool.h>

// Takes the deals out of a space in which `claim` is false, as far as that is
// bounds; false if it is more, and then *out_rest is that.  NULL: the space is
// beyond then.
bool dx_deal_space_hear(dx_deal_space *space, dx_claims *claims, dx_claim claim,
                        dx_claim *out_rest);

#endif
