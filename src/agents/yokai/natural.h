// agents/yokai/natural.h -- a partner for people: moves bring like to like.

#ifndef DX_AGENTS_YOKAI_NATURAL_H
#define DX_AGENTS_YOKAI_NATURAL_H

#include "game/agent.h"

extern const dx_agent dx_agent_yokai_natural;

#endif
