#include "base/pair_map.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

static size_t slot_of(const dx_pair_map *map, uint64_t key)
{
    size_t slot = (size_t)dx_hash_mix(key) & (map->room - 1);
    while (map->value[slot] != UINT32_MAX && map->key[slot] != key)
        slot = (slot + 1) & (map->room - 1);
    return slot;
}

uint32_t dx_pair_map_find(const dx_pair_map *map, uint32_t a, uint32_t b)
{
    if (map->room == 0)
        return UINT32_MAX;
    return map->value[slot_of(map, (uint64_t)a << 32 | b)];
}

static void grow(dx_pair_map *map)
{
    dx_pair_map larger = {.room = map->room == 0 ? 16 : 2 * map->room,
                          .count = map->count};
    larger.key = dx_alloc_raw(larger.room, sizeof *larger.key);
    larger.value = dx_alloc_raw(larger.room, sizeof *larger.value);
    memset(larger.value, 0xff, larger.room * sizeof *larger.value);
    for (size_t i = 0; i < map->room; i++)
        if (map->value[i] != UINT32_MAX) {
            size_t slot = slot_of(&larger, map->key[i]);
            larger.key[slot] = map->key[i];
            larger.value[slot] = map->value[i];
        }
    dx_pair_map_release(map);
    *map = larger;
}

void dx_pair_map_put(dx_pair_map *map, uint32_t a, uint32_t b, uint32_t value)
{
    DX_REQUIRE(value != UINT32_MAX, "a value other than UINT32_MAX");
    if (2 * map->count >= map->room)
        grow(map);
    uint64_t key = (uint64_t)a << 32 | b;
    size_t slot = slot_of(map, key);
    map->count += map->value[slot] == UINT32_MAX;
    map->key[slot] = key;
    map->value[slot] = value;
}

void dx_pair_map_release(dx_pair_map *map)
{
    dx_free(map->key);
    dx_free(map->value);
    *map = (dx_pair_map){0};
}
