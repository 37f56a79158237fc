// base/bitset.h -- sets of small numbers: the worlds where a formula holds.
//
// A formula denotes a set of worlds, so these sets are what the kernel
// computes with; and, or, and-not over whole words are its inner loops.
//
// Invariant: the bits behind `size` in the last word are zero, so that sets
// can be counted and compared word by word.

#ifndef DX_BASE_BITSET_H
#define DX_BASE_BITSET_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_bitset {
    size_t size; // members are 0 .. size - 1
    uint64_t *word;
} dx_bitset;

static inline size_t dx_bitset_words(size_t size)
{
    return (size + 63) / 64;
}

// An empty set over 0 .. size - 1; released with dx_bitset_release.
dx_bitset dx_bitset_new(size_t size);
dx_bitset dx_bitset_copy(const dx_bitset *set);
void dx_bitset_release(dx_bitset *set);

static inline bool dx_bitset_has(const dx_bitset *set, size_t member)
{
    assert(member < set->size);
    return set->word[member / 64] >> (member % 64) & 1;
}

static inline void dx_bitset_add(dx_bitset *set, size_t member)
{
    assert(member < set->size);
    set->word[member / 64] |= UINT64_C(1) << (member % 64);
}

static inline void dx_bitset_remove(dx_bitset *set, size_t member)
{
    assert(member < set->size);
    set->word[member / 64] &= ~(UINT64_C(1) << (member % 64));
}

// All members, or none.
void dx_bitset_fill(dx_bitset *set);
void dx_bitset_clear(dx_bitset *set);

// `into` becomes `into` op `other`; both have the same size.
void dx_bitset_and(dx_bitset *into, const dx_bitset *other);
void dx_bitset_or(dx_bitset *into, const dx_bitset *other);
void dx_bitset_xor(dx_bitset *into, const dx_bitset *other);
void dx_bitset_minus(dx_bitset *into, const dx_bitset *other);
void dx_bitset_flip(dx_bitset *set); // the complement
void dx_bitset_assign(dx_bitset *into, const dx_bitset *other);

size_t dx_bitset_count(const dx_bitset *set);
bool dx_bitset_is_empty(const dx_bitset *set);
bool dx_bitset_equal(const dx_bitset *a, const dx_bitset *b);
bool dx_bitset_within(const dx_bitset *part, const dx_bitset *whole);

// The first member >= from, or set->size if there is none:
//
//     for (size_t w = dx_bitset_next(&set, 0); w < set.size;
//          w = dx_bitset_next(&set, w + 1))
size_t dx_bitset_next(const dx_bitset *set, size_t from);

#endif
