// minds/eliminate/layout.h -- from numbers of cards of groups in classes to
// cards in places.
//
// A way through the dynamic programme of an outlook says how many cards of each
// group lie in each class; which cards of the group, and in which place of the
// class, is then free, and drawn evenly.

#ifndef DX_MINDS_ELIMINATE_LAYOUT_H
#define DX_MINDS_ELIMINATE_LAYOUT_H

#include "base/random.h"
#include "minds/eliminate/run.h"

typedef struct dx_layout {
    const dx_outlook *o;
    dx_random *random; // NULL: the first that fits
    struct {
        uint8_t laid[DX_PLACES_MAX], marked[DX_PLACES_MAX];
    } step[DX_KINDS_MAX]; // of each group
} dx_layout;

// Keeps what the run has just laid.
void dx_layout_keep(dx_layout *layout, const dx_deal_run *run);

// Lays the cards: on the way in, `dealt` has what lies in the places that the
// mind sees; on the way out, what lies everywhere and what was chosen.
void dx_layout_deal(dx_layout *layout, dx_dealt *dealt);

#endif
