// agents/saboteur/search.h -- plays rounds to the end in worlds that it
// believes in.

#ifndef DX_AGENTS_SABOTEUR_SEARCH_H
#define DX_AGENTS_SABOTEUR_SEARCH_H

#include "game/agent.h"

extern const dx_agent dx_agent_saboteur_search;

#endif
