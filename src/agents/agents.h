// agents/agents.h -- the list of all agents.

#ifndef DX_AGENTS_AGENTS_H
#define DX_AGENTS_AGENTS_H

#include "game/agent.h"

// Every agent, ended by NULL; those with a game play only that.  Static
// storage.
const dx_agent *const *dx_agents(void);

#endif
