// agents/hanabi/info.h -- the information strategy: hats, questions, silence.

#ifndef DX_AGENTS_HANABI_INFO_H
#define DX_AGENTS_HANABI_INFO_H

#include "game/agent.h"

extern const dx_agent dx_agent_info;

#endif
