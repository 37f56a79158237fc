// agents/hanabi/rollout.h -- one imagined game, played to its end.
//
// All cards are known here: hands and the order of the deck.  Everybody plays
// the blueprint, until the rest can be planned.  A plain value; copying it is
// all it takes to try a move.

#ifndef DX_AGENTS_HANABI_ROLLOUT_H
#define DX_AGENTS_HANABI_ROLLOUT_H

#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/endgame.h"

typedef struct dx_rollout {
    const dx_blueprint *blueprint;
    dx_public common;
    dx_hand hands[DX_HANABI_SEATS];
    const uint8_t *deck; // kinds, in the order they are drawn from the end:
                         // deck[n - 1] is next when n cards are left
    dx_endgame *plan;    // for the endgame; NULL: the blueprint to the end
} dx_rollout;

// Makes a move of the seat whose turn it is, and its draw.
void dx_rollout_move(dx_rollout *rollout, dx_event move);

// Plays on to the end; returns the score, or what it is on average if the
// rest goes by the best plan.
double dx_rollout_finish(dx_rollout *rollout);

#endif
