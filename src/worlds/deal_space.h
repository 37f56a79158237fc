// worlds/deal_space.h -- which card may be where: a set of deals, not listed.
//
// In every game what is hidden is which card lies in which place.  Cards come
// in kinds with a number of copies each; a place (a Hanabi slot, a hand, the
// deck, a card on the table, a role) holds a fixed number of cards, each of a
// kind that it may still hold; bounds say how many cards of some kinds lie in
// some places together.  Cards that no place takes lie in the rest, where
// anything may lie: whoever has nothing to say about the deck leaves it out,
// and whoever wants to ask about it adds it as a place.  A card whose place is
// known is best taken out of the copies and of the size: counting then need
// not find out.
//
//     dx_deal_space space;                      // Go Fish, two players
//     dx_deal_space_init(&space, 13, copies);   // less what I hold
//     unsigned his = dx_deal_space_add_place(&space, 7, DX_ALL_KINDS);
//     dx_deal_space_add_bound(&space, &(dx_bound){ // he asked for an eight
//         .places = DX_BIT(his), .kinds = DX_BIT(8), .min = 1, .max = 4});
//
// Two ways to count are kept apart everywhere.  An *arrangement* says where
// each card lies, equal cards told apart, but not in which order they lie in a
// place: arrangements are equally likely when the deck was shuffled, so their
// number is the weight of what they have in common.  A *deal* says how many of
// each kind lie in each place: that is what a player can tell apart.  A deal
// with n[p][k] cards of kind k in place p weighs as many arrangements as there
// are: the product over k of copies[k]! / product over p (rest included) of
// n[p][k]!.

#ifndef DX_WORLDS_DEAL_SPACE_H
#define DX_WORLDS_DEAL_SPACE_H

#include "base/base.h"
#include "worlds/count.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    DX_KINDS_MAX = 64, // a 52-card deck may make each card its own kind
    DX_PLACES_MAX = 64,
    DX_BOUNDS_MAX = 128,
};

#define DX_BIT(number) (UINT64_C(1) << (number))
#define DX_ALL_KINDS UINT64_MAX

typedef struct dx_place {
    uint8_t size;   // it holds exactly so many cards
    uint64_t kinds; // a set: bit k for kind k
} dx_place;

// Between min and max cards of `kinds`, together, lie in `places`, together.
typedef struct dx_bound {
    uint64_t places, kinds;
    uint8_t min, max;
    uint64_t but; // numbers that it is not, as bits: bit n for n < 64
} dx_bound;

// Is `number` between min and max, and not one of `but`?
static inline bool dx_bound_takes(const dx_bound *bound, unsigned number)
{
    return number >= bound->min && number <= bound->max &&
           (number >= 64 || !(bound->but >> number & 1));
}

// A plain value; nothing to release.
typedef struct dx_deal_space {
    unsigned kind_count, place_count, bound_count;
    uint8_t copies[DX_KINDS_MAX];
    dx_place place[DX_PLACES_MAX];
    dx_bound bound[DX_BOUNDS_MAX];
    // Not NULL: it is not all there, and why; nothing may be counted in it.
    const char *beyond;
} dx_deal_space;

// How many cards of each kind a place holds; one deal.
typedef struct dx_dealt {
    uint8_t count[DX_PLACES_MAX][DX_KINDS_MAX];
} dx_dealt;

// The kinds in a place, as a set, and the first of them: there is one.
static inline uint64_t dx_dealt_kinds(const dx_dealt *dealt, unsigned place)
{
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < DX_KINDS_MAX; kind += 8) {
        uint64_t eight; // the top bit of each byte that is not 0, then gathered
        memcpy(&eight, dealt->count[place] + kind, sizeof eight);
        eight = (((eight & UINT64_C(0x7f7f7f7f7f7f7f7f)) +
                  UINT64_C(0x7f7f7f7f7f7f7f7f)) |
                 eight) &
                UINT64_C(0x8080808080808080);
        kinds |= ((eight >> 7) * UINT64_C(0x0102040810204080) >> 56) << kind;
    }
    return kinds;
}
static inline unsigned dx_dealt_first(const dx_dealt *dealt, unsigned place)
{
    return (unsigned)__builtin_ctzll(dx_dealt_kinds(dealt, place));
}

// How many cards of some kinds lie in some places.
static inline unsigned dx_dealt_count(const dx_dealt *dealt, uint64_t places,
                                      uint64_t kinds)
{
    unsigned count = 0;
    for (uint64_t at = places; at != 0; at &= at - 1)
        for (uint64_t k = kinds; k != 0; k &= k - 1)
            count += dealt->count[__builtin_ctzll(at)][__builtin_ctzll(k)];
    return count;
}

// One copy of each kind of a set.
static inline void dx_copies_add(uint8_t *copies, uint64_t kinds)
{
    for (; kinds != 0; kinds &= kinds - 1)
        copies[__builtin_ctzll(kinds)]++;
}

// A space without places: one deal, all cards in the rest.  At most
// DX_KINDS_MAX kinds and DX_CARDS_MAX cards.
void dx_deal_space_init(dx_deal_space *space, unsigned kind_count,
                        const uint8_t *copies);

// Adds a place and returns its number, counted from 0.  Kinds that there are
// not are ignored.  With more than DX_PLACES_MAX places it is beyond.
unsigned dx_deal_space_add_place(dx_deal_space *space, unsigned size,
                                 uint64_t kinds);

// Adds a bound.  One that nothing satisfies is fine: the space is then empty.
// Behind DX_BOUNDS_MAX others the space is `beyond`.
void dx_deal_space_add_bound(dx_deal_space *space, const dx_bound *bound);

// The same, unless there is an equal one already.
void dx_deal_space_add_new_bound(dx_deal_space *space, const dx_bound *bound);

// The same from its parts.
static inline void dx_deal_space_add_between(dx_deal_space *space,
                                             uint64_t places, uint64_t kinds,
                                             uint8_t min, uint8_t max)
{
    dx_bound bound;
    memset(&bound, 0, sizeof bound);
    bound.places = places;
    bound.kinds = kinds;
    bound.min = min;
    bound.max = max;
    dx_deal_space_add_new_bound(space, &bound);
}

// Lays the cards `hand[k]` of each kind k, the whole content of it, openly
// into `place`: they leave the copies, the place becomes empty and bounds are
// lowered.  Returns in how many ways the hand can be drawn, equal cards told
// apart: 0 (and `space` is left alone) if the place cannot hold that hand.
dx_count dx_deal_space_fix(dx_deal_space *space, unsigned place,
                           const uint8_t *hand);

// The weight of one deal: its arrangements.  Zero if the space does not
// contain it.
dx_tally dx_deal_space_weight(const dx_deal_space *space,
                              const dx_dealt *dealt);

#endif
