// game/claim.h -- what a fact says about hidden cards: numbers of them.
//
// Whatever is hidden in a game is which card lies in which place, so a fact is
// a comparison of numbers of cards: n(P,S) is how many cards of the kinds S
// lie in the places P together.  A game writes its facts in these few words,
// and everything else (what follows for whom, with which chance) is computed
// from them:
//
//     // playable(seat,slot): the card there is one of those next on a pile
//     return dx_claim_some(out, DX_BIT(place), kinds);
//
// A claim is a number, and truth is 1 or 0.

#ifndef DX_GAME_CLAIM_H
#define DX_GAME_CLAIM_H

#include <stdint.h>

typedef uint32_t dx_claim; // one of `dx_claims`

#define DX_CLAIM_LOST UINT32_MAX // what cannot be said so

// Where claims are written.
typedef struct dx_claims dx_claims;

dx_claim dx_claim_number(dx_claims *claims, int number);
dx_claim dx_claim_count(dx_claims *claims, uint64_t places, uint64_t kinds);
dx_claim dx_claim_add(dx_claims *claims, dx_claim a, dx_claim b);
dx_claim dx_claim_at_least(dx_claims *claims, dx_claim a, dx_claim b);
dx_claim dx_claim_not(dx_claims *claims, dx_claim a);
dx_claim dx_claim_and(dx_claims *claims, dx_claim a, dx_claim b);
dx_claim dx_claim_or(dx_claims *claims, dx_claim a, dx_claim b);

// The number a is one of `numbers`, as bits: bit n for n < 64.
dx_claim dx_claim_among(dx_claims *claims, dx_claim a, uint64_t numbers);

// At least one card of `kinds` lies in `places`; none does.
dx_claim dx_claim_some(dx_claims *claims, uint64_t places, uint64_t kinds);
dx_claim dx_claim_none(dx_claims *claims, uint64_t places, uint64_t kinds);

#endif
