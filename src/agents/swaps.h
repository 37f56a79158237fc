// agents/swaps.h -- deals of a space by swapping cards, where counting them
// would take too long.
//
// A walk: two cards change places if that breaks no bound, or no more than is
// broken.  Once nothing is broken every step leads from deal to deal, and in
// the long run each is met by its weight: cards are told apart, and a swap is
// as likely as the swap back.

#ifndef DX_AGENTS_SWAPS_H
#define DX_AGENTS_SWAPS_H

#include "base/random.h"
#include "minds/turn/frame.h"

typedef struct dx_swaps dx_swaps;

// The deals of the turn that `seat`, whose sight is `own`, holds possible.
// Borrows the frame.  NULL for one with choices, or beyond places.
dx_swaps *dx_swaps_new(const dx_rules *rules, const dx_frame *frame,
                       unsigned seat, const void *own);
void dx_swaps_free(dx_swaps *swaps); // NULL is fine

// Goes on; false if so many swaps have not mended all that is broken.
bool dx_swaps_walk(dx_swaps *swaps, dx_random *random, unsigned tries);

// How many cards of each kind lie in each place now.
void dx_swaps_deal(const dx_swaps *swaps, dx_dealt *out);

#endif
