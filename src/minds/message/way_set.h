// minds/message/way_set.h -- ways in which a hand may be made up, among which
// those are looked for that fit beside something else.

#ifndef DX_MINDS_MESSAGE_WAY_SET_H
#define DX_MINDS_MESSAGE_WAY_SET_H

#include "base/vector.h"
#include "minds/eliminate/outlook.h"
#include "minds/message/hand_way.h"

// All zeros: none.
typedef struct dx_way_set {
    DX_VECTOR(uint64_t) ways;
    // Of each kind, what all of a few ways in a row have, and of many.
    DX_VECTOR(uint64_t) few, many;
    size_t last; // that was found
} dx_way_set;

void dx_way_set_add(dx_way_set *set, uint64_t way);
void dx_way_set_clear(dx_way_set *set);
void dx_way_set_release(dx_way_set *set);

// The number of the first one that fits into the room, from number `from` on;
// DX_STATE_NONE if there is none, or the effort is spent.
size_t dx_way_set_next(const dx_way_set *set, size_t from, uint64_t room,
                       dx_effort *effort);

// The number of one that fits, the same as before if it can be.
size_t dx_way_set_find(dx_way_set *set, uint64_t room, dx_effort *effort);

#endif
