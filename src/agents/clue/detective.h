// agents/clue/detective.h -- asks what it learns most from, accuses when it
// knows.

#ifndef DX_AGENTS_CLUE_DETECTIVE_H
#define DX_AGENTS_CLUE_DETECTIVE_H

#include "game/agent.h"

extern const dx_agent dx_agent_clue_detective;

#endif
