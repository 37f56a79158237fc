// minds/message/hand_rooms.h -- numbers of cards given out to kinds alike that
// have different room.
//
// A way that is listed for all that differ only in which of several kinds alike
// has which number stands for as many as there are ways to give its numbers out
// to these kinds; and one that gives n cards to a kind with room for r counts r
// (r - 1) .. (r - n + 1) times.  The sum depends only on which numbers they are
// and which rooms: it is found once for all numbers.
//
// A *profile* has in byte number n how many of the kinds have n.

#ifndef DX_MINDS_MESSAGE_HAND_ROOMS_H
#define DX_MINDS_MESSAGE_HAND_ROOMS_H

#include "base/vector.h"
#include "minds/eliminate/states.h"

typedef struct dx_room_table {
    uint64_t rooms; // a profile
    unsigned cards; // no more than this is given out
    dx_states sums; // by profiles of numbers; those that do not fit are not in
} dx_room_table;

// All zeros: none yet.
typedef struct dx_room_tables {
    DX_VECTOR(dx_room_table *) of;
} dx_room_tables;

// Profiles of numbers with their sums; borrowed until the tables are released.
const dx_states *dx_room_tables_get(dx_room_tables *tables, uint64_t rooms,
                                    unsigned cards);
void dx_room_tables_release(dx_room_tables *tables);

static inline unsigned dx_profile_count(uint64_t profile, unsigned number)
{
    return (unsigned)(profile >> 8 * number & 0xff);
}

#endif
