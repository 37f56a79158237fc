// Garbage: references from outside, and giving back what they do not reach.
//
// Mark and sweep, and only in dx_bdd_tidy, dx_bdd_collect and before
// reordering.  Counting references at every node would make every operation
// dearer and every forgotten release a leak or worse; this way a caller may
// forget all about references between two tidies.

#include "logic/bdd/inside.h"

#include "base/bitset.h"

dx_bdd dx_bdd_ref(dx_bdd_manager *m, dx_bdd f)
{
    if (f == DX_BDD_INVALID || dx_bdd_is_constant(f))
        return f;
    DX_REQUIRE(f >> 1 < m->node_count && m->node[f >> 1].var != DX_BDD_FREE,
               "a handle of this manager, referenced if it is old");
    m->refs[f >> 1]++;
    return f;
}

void dx_bdd_deref(dx_bdd_manager *m, dx_bdd f)
{
    if (f == DX_BDD_INVALID || dx_bdd_is_constant(f))
        return;
    DX_REQUIRE(f >> 1 < m->node_count && m->refs[f >> 1] > 0,
               "no more dx_bdd_deref than dx_bdd_ref");
    m->refs[f >> 1]--;
}

// Recursion goes by levels, so it is as deep as there are variables.
static void mark(const dx_bdd_manager *m, dx_bitset *live, uint32_t node)
{
    while (!dx_bitset_has(live, node)) {
        assert(m->node[node].var != DX_BDD_FREE); // children are in use
        dx_bitset_add(live, node);
        mark(m, live, m->node[node].low >> 1);
        node = m->node[node].high >> 1;
    }
}

static void sweep_table(dx_bdd_manager *m, dx_bdd_table *table,
                        const dx_bitset *live)
{
    for (size_t b = 0; b < (size_t)1 << table->bits; b++)
        for (uint32_t *link = &table->bucket[b]; *link != DX_BDD_NIL;) {
            uint32_t node = *link;
            if (dx_bitset_has(live, node)) {
                link = &m->node[node].next;
                continue;
            }
            *link = m->node[node].next;
            table->count--;
            dx_bdd_node_drop(m, node);
        }
}

void dx_bdd_collect(dx_bdd_manager *m)
{
    dx_bitset live = dx_bitset_new(m->node_count);
    dx_bitset_add(&live, 0);
    for (uint32_t node = 1; node < m->node_count; node++)
        if (m->node[node].var != DX_BDD_FREE && m->refs[node] > 0)
            mark(m, &live, node);
    for (uint32_t v = 0; v < m->variable_count; v++)
        sweep_table(m, &m->table[v], &live);
    dx_bitset_release(&live);
    dx_bdd_cache_sweep(m);

    // Next time at twice as many, but well before the limit.
    size_t used = dx_bdd_nodes(m), most = m->options.nodes_max;
    size_t half_way = used < most ? used + (most - used) / 2 : used;
    m->collect_at =
        2 * used > DX_BDD_COLLECT_MIN ? 2 * used : DX_BDD_COLLECT_MIN;
    if (m->collect_at > half_way)
        m->collect_at = half_way;
}

void dx_bdd_reorder_from(dx_bdd_manager *m, size_t nodes)
{
    m->reorder_at = nodes;
}

void dx_bdd_tidy(dx_bdd_manager *m)
{
    bool is_large = m->reorder_at > 0 && dx_bdd_nodes(m) >= m->reorder_at;
    if (is_large || dx_bdd_nodes(m) >= m->collect_at)
        dx_bdd_collect(m);
    if (!is_large)
        return;
    if (dx_bdd_nodes(m) >= m->reorder_at / 2) // and not just garbage
        dx_bdd_reorder(m);
    size_t twice = 2 * dx_bdd_nodes(m);
    m->reorder_at = twice > m->reorder_at ? twice : m->reorder_at;
}
