// minds/message/hand_walk.h -- where the doubts of two lead who see one hand
// each.

#ifndef DX_MINDS_MESSAGE_HAND_WALK_H
#define DX_MINDS_MESSAGE_HAND_WALK_H

#include "minds/message/hand_lists.h"

// Of two hands, each listed with the same kinds alike, which have the same
// room: do doubts lead from every pair that fits to every other?  False also if
// there is no pair, if the effort is spent or, where kinds are alike, if that
// was not found.
bool dx_hand_lists_connect(const dx_hand_list *first,
                           const dx_hand_list *second, uint64_t room,
                           dx_effort *effort);

#endif
