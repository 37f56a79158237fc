// agents/gofish/finish_fast.h -- asks for the book that is nearest to complete.

#ifndef DX_AGENTS_GOFISH_FINISH_FAST_H
#define DX_AGENTS_GOFISH_FINISH_FAST_H

#include "game/agent.h"

extern const dx_agent dx_agent_gofish_finish_fast;

#endif
