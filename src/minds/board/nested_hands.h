// minds/board/nested_hands.h -- whole hands through several minds: how many
// cards of a kind the last seat of a path holds possible in a hand.
//
// As minds/board/nested.h, where a hand is one thing (minds/board/ledger.h): of
// every hand, kind and number of cards the last seat surely holds it possible,
// surely not, or perhaps.

#ifndef DX_MINDS_BOARD_NESTED_HANDS_H
#define DX_MINDS_BOARD_NESTED_HANDS_H

#include "minds/board/nested.h"

// Numbers of cards, as bits; one in none of them is surely excluded.
typedef struct dx_nested_numbers {
    uint64_t sure, perhaps, undecided;
} dx_nested_numbers;

// What is looked at: `count` sets of places that have none in common; and the
// seat of the viewer, or DX_BYSTANDER.
typedef struct dx_nested_hands {
    unsigned count, seat;
    const uint64_t *hands;
} dx_nested_hands;

// From the viewer through `depth` others, who see these places; at least one.
// `out` has room for every kind of every hand, hand by hand.  An effort that is
// spent leaves numbers undecided, and is no error.
void dx_nested_hands_look(dx_frames *frames, const dx_looker *viewer,
                          size_t depth, const uint64_t *path,
                          const dx_nested_hands *hands, dx_effort *effort,
                          dx_nested_numbers *out);

#endif
