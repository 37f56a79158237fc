// worlds/slots.h -- a hand of a few slots, counted in closed form.
//
// A Hanabi player asks this all the time: each slot of a hand holds one card
// of a set of kinds; in how many ways, and with which odds for each slot?
// Equal cards are told apart, so the cards are all different and the question
// is in how many ways different cards can be put into the slots.
//
//     dx_slots slots = {.count = 5, .kinds = {…}};   // what hints leave
//     uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
//     uint64_t all = dx_slots_marginals(&slots, 25, unseen, weight);
//     double p = (double)weight[2][r3] / (double)all;
//
// Nothing here allocates.  The same as a space with places of one card, no
// bounds, and everything else in the rest.

#ifndef DX_WORLDS_SLOTS_H
#define DX_WORLDS_SLOTS_H

#include "base/random.h"
#include "worlds/deal_space.h"

#include <stdbool.h>

// With DX_CARDS_MAX cards, every number of arrangements fits 64 bits.
enum { DX_SLOTS_MAX = 8 };

typedef struct dx_slots {
    unsigned count;
    uint64_t kinds[DX_SLOTS_MAX]; // sets: bit k if the slot may hold kind k
} dx_slots;

// For every slot s and kind k, out_weight[s][k] is the number of arrangements
// with a card of kind k in slot s.  Kinds from `kind_count` on and rows behind
// the last slot are left alone.  Returns the number of arrangements.
uint64_t dx_slots_marginals(const dx_slots *slots, unsigned kind_count,
                            const uint8_t *copies,
                            uint64_t out_weight[][DX_KINDS_MAX]);

// The number of ordered hands: of sequences of kinds, one for each slot.
uint64_t dx_slots_ordered(const dx_slots *slots, unsigned kind_count,
                          const uint8_t *copies);

// Draws an arrangement, all equally likely, and writes the kind in each slot.
// Returns false, and leaves the output alone, if there is none.
bool dx_slots_sample(const dx_slots *slots, unsigned kind_count,
                     const uint8_t *copies, dx_random *random,
                     uint8_t *out_kind);

#endif
