// agents/yokai/planner.h -- speaks by looks and plans over colourings.

#ifndef DX_AGENTS_YOKAI_PLANNER_H
#define DX_AGENTS_YOKAI_PLANNER_H

#include "game/agent.h"

extern const dx_agent dx_agent_yokai_planner;

#endif
