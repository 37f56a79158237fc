// game/opinion.h -- what an agent thinks of facts and of moves.
//
// Beliefs are the agent's own: not what follows from its view, but what it
// goes by.  Both are optional; an agent that has none says so.

#ifndef DX_GAME_OPINION_H
#define DX_GAME_OPINION_H

#include "game/agent.h"

// Does the mind believe the fact?  False: it has no opinion of such facts.
bool dx_mind_believes(dx_mind *mind, const dx_view *view, const dx_atom *atom,
                      const int *args, dx_opinion *out);

// What each of its legal moves is worth to the seat that is to move; NAN where
// it has no idea.  False: it does not value moves.
bool dx_mind_values(dx_mind *mind, const dx_view *view, const dx_budget *budget,
                    unsigned count, const dx_event *moves, double *out);

#endif
