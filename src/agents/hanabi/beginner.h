// agents/hanabi/beginner.h -- players who act on a reader (reader.h).

#ifndef DX_AGENTS_HANABI_BEGINNER_H
#define DX_AGENTS_HANABI_BEGINNER_H

#include "agents/hanabi/reader.h"
#include "game/agent.h"

extern const dx_agent dx_agent_beginner, dx_agent_smart, dx_agent_hgroup;

// Makes a policy of `beginner`, or `hgroup`, act on this reader.
void dx_beginner_reads(dx_policy *policy, const dx_hint_reader *reader);

#endif
