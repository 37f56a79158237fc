// A hash table whose clearing costs nothing: a slot counts only if it carries
// the stamp of the present clearing, and once in 65,535 times, when stamps run
// out, all slots are wiped.  Beside the stamp a slot has 16 bits of the hash,
// so that few keys are compared in vain, and the number of the state.  Open
// addressing, at most half full; base/index.h is not used, since it pays for
// clearing.

#include "minds/eliminate/states.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { SLOTS_LEAST = 64, STAMP_MAX = UINT16_MAX };

void dx_states_release(dx_states *states)
{
    if (states->weights != NULL)
        dx_natural_release_all(states->weights, states->count);
    dx_free(states->weights);
    dx_free(states->keys);
    dx_free(states->slots);
    *states = (dx_states){0};
}

void dx_states_clear(dx_states *states, size_t stride, bool weighs)
{
    assert(stride > 0);
    if (states->weighs)
        dx_natural_release_all(states->weights, states->count);
    if (states->stride != stride || states->weighs != weighs) {
        dx_free(states->keys);
        dx_free(states->weights);
        states->keys = NULL;
        states->weights = NULL;
        states->room = 0;
    }
    states->stride = stride;
    states->weighs = weighs;
    states->count = 0;
    if (++states->stamp > STAMP_MAX) {
        memset(states->slots, 0, states->slot_count * sizeof *states->slots);
        states->stamp = 1;
    }
}

// Every state is hashed, most of them found again: this is the inner loop of
// all that is asked.
static inline uint64_t hash(const uint64_t *key, size_t stride)
{
    uint64_t h = 0;
    for (size_t i = 0; i < stride; i++) {
        h = (h ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return h;
}

// What a slot begins with: the stamp of this clearing and some of the hash.
static inline uint64_t tag(const dx_states *states, uint64_t h)
{
    return (uint64_t)states->stamp << 48 | (h >> 48) << 32;
}

static inline bool is_free(const dx_states *states, size_t at)
{
    return states->slots[at] >> 48 != states->stamp;
}

static void put(dx_states *states, uint64_t h, size_t number)
{
    size_t mask = states->slot_count - 1, at = (size_t)h & mask;
    while (!is_free(states, at))
        at = (at + 1) & mask;
    states->slots[at] = tag(states, h) | number;
}

static void grow_slots(dx_states *states)
{
    states->slot_count =
        states->slot_count == 0 ? SLOTS_LEAST : 2 * states->slot_count;
    dx_free(states->slots);
    states->slots = dx_alloc(states->slot_count, sizeof *states->slots);
    states->stamp = 1;
    assert((states->slot_count & (states->slot_count - 1)) == 0);
    assert(states->count <= UINT32_MAX); // a slot has 32 bits for a number
    for (size_t i = 0; i < states->count; i++)
        put(states, hash(states->keys + i * states->stride, states->stride), i);
}

static void grow_room(dx_states *states)
{
    states->room = states->room == 0 ? SLOTS_LEAST / 2 : 2 * states->room;
    states->keys = dx_resize(states->keys, states->room * states->stride,
                             sizeof *states->keys);
    if (states->weighs)
        states->weights =
            dx_resize(states->weights, states->room, sizeof *states->weights);
}

static inline bool is_same(const uint64_t *a, const uint64_t *b, size_t stride)
{
    for (size_t i = 0; i < stride; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

// The slot of a state, or the free one where it would be.
static inline size_t slot_of(const dx_states *states, const uint64_t *key,
                             uint64_t h)
{
    size_t stride = states->stride, mask = states->slot_count - 1;
    uint64_t wanted = tag(states, h) >> 32;
    size_t at = (size_t)h & mask;
    assert(states->count < states->slot_count); // so the search ends
    for (; !is_free(states, at); at = (at + 1) & mask)
        if (states->slots[at] >> 32 == wanted &&
            is_same(states->keys + (uint32_t)states->slots[at] * stride, key,
                    stride))
            break;
    return at;
}

size_t dx_states_find(dx_states *states, const uint64_t *key)
{
    size_t stride = states->stride;
    if (2 * states->count >= states->slot_count)
        grow_slots(states);
    assert(states->stride > 0 && states->stamp > 0);
    uint64_t h = hash(key, stride);
    size_t at = slot_of(states, key, h);
    if (!is_free(states, at))
        return (uint32_t)states->slots[at];
    if (states->count == states->room)
        grow_room(states);
    size_t number = states->count++;
    memcpy(states->keys + number * stride, key, stride * sizeof *key);
    if (states->weighs)
        states->weights[number] = (dx_natural){0};
    states->slots[at] = tag(states, h) | number;
    return number;
}

size_t dx_states_seek(const dx_states *states, const uint64_t *key)
{
    if (states->count == 0)
        return DX_STATE_NONE;
    size_t at = slot_of(states, key, hash(key, states->stride));
    return is_free(states, at) ? DX_STATE_NONE : (uint32_t)states->slots[at];
}

size_t dx_states_bytes(const dx_states *states)
{
    return states->room * (states->stride * sizeof *states->keys +
                           (states->weighs ? sizeof *states->weights : 0)) +
           states->slot_count * sizeof *states->slots;
}

size_t dx_states_layer_bytes(const dx_states *states)
{
    size_t each = states->weighs && states->count > 0
                      ? dx_natural_heap(&states->weights[0])
                      : 0;
    return dx_states_bytes(states) + states->count * each;
}
