// worlds/slot_list.h -- the ordered hands of a few slots, listed.
//
// For what does not factor over slots: would this player have done that with
// this hand?  An ordered hand is one word, six bits for each slot, so that the
// hundred thousand hands of a Hanabi player are under a megabyte.

#ifndef DX_WORLDS_SLOT_LIST_H
#define DX_WORLDS_SLOT_LIST_H

#include "worlds/slots.h"

#include <stddef.h>

typedef uint64_t dx_packed_hand;

static inline unsigned dx_packed_kind(dx_packed_hand hand, unsigned slot)
{
    return (unsigned)(hand >> (6 * slot)) & 63;
}

// Lists every ordered hand once, rising by the kind in the last slot, then in
// the one before it, and so on.
//
// On DX_OK the caller owns `*out_hands` and releases it with dx_free().
// Answers DX_ERR_LIMIT, and leaves both outputs alone, if there are more than
// `limit` hands.
DX_MUST_USE dx_status dx_slots_list(const dx_slots *slots, unsigned kind_count,
                                    const uint8_t *copies, size_t limit,
                                    dx_packed_hand **out_hands,
                                    size_t *out_count);

// The weight of one hand: in how many ways its cards can be drawn for its
// slots, equal cards told apart.  0 if there are not enough copies.
uint64_t dx_packed_weight(dx_packed_hand hand, unsigned slot_count,
                          const uint8_t *copies);

#endif
