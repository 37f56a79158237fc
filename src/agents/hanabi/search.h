// agents/hanabi/search.h -- one-ply search over exact beliefs.
//
// On a convention (info, recommend) its assertions are taken as truthful, and
// only truthful moves are searched: so the public table stays right although
// everybody departs from the blueprint, and nobody has to guess why.  On any
// other agent all legal moves are searched.

#ifndef DX_AGENTS_HANABI_SEARCH_H
#define DX_AGENTS_HANABI_SEARCH_H

#include "agents/hanabi/trial.h"

extern const dx_agent dx_agent_search;

// The move of a trial that is best in so many imagined games, the first one
// unless another is surely better; closes the trial.
dx_event dx_search_trial(dx_trial *trial, const dx_view *view,
                         unsigned rollouts, dx_thought *thought);

#endif
