// agents/gofish/collect.h -- how likely a whole rank is collected in one turn,
// asking one seat after another.
//
// A turn goes on until a question fails.  With more than two players the cards
// that are missing may lie in several hands; who asks them one by one learns
// from each answer whom to ask next.  This is the chance that no question
// fails before the book is complete, if each is the best one for that.

#ifndef DX_AGENTS_GOFISH_COLLECT_H
#define DX_AGENTS_GOFISH_COLLECT_H

#include "agents/gofish/by_rank.h"

// If `seat` is asked first; the observer has a card of the rank.
double dx_gofish_collects(const dx_gofish_by_rank *b, unsigned rank,
                          unsigned seat);

#endif
