// agents/playout.h -- what becomes of a game: played on many times, with a mind
// at every seat.
//
// What it comes to for a seat is its points where all play together, else how
// often it wins.

#ifndef DX_AGENTS_PLAYOUT_H
#define DX_AGENTS_PLAYOUT_H

#include "game/agent.h"
#include "game/view.h"

typedef struct dx_playouts {
    const dx_policy *policy; // of each seat; borrowed
    unsigned games;
    const dx_budget *budget; // may be NULL; nothing but its cancelling counts
} dx_playouts;

// The mean of so many games, and its standard error.
typedef struct dx_playout_value {
    double mean, error;
} dx_playout_value;

// Goes on from a past that is known whole, with the move `first` unless it is
// NULL; what chance has not yet said is drawn.  DX_ERR_CANCELLED if it was.
DX_MUST_USE dx_status dx_playout_from(const dx_rules *rules,
                                      const dx_event *past, unsigned count,
                                      unsigned seat, const dx_event *first,
                                      const dx_playouts *how,
                                      dx_playout_value *out);

// What each of these legal moves comes to for the view's seat, whose turn it
// is, as far as it can know: worlds are drawn that fit its view, by counting,
// and all moves are tried in the same ones.  The same view gives the same.
// DX_ERR_UNSUPPORTED where no world with its past can be drawn.
DX_MUST_USE dx_status dx_playout_moves(const dx_view *view, unsigned count,
                                       const dx_event *moves,
                                       const dx_playouts *how,
                                       dx_playout_value *out);

#endif
