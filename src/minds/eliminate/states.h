// minds/eliminate/states.h -- the states of a dynamic programme, equal ones
// merged.
//
// A state is a string of bytes with a weight; adding one that is there adds
// the weights.  Clearing costs nothing, so that a hundred thousand small runs
// can use the same tables.

#ifndef DX_MINDS_ELIMINATE_STATES_H
#define DX_MINDS_ELIMINATE_STATES_H

#include "base/natural.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zeros but `stride` and `weighs`: no states.
typedef struct dx_states {
    size_t stride; // words of a state
    bool weighs;
    size_t count, room;
    uint64_t *keys;      // count * stride
    dx_natural *weights; // NULL if nothing is weighed
    uint64_t *slots;     // stamp, some of the hash, number of a state
    size_t slot_count;   // a power of two, or 0
    uint32_t stamp;
} dx_states;

void dx_states_release(dx_states *states);

// No states, of `stride` words each.
void dx_states_clear(dx_states *states, size_t stride, bool weighs);

// The number of the state `key`, added with weight 0 if it is new.
size_t dx_states_find(dx_states *states, const uint64_t *key);

// Its number, or DX_STATE_NONE if it is not there.
#define DX_STATE_NONE SIZE_MAX
size_t dx_states_seek(const dx_states *states, const uint64_t *key);

static inline const uint8_t *dx_states_key(const dx_states *states, size_t i)
{
    return (const uint8_t *)(states->keys + i * states->stride);
}

// How many bytes it holds; and with what its weights hold, which in one layer
// are all of about one size.
size_t dx_states_bytes(const dx_states *states);
size_t dx_states_layer_bytes(const dx_states *states);

#endif
