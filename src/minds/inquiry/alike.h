// minds/inquiry/alike.h -- kinds that a question does not tell apart.
//
// Early in a game nearly all kinds are alike: nothing was said of them, and the
// question names one or two of the others.  If two of them change places in all
// that is hidden from a mind, and in all that it is asked, and that leaves both
// as they were, the mind's answer is the same where it sees so many of the one
// and so many of the other, and where it sees them the other way round: it
// stands in one place for both (dx_inquiry_stand).
//
// And if what is asked depends on each hand by itself, a hand may be listed up
// to such changes (minds/message/by_hand.h), whatever the mind sees.

#ifndef DX_MINDS_INQUIRY_ALIKE_H
#define DX_MINDS_INQUIRY_ALIKE_H

#include "minds/inquiry/inquiry_private.h"

// For a mind of which all nodes are settled, before it is planned: the first
// kind that is like each, in m->alike and, for hands, in its outlook.
void dx_inquiry_find_alike(dx_inquiry *inquiry, dx_mind_data *mind);

// For a mind that is planned: which numbers of its own scope change places.
void dx_mind_plan_twins(dx_mind_data *mind);

// Brings the numbers of kinds alike into one order.
void dx_mind_sort_twins(const dx_mind_data *mind, uint8_t *self);

#endif
