// agents/hanabi/search.h -- one-ply search over exact beliefs.
//
// The blueprint's conventions are taken as truthful assertions, and only
// truthful moves are searched: so the public table stays right although
// everybody departs from the blueprint, and nobody has to guess why.

#ifndef DX_AGENTS_HANABI_SEARCH_H
#define DX_AGENTS_HANABI_SEARCH_H

#include "game/agent.h"

extern const dx_agent dx_agent_search;

#endif
