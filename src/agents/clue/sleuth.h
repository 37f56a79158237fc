// agents/clue/sleuth.h -- a detective that also looks at what others learn.

#ifndef DX_AGENTS_CLUE_SLEUTH_H
#define DX_AGENTS_CLUE_SLEUTH_H

#include "game/agent.h"

extern const dx_agent dx_agent_clue_sleuth;

#endif
