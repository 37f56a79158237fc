// base/pair_map.h -- from pairs of numbers to numbers.
//
// What a memo of "this formula in that situation" needs.  A map of zeros is an
// empty map; a map over single numbers has 0 as the second of each pair.

#ifndef DX_BASE_PAIR_MAP_H
#define DX_BASE_PAIR_MAP_H

#include "base/index.h"
#include "base/vector.h"

typedef struct dx_pair {
    uint32_t a, b, value;
} dx_pair;

typedef struct dx_pair_map {
    DX_VECTOR(dx_pair) pairs;
    dx_index index; // finds a pair by a and b
} dx_pair_map;

// The value of the pair, UINT32_MAX if it has none.
uint32_t dx_pair_map_find(const dx_pair_map *map, uint32_t a, uint32_t b);
// Gives the pair a value other than UINT32_MAX, in place of the one it had.
void dx_pair_map_put(dx_pair_map *map, uint32_t a, uint32_t b, uint32_t value);
void dx_pair_map_release(dx_pair_map *map);

#endif
