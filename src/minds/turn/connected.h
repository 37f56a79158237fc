// minds/turn/connected.h -- do a group's doubts lead everywhere?
//
// What a group commonly knows holds in all worlds that their doubts lead to.
// If these are all worlds that agree in what all of them see, common knowledge
// is what somebody knows who sees just that: one mind instead of a search.

#ifndef DX_MINDS_TURN_CONNECTED_H
#define DX_MINDS_TURN_CONNECTED_H

#include "minds/turn/frame.h"

// Can it be shown that from every deal of the frame the `count` members, who
// see the places `sees`, come to every other that has the same cards in the
// places that all of them see?  False says nothing.
bool dx_frame_is_connected(const dx_frame *frame, size_t count,
                           const uint64_t *sees);

#endif
