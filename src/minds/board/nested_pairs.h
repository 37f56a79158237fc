// minds/board/nested_pairs.h -- two hands, each hidden from who has the other:
// what the viewer knows that the other mind holds possible of the viewer's own.

#ifndef DX_MINDS_BOARD_NESTED_PAIRS_H
#define DX_MINDS_BOARD_NESTED_PAIRS_H

#include "minds/board/nested_hands.h"

// Of `own`, the places that the viewer sees and the other mind does not, in a
// moment in which the others that have cards are those of the other mind.
// `alone` is a frame of the own hand by itself, as a bystander knows it.
// DX_ERR_UNSUPPORTED where ways cannot be listed (minds/board/hand_ways.h),
// DX_ERR_LIMIT if the effort is spent; `out` is then not complete.
DX_MUST_USE dx_status dx_nested_pairs_look(dx_frames *frames,
                                           const dx_looker *viewer,
                                           uint64_t own, const dx_frame *alone,
                                           dx_effort *effort,
                                           dx_nested_numbers *out);

#endif
