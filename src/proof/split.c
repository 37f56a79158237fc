// A conjunction in parts that have nothing to do with each other.
//
// Conjuncts that share an atom belong together, and so does what belongs to
// either of them: connected components, by union and find over atoms.

#include "proof/core.h"

#include "base/bitset.h"
#include "base/memory.h"

typedef struct splitting {
    dx_core *core;
    dx_node_list conjuncts;
    uint32_t *parent; // of atoms; the representative of a component is its own
    dx_bitset seen;   // nodes, in one conjunct
} splitting;

static void add_conjuncts(splitting *s, dx_node node)
{
    if (dx_core_kind_of(s->core, node) != DX_CORE_AND) {
        dx_vector_push(&s->conjuncts, node);
        return;
    }
    for (size_t i = 0; i < dx_core_count(s->core, node); i++)
        add_conjuncts(s, dx_core_part(s->core, node, i));
}

static uint32_t find(const splitting *s, uint32_t atom)
{
    while (s->parent[atom] != atom)
        atom = s->parent[atom];
    return atom;
}

// Joins all atoms below `node` with *first, which is the first that is met.
static void join(splitting *s, dx_node node, uint32_t *first)
{
    dx_core_kind kind = dx_core_kind_of(s->core, node);
    if (dx_bitset_has(&s->seen, node))
        return;
    dx_bitset_add(&s->seen, node);
    if (kind == DX_CORE_ATOM || kind == DX_CORE_NOT_ATOM) {
        uint32_t atom = (uint32_t)dx_core_atom_of(s->core, node);
        if (*first == UINT32_MAX)
            *first = atom;
        s->parent[find(s, atom)] = find(s, *first);
        return;
    }
    if (kind == DX_CORE_ALWAYS || kind == DX_CORE_EVENTUALLY)
        join(s, dx_core_unfolding(s->core, node), first);
    for (size_t i = 0; i < dx_core_count(s->core, node); i++)
        join(s, dx_core_part(s->core, node, i), first);
}

// The conjuncts whose atoms are in the component, and those without any.
static dx_node gather(splitting *s, const uint32_t *first, uint32_t component)
{
    dx_node_list own = {0};
    for (size_t i = 0; i < s->conjuncts.count; i++)
        if (first[i] == UINT32_MAX || find(s, first[i]) == component)
            dx_vector_push(&own, s->conjuncts.at[i]);
    dx_node made = dx_core_and(s->core, own.count, own.at);
    dx_vector_release(&own);
    return made;
}

dx_node_list dx_core_split(dx_core *core, dx_node node)
{
    splitting s = {.core = core};
    size_t atoms = dx_core_atoms(core);
    add_conjuncts(&s, node);
    uint32_t *first = dx_alloc(s.conjuncts.count, sizeof *first);
    s.parent = dx_alloc(atoms, sizeof *s.parent);
    for (size_t p = 0; p < atoms; p++)
        s.parent[p] = (uint32_t)p;
    for (size_t i = 0; i < s.conjuncts.count; i++) {
        // Unfolding a fixpoint may make the negations that are missing.
        s.seen = dx_bitset_new(dx_core_nodes(core) * 4 + 1000);
        first[i] = UINT32_MAX;
        join(&s, s.conjuncts.at[i], &first[i]);
        dx_bitset_release(&s.seen);
    }
    dx_node_list parts = {0};
    for (uint32_t p = 0; p < atoms; p++)
        if (s.parent[p] == p) {
            dx_node part = gather(&s, first, p);
            dx_vector_push(&parts, part);
        }
    dx_vector_release(&s.conjuncts);
    dx_free(s.parent);
    dx_free(first);
    return parts;
}
