// minds/message/by_hand_private.h -- the plan and a run of
// minds/message/by_hand.h, as by_hand.c, by_hands.c and by_hand_tells.c
// share them.

#ifndef DX_MINDS_MESSAGE_BY_HAND_PRIVATE_H
#define DX_MINDS_MESSAGE_BY_HAND_PRIVATE_H

#include "minds/message/by_hand.h"
#include "minds/message/way_set.h"

enum { DX_HIDDEN_HANDS = 2 };

// What a hidden hand adds to a sum of the outlook: its cards of these kinds or,
// if it is not DX_NONE, a number that ran along.
typedef struct dx_hand_part {
    size_t sum;
    uint64_t kinds;
    unsigned number;
    unsigned sure; // of these cards, that the sum does not count
} dx_hand_part;

typedef struct dx_hidden_hand {
    dx_hand_wanted wanted;
    DX_VECTOR(dx_hand_part) parts;
    const dx_hand_list *list; // NULL: not asked for yet
} dx_hidden_hand;

// Ways of a list, of which one is looked for, or those that fit are added up.
typedef struct dx_told_ways {
    dx_way_set ways;
    DX_VECTOR(uint32_t) numbers; // of these ways in the list
} dx_told_ways;

// Ways with which the inner scope has the same numbers.
typedef struct dx_way_bunch {
    DX_VECTOR(uint32_t) numbers; // of these ways in the list
    bool is_known;               // what they say
} dx_way_bunch;

typedef struct dx_told {
    bool is_sorted;
    DX_VECTOR(dx_way_bunch) bunches;
    DX_VECTOR(uint32_t) bunch_of; // of each way of the list
    dx_told_ways known[2];        // by what they say: dx_tells
    dx_told_ways unknown;         // and some others
    size_t stale;                 // how many others
} dx_told;

struct dx_by_hand {
    unsigned hand_count;
    size_t sums; // of the outlook's; behind them those that show worlds
    dx_hidden_hand hands[DX_HIDDEN_HANDS];
    dx_reading seen[DX_KINDS_MAX]; // how many of each kind the mind sees
    bool counts_small; // the ways to take cards are few enough for a word
    bool has_run;
    uint64_t first_room; // in the first run
    // What ways say (by_hand_tells.c): where the mind sees each of these
    // numbers of the inner scope.
    bool tells_apart; // that can be used
    dx_states seen_numbers;
    DX_VECTOR(dx_told) told;
    // Of chains (minds/inquiry/chains.h), with the links as numbers: where each
    // is asked.  The one hidden hand has them.
    DX_VECTOR(dx_hand_link) links;
    uint8_t *sure; // of each slot of the chains, as in dx_hand_part
};

typedef uint64_t dx_taken_pairs[DX_WAY_COPIES + 1][DX_WAY_COPIES + 1];

typedef struct dx_hand_run {
    dx_outlook *o;
    const uint8_t *self;
    const bool *ignored;
    dx_effort *effort;
    const dx_hand_list *list[DX_HIDDEN_HANDS];
    dx_hand_list *own; // a list of this run alone, or NULL
    bool is_first;     // where the mind stood in the first run
    uint64_t room;     // of each kind, packed as ways are
    // The same with the numbers of each block in falling order: a way fits, or
    // one of those for which it stands, if it fits here.
    uint64_t falling_room;
    uint64_t singles; // kinds of no block: all bits of each
    // Where worlds are weighed: the ways to take so many of a kind and of the
    // one before it, of no block, and those to take each profile of a block.
    dx_taken_pairs *pairs;
    dx_count *taken[DX_WAY_KINDS / 2];
    uint8_t *seen; // what each sum begins with
    uint8_t *read;
    bool *told; // bits of chains that the mind sees; NULL: no chains
} dx_hand_run;

// Does a way of the first hand fit, or one of those for which it stands?
static inline bool dx_hand_run_fits(const dx_hand_run *run, uint64_t way)
{
    return dx_way_fits(way, run->falling_room);
}

// Of a way that fits, where worlds are weighed: in how many ways the cards of
// it and of those for which it stands can be taken from those there are.
dx_count dx_hand_run_count(const dx_hand_run *run, size_t way);

// Adds what a way of a hand has to sums.
void dx_hand_run_add(const dx_hand_run *run, unsigned hand, size_t way,
                     uint8_t *sums);

// The numbers of the inner scope, from sums.
void dx_hand_run_read(const dx_hand_run *run, const uint8_t *sums,
                      uint64_t *out_vector);

// Has what is wanted been found, with this vector?  `found` are the tells so
// far, as bits.
bool dx_hand_run_found(const dx_hand_run *run, const uint64_t *vector,
                       unsigned *found);

// Puts in the vector of a way; its number.
size_t dx_hand_run_put(const dx_hand_run *run, size_t way, dx_states *out,
                       uint64_t *vector, uint8_t *sums);

// Answers by what ways say, found out once (by_hand_tells.c); false if they
// must be gone through.
bool dx_hand_run_by_tells(dx_hand_run *run, dx_states *out);
void dx_by_hand_forget(dx_by_hand *plan);

// Where two hands are hidden: the vectors that occur.
void dx_hand_run_pairs(dx_hand_run *run, dx_states *out);

#endif
