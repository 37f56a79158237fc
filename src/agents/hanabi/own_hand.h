// agents/hanabi/own_hand.h -- what a seat knows about its own hand, exactly.
//
// A fast double of what the engine answers (minds/board/board.h), for who looks
// at every turn of thousands of games; tests/agents/hanabi_test.c holds it to
// that.

#ifndef DX_AGENTS_HANABI_OWN_HAND_H
#define DX_AGENTS_HANABI_OWN_HAND_H

#include "games/hanabi/hanabi.h"

// For each own slot the kinds it has in some hand that fits all that `seat`
// has seen: cards, and hints with what they left out.
void dx_known_sets(const dx_hanabi *sight, unsigned seat, uint32_t *out_kinds);

#endif
