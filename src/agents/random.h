// agents/random.h -- plays any game, every legal move as likely as another.

#ifndef DX_AGENTS_RANDOM_H
#define DX_AGENTS_RANDOM_H

#include "game/agent.h"

extern const dx_agent dx_agent_random;

#endif
