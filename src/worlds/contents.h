// worlds/contents.h -- hands told apart only by what is in them.
//
// The Hanabi report counts hands as multisets: which cards, not in which slot.
// A multiset counts if its cards can be put into the slots in some way, so the
// number is neither that of arrangements nor that of ordered hands.  It is the
// number of words that an automaton accepts which reads, kind by kind, how
// many cards of the kind each hand has.
//
// Several hands together count the pairs (triples, ...) of multisets that the
// copies allow at once: with my hand and the hand that I imagine you imagine,
// the size of what I hold possible that you hold possible.

#ifndef DX_WORLDS_CONTENTS_H
#define DX_WORLDS_CONTENTS_H

#include "worlds/slots.h"

enum { DX_CONTENT_SLOTS_MAX = 6, DX_CONTENT_HANDS_MAX = 2 };

typedef struct dx_slotted_hand {
    dx_slots slots;      // at most DX_CONTENT_SLOTS_MAX
    const uint8_t *most; // at most so many of each kind; NULL: as many as are
} dx_slotted_hand;

// The number of different contents of `hand_count` hands, 1 to
// DX_CONTENT_HANDS_MAX, which together hold at most copies[k] of kind k.
// Answers DX_ERR_LIMIT if the automaton needs more than `states_max` states
// after some kind, or if the number does not fit 128 bits.
DX_MUST_USE dx_status dx_contents_count(
    const dx_slotted_hand *hands, unsigned hand_count, unsigned kind_count,
    const uint8_t *copies, size_t states_max, dx_count *out_contents);

#endif
