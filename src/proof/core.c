// The store of core nodes.
//
// A node is a row: kind, parts, agents.  Equal rows are one node, found by an
// index, so that a part that occurs twice is reduced, encoded and decided once,
// and to compare formulas is to compare numbers.  There is no node for "not":
// dx_core_not moves it inwards by de Morgan's laws as far as the atoms and
// remembers for each node its opposite, in both directions, so a formula and
// its negation take about twice the nodes of one of them.
//
// Junctions are simplified as they are made (what changes nothing, what is
// there already, a part beside its opposite).  Each part is compared with those
// kept before it: quadratic in the length of one chain, which is short beside
// what the procedures do with it.
//
// Fixpoints alone are not shared.  The unfolding of an "always" contains it and
// so comes later; a running number keeps two of them apart even if they will
// say the same.

#include "proof/core.h"

#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/vector.h"
#include "logic/kripke/model.h"

#include <assert.h>
#include <string.h>

#define NONE UINT32_MAX

typedef struct node {
    dx_core_kind kind;
    uint32_t count, atom;
    uint64_t set;
    size_t first;
    dx_node opposite, unfolding; // NONE until known
    dx_formula meaning;          // of fixpoints
    uint32_t depth;
} node;

struct dx_core {
    dx_formulas *store;
    DX_VECTOR(node) nodes;
    DX_VECTOR(dx_node) parts;
    DX_VECTOR(dx_formula) atoms;
    DX_VECTOR(dx_name) agents;
    dx_index index; // finds a node by what it says
    uint32_t depth; // of the deepest
    bool has_fixpoints, has_groups;
};

dx_core *dx_core_new(dx_formulas *store)
{
    dx_core *core = dx_alloc(1, sizeof *core);
    core->store = store;
    dx_core_truth(core, false);
    dx_core_truth(core, true);
    return core;
}

void dx_core_free(dx_core *core)
{
    if (core == NULL)
        return;
    dx_vector_release(&core->nodes);
    dx_vector_release(&core->parts);
    dx_vector_release(&core->atoms);
    dx_vector_release(&core->agents);
    dx_index_release(&core->index);
    dx_free(core);
}

dx_formulas *dx_core_formulas(const dx_core *core)
{
    return core->store;
}

static bool is_same(const dx_core *core, dx_node n, const node *like,
                    const dx_node *parts)
{
    const node *it = &core->nodes.at[n];
    return it->kind == like->kind && it->count == like->count &&
           it->atom == like->atom && it->set == like->set &&
           (like->count == 0 || memcmp(core->parts.at + it->first, parts,
                                       like->count * sizeof *parts) == 0);
}

static uint64_t hash_of(const node *like, const dx_node *parts)
{
    uint64_t hash = dx_hash_add(like->set, like->kind);
    hash = dx_hash_add(hash, like->atom);
    for (size_t i = 0; i < like->count; i++)
        hash = dx_hash_add(hash, parts[i]);
    return hash;
}

// One more than the deepest part.
static uint32_t depth_above(dx_core *core, size_t count, const dx_node *parts)
{
    uint32_t depth = 0;
    assert(parts != NULL || count == 0);
    for (size_t i = 0; i < count; i++)
        if (core->nodes.at[parts[i]].depth > depth)
            depth = core->nodes.at[parts[i]].depth;
    if (depth >= core->depth)
        core->depth = depth + 1;
    return depth + 1;
}

static dx_node add(dx_core *core, node like, const dx_node *parts)
{
    uint64_t hash = hash_of(&like, parts);
    dx_probe probe = dx_index_probe(&core->index, hash);
    dx_node n;
    while ((n = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (is_same(core, n, &like, parts))
            return n;
    n = (dx_node)core->nodes.count;
    dx_index_add(&core->index, hash, n);
    like.first = core->parts.count;
    like.opposite = like.unfolding = NONE;
    like.depth = depth_above(core, like.count, parts);
    assert(parts != NULL || like.count == 0);
    for (size_t i = 0; i < like.count; i++)
        dx_vector_push(&core->parts, parts[i]);
    dx_vector_push(&core->nodes, like);
    return n;
}

dx_node dx_core_truth(dx_core *core, bool value)
{
    return add(core, (node){.kind = value ? DX_CORE_TRUE : DX_CORE_FALSE},
               NULL);
}

dx_node dx_core_atom(dx_core *core, dx_formula atom)
{
    size_t i = 0;
    while (i < core->atoms.count && core->atoms.at[i] != atom)
        i++;
    if (i == core->atoms.count)
        dx_vector_push(&core->atoms, atom);
    return add(core, (node){.kind = DX_CORE_ATOM, .atom = (uint32_t)i}, NULL);
}

static bool is_among(size_t count, const dx_node *nodes, dx_node n)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i] == n)
            return true;
    return false;
}

// A conjunction, or a disjunction: without repetitions and without parts that
// change nothing; a part that decides it all is all of it.
static dx_node junction(dx_core *core, dx_core_kind kind, size_t count,
                        const dx_node *parts)
{
    bool is_and = kind == DX_CORE_AND;
    dx_node neutral = dx_core_truth(core, is_and);
    dx_node deciding = dx_core_truth(core, !is_and);
    dx_node *kept = dx_alloc(count + 1, sizeof *kept);
    size_t kept_count = 0;
    dx_node result = NONE;
    for (size_t i = 0; i < count && result == NONE; i++) {
        assert(parts[i] < core->nodes.count);
        dx_node opposite = core->nodes.at[parts[i]].opposite;
        if (parts[i] == deciding ||
            (opposite != NONE && is_among(kept_count, kept, opposite)))
            result = deciding;
        else if (parts[i] != neutral && !is_among(kept_count, kept, parts[i]))
            kept[kept_count++] = parts[i];
    }
    if (result == NONE && kept_count == 0)
        result = neutral;
    if (result == NONE && kept_count == 1)
        result = kept[0];
    if (result == NONE)
        result = add(core, (node){.kind = kind, .count = (uint32_t)kept_count},
                     kept);
    dx_free(kept);
    return result;
}

dx_node dx_core_and(dx_core *core, size_t count, const dx_node *parts)
{
    return junction(core, DX_CORE_AND, count, parts);
}

dx_node dx_core_or(dx_core *core, size_t count, const dx_node *parts)
{
    return junction(core, DX_CORE_OR, count, parts);
}

dx_node dx_core_and2(dx_core *core, dx_node a, dx_node b)
{
    return dx_core_and(core, 2, (dx_node[]){a, b});
}

dx_node dx_core_or2(dx_core *core, dx_node a, dx_node b)
{
    return dx_core_or(core, 2, (dx_node[]){a, b});
}

static dx_node modal(dx_core *core, dx_core_kind kind, uint64_t set,
                     dx_node body)
{
    assert(set != 0);
    if ((set & (set - 1)) != 0)
        core->has_groups = true;
    return add(core, (node){.kind = kind, .count = 1, .set = set}, &body);
}

dx_node dx_core_box(dx_core *core, uint64_t set, dx_node body)
{
    if (dx_core_kind_of(core, body) == DX_CORE_TRUE)
        return body;
    return modal(core, DX_CORE_BOX, set, body);
}

dx_node dx_core_diamond(dx_core *core, uint64_t set, dx_node body)
{
    if (dx_core_kind_of(core, body) == DX_CORE_FALSE)
        return body;
    return modal(core, DX_CORE_DIAMOND, set, body);
}

dx_node dx_core_always(dx_core *core, dx_formula meaning)
{
    core->has_fixpoints = true;
    // Two fixpoints are never the same node: the running number keeps them
    // apart.
    uint32_t number = (uint32_t)core->nodes.count;
    return add(
        core,
        (node){.kind = DX_CORE_ALWAYS, .atom = number, .meaning = meaning},
        NULL);
}

void dx_core_set_unfolding(dx_core *core, dx_node always, dx_node unfolding)
{
    assert(core->nodes.at[always].kind == DX_CORE_ALWAYS);
    assert(core->nodes.at[always].unfolding == NONE); // given once
    core->nodes.at[always].unfolding = unfolding;
}

dx_node dx_core_unfolding(dx_core *core, dx_node fixpoint)
{
    dx_node unfolding = core->nodes.at[fixpoint].unfolding;
    if (unfolding != NONE)
        return unfolding;
    dx_node always = core->nodes.at[fixpoint].opposite;
    assert(core->nodes.at[fixpoint].kind == DX_CORE_EVENTUALLY);
    assert(core->nodes.at[always].unfolding != NONE);
    unfolding = dx_core_not(core, core->nodes.at[always].unfolding);
    core->nodes.at[fixpoint].unfolding = unfolding;
    return unfolding;
}

static dx_node negated_parts(dx_core *core, dx_node n)
{
    node it = core->nodes.at[n];
    dx_node *parts = dx_alloc(it.count, sizeof *parts);
    for (size_t i = 0; i < it.count; i++)
        parts[i] = dx_core_not(core, core->parts.at[it.first + i]);
    dx_node result = it.kind == DX_CORE_AND
                         ? dx_core_or(core, it.count, parts)
                         : dx_core_and(core, it.count, parts);
    dx_free(parts);
    return result;
}

static dx_node negated(dx_core *core, dx_node n)
{
    node it = core->nodes.at[n];
    switch (it.kind) {
    case DX_CORE_TRUE:
    case DX_CORE_FALSE:
        return dx_core_truth(core, it.kind == DX_CORE_FALSE);
    case DX_CORE_ATOM:
        return add(core, (node){.kind = DX_CORE_NOT_ATOM, .atom = it.atom},
                   NULL);
    case DX_CORE_NOT_ATOM:
        return add(core, (node){.kind = DX_CORE_ATOM, .atom = it.atom}, NULL);
    case DX_CORE_AND:
    case DX_CORE_OR:
        return negated_parts(core, n);
    case DX_CORE_BOX:
        return dx_core_diamond(core, it.set,
                               dx_core_not(core, core->parts.at[it.first]));
    case DX_CORE_DIAMOND:
        return dx_core_box(core, it.set,
                           dx_core_not(core, core->parts.at[it.first]));
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY:
        break;
    }
    it.kind = it.kind == DX_CORE_ALWAYS ? DX_CORE_EVENTUALLY : DX_CORE_ALWAYS;
    return add(core, it, NULL);
}

dx_node dx_core_not(dx_core *core, dx_node n)
{
    if (core->nodes.at[n].opposite == NONE) {
        dx_node opposite = negated(core, n);
        core->nodes.at[n].opposite = opposite;
        // Simplification may have made it a node that has one already.
        if (core->nodes.at[opposite].opposite == NONE)
            core->nodes.at[opposite].opposite = n;
    }
    assert(core->nodes.at[n].opposite != n);
    return core->nodes.at[n].opposite;
}

dx_core_kind dx_core_kind_of(const dx_core *core, dx_node n)
{
    assert(n < core->nodes.count);
    return core->nodes.at[n].kind;
}

size_t dx_core_count(const dx_core *core, dx_node n)
{
    return core->nodes.at[n].count;
}

dx_node dx_core_part(const dx_core *core, dx_node n, size_t i)
{
    assert(i < core->nodes.at[n].count);
    return core->parts.at[core->nodes.at[n].first + i];
}

uint64_t dx_core_set(const dx_core *core, dx_node n)
{
    assert(core->nodes.at[n].set != 0); // a box or a diamond
    return core->nodes.at[n].set;
}

size_t dx_core_atom_of(const dx_core *core, dx_node n)
{
    assert(core->nodes.at[n].kind == DX_CORE_ATOM ||
           core->nodes.at[n].kind == DX_CORE_NOT_ATOM);
    return core->nodes.at[n].atom;
}

size_t dx_core_depth(const dx_core *core)
{
    return core->depth;
}

size_t dx_core_nodes(const dx_core *core)
{
    return core->nodes.count;
}

bool dx_core_has_fixpoints(const dx_core *core)
{
    return core->has_fixpoints;
}

bool dx_core_has_groups(const dx_core *core)
{
    return core->has_groups;
}

size_t dx_core_atoms(const dx_core *core)
{
    return core->atoms.count;
}

dx_formula dx_core_atom_formula(const dx_core *core, size_t atom)
{
    return core->atoms.at[atom];
}

size_t dx_core_agents(const dx_core *core)
{
    return core->agents.count;
}

dx_name dx_core_agent_name(const dx_core *core, size_t agent)
{
    return core->agents.at[agent];
}

size_t dx_core_agent(dx_core *core, dx_name name)
{
    for (size_t i = 0; i < core->agents.count; i++)
        if (core->agents.at[i] == name)
            return i;
    if (core->agents.count == DX_CORE_AGENTS_MAX)
        return DX_CORE_AGENTS_MAX;
    dx_vector_push(&core->agents, name);
    return core->agents.count - 1;
}

static dx_formula agent_formula(const dx_core *core, size_t agent)
{
    const char *name =
        dx_names_text(dx_formulas_names(core->store), core->agents.at[agent]);
    return dx_formula_atom(core->store, name);
}

// K[a] f and M[a] f; D[a,b] f and ~D[a,b] ~f for groups.
static dx_formula modal_formula(dx_core *core, dx_node n)
{
    node it = core->nodes.at[n];
    bool is_box = it.kind == DX_CORE_BOX;
    dx_node body = core->parts.at[it.first];
    uint32_t operands[1 + DX_CORE_AGENTS_MAX];
    size_t count = 1;
    for (size_t a = 0; a < core->agents.count; a++)
        if (it.set >> a & 1)
            operands[count++] = agent_formula(core, a);
    if (count == 2) {
        operands[0] = operands[1];
        operands[1] = dx_core_formula(core, body);
        return dx_formula_make(core->store, is_box ? DX_KNOWS : DX_POSSIBLE, 2,
                               operands);
    }
    operands[0] =
        dx_core_formula(core, is_box ? body : dx_core_not(core, body));
    dx_formula f =
        dx_formula_make(core->store, DX_DISTRIBUTED, count, operands);
    return is_box ? f : dx_formula_not(core->store, f);
}

static dx_formula junction_formula(dx_core *core, dx_node n)
{
    node it = core->nodes.at[n];
    dx_formula *parts = dx_alloc(it.count, sizeof *parts);
    for (size_t i = 0; i < it.count; i++)
        parts[i] = dx_core_formula(core, core->parts.at[it.first + i]);
    dx_formula f = dx_formula_all(
        core->store, it.kind == DX_CORE_AND ? DX_AND : DX_OR, it.count, parts);
    dx_free(parts);
    return f;
}

dx_formula dx_core_formula(dx_core *core, dx_node n)
{
    node it = core->nodes.at[n];
    switch (it.kind) {
    case DX_CORE_TRUE:
        return dx_formula_true(core->store);
    case DX_CORE_FALSE:
        return dx_formula_false(core->store);
    case DX_CORE_ATOM:
        return core->atoms.at[it.atom];
    case DX_CORE_NOT_ATOM:
        return dx_formula_not(core->store, core->atoms.at[it.atom]);
    case DX_CORE_AND:
    case DX_CORE_OR:
        return junction_formula(core, n);
    case DX_CORE_BOX:
    case DX_CORE_DIAMOND:
        return modal_formula(core, n);
    case DX_CORE_ALWAYS:
        return it.meaning;
    case DX_CORE_EVENTUALLY:
        return dx_formula_not(core->store, it.meaning);
    }
    return DX_FORMULA_NONE;
}
