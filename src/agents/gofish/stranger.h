// agents/gofish/stranger.h -- players who ask like none of the strategies that
// are told apart (shown.h).

#ifndef DX_AGENTS_GOFISH_STRANGER_H
#define DX_AGENTS_GOFISH_STRANGER_H

#include "game/agent.h"

extern const dx_agent dx_agent_gofish_stranger;

#endif
