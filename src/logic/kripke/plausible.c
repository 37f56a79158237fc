// Ranks, the order that they and weights of 0 make, and what makes worlds more
// plausible.
//
// Everything here is one walk over cells, or over edges: the best of a cell is
// found by its smallest level.  Upgrades only renumber ranks.

#include "logic/kripke/plausible.h"

#include "base/memory.h"
#include "logic/kripke/inside.h"

#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void dx_ranks_close_up(uint32_t *of_world, size_t count)
{
    uint32_t *sorted = dx_copy(of_world, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || sorted[i] != sorted[i - 1])
            sorted[distinct++] = sorted[i];
    for (size_t w = 0; w < count; w++) {
        uint32_t *found =
            bsearch(&of_world[w], sorted, distinct, sizeof *sorted, by_value);
        assert(found != NULL);
        of_world[w] = (uint32_t)(found - sorted);
    }
    dx_free(sorted);
}

static dx_agent_row *row_of(const dx_model *model, size_t agent)
{
    DX_REQUIRE(agent < model->agents.count, "an agent of the model");
    return &model->agents.at[agent];
}

void dx_model_set_ranks(dx_model *model, size_t agent, const uint32_t *of_world)
{
    dx_agent_row *row = row_of(model, agent);
    DX_REQUIRE(of_world == NULL || !row->has_belief,
               "an agent without a belief relation");
    size_t count = model->world_count;
    uint32_t *ranks = NULL;
    if (of_world != NULL) {
        ranks = dx_copy(of_world, count * sizeof *ranks);
        dx_ranks_close_up(ranks, count);
    }
    dx_free(row->rank);
    row->rank = ranks;
}

const uint32_t *dx_model_ranks(const dx_model *model, size_t agent)
{
    return row_of(model, agent)->rank;
}

// ---- Levels ----

static bool has_zero(const dx_fraction *weights, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (dx_fraction_is_zero(weights[i]))
            return true;
    return false;
}

static void number_worlds(const dx_model *model, const dx_agent_row *row,
                          dx_levels *out)
{
    const dx_fraction *weights = row->weights.of_world;
    size_t count = model->world_count;
    bool zero = weights != NULL && has_zero(weights, count);
    if (row->rank == NULL && !zero)
        return;
    out->of_world = dx_alloc(count, sizeof *out->of_world);
    for (size_t w = 0; w < count; w++)
        out->of_world[w] = 2 * (row->rank == NULL ? 0 : row->rank[w]) +
                           (zero && dx_fraction_is_zero(weights[w]));
}

dx_levels dx_model_levels(const dx_model *model, size_t agent)
{
    const dx_agent_row *row = row_of(model, agent);
    const dx_relation *relation = &row->knowledge;
    dx_levels levels = {0};
    number_worlds(model, row, &levels);
    if (row->weights.of_edge == NULL)
        return levels;
    assert(relation->first != NULL);
    size_t edges = relation->first[model->world_count];
    if (!has_zero(row->weights.of_edge, edges))
        return levels;
    levels.of_edge = dx_alloc(edges, sizeof *levels.of_edge);
    for (size_t i = 0; i < edges; i++)
        levels.of_edge[i] =
            2 * (row->rank == NULL ? 0 : row->rank[relation->target[i]]) +
            dx_fraction_is_zero(row->weights.of_edge[i]);
    return levels;
}

void dx_levels_release(dx_levels *levels)
{
    dx_free(levels->of_world);
    dx_free(levels->of_edge);
    *levels = (dx_levels){0};
}

uint32_t dx_levels_here(const dx_levels *levels, const dx_relation *relation,
                        size_t world)
{
    if (levels->of_edge != NULL)
        for (size_t i = relation->first[world]; i < relation->first[world + 1];
             i++)
            if (relation->target[i] == world)
                return levels->of_edge[i];
    return levels->of_world != NULL ? levels->of_world[world] : 0;
}

// ---- Beliefs ----

// The smallest level of what each cell, or world, leads to; of `among` only.
static uint32_t *smallest(const dx_model *model, const dx_relation *relation,
                          const dx_levels *levels, const dx_bitset *among)
{
    size_t count = model->world_count;
    size_t lists = relation->cell != NULL ? relation->cell_count : count;
    uint32_t *best = dx_alloc_raw(lists, sizeof *best);
    for (size_t c = 0; c < lists; c++)
        best[c] = UINT32_MAX;
    for (size_t w = 0; w < count; w++) {
        if (relation->cell != NULL) {
            uint32_t level = dx_levels_at(levels, 0, w);
            uint32_t *cell = &best[relation->cell[w]];
            if ((among == NULL || dx_bitset_has(among, w)) && level < *cell)
                *cell = level;
            continue;
        }
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++) {
            size_t v = relation->target[i];
            uint32_t level = dx_levels_at(levels, i, v);
            if ((among == NULL || dx_bitset_has(among, v)) && level < best[w])
                best[w] = level;
        }
    }
    return best;
}

dx_relation dx_model_beliefs(const dx_model *model, size_t agent)
{
    const dx_agent_row *row = row_of(model, agent);
    const dx_relation *all = &row->knowledge;
    size_t count = model->world_count;
    if (row->has_belief)
        return dx_relation_copy(&row->belief, count);
    dx_levels levels = dx_model_levels(model, agent);
    if (!dx_levels_differ(&levels))
        return dx_relation_copy(all, count);
    uint32_t *best = smallest(model, all, &levels, NULL);
    DX_VECTOR(dx_edge) edges = {0};
    dx_lists members = {0};
    if (all->cell != NULL)
        members = dx_relation_members(all, count);
    for (uint32_t w = 0; w < count; w++) {
        size_t list = all->cell != NULL ? all->cell[w] : w;
        const size_t *first = all->cell != NULL ? members.first : all->first;
        const uint32_t *target = all->cell != NULL ? members.list : all->target;
        for (size_t i = first[list]; i < first[list + 1]; i++)
            if (dx_levels_at(&levels, i, target[i]) == best[list])
                dx_vector_push(&edges, (dx_edge){w, target[i]});
    }
    dx_relation beliefs = dx_relation_of_edges(count, edges.count, edges.at);
    dx_vector_release(&edges);
    if (all->cell != NULL)
        dx_lists_release(&members);
    dx_levels_release(&levels);
    dx_free(best);
    return beliefs;
}

static dx_belief_fit fit_of(const dx_model *model, const dx_agent_row *row)
{
    size_t count = model->world_count;
    dx_relation edges = dx_relation_as_edges(&row->belief, count);
    dx_belief_fit fit =
        row->knowledge.cell == NULL ? DX_BELIEF_VARIES : DX_BELIEF_FITS;
    uint32_t *first = dx_alloc(count, sizeof *first); // world + 1 of a cell
    for (size_t w = 0; w < count && fit != DX_BELIEF_LEAVES; w++) {
        size_t start = edges.first[w], size = edges.first[w + 1] - start;
        for (size_t i = 0; i < size; i++)
            if (!dx_relation_has(&row->knowledge, w, edges.target[start + i]))
                fit = DX_BELIEF_LEAVES;
        if (fit != DX_BELIEF_FITS)
            continue;
        uint32_t *of_cell = &first[row->knowledge.cell[w]];
        if (*of_cell == 0)
            *of_cell = (uint32_t)w + 1;
        size_t other = edges.first[*of_cell - 1];
        bool same = size > 0 && edges.first[*of_cell] - other == size;
        for (size_t i = 0; i < size && same; i++)
            same = edges.target[start + i] == edges.target[other + i];
        if (!same)
            fit = DX_BELIEF_VARIES;
    }
    dx_free(first);
    dx_relation_release(&edges);
    return fit;
}

dx_belief_fit dx_model_rank_belief(dx_model *model, size_t agent)
{
    dx_agent_row *row = row_of(model, agent);
    if (!row->has_belief)
        return DX_BELIEF_FITS;
    dx_belief_fit fit = fit_of(model, row);
    if (fit != DX_BELIEF_FITS)
        return fit;
    uint32_t *ranks = dx_alloc_raw(model->world_count, sizeof *ranks);
    for (size_t w = 0; w < model->world_count; w++)
        ranks[w] = !dx_relation_has(&row->belief, w, w);
    dx_relation_release(&row->belief);
    row->belief = (dx_relation){0};
    row->has_belief = false;
    dx_model_set_ranks(model, agent, ranks);
    dx_free(ranks);
    return fit;
}

void dx_model_rank_weights(dx_model *model, size_t agent)
{
    dx_agent_row *row = row_of(model, agent);
    if (row->weights.of_world == NULL)
        return;
    dx_levels levels = {0};
    number_worlds(model, row, &levels);
    dx_free(row->weights.of_world);
    row->weights.of_world = NULL;
    if (!row->has_belief)
        dx_model_set_ranks(model, agent, levels.of_world);
    dx_levels_release(&levels);
}

// ---- Upgrades ----

dx_status dx_model_may_upgrade(const dx_model *model, size_t agent,
                               dx_upgrade upgrade, const dx_bitset *alive,
                               dx_error *error)
{
    const dx_agent_row *row = row_of(model, agent);
    const char *name =
        dx_names_text(dx_formulas_names(model->store), row->name);
    if (row->has_belief)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0, DX_BELIEF_WITHOUT_ORDER,
                       name, "making f plausible");
    if (upgrade == DX_UPGRADE_CONSERVATIVE &&
        !dx_relation_is_shared(&row->knowledge, alive))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, DX_ORDER_NOT_SHARED, name);
    return DX_OK;
}

void dx_model_upgrade(dx_model *model, size_t agent, dx_upgrade upgrade,
                      const dx_bitset *where, const dx_bitset *alive)
{
    const dx_agent_row *row = row_of(model, agent);
    const dx_relation *relation = &row->knowledge;
    size_t count = model->world_count;
    DX_REQUIRE(where->size == count && alive->size == count,
               "sets of this model's size");
    dx_levels levels = dx_model_levels(model, agent);
    dx_bitset among = dx_bitset_copy(where);
    dx_bitset_and(&among, alive);
    uint32_t *best = smallest(model, relation, &levels, &among);
    uint32_t *ranks = dx_alloc_raw(count, sizeof *ranks);
    for (size_t w = 0; w < count; w++) {
        uint32_t old = row->rank == NULL ? 0 : row->rank[w];
        size_t list = relation->cell != NULL ? relation->cell[w] : w;
        bool is_first = dx_bitset_has(&among, w);
        if (upgrade == DX_UPGRADE_CONSERVATIVE)
            is_first =
                is_first && dx_levels_here(&levels, relation, w) <= best[list];
        ranks[w] = upgrade == DX_UPGRADE_RADICAL
                       ? old + (is_first ? 0 : (uint32_t)count)
                       : (is_first ? 0 : old + 1);
    }
    dx_model_set_ranks(model, agent, ranks);
    dx_free(ranks);
    dx_free(best);
    dx_bitset_release(&among);
    dx_levels_release(&levels);
}
