// Sets as words of 64 bits: operations are loops over words.  Bits behind the
// last member are always zero (`trim`), so that equality, counting and
// emptiness need not look at where the set ends.

#include "base/bitset.h"

#include "base/memory.h"

#include <string.h>

dx_bitset dx_bitset_new(size_t size)
{
    return (dx_bitset){
        .size = size,
        .word = dx_alloc(dx_bitset_words(size), sizeof(uint64_t)),
    };
}

dx_bitset dx_bitset_copy(const dx_bitset *set)
{
    size_t bytes = dx_bitset_words(set->size) * sizeof(uint64_t);
    return (dx_bitset){.size = set->size, .word = dx_copy(set->word, bytes)};
}

void dx_bitset_release(dx_bitset *set)
{
    dx_free(set->word);
    *set = (dx_bitset){0};
}

// Restores the invariant after whole words were written.
static void trim(dx_bitset *set)
{
    if (set->size % 64 != 0)
        set->word[set->size / 64] &= (UINT64_C(1) << (set->size % 64)) - 1;
}

void dx_bitset_fill(dx_bitset *set)
{
    memset(set->word, 0xff, dx_bitset_words(set->size) * sizeof(uint64_t));
    trim(set);
}

void dx_bitset_clear(dx_bitset *set)
{
    memset(set->word, 0, dx_bitset_words(set->size) * sizeof(uint64_t));
}

void dx_bitset_and(dx_bitset *into, const dx_bitset *other)
{
    assert(into->size == other->size);
    for (size_t i = 0; i < dx_bitset_words(into->size); i++)
        into->word[i] &= other->word[i];
}

void dx_bitset_or(dx_bitset *into, const dx_bitset *other)
{
    assert(into->size == other->size);
    for (size_t i = 0; i < dx_bitset_words(into->size); i++)
        into->word[i] |= other->word[i];
}

void dx_bitset_xor(dx_bitset *into, const dx_bitset *other)
{
    assert(into->size == other->size);
    for (size_t i = 0; i < dx_bitset_words(into->size); i++)
        into->word[i] ^= other->word[i];
}

void dx_bitset_minus(dx_bitset *into, const dx_bitset *other)
{
    assert(into->size == other->size);
    for (size_t i = 0; i < dx_bitset_words(into->size); i++)
        into->word[i] &= ~other->word[i];
}

void dx_bitset_flip(dx_bitset *set)
{
    for (size_t i = 0; i < dx_bitset_words(set->size); i++)
        set->word[i] = ~set->word[i];
    trim(set);
}

void dx_bitset_assign(dx_bitset *into, const dx_bitset *other)
{
    assert(into->size == other->size);
    memcpy(into->word, other->word,
           dx_bitset_words(into->size) * sizeof(uint64_t));
}

size_t dx_bitset_count(const dx_bitset *set)
{
    size_t count = 0;
    for (size_t i = 0; i < dx_bitset_words(set->size); i++)
        count += (size_t)__builtin_popcountll(set->word[i]);
    return count;
}

bool dx_bitset_is_empty(const dx_bitset *set)
{
    for (size_t i = 0; i < dx_bitset_words(set->size); i++)
        if (set->word[i] != 0)
            return false;
    return true;
}

bool dx_bitset_equal(const dx_bitset *a, const dx_bitset *b)
{
    return a->size == b->size &&
           memcmp(a->word, b->word,
                  dx_bitset_words(a->size) * sizeof(uint64_t)) == 0;
}

bool dx_bitset_within(const dx_bitset *part, const dx_bitset *whole)
{
    assert(part->size == whole->size);
    for (size_t i = 0; i < dx_bitset_words(part->size); i++)
        if ((part->word[i] & ~whole->word[i]) != 0)
            return false;
    return true;
}

size_t dx_bitset_next(const dx_bitset *set, size_t from)
{
    if (from >= set->size)
        return set->size;
    size_t i = from / 64;
    uint64_t word = set->word[i] & (~UINT64_C(0) << (from % 64));
    while (word == 0) {
        if (++i == dx_bitset_words(set->size))
            return set->size;
        word = set->word[i];
    }
    return i * 64 + (size_t)__builtin_ctzll(word);
}
