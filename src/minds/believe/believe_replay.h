// minds/believe/believe_replay.h -- the worlds of a reckoner weighed by
// replaying their pasts, and what becomes of an assumption that a game refutes.

#ifndef DX_MINDS_BELIEVE_BELIEVE_REPLAY_H
#define DX_MINDS_BELIEVE_BELIEVE_REPLAY_H

#include "minds/believe/believe_pasts.h"
#include "minds/reckoner.h"

typedef struct dx_replayed {
    size_t count;
    dx_weight *weights; // of the worlds, in the order in which they are listed
    dx_account account;
} dx_replayed;

void dx_replayed_release(dx_replayed *replayed);

// Weighs the worlds that `from`, which has followed `view`, lists.  All may be
// without weight.  DX_ERR_UNSUPPORTED if it lists them without their pasts,
// DX_ERR_LIMIT or DX_ERR_CANCELLED if it takes too much.
DX_MUST_USE dx_status dx_replay(const dx_reckoning *from, const dx_view *view,
                                const dx_assumption *assumption,
                                size_t worlds_max, dx_toil *toil,
                                dx_replayed *out);

// The same as dx_replay for all worlds there are (`from` assumes nothing); and
// if all weight vanishes at some event, it goes on as the assumption says
// (dx_refutation) and the reference has it.
DX_MUST_USE dx_status dx_replay_all(const dx_reckoning *from,
                                    const dx_view *view,
                                    const dx_assumption *assumption,
                                    size_t worlds_max, dx_toil *toil,
                                    dx_replayed *out);

#endif
