// agents/hanabi/pair.h -- a convention for two, in which every move speaks.

#ifndef DX_AGENTS_HANABI_PAIR_H
#define DX_AGENTS_HANABI_PAIR_H

#include "game/agent.h"

extern const dx_agent dx_agent_pair;

#endif
