// agents/gofish/planner.h -- asks by exact beliefs and by who the others seem
// to be.

#ifndef DX_AGENTS_GOFISH_PLANNER_H
#define DX_AGENTS_GOFISH_PLANNER_H

#include "agents/gofish/moment.h"

extern const dx_agent dx_agent_gofish_planner;

#endif
