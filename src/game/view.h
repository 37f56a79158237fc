// game/view.h -- all that an agent, a bot, a browser or a lens is ever given.
//
// A view is what one seat has seen and the sight folded from it.  There is no
// way from a view to the truth.  dx_eyes builds a view event by event; the
// referee has a pair for each seat that is looked at, and whoever imagines a
// seat in another world makes a pair of its own:
//
//     dx_eyes *eyes = dx_eyes_new(&rules, seat);
//     for (unsigned i = 0; i < count; i++)
//         dx_eyes_see(eyes, past[i]);
//     use(dx_eyes_view(eyes));
//     dx_eyes_free(eyes);

#ifndef DX_GAME_VIEW_H
#define DX_GAME_VIEW_H

#include "game/game.h"

typedef struct dx_view {
    const dx_rules *rules;
    const dx_event *seen; // masked; borrowed until its owner moves on
    const void *sight;    // fold of `seen`
    unsigned seat;        // or DX_BYSTANDER
    unsigned count;       // of seen
    unsigned turn;        // who is next
} dx_view;

// The legal moves of the view's seat; 0 if it is not its turn.  `out` has
// room for DX_MOVES_MAX.
unsigned dx_view_moves(const dx_view *view, dx_event *out);

// The table that events have led to, with all that they tell; the caller frees
// it.
void *dx_table_after(const dx_rules *rules, const dx_event *events,
                     unsigned count);

typedef struct dx_eyes dx_eyes;

// The eyes of `seat`, or of DX_BYSTANDER, before anything happened.  Borrows
// nothing: the rules are copied.
dx_eyes *dx_eyes_new(const dx_rules *rules, unsigned seat);
dx_eyes *dx_eyes_copy(const dx_eyes *eyes);
// The same when they have seen whole events.
dx_eyes *dx_eyes_after(const dx_rules *rules, unsigned seat,
                       const dx_event *past, unsigned count);
void dx_eyes_free(dx_eyes *eyes);

// Sees a whole event, and keeps what this seat may know of it.
void dx_eyes_see(dx_eyes *eyes, dx_event event);

// Adds an event that is masked already (a record of one seat, a bot's side).
void dx_eyes_seen(dx_eyes *eyes, dx_event masked);

// Back to before anything happened, in the same memory.
void dx_eyes_clear(dx_eyes *eyes);

// Borrowed, and true until the eyes see more.
const dx_view *dx_eyes_view(const dx_eyes *eyes);

#endif
