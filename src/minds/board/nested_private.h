// minds/board/nested_private.h -- how the last mind of a path is asked.

#ifndef DX_MINDS_BOARD_NESTED_PRIVATE_H
#define DX_MINDS_BOARD_NESTED_PRIVATE_H

#include "minds/board/nested.h"
#include "minds/inquiry/inquiry.h"

// From the viewer through `count` others, who see the places of `path`.
typedef struct dx_through {
    dx_inquiry *q;
    const dx_frame *frame;
    const dx_looker *viewer;
    size_t count;
    const uint64_t *path;
    // What is asked about, and that it is not so.
    dx_claims *claims;
    dx_claim fact, denial;
    // There are too many worlds to look at all of them; and what a question may
    // take at most (0: a quarter of what is left).
    bool asks_twice;
    uint64_t steps_most;
} dx_through;

typedef enum dx_through_answer {
    DX_THROUGH_EXCLUDED,
    DX_THROUGH_PERHAPS,
    DX_THROUGH_SURE,
    DX_THROUGH_UNDECIDED, // the effort was spent
} dx_through_answer;

// Does the last mind hold the fact possible?
dx_through_answer dx_through_ask(const dx_through *through);

// What the viewer sees, and for each kind the first that neither the space nor
// the viewer tells apart from it.
void dx_kinds_alike(dx_frames *frames, const dx_looker *viewer,
                    dx_dealt *out_seen, unsigned *out_like);

#endif
