// minds/message/by_hand.h -- a run of an outlook from which whole hands are
// hidden, of which nobody asks which card lies in which place.
//
// All that a bystander saw of a hand says how it may be made up, and how much
// each way weighs (minds/message/hand_lists.h), whatever lies elsewhere; so it
// is listed once for all minds from which it is hidden, wherever they stand.  A
// mind then holds those ways possible for which what it sees leaves room: with
// r cards of a kind left, of which the hand has n, a way counts r (r - 1) .. (r
// - n + 1) times, a factor for each kind.  Of two hidden hands the second has
// the room that the first leaves (by_hands.c); that is done only where nothing
// is weighed.
//
// What it answers is what eliminate.c answers: vectors of the
// inner scope with their weights.  Where nothing is weighed it ends as soon as
// what is wanted was found.

#ifndef DX_MINDS_MESSAGE_BY_HAND_H
#define DX_MINDS_MESSAGE_BY_HAND_H

#include "minds/message/hand_lists.h"

typedef struct dx_by_hand dx_by_hand;

// The plan of an outlook that may use its hand_lists: numbers that it needs are
// added to the own scope.  NULL if this is no way for it: more is hidden than
// hands, something is asked of single places, or there are too many kinds.
dx_by_hand *dx_by_hand_plan(dx_outlook *outlook);
void dx_by_hand_free(dx_by_hand *plan);

// How many ways such a plan goes through at most, if kinds alike are one; of
// two hidden hands those of the one with more.
double dx_by_hand_states(const dx_outlook *outlook);

// As dx_outlook_run, for an outlook with such a plan.
const dx_states *dx_by_hand_run(dx_outlook *outlook, const uint8_t *self,
                                const bool *ignored, dx_effort *effort);

#endif
