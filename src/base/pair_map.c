#include "base/pair_map.h"

#include "base/base.h"
#include "base/hash.h"

static uint64_t hash_of(uint32_t a, uint32_t b)
{
    return dx_hash_mix((uint64_t)a << 32 | b);
}

static dx_pair *find(const dx_pair_map *map, uint32_t a, uint32_t b)
{
    dx_probe probe = dx_index_probe(&map->index, hash_of(a, b));
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (map->pairs.at[i].a == a && map->pairs.at[i].b == b)
            return &map->pairs.at[i];
    return NULL;
}

uint32_t dx_pair_map_find(const dx_pair_map *map, uint32_t a, uint32_t b)
{
    const dx_pair *pair = find(map, a, b);
    return pair != NULL ? pair->value : UINT32_MAX;
}

void dx_pair_map_put(dx_pair_map *map, uint32_t a, uint32_t b, uint32_t value)
{
    DX_REQUIRE(value != UINT32_MAX, "a value other than UINT32_MAX");
    dx_pair *pair = find(map, a, b);
    if (pair != NULL) {
        pair->value = value;
        return;
    }
    dx_index_add(&map->index, hash_of(a, b), (uint32_t)map->pairs.count);
    dx_vector_push(&map->pairs, (dx_pair){a, b, value});
}

void dx_pair_map_release(dx_pair_map *map)
{
    dx_vector_release(&map->pairs);
    dx_index_release(&map->index);
}
