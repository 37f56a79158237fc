// colours.h -- which colours each card of Yokai may have, by Hall's theorem.

#ifndef DX_TEST_AGENTS_COLOURS_H
#define DX_TEST_AGENTS_COLOURS_H

#include "worlds/deal_space.h"

// The colours, as bits, that each place has in some deal of a space without
// bounds whose places hold one card each; false, and nothing is written, if it
// has no deal.
bool colours_that_fit(const dx_deal_space *space, uint8_t *out);

#endif
