// minds/message/hand_way.h -- one way in which a hand may be made up, in a
// word.

#ifndef DX_MINDS_MESSAGE_HAND_WAY_H
#define DX_MINDS_MESSAGE_HAND_WAY_H

#include "minds/turn/frame.h"

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

static inline unsigned dx_way_of(uint64_t way, unsigned kind)
{
    return (unsigned)(way >> DX_WAY_BITS * kind & 15);
}

// Of each kind, how many fewer than `least` there are.
static inline uint64_t dx_way_missing(uint64_t least, uint64_t way)
{
    uint64_t less = (least | DX_WAY_SPARE) - way;
    uint64_t not_less = less & DX_WAY_SPARE; // least >= way there
    return less & (not_less - (not_less >> 3));
}

// How many cards it has.
static inline unsigned dx_way_cards(uint64_t way)
{
    const uint64_t every = UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint64_t pairs = (way & every) + (way >> DX_WAY_BITS & every);
    return (unsigned)(pairs * UINT64_C(0x0101010101010101) >> 56);
}

// The spare bits of the kinds that it has some of.
static inline uint64_t dx_way_some(uint64_t way)
{
    return (way + ~DX_WAY_SPARE) & DX_WAY_SPARE;
}

// One more, or fewer, of a kind.
static inline uint64_t dx_way_one(unsigned kind)
{
    return UINT64_C(1) << DX_WAY_BITS * kind;
}

// Can the kinds of a frame be packed?
static inline bool dx_frame_packs(const dx_frame *frame)
{
    bool packs = frame->space.kind_count <= DX_WAY_KINDS;
    for (unsigned kind = 0; packs && kind < frame->space.kind_count; kind++)
        packs = frame->space.copies[kind] <= DX_WAY_COPIES;
    return packs;
}

// The numbers of some kinds of a way, as a profile.
static inline uint64_t dx_way_profile(uint64_t way, uint64_t kinds)
{
    uint64_t profile = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        profile += UINT64_C(1)
                   << 8 * (way >> DX_WAY_BITS * __builtin_ctzll(kinds) & 7);
    return profile;
}

#endif
