// minds/believe/seat_table.h -- all that a seat may have seen that the asker
// has not, and how likely its moves are in each case.
//
// How a seat moves depends on what it sees alone, and what it sees hangs on a
// few places: its own hand, what it was shown.  So its moves are weighed once
// for every *case*, a content of these places, and not once for every world.

#ifndef DX_MINDS_BELIEVE_SEAT_TABLE_H
#define DX_MINDS_BELIEVE_SEAT_TABLE_H

#include "base/vector.h"
#include "minds/believe/believe_pasts.h"
#include "minds/turn/own_space.h"
#include "minds/turn/recall.h"

// What all seats of a moment have in common; everything is borrowed.
typedef struct dx_seat_ground {
    const dx_view *view; // the asker's
    const dx_assumption *assumption;
    const bool *dropped; // events whose likelihood does not count; may be NULL
    const dx_own_space *own;
    dx_recall *recall;
    const dx_event *past;  // with holes where worlds differ
    const uint64_t *reads; // for each event, the places it hangs on
    dx_toil *toil;
} dx_seat_ground;

typedef struct dx_seat_case {
    dx_weight weight; // relative to the other cases
    uint64_t cards;   // for who puts cases together: see seatwise.c
} dx_seat_case;

typedef struct dx_seat_table {
    unsigned seats;  // that see alike, as bits
    uint64_t places; // that tell what they saw, but for those of the asker
    // The place of each byte of a case, and the first byte of each place.
    unsigned place_count;
    uint8_t place[DX_PLACES_MAX], first[DX_PLACES_MAX + 1];
    size_t stride;
    DX_VECTOR(dx_seat_case) cases; // with weight
    DX_VECTOR(uint8_t) kinds;      // of all cases: those in each place, rising
    // Contents of the place that was laid first, and how many of them, drawn at
    // random, were tried: fewer if it took too much.
    size_t to_try, tried;
    // The weight of a case in which every move is as likely as any ever was.
    double peak;
} dx_seat_table;

static inline const uint8_t *dx_seat_table_kinds(const dx_seat_table *table,
                                                 size_t i)
{
    return table->kinds.at + i * table->stride;
}

// Does `seat` see something of event `now` that the asker does not?
bool dx_seat_tells(const dx_seat_ground *ground, const dx_masks *masks,
                   unsigned now, unsigned seat);

// Was everything tried?
static inline bool dx_seat_table_is_complete(const dx_seat_table *table)
{
    return table->tried == table->to_try;
}

// The table of some seats that see alike, for about so many steps of policies.
// What goes with no case of one of the `others`, other tables of this ground
// (may be NULL), need not be in it.  DX_ERR_LIMIT if it takes too much,
// DX_ERR_CANCELLED if it is stopped; then the table is empty.
DX_MUST_USE dx_status dx_seat_table_make(dx_seat_table *out,
                                         const dx_seat_ground *ground,
                                         unsigned seats, uint64_t steps,
                                         const dx_seat_table *const *others,
                                         unsigned other_count);
void dx_seat_table_release(dx_seat_table *table);

#endif
