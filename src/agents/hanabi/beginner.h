// agents/hanabi/beginner.h -- players who act on a reader (reader.h).

#ifndef DX_AGENTS_HANABI_BEGINNER_H
#define DX_AGENTS_HANABI_BEGINNER_H

#include "game/agent.h"

extern const dx_agent dx_agent_beginner, dx_agent_smart, dx_agent_hgroup;

#endif
