// agents/kemps/kb_greedy.h -- collects only what nobody else can be after.
//
// The paper's KB Greedy: the best rank, but only one of which no other hand
// can have a card, as far as the seat knows of each card by itself, and which
// is not in its do-not-collect set.  The set is as the paper's announcements
// make it: a rank comes in when somebody else picks one of its cards or makes
// a Kemps of it, and goes out when somebody else discards one.
//
// Read as corrected: a card that was seen is known to be in no hand only until
// it is shuffled in again and may have been dealt (the sight sees to that),
// and the best *free* rank is collected where the best of all is not free.

#ifndef DX_AGENTS_KEMPS_KB_GREEDY_H
#define DX_AGENTS_KEMPS_KB_GREEDY_H

#include "agents/kemps/collect.h"

extern const dx_agent dx_agent_kemps_kb_greedy;

// The do-not-collect set: ranks, as bits.
unsigned dx_kemps_kb_avoided(const dx_view *view);

// The ranks that the seat may collect, as bits.
unsigned dx_kemps_kb_available(const dx_view *view);

#endif
