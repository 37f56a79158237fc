// agents/sample/high.h -- lays its highest card.

#ifndef DX_AGENTS_SAMPLE_HIGH_H
#define DX_AGENTS_SAMPLE_HIGH_H

#include "game/agent.h"

extern const dx_agent dx_agent_sample_high;

#endif
