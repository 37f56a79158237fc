// minds/board/likeliest.h -- the likeliest worlds of a mind, where they can be
// listed.

#ifndef DX_MINDS_BOARD_LIKELIEST_H
#define DX_MINDS_BOARD_LIKELIEST_H

#include "minds/board/board.h"

// What lies in every place (what was chosen unseen is left open), and how
// likely that is; 0 where chances are not defined.
typedef struct dx_likely {
    dx_dealt dealt;
    dx_rational chance;
} dx_likely;

typedef struct dx_likeliest {
    size_t count;
    dx_likely *world; // the likeliest first; in the order of listing where
                      // chances are the same or not defined
    size_t deals;     // that there are
} dx_likeliest;

void dx_likeliest_release(dx_likeliest *likeliest);

// At most `top` worlds of the looker, now.  DX_ERR_LIMIT if there are more than
// `deals_max` deals, or the effort is spent: a step for each.
DX_MUST_USE dx_status dx_likeliest_find(dx_frames *frames,
                                        const dx_looker *looker, size_t top,
                                        size_t deals_max, dx_likeliest *out,
                                        dx_effort *effort);

#endif
