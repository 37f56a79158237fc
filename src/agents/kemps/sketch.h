// agents/kemps/sketch.h -- Kemps in ranks only, for imagining games quickly.
//
// Suits do not matter to anybody's plans, so a set of cards is a *bag*: for
// each rank how many, four bits each.  A sketch is a whole table in bags with
// the deck in its order; a turn of the paper's greedy player takes some tens
// of nanoseconds.  Same rules as games/kemps, tested against them.

#ifndef DX_AGENTS_KEMPS_SKETCH_H
#define DX_AGENTS_KEMPS_SKETCH_H

#include "base/random.h"
#include "games/kemps/kemps.h"

typedef uint64_t dx_kemps_bag;

typedef struct dx_kemps_sketch {
    dx_kemps_bag hand[DX_KEMPS_SEATS], table, discards;
    uint8_t players, hand_size, table_size, idle_max;
    uint8_t turn, idle, deck_count, discard_count;
    bool over;
    uint8_t score[DX_KEMPS_SEATS];
    uint64_t chance;              // state of a small generator
    uint8_t deck[DX_KEMPS_CARDS]; // ranks; the last is drawn first
    // Where a seat is wary, it would rather not give a rank of which another
    // hand is known by all to have two or more (`shown`).
    uint16_t wary; // seats, as bits
    dx_kemps_bag shown[DX_KEMPS_SEATS];
} dx_kemps_sketch;

static inline unsigned dx_kemps_bag_of(dx_kemps_bag bag, unsigned rank)
{
    return (unsigned)(bag >> 4 * rank & 15);
}
static inline dx_kemps_bag dx_kemps_bag_one(unsigned rank)
{
    return UINT64_C(1) << 4 * rank;
}
static inline unsigned dx_kemps_bag_first(dx_kemps_bag bag)
{
    return (unsigned)__builtin_ctzll(bag) / 4;
}
static inline bool dx_kemps_bag_is_kemps(dx_kemps_bag hand, unsigned hand_size)
{
    return hand == (dx_kemps_bag)hand_size << 4 * dx_kemps_bag_first(hand);
}

dx_kemps_bag dx_kemps_bag_from(const dx_kemps *table, dx_kemps_cards cards);

// The rank that greedy collects with this hand and table, or DX_NONE.
unsigned dx_kemps_bag_goal(dx_kemps_bag hand, dx_kemps_bag table);

// The sketch of a truth, its deck shuffled; `seed` names all later chance.
void dx_kemps_sketch_init(dx_kemps_sketch *sketch, const dx_kemps *truth,
                          uint64_t seed);

// The seat whose turn it is has swapped its hand for `hand` and is done: a
// Kemps is scored and dealt anew, an idle table is laid anew.
void dx_kemps_sketch_play(dx_kemps_sketch *sketch, dx_kemps_bag hand);

// The hand with which greedy ends its turn now.
dx_kemps_bag dx_kemps_sketch_greedy(dx_kemps_sketch *sketch);

#endif
