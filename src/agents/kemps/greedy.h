// agents/kemps/greedy.h -- collects the rank it sees most of.

#ifndef DX_AGENTS_KEMPS_GREEDY_H
#define DX_AGENTS_KEMPS_GREEDY_H

#include "game/agent.h"

extern const dx_agent dx_agent_kemps_greedy;

#endif
