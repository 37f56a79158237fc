// base/hash.h -- mixing bits for hash tables.  Not for secrets.

#ifndef DX_BASE_HASH_H
#define DX_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

// A bijection of 64-bit words in which every input bit reaches every output
// bit (the finaliser of Stafford's variant 13 of MurmurHash3, as used in
// splitmix64).
static inline uint64_t dx_hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return x;
}

// Adds `value` to a running hash.
static inline uint64_t dx_hash_add(uint64_t hash, uint64_t value)
{
    return dx_hash_mix(hash ^ (value + UINT64_C(0x9e3779b97f4a7c15)));
}

// `bytes` may be NULL if there are none: an empty vector is hashed like any.
uint64_t dx_hash_bytes(const void *bytes, size_t count);

#endif
