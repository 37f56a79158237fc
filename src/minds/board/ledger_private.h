// minds/board/ledger_private.h -- what the two ways to a ledger have in common:
// by groups (ledger.c), and where behaviour weighs (ledger_weighed.c).

#ifndef DX_MINDS_BOARD_LEDGER_PRIVATE_H
#define DX_MINDS_BOARD_LEDGER_PRIVATE_H

#include "minds/board/ledger.h"

// One of a turn, with nothing in it.
dx_ledger dx_ledger_new(const dx_frame *now, unsigned count);

// One hand of a frame of which nothing is seen.  DX_ERR_EMPTY if there is no
// such deal.
DX_MUST_USE dx_status dx_ledger_of(dx_ledger *ledger, const dx_frame *frame,
                                   const dx_places *places, uint64_t hand,
                                   dx_effort *effort);

// Fills a new one, where the looker has factors.  DX_ERR_UNSUPPORTED if they
// cannot be reckoned with.
DX_MUST_USE dx_status dx_ledger_weigh(dx_ledger *ledger, const dx_frame *now,
                                      const dx_looker *looker,
                                      const dx_places *places,
                                      const uint64_t *hands, dx_effort *effort);

#endif
