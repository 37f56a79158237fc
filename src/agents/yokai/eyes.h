// agents/yokai/eyes.h -- the convention `eyes`: where a seat looks says what it
// has seen.
//
// All see which card a seat looks at, and which it looks at matters little; so
// each look names the colour of the card that the seat looked at before.  Thus
// all know all that was seen, but for the last card of each seat, which is
// *pending*.  The cards that may be looked at are listed in an order that all
// can work out; the card that is named may have m colours as far as all know,
// and the k-th card of the list says the (k mod m)-th of them.
//
// The first look of a seat has nothing to name.  It is at the seat's own corner
// and says: I speak eyes.  Who looks elsewhere does not, and is not listened
// to. All here is public: every seat works out the same from what all see.

#ifndef DX_AGENTS_YOKAI_EYES_H
#define DX_AGENTS_YOKAI_EYES_H

#include "agents/yokai/belief.h"
#include "game/view.h"

typedef struct dx_yokai_eyes {
    dx_yokai_belief known;           // by all
    uint8_t pending[DX_YOKAI_SEATS]; // card, or DX_NONE
    uint8_t begun, speaks;           // seats, as bits
    bool broken;                     // what was said cannot all be true
} dx_yokai_eyes;

// The card that a seat looks at first if it speaks eyes.
unsigned dx_yokai_corner(const dx_yokai *table, unsigned seat);

void dx_yokai_eyes_init(dx_yokai_eyes *eyes, const dx_yokai *table);

// Hears an event, as all see it; `before` is the public table before it.
void dx_yokai_eyes_hear(dx_yokai_eyes *eyes, const dx_yokai *before,
                        dx_event event);

// The cards that `seat` may look at now so as to say the colour of its pending
// card; all, if it has nothing to say or cannot say it.
dx_yokai_cards dx_yokai_eyes_words(const dx_yokai_eyes *eyes,
                                   const dx_yokai *table, unsigned seat,
                                   unsigned colour);

#endif
