// Prefixes, found by depth and set.

#include "belief/prefix.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void dx_prefixes_init(dx_prefixes *prefixes)
{
    *prefixes = (dx_prefixes){0};
    dx_vector_push(&prefixes->all, (dx_prefix){0});
}

void dx_prefixes_release(dx_prefixes *prefixes)
{
    dx_vector_release(&prefixes->all);
    dx_vector_release(&prefixes->events);
    dx_index_release(&prefixes->index);
}

bool dx_prefix_has(const dx_prefixes *prefixes, uint32_t prefix,
                   dx_formula event)
{
    const dx_prefix *p = &prefixes->all.at[prefix];
    for (size_t i = 0; i < p->count; i++)
        if (prefixes->events.at[p->first + i] == event)
            return true;
    return false;
}

// Writes the events of `before` and `event` behind all others; how many.
static uint32_t write_events(dx_prefixes *prefixes, uint32_t before,
                             dx_formula event)
{
    dx_prefix p = prefixes->all.at[before];
    bool is_in = dx_prefix_has(prefixes, before, event);
    uint32_t count = 0;
    dx_vector_reserve(&prefixes->events, p.count + 1);
    dx_formula *to = prefixes->events.at + prefixes->events.count;
    for (size_t i = 0; i < p.count; i++) {
        dx_formula old = prefixes->events.at[p.first + i];
        if (!is_in && event < old) {
            to[count++] = event;
            is_in = true;
        }
        to[count++] = old;
    }
    if (!is_in)
        to[count++] = event;
    return count;
}

uint32_t dx_prefix_after(dx_prefixes *prefixes, uint32_t before,
                         dx_formula event)
{
    assert(before < prefixes->all.count);
    uint32_t count = write_events(prefixes, before, event);
    dx_prefix made = {prefixes->all.at[before].depth + 1, count,
                      prefixes->events.count};
    const dx_formula *events = prefixes->events.at + made.first;
    size_t bytes = count * sizeof *events;
    uint64_t hash = dx_hash_add(dx_hash_bytes(events, bytes), made.depth);
    dx_probe probe = dx_index_probe(&prefixes->index, hash);
    uint32_t n;
    while ((n = dx_probe_next(&probe)) != DX_INDEX_NONE) {
        const dx_prefix *p = &prefixes->all.at[n];
        if (p->depth == made.depth && p->count == count &&
            memcmp(prefixes->events.at + p->first, events, bytes) == 0)
            return n;
    }
    n = (uint32_t)prefixes->all.count;
    prefixes->events.count += count;
    dx_index_add(&prefixes->index, hash, n);
    dx_vector_push(&prefixes->all, made);
    return n;
}
