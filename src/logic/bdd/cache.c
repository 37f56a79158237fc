// The computed cache: which results are remembered, and for how long.
//
// Without it the recursions would walk every path; with it, every pair of
// nodes once.  A slot is simply overwritten, so forgetting costs time and
// never truth.

#include "logic/bdd/inside.h"

#include <string.h>

enum { CACHE_BITS_MAX = 22 }; // 64 MB

dx_bdd dx_bdd_cache_keep(dx_bdd_manager *m, dx_bdd_operation operation,
                         uint32_t f, uint32_t g, uint32_t h, dx_bdd result)
{
    if (result == DX_BDD_INVALID)
        return result;
    assert(f >> DX_BDD_OPERATION_SHIFT == 0);
    f |= (uint32_t)operation << DX_BDD_OPERATION_SHIFT;
    *dx_bdd_cache_slot(m, f, g, h) =
        (dx_bdd_slot){.f = f, .g = g, .h = h, .result = result};
    return result;
}

// As many slots as there is room for nodes: more would cost more in misses of
// the memory than it saves in steps.
void dx_bdd_cache_grow(dx_bdd_manager *m)
{
    uint32_t bits = m->cache_bits;
    while (bits < CACHE_BITS_MAX && (size_t)1 << bits < m->node_room)
        bits++;
    if (bits == m->cache_bits)
        return;
    dx_bdd_slot *old = m->cache;
    size_t count = (size_t)1 << m->cache_bits;
    m->cache_bits = bits;
    m->cache = dx_alloc((size_t)1 << bits, sizeof *m->cache);
    for (size_t i = 0; i < count; i++)
        if (old[i].f != 0)
            *dx_bdd_cache_slot(m, old[i].f, old[i].g, old[i].h) = old[i];
    dx_free(old);
}

void dx_bdd_cache_clear(dx_bdd_manager *m)
{
    memset(m->cache, 0, ((size_t)1 << m->cache_bits) * sizeof *m->cache);
}

static bool is_in_use(const dx_bdd_manager *m, dx_bdd f)
{
    return dx_bdd_node_of(m, f)->var != DX_BDD_FREE;
}

void dx_bdd_cache_sweep(dx_bdd_manager *m)
{
    const uint32_t edge = (UINT32_C(1) << DX_BDD_OPERATION_SHIFT) - 1;
    for (size_t i = 0; i < (size_t)1 << m->cache_bits; i++) {
        dx_bdd_slot *slot = &m->cache[i];
        if (slot->f == 0)
            continue;
        // A substitution is never asked for again once it is done.
        if (slot->f >> DX_BDD_OPERATION_SHIFT == DX_BDD_OP_SUBSTITUTE ||
            !is_in_use(m, slot->f & edge) || !is_in_use(m, slot->g) ||
            !is_in_use(m, slot->h) || !is_in_use(m, slot->result))
            *slot = (dx_bdd_slot){0};
    }
}
