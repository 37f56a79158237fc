// minds/by_hand_private.h -- the plan and a run of minds/by_hand.h, as
// by_hand.c and by_hand_world.c share them.

#ifndef DX_MINDS_BY_HAND_PRIVATE_H
#define DX_MINDS_BY_HAND_PRIVATE_H

#include "minds/by_hand.h"

// The hidden part of a number of the inner scope: cards of these kinds in the
// whole hand or, if it is not DX_NONE, a number that ran along.
typedef struct dx_hand_part {
    uint64_t kinds;
    unsigned number;
} dx_hand_part;

struct dx_by_hand {
    uint64_t hand;                     // places
    DX_VECTOR(dx_hand_number) numbers; // that must run along
    DX_VECTOR(dx_hand_part) parts;     // of each sum of the outlook
    dx_reading seen[DX_KINDS_MAX];     // how many of each kind the mind sees
    const dx_hand_list *list;          // NULL: not asked for yet
};

typedef struct dx_hand_run {
    dx_outlook *o;
    const uint8_t *self;
    const bool *ignored;
    const dx_hand_list *list;
    dx_effort *effort;
    uint64_t room;        // of each kind, packed as ways are
    uint64_t ways[16][8]; // to take so many of a kind
    uint8_t *sums;
} dx_hand_run;

// False if the effort is spent.
bool dx_hand_run_begin(dx_hand_run *run, dx_outlook *outlook,
                       const uint8_t *self, const bool *ignored,
                       dx_effort *effort);
void dx_hand_run_end(dx_hand_run *run);

// In how many ways the cards of way number `way` can be taken from those there
// are (1 where nothing is weighed); 0: it does not fit.
uint64_t dx_hand_run_count(const dx_hand_run *run, size_t way);

// The numbers of the inner scope with a way.
void dx_hand_run_read(const dx_hand_run *run, size_t way, uint64_t *out_vector);

#endif
