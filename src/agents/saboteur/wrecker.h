// agents/saboteur/wrecker.h -- a saboteur that makes the way dear; as a miner
// it plays as `bayes` does.

#ifndef DX_AGENTS_SABOTEUR_WRECKER_H
#define DX_AGENTS_SABOTEUR_WRECKER_H

#include "game/agent.h"

extern const dx_agent dx_agent_saboteur_wrecker;

#endif
