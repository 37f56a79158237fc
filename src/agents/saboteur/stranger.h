// agents/saboteur/stranger.h -- players of kinds that nobody has counted.

#ifndef DX_AGENTS_SABOTEUR_STRANGER_H
#define DX_AGENTS_SABOTEUR_STRANGER_H

#include "game/agent.h"

extern const dx_agent dx_agent_saboteur_stranger;

#endif
