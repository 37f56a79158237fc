// agents/kemps/thinker.h -- ours: knows more and wins more.
//
// A turn is one question: with which of all hands that hand and table allow do
// I want to end it?
//  - order 0 weighs each of them at a glance (weigh.h).
//  - order 1 imagines: worlds drawn from its exact beliefs and kept as likely
//    as the rivals' past turns are for them (habit.h), played on with greedy
//    players (sketch.h), the same worlds and chances for every candidate.  It
//    leaves the glance's choice only for a gain that is no accident.
//  - order 2 also holds that rivals may see what it collects and may keep such
//    cards from it.
// A Kemps is always taken, and games are discounted, so that it does not block
// for ever.  The same view always gives the same move.

#ifndef DX_AGENTS_KEMPS_THINKER_H
#define DX_AGENTS_KEMPS_THINKER_H

#include "game/agent.h"

extern const dx_agent dx_agent_kemps_thinker;

#endif
