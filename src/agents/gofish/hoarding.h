// agents/gofish/hoarding.h -- asks for what the other most probably has.

#ifndef DX_AGENTS_GOFISH_HOARDING_H
#define DX_AGENTS_GOFISH_HOARDING_H

#include "game/agent.h"

extern const dx_agent dx_agent_gofish_hoarding;

#endif
