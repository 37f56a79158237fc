// agents/hanabi/literature.h -- players of the literature, as lists of rules.

#ifndef DX_AGENTS_HANABI_LITERATURE_H
#define DX_AGENTS_HANABI_LITERATURE_H

#include "game/agent.h"

extern const dx_agent dx_agent_iggi, dx_agent_piers, dx_agent_vandenbergh,
    dx_agent_outer;

#endif
