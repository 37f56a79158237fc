// minds/turn/condition.h -- a turn as one seat sees it, with what it sees taken
// out.
//
// A frame serves every seat, so a plan made from it knows nothing of the cards
// that this seat has seen.  Who wants many things of one mind alone (a board, a
// hundred drawn worlds) first takes them out: the places that it sees are empty
// then, a card that it saw being chosen lies where it was, bounds that are kept
// anyhow fall away.  What is left is a smaller space in which fewer kinds and
// places are told apart.

#ifndef DX_MINDS_TURN_CONDITION_H
#define DX_MINDS_TURN_CONDITION_H

#include "minds/turn/frame.h"

// The frame of who sees the places `sees` of `frame`, and sees there what `own`
// has.  `out_known` gets the cards whose place is known.  The sight is
// borrowed.
void dx_frame_condition(const dx_frame *frame, uint64_t sees,
                        const dx_places *places, const void *own, dx_frame *out,
                        dx_dealt *out_known);

#endif
