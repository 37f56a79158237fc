// agents/hanabi/public.h -- what everybody knows that everybody knows.
//
// Players who share a convention share a table: for each slot of each hand
// the kinds that rules, hints and the convention leave.  Everybody computes
// the same one, from what all see and from what the convention lets each seat
// find out about its own hand.  A plain value; copy it to imagine.
//
// Weights count copies and look at one slot at a time: quick and, with a few
// cards known, near enough for choosing what to ask.

#ifndef DX_AGENTS_HANABI_PUBLIC_H
#define DX_AGENTS_HANABI_PUBLIC_H

#include "games/hanabi/hanabi.h"

// How many copies there are of each kind, as the binary digits of the
// numbers: digit[d] has the kinds whose number has digit d.
typedef struct dx_copies {
    uint32_t digit[3];
} dx_copies;

// A hand as far as somebody knows it: a set of kinds for each slot.
typedef struct dx_hand_sets {
    unsigned size;
    uint32_t could[DX_HANABI_SLOTS];
} dx_hand_sets;

typedef uint8_t dx_hand[DX_HANABI_SLOTS]; // kinds

// What a colour's pile makes of its kinds: to play now, never of use again,
// and the last copy of what is.
typedef struct dx_kind_sets {
    uint32_t playable, dead, critical;
} dx_kind_sets;

dx_kind_sets dx_colour_sets(const dx_hanabi *table, unsigned colour);

typedef struct dx_public {
    const struct dx_blueprint *by; // the convention that all go by
    dx_hanabi table;               // what a bystander sees: all hands are holes
    dx_hand_sets hand[DX_HANABI_SEATS];
    uint32_t playable, dead, critical; // kinds; dead: never of use again
    dx_copies unseen;                  // copies that not all see
    dx_copies pool; // those of them whose place is not public
    // For a convention that recommends moves: what each seat was advised
    // (DX_NONE: nothing), and how many cards were played since.
    uint8_t advice[DX_HANABI_SEATS], played[DX_HANABI_SEATS];
} dx_public;

static inline unsigned dx_copies_in(const dx_copies *copies, uint32_t kinds)
{
    return (unsigned)(__builtin_popcount(kinds & copies->digit[0]) +
                      2 * __builtin_popcount(kinds & copies->digit[1]) +
                      4 * __builtin_popcount(kinds & copies->digit[2]));
}
static inline uint32_t dx_copies_kinds(const dx_copies *copies)
{
    return copies->digit[0] | copies->digit[1] | copies->digit[2];
}
// One copy less; there must be one.
static inline void dx_copies_take(dx_copies *copies, unsigned kind)
{
    uint32_t borrow = UINT32_C(1) << kind;
    for (unsigned d = 0; d < 3; d++) {
        copies->digit[d] ^= borrow;
        borrow &= copies->digit[d]; // the digit was 0
    }
}

static inline bool dx_is_within(uint32_t set, uint32_t of)
{
    return (set & ~of) == 0;
}
static inline bool dx_is_single(uint32_t set)
{
    return (set & (set - 1)) == 0;
}

// Before the deal.
void dx_public_begin(dx_public *common, const dx_rules *rules);

// An event as a bystander sees it: cards, tokens, literal hints.
void dx_public_fold(dx_public *common, dx_event event);

// Which kinds each slot may hold, given that the hands of `count` seats from
// `first` on are filled from `pool`: a slot that is known takes its copy from
// all others.  A slot that nothing fits (somebody broke the convention) falls
// back to what literal hints leave.  In the end `pool` lacks the copies of
// known slots.
void dx_hand_sets_refine(dx_hand_sets *hands, const dx_hanabi *table,
                         unsigned first, unsigned count, dx_copies *pool);

// How many more cards may be thrown away, or turns lost, before the deck is
// too short for a perfect score.  At least the number of players: no hurry.
int dx_public_pace(const dx_public *common);

// The slots that surely have one of `kinds`, as bits.
static inline unsigned dx_hand_sets_sure(const dx_hand_sets *hand,
                                         uint32_t kinds)
{
    unsigned slots = 0;
    for (unsigned slot = 0; slot < hand->size; slot++)
        slots |= (unsigned)dx_is_within(hand->could[slot], kinds) << slot;
    return slots;
}
// Is there such a slot?
static inline bool dx_hand_sets_knows(const dx_hand_sets *hand, uint32_t kinds)
{
    return dx_hand_sets_sure(hand, kinds) != 0;
}

// Does a seat know nothing to play, as far as all can tell?
static inline bool dx_public_is_idle(const dx_public *common, unsigned seat)
{
    return !dx_hand_sets_knows(&common->hand[seat], common->playable);
}

// The slots of `seat`, whose cards are `hand`, that have one of `kinds`.
static inline unsigned dx_slots_with(const dx_hanabi *table,
                                     const uint8_t *hand, unsigned seat,
                                     uint32_t kinds)
{
    unsigned slots = 0;
    for (unsigned slot = 0; slot < table->size[seat]; slot++)
        slots |= (kinds >> hand[slot] & 1) << slot;
    return slots;
}

// The slot that a seat would throw away, going by what is public; or would, if
// this were its hand.
unsigned dx_hand_sets_chop(const dx_hand_sets *hand, const dx_public *common);
unsigned dx_public_chop(const dx_public *common, unsigned seat);

#endif
