// agents/hanabi/sure_play.h -- which of the cards to play that one is sure of.

#ifndef DX_AGENTS_HANABI_SURE_PLAY_H
#define DX_AGENTS_HANABI_SURE_PLAY_H

#include "agents/hanabi/mover.h"

// The best slot of those that are surely playable; false if there is none.
bool dx_sure_play_find(const dx_mover *m, unsigned *out_slot);

// The last card of the deck starts the last round.  A card that nobody needs
// can wait for that round, if a partner has something to play before.
bool dx_sure_play_can_wait(const dx_mover *m, unsigned slot);

#endif
