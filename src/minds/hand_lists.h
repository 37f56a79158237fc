// minds/hand_lists.h -- hands as a bystander knows them, way by way, kept for
// all minds of an inquiry.

#ifndef DX_MINDS_HAND_LISTS_H
#define DX_MINDS_HAND_LISTS_H

#include "minds/hand_listing.h"
#include "minds/hand_rooms.h"

// Ways are packed: so many bits for each kind, the first in the lowest, of
// which the highest is spare, so that whether one fits is a subtraction.
enum { DX_WAY_BITS = 4, DX_WAY_KINDS = 16, DX_WAY_COPIES = 7 };

#define DX_WAY_SPARE UINT64_C(0x8888888888888888)

static inline bool dx_way_fits(uint64_t way, uint64_t room)
{
    return (((room | DX_WAY_SPARE) - way) & DX_WAY_SPARE) == DX_WAY_SPARE;
}

// Of each kind the smaller number.
static inline uint64_t dx_way_lesser(uint64_t a, uint64_t b)
{
    uint64_t not_less = ((a | DX_WAY_SPARE) - b) & DX_WAY_SPARE; // a >= b there
    uint64_t mask = not_less - (not_less >> 3); // three bits below each
    return (b & mask) | (a & ~mask);
}

static inline unsigned dx_way_number(uint64_t way, uint64_t kinds)
{
    unsigned number = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        number += (unsigned)(way >> DX_WAY_BITS * __builtin_ctzll(kinds) & 15);
    return number;
}

// Can the kinds of a frame be packed?
bool dx_frame_packs(const dx_frame *frame);

// The numbers of some kinds of a way, as a profile.
static inline uint64_t dx_way_profile(uint64_t way, uint64_t kinds)
{
    uint64_t profile = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        profile += UINT64_C(1)
                   << 8 * (way >> DX_WAY_BITS * __builtin_ctzll(kinds) & 7);
    return profile;
}

// What is listed: the ways of a hand, with numbers that run along, one for all
// that differ only in which of several kinds alike has which number.
typedef struct dx_hand_wanted {
    const dx_frame *frame;
    const dx_factors *factors;
    uint64_t hand;
    bool weighs;
    unsigned blocks; // of kinds alike
    uint64_t block[DX_WAY_KINDS / 2];
    DX_VECTOR(dx_hand_number) numbers;
} dx_hand_wanted;

typedef struct dx_hand_list {
    dx_hand_wanted of;
    size_t count;
    uint64_t *ways;
    uint64_t *profiles;  // count times the blocks
    uint8_t *values;     // count times the numbers
    dx_natural *weights; // of each way; NULL if nothing is weighed
    uint64_t steps;      // that it took
} dx_hand_list;

// Lists them; with `room` (packed) only ways that fit if the kinds of a block
// all had as much as the one that has most.  NULL if the effort is
// spent; the caller frees the list.
dx_hand_list *dx_hand_list_new(const dx_hand_wanted *wanted,
                               const uint64_t *room, dx_effort *effort);
void dx_hand_list_free(dx_hand_list *list);

// The lists of an inquiry; all zeros: none yet.
typedef struct dx_hand_lists {
    DX_VECTOR(dx_hand_list *) of;
    dx_room_tables rooms;
} dx_hand_lists;

// The list of what is wanted, made if it is new; a step is charged for each
// that it took.  NULL if the effort is spent.
const dx_hand_list *dx_hand_lists_get(dx_hand_lists *lists,
                                      const dx_hand_wanted *wanted,
                                      dx_effort *effort);
void dx_hand_lists_release(dx_hand_lists *lists);

#endif
