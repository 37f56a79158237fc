// agents/sampler.h -- plays any game: imagines worlds, and how they go on.

#ifndef DX_AGENTS_SAMPLER_H
#define DX_AGENTS_SAMPLER_H

#include "game/agent.h"

extern const dx_agent dx_agent_sampler;

#endif
