// minds/message/hand_listing.h -- the ways in which one hand may be made up,
// listed card by card: hand_ways.c and by_hand.c share it.
//
// A *way* is how many cards of each kind lie in the hand.  Its weight is the
// number of orders in which the kinds may have come into the places, each over
// the moves that its seat had then, if moves weigh (minds/turn/factors.h).

#ifndef DX_MINDS_MESSAGE_HAND_LISTING_H
#define DX_MINDS_MESSAGE_HAND_LISTING_H

#include "base/vector.h"
#include "minds/eliminate/outlook.h"
#include "minds/message/hand_way.h"
#include "minds/turn/factors.h"

// How many cards of the kinds lie in the places up to number `end`; more than
// `ceiling` is as good as that.
typedef struct dx_hand_number {
    unsigned end;
    uint64_t kinds;
    uint8_t ceiling;
} dx_hand_number;

// Moves of the seat when its places up to number `end` were full.
typedef struct dx_hand_moves {
    unsigned end, base, times;
    size_t first, count; // of the somes
} dx_hand_moves;

// Whether something was so when places were full: one of the numbers, 1 from
// the first time on.  `holds` is asked with the way so far, once for each.
typedef struct dx_hand_link {
    unsigned end, number, link;
} dx_hand_link;

// When the places up to number `end` are full there must be so many of each
// kind; `come` cards can still bring one of them.
typedef struct dx_hand_need {
    unsigned end, come;
    uint64_t least;
} dx_hand_need;

enum { DX_HAND_NUMBERS_MAX = 64, DX_HAND_WORDS = 1 + DX_HAND_NUMBERS_MAX / 8 };

typedef struct dx_hand_listing {
    const dx_frame *frame;
    unsigned place_count;
    uint8_t place[DX_PLACES_MAX]; // with cards, in their order
    // When so many places are full: the most of each kind that can be, and how
    // many at least.
    uint64_t most[DX_PLACES_MAX], least[DX_PLACES_MAX];
    // What else is said of the places up to this.
    DX_VECTOR(dx_bound) ends[DX_PLACES_MAX];
    DX_VECTOR(dx_hand_need) needs; // while it runs
    unsigned before[DX_WAY_KINDS]; // the one before that is alike, or DX_NONE
    DX_VECTOR(dx_hand_number) numbers; // that run along, behind the kinds
    DX_VECTOR(dx_hand_moves) moves;
    DX_VECTOR(dx_some) somes;
    DX_VECTOR(dx_hand_link) links;
    bool (*holds)(void *context, unsigned link, uint64_t way);
    void *context;
    bool weighs;
    dx_states states[2]; // a way, then a byte for each number
    dx_effort *effort;
} dx_hand_listing;

// All zeros before; of the places of `hand` that have cards, filled in their
// order.  False where a bound is not one on its first places, or there are more
// kinds than a way has room for.
bool dx_hand_listing_begin(dx_hand_listing *listing, const dx_frame *frame,
                           uint64_t hand);

// Of ways that differ only in which of several kinds alike has which number,
// lists the one in which numbers fall; its weight is its own, not that of all.
// `alike` is the first kind like each, of which the same is said; NULL: finds
// them.  Before numbers are put in, none of which has only some of them.
void dx_hand_listing_merge(dx_hand_listing *listing, const uint8_t *alike);

// The number of the last place of the hand that is one of `places`; false if
// there is none.
bool dx_hand_listing_end(const dx_hand_listing *listing, uint64_t places,
                         unsigned *out);

// How many cards of `kinds` lie in other than the `places`, of the first ones
// of the hand up to number `end`: where it is known of each whether its cards
// are; false if it is not.
bool dx_hand_listing_sure(const dx_hand_listing *listing, uint64_t places,
                          uint64_t kinds, unsigned end, unsigned *out);

// Weighs ways by the factors that are about this hand; false if that cannot be
// done card by card.
bool dx_hand_listing_weigh(dx_hand_listing *listing, const dx_factors *factors);

// Lists them into states[0].  DX_ERR_EMPTY if there is none, or what the effort
// says.
DX_MUST_USE dx_status dx_hand_listing_run(dx_hand_listing *listing,
                                          dx_effort *effort);

void dx_hand_listing_release(dx_hand_listing *listing);

#endif
