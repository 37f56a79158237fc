// minds/believe/seatwise_private.h -- shared by seatwise.c, which makes the
// tables, and seatwise_worlds.c, which puts worlds together from them.

#ifndef DX_MINDS_BELIEVE_SEATWISE_PRIVATE_H
#define DX_MINDS_BELIEVE_SEATWISE_PRIVATE_H

#include "base/hash.h"
#include "minds/believe/seat_table.h"
#include "minds/believe/seatwise.h"

typedef struct dx_seatwise_table {
    dx_seat_table t;
    uint64_t shared; // its places that tables before it tell of too
    // Cases in the order of what they say of these, as a hash; and of each its
    // hash, and the weight of all up to it.
    uint32_t *order;
    uint64_t *hash;
    double *so_far;
    double *drawn; // the weight drawn with each case
    // How many cases were drawn among many, and of these went with the others.
    uint64_t tries, fitting;
} dx_seatwise_table;

struct dx_seatwise {
    dx_seat_ground ground;
    dx_frames *frames;
    dx_own_space own;
    dx_event *past;
    uint64_t *reads;
    unsigned count;
    dx_seatwise_table tables[DX_SEATS_MAX];
    uint64_t places; // that a table tells of
    bool is_single;  // every kind has one copy
    bool is_bound;   // some bound is about places of several tables
    void *truth;     // of the world that is visited
    uint64_t looks;  // at cases, to draw
    // How often what is left was dealt hand by hand, and came out well.
    unsigned dealings, dealt_well;
    // The world that is put together.
    uint64_t known, used; // places, and kinds where they are single
    uint8_t left[DX_KINDS_MAX];
    const uint8_t *laid[DX_PLACES_MAX];
    dx_dealt dealt;
};

// How many cards a place hides.
static inline unsigned dx_seatwise_size(const dx_seatwise *s, unsigned place)
{
    return place < s->own.space.place_count ? s->own.space.place[place].size
                                            : 1;
}

#endif
