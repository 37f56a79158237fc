// agents/yokai/regroup.h -- the least number of moves that gather some
// families, by satisfiability: the yardstick of the search in gather.h.

#ifndef DX_AGENTS_YOKAI_REGROUP_H
#define DX_AGENTS_YOKAI_REGROUP_H

#include "agents/yokai/gather.h"

// How many moves gather the families of the colours in `colours` (as bits), all
// cards being one group after each; `most` + 1 if more than `most` are needed.
// Exact on the squares up to one step beyond the present rectangle of cards,
// and for blocks in which no card is more than eight steps from the one that is
// in their middle now.  At most 32 moves.
unsigned dx_yokai_regroup(const dx_yokai_layout *layout,
                          const dx_yokai_colouring *colouring, unsigned colours,
                          unsigned most);

#endif
