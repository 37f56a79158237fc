// agents/yokai/turn.h -- a turn planned by satisfiability, as the paper has it.
//
// A plan is the actions that are missing of a turn, of which one moves a card.
// Its goal is the paper's alpha_G1: a card without a neighbour that is believed
// to have its colour comes beside one that has it.  The goal must follow from
// the base, so one plan must do for all colourings (exists a plan, for all
// colourings): a solver proposes a plan, the base is asked for a colouring in
// which it fails, and the solver is told to do better there; until no colouring
// fails, or no plan is left.  Looks have no known outcome, so a plan made
// before them is a hope.

#ifndef DX_AGENTS_YOKAI_TURN_H
#define DX_AGENTS_YOKAI_TURN_H

#include "agents/yokai/creed.h"

typedef struct dx_yokai_turn {
    unsigned count; // of actions; 0: there is no plan
    dx_event action[4];
    unsigned rounds; // proposals
    int variables;   // of the solver that proposes
} dx_yokai_turn;

void dx_yokai_turn_plan(dx_yokai_creed *creed, const dx_view *view,
                        dx_yokai_turn *out);

// Does alpha_G1 follow from the base if the card is moved to the square?
bool dx_yokai_turn_joins(dx_yokai_creed *creed, const dx_yokai *table,
                         unsigned card, unsigned square);

#endif
