// judge.h -- deals counted the obvious way: every card into every place.

#ifndef DX_TEST_WORLDS_JUDGE_H
#define DX_TEST_WORLDS_JUDGE_H

#include "base/random.h"
#include "worlds/deal_table.h"
#include "worlds/slots.h"

enum { JUDGE_PLACES = 5, JUDGE_KINDS = 5, JUDGE_NUMBERS = 9 };

// What a handful of distinguishable cards can do in a small space.
typedef struct judged {
    uint64_t arrangements, deals;
    // Arrangements with n cards of a kind in a place.
    uint64_t with[JUDGE_PLACES][JUDGE_KINDS][JUDGE_NUMBERS];
} judged;

// A space of at most `cards_max` cards with places, holes and bounds.
dx_deal_space worlds_random_space(dx_random *random, unsigned cards_max);

judged worlds_judge(const dx_deal_space *space);

// Adds a hand of which is asked what is in it and not in which slot: a place
// whose cards can be laid into the slots, by Hall's marriage theorem.
unsigned worlds_add_hand(dx_deal_space *space, const dx_slots *slots);

// In how many arrangements at least `min` and at most `max` cards of a kind lie
// in a place, by the table of a space that says so.
dx_tally worlds_with(const dx_deal_space *space, unsigned place, unsigned kind,
                     unsigned min, unsigned max);

#endif
