// agents/hanabi/hats.h -- a number for every hand, made of answers.
//
// After the hat puzzle (Cox et al. 2015): everybody can work out a number
// 0 .. modulus - 1 for each hand they see; one public sum of all numbers then
// tells each seat its own.  What the number says is a list of questions, each
// chosen from public knowledge and the answers before it; the answers are the
// digits of the number in mixed radix.  The one who asks and the one who is
// told run the same list, so the digits can be peeled off again.

#ifndef DX_AGENTS_HANABI_HATS_H
#define DX_AGENTS_HANABI_HATS_H

#include "agents/hanabi/public.h"

// The number of the hand of `seat`, whose cards are `hand`.  If `out` is not
// NULL, what the answers leave of its sets.
unsigned dx_hat_number(const dx_public *common, unsigned seat,
                       const uint8_t *hand, unsigned modulus,
                       dx_hand_sets *out);

// What a seat that is told its number learns about its hand.
void dx_hat_learn(const dx_public *common, unsigned seat, unsigned number,
                  unsigned modulus, dx_hand_sets *out);

#endif
