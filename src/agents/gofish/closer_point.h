// agents/gofish/closer_point.h -- asks for the rank it has most of.

#ifndef DX_AGENTS_GOFISH_CLOSER_POINT_H
#define DX_AGENTS_GOFISH_CLOSER_POINT_H

#include "game/agent.h"

extern const dx_agent dx_agent_gofish_closer_point;

#endif
