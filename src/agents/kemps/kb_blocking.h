// agents/kemps/kb_blocking.h -- KB Greedy that fills its hand with blockers.
//
// The paper's Blocking: first what KB Greedy would do; then cards of no use
// for the own Kemps are swapped for cards of ranks that others collect (those
// of the do-not-collect set), and such cards are kept.

#ifndef DX_AGENTS_KEMPS_KB_BLOCKING_H
#define DX_AGENTS_KEMPS_KB_BLOCKING_H

#include "agents/kemps/kb_greedy.h"

extern const dx_agent dx_agent_kemps_kb_blocking;

// The cards of the hand that are of no use: neither of the rank it has most
// of (two or more; as the program, what it hoards) nor blockers.  And the
// cards on the table that block.
dx_kemps_cards dx_kemps_kb_idle_cards(const dx_kemps_kb *kb,
                                      const dx_view *view);
dx_kemps_cards dx_kemps_kb_blockers(const dx_view *view);

#endif
