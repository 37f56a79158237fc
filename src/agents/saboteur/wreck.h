// agents/saboteur/wreck.h -- what a move is worth to a saboteur who makes the
// way dear.
//
// The common score (score.h) counts missing tunnels; this one counts the cards
// that could still fill them (toll.h), where the miners are going, and the
// turns that are left to use what does harm.

#ifndef DX_AGENTS_SABOTEUR_WRECK_H
#define DX_AGENTS_SABOTEUR_WRECK_H

#include "agents/saboteur/score.h"

// Writes the score of each legal move of `seat`, by its own sight.  The gold of
// `belief` is where harm is to be done: where it lies, as far as the seat
// knows, and where others look for it.
void dx_saboteur_wreck(const dx_saboteur *sight, unsigned seat,
                       const dx_saboteur_belief *belief, unsigned count,
                       const dx_event *moves, double *out);

#endif
