// minds/board/ledger.h -- how many cards of each kind a hand has: at least one,
// at least two, ..., each with its chance.
//
// Where a hand is one thing and its cards are in no order (Go Fish), nobody
// asks which card lies in which place.  A ledger counts over the places of a
// hand together, so places that later cards do not tell apart become one on the
// way, which makes it much cheaper than a board.

#ifndef DX_MINDS_BOARD_LEDGER_H
#define DX_MINDS_BOARD_LEDGER_H

#include "minds/board/board.h"

typedef struct dx_ledger {
    unsigned hands, kinds, most; // `most` cards of a kind, the numbers told
    bool has_chances; // if not, a number above 0 says that it is possible
    dx_rational *chance;
} dx_ledger;

// What the looker holds possible now of how many cards of each kind lie in
// `hands`, sets of places without one in common.  DX_ERR_LIMIT if the effort is
// spent, DX_ERR_UNSUPPORTED where moves weigh and cannot be reckoned with.
DX_MUST_USE dx_status dx_ledger_look(dx_ledger *ledger, dx_frames *frames,
                                     const dx_looker *looker, unsigned count,
                                     const uint64_t *hands, dx_effort *effort);
// As far as it is believed under an assumption whose worlds have to be listed.
DX_MUST_USE dx_status dx_ledger_believe(dx_ledger *ledger, const dx_frame *now,
                                        const dx_view *view,
                                        const dx_assumption *assumption,
                                        const dx_listing_limits *limits,
                                        unsigned count, const uint64_t *hands,
                                        dx_account *out_account);
void dx_ledger_release(dx_ledger *ledger);

// The chance that at least `number` cards of `kind` lie there, from 1 to
// `most`.
static inline const dx_rational *dx_ledger_at(const dx_ledger *ledger,
                                              unsigned hand, unsigned kind,
                                              unsigned number)
{
    return &ledger->chance[(hand * ledger->kinds + kind) * ledger->most +
                           number - 1];
}

#endif
