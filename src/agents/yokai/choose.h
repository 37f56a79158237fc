// agents/yokai/choose.h -- what a player does with what it thinks: where it
// looks, what it moves, which hint it places, when it stops.

#ifndef DX_AGENTS_YOKAI_CHOOSE_H
#define DX_AGENTS_YOKAI_CHOOSE_H

#include "agents/yokai/think.h"
#include "game/agent.h"

// How it decides.
typedef struct dx_yokai_taste {
    unsigned samples; // colourings that plans are tried on; 0: one move only
    double told;      // what a move that says something true is worth, in moves
    double hope;      // chance to win later if not now
} dx_yokai_taste;

dx_event dx_yokai_choose(dx_yokai_thoughts *thoughts,
                         const dx_yokai_taste *taste, const dx_view *view,
                         dx_thought *thought);

// What it chooses by: looks by the bits they tell, and to stop by the points by
// which that is worth more than to go on, above the best look; moves of cards
// by the moves that are left after them; hints by what they cost in points. NAN
// for what it has not looked at as closely as at the best, or never does.
void dx_yokai_rate(dx_yokai_thoughts *thoughts, const dx_yokai_taste *taste,
                   const dx_view *view, unsigned count, const dx_event *moves,
                   double *out);

// Notes what a move is worth, where somebody wants to know.
void dx_yokai_note_worth(const dx_yokai_thoughts *t, dx_event move,
                         double worth);

// What it thinks of colour, family, same and win; false: nothing.
bool dx_yokai_opinion(const dx_yokai_thoughts *thoughts, const dx_atom *atom,
                      const int *args, dx_opinion *out);

// Where it looks, what it moves, which hint: one file each.
dx_event dx_yokai_choose_look(dx_yokai_thoughts *t, dx_thought *thought);
dx_event dx_yokai_choose_move(dx_yokai_thoughts *t, const dx_yokai_taste *taste,
                              const dx_view *view, dx_thought *thought);
dx_event dx_yokai_choose_hint(dx_yokai_thoughts *t, dx_thought *thought);

#endif
