// Common knowledge: every world that can be reached in one or more steps.
//
// With partitions only, what can be reached is a connected component, found
// by joining the worlds of each cell (union and find).  Otherwise a walk
// against the arrows starts from the bad worlds.

#include "base/memory.h"
#include "base/vector.h"
#include "logic/evaluate/inside.h"

#include <assert.h>

static uint32_t find(uint32_t *parent, uint32_t w)
{
    while (parent[w] != w) {
        assert(parent[w] < w); // so that a walk upwards ends
        parent[w] = parent[parent[w]];
        w = parent[w];
    }
    return w;
}

// Joins all worlds of each cell to the first of the cell.
static void join_cells(const dx_relation *relation, const dx_bitset *alive,
                       uint32_t *parent)
{
    uint32_t *first = dx_alloc_raw(relation->cell_count, sizeof *first);
    for (size_t c = 0; c < relation->cell_count; c++)
        first[c] = UINT32_MAX;
    for (size_t w = dx_bitset_next(alive, 0); w < alive->size;
         w = dx_bitset_next(alive, w + 1)) {
        uint32_t *start = &first[relation->cell[w]];
        if (*start == UINT32_MAX)
            *start = (uint32_t)w;
        uint32_t a = find(parent, *start), b = find(parent, (uint32_t)w);
        if (a < b)
            parent[b] = a;
        else
            parent[a] = b;
    }
    dx_free(first);
}

static void common_of_cells(const dx_context *context,
                            const dx_agent_set *agents, const dx_bitset *bad,
                            dx_bitset *out)
{
    size_t count = out->size;
    dx_relation component = {
        .cell = dx_alloc_raw(count, sizeof(uint32_t)),
        .cell_count = count,
    };
    for (size_t w = 0; w < count; w++)
        component.cell[w] = (uint32_t)w;
    for (DX_EACH_AGENT(a, agents))
        join_cells(dx_model_relation(context->model, a, DX_KNOWLEDGE),
                   &context->alive, component.cell);
    for (size_t w = 0; w < count; w++)
        component.cell[w] = find(component.cell, (uint32_t)w);
    dx_context_box(context, &component, bad, out);
    dx_relation_release(&component);
}

// A walk against the arrows: which worlds have been reached, which of them
// have yet to be walked on from, and which cells have been opened.
typedef struct walk {
    const dx_bitset *alive;
    dx_bitset reached;
    DX_VECTOR(uint32_t) open;
} walk;

static void reach(walk *back, size_t w)
{
    if (!dx_bitset_has(back->alive, w) || dx_bitset_has(&back->reached, w))
        return;
    dx_bitset_add(&back->reached, w);
    dx_vector_push(&back->open, (uint32_t)w);
}

// Who leads to whom, against the arrows, for one agent.
typedef struct arrows {
    const dx_relation *relation;
    dx_lists lists;
    uint8_t *is_open; // of cells
} arrows;

static void step_back(walk *back, const arrows *by, size_t w)
{
    const dx_relation *relation = by->relation;
    size_t place = relation->cell != NULL ? relation->cell[w] : w;
    if (by->is_open != NULL) {
        if (by->is_open[place])
            return;
        by->is_open[place] = 1;
    }
    for (size_t i = by->lists.first[place]; i < by->lists.first[place + 1]; i++)
        reach(back, by->lists.list[i]);
}

static arrows arrows_of(const dx_relation *relation, size_t count)
{
    if (relation->cell == NULL)
        return (arrows){relation, dx_relation_predecessors(relation, count),
                        NULL};
    return (arrows){relation, dx_relation_members(relation, count),
                    dx_alloc(relation->cell_count, 1)};
}

static void common_of_edges(const dx_context *context,
                            const dx_agent_set *agents, const dx_bitset *bad,
                            dx_bitset *out)
{
    arrows by[DX_AGENTS_MAX];
    size_t by_count = 0;
    for (DX_EACH_AGENT(a, agents))
        by[by_count++] = arrows_of(
            dx_model_relation(context->model, a, DX_KNOWLEDGE), out->size);
    walk back = {.alive = &context->alive, .reached = dx_context_set(context)};
    for (size_t w = dx_bitset_next(bad, 0); w < bad->size;
         w = dx_bitset_next(bad, w + 1))
        for (size_t i = 0; i < by_count; i++)
            step_back(&back, &by[i], w);
    while (back.open.count > 0) {
        size_t w = back.open.at[--back.open.count];
        for (size_t i = 0; i < by_count; i++)
            step_back(&back, &by[i], w);
    }
    dx_bitset_assign(out, &context->alive);
    dx_bitset_minus(out, &back.reached);
    for (size_t i = 0; i < by_count; i++) {
        dx_lists_release(&by[i].lists);
        dx_free(by[i].is_open);
    }
    dx_bitset_release(&back.reached);
    dx_vector_release(&back.open);
}

void dx_context_common(const dx_context *context, const dx_agent_set *agents,
                       const dx_bitset *bad, dx_bitset *out)
{
    assert(dx_bitset_within(bad, &context->alive));
    for (DX_EACH_AGENT(a, agents))
        if (dx_model_relation(context->model, a, DX_KNOWLEDGE)->cell == NULL) {
            common_of_edges(context, agents, bad, out);
            return;
        }
    common_of_cells(context, agents, bad, out);
}
