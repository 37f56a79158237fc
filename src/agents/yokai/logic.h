// agents/yokai/logic.h -- the paper's player: a belief base, rules, plans by
// satisfiability; and the same without inference.

#ifndef DX_AGENTS_YOKAI_LOGIC_H
#define DX_AGENTS_YOKAI_LOGIC_H

#include "game/agent.h"

extern const dx_agent dx_agent_yokai_logic, dx_agent_yokai_solo;

#endif
