// minds/turn/own_space.h -- the deals of a turn that fit what one seat sees.

#ifndef DX_MINDS_TURN_OWN_SPACE_H
#define DX_MINDS_TURN_OWN_SPACE_H

#include "minds/turn/frame.h"

// The space with what the seat sees laid out of it, and bounds for what it saw
// being chosen from places that it does not see.
typedef struct dx_own_space {
    const dx_frame *frame;
    uint64_t sees;                                 // places
    uint64_t hidden;                               // real places
    unsigned choice_count, choices[DX_PLACES_MAX]; // that it did not see
    dx_deal_space space;
    dx_dealt dealt; // what it sees
} dx_own_space;

// For who sees the places `sees` of `frame` as its own sight has them.  False:
// it is too large.
bool dx_own_space_look(dx_own_space *out, const dx_frame *frame,
                       const dx_places *places, uint64_t sees, const void *own);

// The kinds that may have been chosen, with what is dealt.
uint64_t dx_own_space_options(const dx_frame *frame, unsigned choice,
                              const dx_dealt *dealt);

#endif
