// game/heard_private.h -- what was heard, as sentences about single numbers.

#ifndef DX_GAME_HEARD_PRIVATE_H
#define DX_GAME_HEARD_PRIVATE_H

#include "base/vector.h"
#include "worlds/deal_space.h"

// n(places, kinds) is one of `fits`, numbers below 64 as bits.
typedef struct dx_sentence {
    uint64_t places, kinds, fits;
} dx_sentence;

typedef DX_VECTOR(dx_sentence) dx_sentences;

static inline uint64_t dx_numbers_to(unsigned most)
{
    return most >= 63 ? UINT64_MAX : DX_BIT(most + 1) - 1;
}

// The most cards of `kinds` that `places` can have together.
unsigned dx_deal_space_most(const dx_deal_space *space, uint64_t places,
                            uint64_t kinds);

// Makes bounds of the sentences and of those that the space has already, and
// leaves out what follows from others.  Changes the sentences.
void dx_sentences_narrow(dx_sentences *said, dx_deal_space *space);

#endif
