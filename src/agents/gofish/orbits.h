// agents/gofish/orbits.h -- worlds of one hidden hand, ranks that nothing tells
// apart taken together: the inside of exact.h.
//
// A world is a key and a weight.  The key has for each class of ranks how many
// of them have one card, two cards, ...; classes come and go as the game tells
// ranks apart, so parts of the key are taken and given back, and now and then
// all keys are packed anew.

#ifndef DX_AGENTS_GOFISH_ORBITS_H
#define DX_AGENTS_GOFISH_ORBITS_H

#include "agents/gofish/exact.h"
#include "base/vector.h"

enum { DX_GOFISH_FIELD = 4 }; // bits, of a number of ranks

// Ranks of which nothing tells one from another.  In a key a class of one rank
// is the number of its cards; a larger one has a field for each number from 1
// to `room`: how many of its ranks have as many cards.  If all ranks are known
// to have none the class is not in the key.
typedef struct dx_gofish_class {
    uint16_t ranks;
    uint8_t count; // of the ranks
    uint8_t room;  // cards of each that the observer does not have
    uint8_t at;    // in the key
    bool is_single, is_none, is_barred;
    dx_count raise[DX_GOFISH_COPIES]; // what a card more adds to a key, for
                                      // the number of cards before
} dx_gofish_class;

typedef struct dx_gofish_world {
    dx_count key;
    double weight;
    unsigned open; // ranks that can be asked for
} dx_gofish_world;

typedef DX_VECTOR(dx_gofish_world) dx_gofish_worlds;

struct dx_gofish_exact {
    unsigned ranks, copies, seat;
    unsigned top;    // of a rank in a hand: all copies, if books are kept
    unsigned caught; // the house rule
    bool has_begun;  // the deal is over
    bool is_waiting; // a card is still to be laid
    bool is_fishing; // the next card is drawn because of a question
    unsigned asked;  // the last one's rank
    unsigned size;   // of the other's hand, without the card that waits
    uint8_t own[DX_GOFISH_RANKS];
    bool is_gone[DX_GOFISH_RANKS]; // laid down
    unsigned class_count;
    dx_gofish_class classes[DX_GOFISH_RANKS];
    uint8_t class_of[DX_GOFISH_RANKS];
    dx_count used; // bits of the key
    dx_gofish_worlds waiting, settled, spare;
    bool is_expecting, keeps_apart; // dx_gofish_exact_expect was called
    dx_gofish_appeal appeal;        // of the next question
    uint32_t *slots;                // where worlds that may come up again are
    size_t slot_room, slot_count;
};

// Adds a world at the end.
static inline void dx_gofish_worlds_add(dx_gofish_worlds *l, dx_count key,
                                        double weight, unsigned open)
{
    if (l->count == l->capacity)
        dx_vector_reserve(l, 1);
    l->at[l->count++] = (dx_gofish_world){key, weight, open};
}

// How many ranks of a class with fields have `number` cards, one or more, in
// the world of a key; and of any class, any number.
static inline unsigned dx_gofish_field(const dx_gofish_class *c, dx_count key,
                                       unsigned number)
{
    return (unsigned)(key >> (c->at + DX_GOFISH_FIELD * (number - 1))) & 15;
}

static inline unsigned dx_gofish_ranks_with(const dx_gofish_class *c,
                                            dx_count key, unsigned number)
{
    if (c->is_none)
        return number == 0 ? c->count : 0;
    if (c->is_single)
        return ((unsigned)(key >> c->at) & 7) == number;
    if (number > 0)
        return dx_gofish_field(c, key, number);
    unsigned none = c->count;
    for (unsigned i = 1; i <= c->room; i++)
        none -= dx_gofish_field(c, key, i);
    return none;
}

// What a rank of the class with `number` cards adds to a key.
static inline dx_count dx_gofish_part(const dx_gofish_class *c, unsigned number)
{
    if (c->is_none || number == 0)
        return 0;
    return c->is_single
               ? (dx_count)number << c->at
               : (dx_count)1 << (c->at + DX_GOFISH_FIELD * (number - 1));
}

// The deal is over: ranks of which the observer has as many are a class.
void dx_gofish_exact_begin(dx_gofish_exact *e);

// Gives the class its part of the key, which is zero in all worlds; false if
// there is no room for it.
bool dx_gofish_place_class(dx_gofish_exact *e, dx_gofish_class *c);

// Takes a rank out of its class and makes it one by itself, last of all; the
// caller has taken it out of the keys, or does so next.  It is not in the key
// if it `is_none`.
dx_gofish_class *dx_gofish_part_with(dx_gofish_exact *e, unsigned rank,
                                     bool is_none);

// Makes the rank a class of its own that is in the key.
void dx_gofish_split(dx_gofish_exact *e, unsigned rank);

// Ranks of which the other is known to have no card are alike if the observer
// has as many of them; then they get their part of the key.
void dx_gofish_place_nones(dx_gofish_exact *e);

#endif
