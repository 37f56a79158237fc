// agents/gofish/exploration.h -- asks for what it knows least about.

#ifndef DX_AGENTS_GOFISH_EXPLORATION_H
#define DX_AGENTS_GOFISH_EXPLORATION_H

#include "game/agent.h"

extern const dx_agent dx_agent_gofish_exploration;

#endif
