// base/index.h -- finding things by what they are: one hash table for all.
//
// Things live elsewhere, mostly in a vector, and have numbers; the index finds
// the numbers of those that may be the one looked for.  It keeps the hash of
// each number and nothing else of the thing, so hashing and comparing stay
// with the caller, inline, and the index can grow without asking anybody:
//
//     uint64_t hash = dx_hash_bytes(text, length);
//     dx_probe probe = dx_index_probe(&names->index, hash);
//     uint32_t name;
//     while ((name = dx_probe_next(&probe)) != DX_INDEX_NONE)
//         if (strcmp(names->text.at[name], text) == 0)
//             return name;                       // known
//     name = (uint32_t)names->text.count;
//     dx_vector_push(&names->text, dx_copy_text(text));
//     dx_index_add(&names->index, hash, name);
//
// Open addressing with linear probing (Knuth 6.4, algorithm L), at most half
// full: on average a look at one and a half slots for what is there and at two
// and a half for what is not.  32 bits of the hash are compared first, so that
// the caller is asked about few things that are different.  An index of zeros
// is an empty index.

#ifndef DX_BASE_INDEX_H
#define DX_BASE_INDEX_H

#include "base/base.h"

#include <stddef.h>
#include <stdint.h>

// No number; so numbers are below it.
#define DX_INDEX_NONE UINT32_MAX

typedef struct dx_index_slot {
    uint32_t hash;
    uint32_t number; // plus 1; 0: free
} dx_index_slot;

typedef struct dx_index {
    dx_index_slot *slot;
    size_t room, count; // room is a power of two, or 0
} dx_index;

// A walk over the numbers with one hash.  Ends when the index is changed.
typedef struct dx_probe {
    const dx_index *index;
    uint32_t hash, at;
} dx_probe;

static inline dx_probe dx_index_probe(const dx_index *index, uint64_t hash)
{
    return (dx_probe){index, (uint32_t)hash, (uint32_t)hash};
}

// The next number that was added with this hash (or with another one of the
// same low 32 bits), DX_INDEX_NONE behind the last.
static inline uint32_t dx_probe_next(dx_probe *probe)
{
    const dx_index *index = probe->index;
    if (index->room == 0)
        return DX_INDEX_NONE;
    for (;;) {
        const dx_index_slot *slot = &index->slot[probe->at & (index->room - 1)];
        if (slot->number == 0)
            return DX_INDEX_NONE;
        probe->at++;
        if (slot->hash == probe->hash)
            return slot->number - 1;
    }
}

// Makes room for so many numbers.
void dx_index_reserve(dx_index *index, size_t count);

// Adds a number, behind those of its cluster; it is not looked for first.  All
// of the low 32 bits of a hash should be well mixed (base/hash.h).
static inline void dx_index_add(dx_index *index, uint64_t hash, uint32_t number)
{
    DX_REQUIRE(number != DX_INDEX_NONE, "a number below DX_INDEX_NONE");
    if (2 * (index->count + 1) > index->room)
        dx_index_reserve(index, index->count + 1);
    size_t mask = index->room - 1, at = (uint32_t)hash & mask;
    while (index->slot[at].number != 0)
        at = (at + 1) & mask;
    index->slot[at] = (dx_index_slot){(uint32_t)hash, number + 1};
    index->count++;
}

// Takes a number out that was added with this hash.
void dx_index_remove(dx_index *index, uint64_t hash, uint32_t number);

// Takes all out; the room stays.
void dx_index_clear(dx_index *index);
void dx_index_release(dx_index *index);

#endif
