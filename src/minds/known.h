// minds/known.h -- what a view can know, as a person reads it.

#ifndef DX_MINDS_KNOWN_H
#define DX_MINDS_KNOWN_H

#include "minds/know.h"

// A line for each place of `atom` (all its arguments but the last) of which
// something is possible: what is certain, then what is possible with its
// chance, likeliest first.  NULL: of the facts that the game finds worth it.
DX_MUST_USE dx_status dx_known_say(const dx_view *view, const dx_atom *atom,
                                   const dx_know_options *options, dx_text *out,
                                   dx_error *error);

// The events from `from` on and before `to`.
typedef struct dx_event_span {
    unsigned from, to;
} dx_event_span;

// The last turn among `count` events: all moves in a row of the seat that moved
// last, with what nature did between and after them.  False: nobody has moved.
bool dx_turn_before(const dx_game *game, const dx_event *events, unsigned count,
                    dx_event_span *out);

// What the last turn that the view has seen has told it (the one before its
// own, while that goes on): its events, and the places of the facts that `know`
// lists where something has become certain, possible or impossible.
DX_MUST_USE dx_status dx_learned_say(const dx_view *view,
                                     const dx_know_options *options,
                                     dx_text *out, dx_error *error);

#endif
