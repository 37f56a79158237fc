// agents/hanabi/recommend.h -- the recommendation strategy of Cox et al.

#ifndef DX_AGENTS_HANABI_RECOMMEND_H
#define DX_AGENTS_HANABI_RECOMMEND_H

#include "game/agent.h"

extern const dx_agent dx_agent_recommend;

#endif
