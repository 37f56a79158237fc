// minds/board/hand_ways.h -- in how many ways a hidden hand may be made up: how
// many cards it has of each kind, whichever of its places they lie in.
//
// Worlds tell places apart, so two orders in which the same cards were drawn
// are two of them; who takes a hand for one thing does not, and for it there
// are far fewer ways, which can be listed long after worlds no longer can be
// counted.  It says nothing of chances (minds/board/ledger.h does).

#ifndef DX_MINDS_BOARD_HAND_WAYS_H
#define DX_MINDS_BOARD_HAND_WAYS_H

#include "base/vector.h"
#include "minds/board/board.h"

typedef struct dx_made_up {
    dx_natural count;
    uint64_t
        numbers[DX_KINDS_MAX]; // of each kind, as bits: it may have so many
} dx_made_up;

// Of the places of a frame that have cards, all of which are hidden and one
// hand, filled in their order.  DX_ERR_EMPTY if there is no way, DX_ERR_LIMIT
// if the effort is spent, DX_ERR_UNSUPPORTED where a bound is not one on the
// first places of the hand, or something was chosen.
DX_MUST_USE dx_status dx_hand_ways_of(dx_made_up *ways, const dx_frame *frame,
                                      dx_effort *effort);

// Of `hand`, places of the moment, the only ones with cards that are hidden
// from the looker; DX_ERR_UNSUPPORTED also where others are.
DX_MUST_USE dx_status dx_hand_ways_look(dx_made_up *ways, dx_frames *frames,
                                        const dx_looker *looker, uint64_t hand,
                                        dx_effort *effort);

// The ways of a frame, one by one: four bits for each kind, the first in the
// lowest.  DX_ERR_UNSUPPORTED also where these are too few.
typedef DX_VECTOR(uint64_t) dx_packed_hands;
DX_MUST_USE dx_status dx_hand_ways_list(const dx_frame *frame,
                                        dx_effort *effort,
                                        dx_packed_hands *out);

#endif
