// Telling a group whether something is so, before everybody's eyes: whoever
// is told stops confusing worlds where it is so with worlds where it is not.

#include "base/memory.h"
#include "logic/kripke/inside.h"
#include "logic/kripke/update.h"

#include <assert.h>

static dx_relation refine_cells(const dx_relation *relation,
                                const dx_bitset *where)
{
    dx_relation answer = {
        .cell = dx_alloc_raw(where->size, sizeof(uint32_t)),
        .cell_count = 2,
    };
    for (size_t w = 0; w < where->size; w++)
        answer.cell[w] = dx_bitset_has(where, w);
    dx_relation finer = dx_relation_meet(where->size, relation, &answer);
    dx_relation_release(&answer);
    return finer;
}

// The edges that stay, and where each stood among the old ones.
static dx_edge *edges_within(const dx_relation *relation,
                             const dx_bitset *where, size_t *out_count,
                             size_t **out_place)
{
    assert(relation->cell == NULL);
    size_t all = relation->first[where->size], count = 0;
    dx_edge *edges = dx_alloc_raw(all, sizeof *edges);
    *out_place = dx_alloc_raw(all, sizeof **out_place);
    for (size_t w = 0; w < where->size; w++)
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            if (dx_bitset_has(where, w) ==
                dx_bitset_has(where, relation->target[i])) {
                (*out_place)[count] = i;
                edges[count++] = (dx_edge){(uint32_t)w, relation->target[i]};
            }
    *out_count = count;
    return edges;
}

static dx_relation refine(const dx_relation *relation, const dx_bitset *where)
{
    if (relation->cell != NULL)
        return refine_cells(relation, where);
    size_t count, *place;
    dx_edge *edges = edges_within(relation, where, &count, &place);
    dx_relation finer = dx_relation_of_edges(where->size, count, edges);
    dx_free(edges);
    dx_free(place);
    return finer;
}

static void tell_agent(dx_model *told, const dx_agent_row *old, size_t a,
                       const dx_bitset *where)
{
    dx_model_take_relation(told, a, DX_KNOWLEDGE,
                           refine(&old->knowledge, where));
    if (old->has_belief)
        dx_model_take_relation(told, a, DX_BELIEF, refine(&old->belief, where));
    if (old->weights.of_world != NULL)
        dx_model_set_weights(told, a, old->weights.of_world);
    if (old->weights.of_edge == NULL)
        return;
    size_t count, *place;
    dx_edge *edges = edges_within(&old->knowledge, where, &count, &place);
    dx_fraction *weights = dx_alloc_raw(count, sizeof *weights);
    for (size_t i = 0; i < count; i++)
        weights[i] = old->weights.of_edge[place[i]];
    dx_model_set_edge_weights(told, a, count, edges, weights);
    dx_free(weights);
    dx_free(edges);
    dx_free(place);
}

dx_model *dx_model_tell(const dx_model *model, const dx_agent_set *agents,
                        const dx_bitset *where)
{
    DX_REQUIRE(where->size == model->world_count, "a set of this model's size");
    dx_model *told = dx_model_copy(model);
    for (size_t a = 0; a < model->agents.count; a++)
        if (dx_agent_set_has(agents, a))
            tell_agent(told, &model->agents.at[a], a, where);
    return told;
}
