// worlds/hand.h -- every hand a player might be holding.
//
// A hand is a multiset of card kinds: how many copies of each kind, in no
// order.  Games in which the position of a card matters (Hanabi) number their
// slots on top of this.
//
// A player who cannot see a hand knows only the pool it was drawn from.  The
// iterator below visits each hand the pool allows exactly once, one at a time,
// so a caller can filter millions of hands in constant memory:
//
//     dx_hand_iter it;
//     dx_hand_iter_init(&it, &pool, 5);
//     while (dx_hand_iter_next(&it))
//         fives += it.hand.count[r5];

#ifndef DX_WORLDS_HAND_H
#define DX_WORLDS_HAND_H

#include "worlds/deal_space.h"

#include <stdbool.h>

// Copies of each kind, for a hand or for the pool it is drawn from; at most
// DX_CARDS_MAX cards.  Invariant: 0 for every kind >= kinds.
typedef struct dx_cards {
    uint8_t kinds;
    uint8_t count[DX_KINDS_MAX];
} dx_cards;

// A walk over hands.  Read `hand` after each successful next; the other fields
// belong to the iterator.
typedef struct dx_hand_iter {
    dx_cards hand;
    dx_cards pool;
    unsigned size;
    bool started;
} dx_hand_iter;

// Makes `it` ready to visit every hand of `size` cards in `pool`, which is
// copied.  A pool of fewer than `size` cards has no hands; that is not an
// error.  The iterator owns no memory and needs no release.
void dx_hand_iter_init(dx_hand_iter *it, const dx_cards *pool, unsigned size);

// Steps to the next hand, in falling lexicographic order.  Returns false once
// every hand has been visited, and goes on returning false.
bool dx_hand_iter_next(dx_hand_iter *it);

// The number of hands of `size` cards in `pool`, without visiting them.
dx_count dx_hands_count(const dx_cards *pool, unsigned size);

#endif
