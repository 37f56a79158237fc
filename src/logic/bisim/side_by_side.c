// Two models side by side as one, with no edge between them: how worlds of
// different models are compared.
//
// Both must have the same agents and facts, in any order.  Two partitions give
// a partition, with the cells of the second numbered behind those of the first;
// any other pair is written out as edges, which is refused where a partition
// would make too many.

#include "base/memory.h"
#include "base/vector.h"
#include "logic/bisim/inside.h"
#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"

#include <assert.h>
#include <string.h>

// Edges that writing out partitions may cost.
enum { EDGES_MAX = 1 << 27 };

static dx_status complain(dx_error *error, const char *sort, const char *name)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the %s '%s' is in one of the models only; models are "
                   "compared over the same agents and facts",
                   sort, name);
}

static dx_status complain_fact(const dx_model *model, const char *sort,
                               dx_formula fact, dx_error *error)
{
    dx_text name = {0};
    dx_formula_print(dx_model_formulas(model), fact, &name);
    dx_status status = complain(error, sort, dx_text_string(&name));
    dx_text_release(&name);
    return status;
}

// Is every agent and fact of `a` also in `b`?
static dx_status check_within(const dx_model *a, const dx_model *b,
                              dx_error *error)
{
    for (size_t i = 0; i < dx_model_agent_count(a); i++)
        if (dx_model_find_agent(b, dx_model_agent_name(a, i)) == DX_NOT_FOUND)
            return complain(
                error, "agent",
                dx_names_text(dx_formulas_names(dx_model_formulas(a)),
                              dx_model_agent_name(a, i)));
    for (size_t p = 0; p < dx_model_proposition_count(a); p++)
        if (dx_model_find_proposition(b, dx_model_proposition(a, p)) ==
            DX_NOT_FOUND)
            return complain_fact(a, "proposition", dx_model_proposition(a, p),
                                 error);
    for (size_t x = 0; x < dx_model_variable_count(a); x++)
        if (dx_model_find_variable(b, dx_model_variable(a, x)) == DX_NOT_FOUND)
            return complain_fact(a, "variable", dx_model_variable(a, x), error);
    return DX_OK;
}

static void join_facts(dx_model *both, const dx_model *a, const dx_model *b)
{
    size_t worlds_a = dx_model_world_count(a);
    size_t worlds_b = dx_model_world_count(b);
    for (size_t p = 0; p < dx_model_proposition_count(a); p++) {
        dx_formula atom = dx_model_proposition(a, p);
        const dx_bitset *left = dx_model_proposition_worlds(a, p);
        const dx_bitset *right =
            dx_model_proposition_worlds(b, dx_model_find_proposition(b, atom));
        dx_bitset *worlds =
            dx_model_worlds_of(both, dx_model_add_proposition(both, atom));
        for (size_t w = dx_bitset_next(left, 0); w < left->size;
             w = dx_bitset_next(left, w + 1))
            dx_bitset_add(worlds, w);
        for (size_t w = dx_bitset_next(right, 0); w < right->size;
             w = dx_bitset_next(right, w + 1))
            dx_bitset_add(worlds, worlds_a + w);
    }
    int32_t *values = dx_alloc_raw(worlds_a + worlds_b, sizeof *values);
    for (size_t x = 0; x < dx_model_variable_count(a); x++) {
        dx_formula term = dx_model_variable(a, x);
        const int32_t *right =
            dx_model_values(b, dx_model_find_variable(b, term));
        memcpy(values, dx_model_values(a, x), worlds_a * sizeof *values);
        memcpy(values + worlds_a, right, worlds_b * sizeof *values);
        dx_model_add_variable(both, term, values);
    }
    dx_free(values);
}

// How many edges a relation has when written out.
static uint64_t edge_count(const dx_relation *relation, size_t world_count)
{
    if (relation->cell == NULL)
        return relation->first[world_count];
    uint64_t total = 0;
    uint64_t *size = dx_alloc(relation->cell_count, sizeof *size);
    for (size_t w = 0; w < world_count; w++)
        total += 2 * size[relation->cell[w]]++ + 1; // sum of squares
    dx_free(size);
    return total;
}

static dx_relation join_cells(const dx_relation *a, size_t worlds_a,
                              const dx_relation *b, size_t worlds_b)
{
    assert(a->cell != NULL && b->cell != NULL);
    uint32_t *cell = dx_alloc_raw(worlds_a + worlds_b, sizeof *cell);
    memcpy(cell, a->cell, worlds_a * sizeof *cell);
    for (size_t w = 0; w < worlds_b; w++)
        cell[worlds_a + w] = b->cell[w] + (uint32_t)a->cell_count;
    dx_relation joined = dx_relation_of_cells(worlds_a + worlds_b, cell);
    dx_free(cell);
    return joined;
}

typedef struct edge_list {
    DX_VECTOR(dx_edge) edges;
    DX_VECTOR(dx_fraction) weights;
} edge_list;

static dx_fraction weight_of(const dx_weights *weights, size_t edge,
                             size_t target)
{
    if (weights == NULL)
        return dx_fraction_int(1);
    return weights->of_edge != NULL ? weights->of_edge[edge]
                                    : weights->of_world[target];
}

static void append_edges(edge_list *list, const dx_relation *relation,
                         const dx_weights *weights, size_t world_count,
                         size_t shift)
{
    dx_relation rows = dx_relation_as_edges(relation, world_count);
    for (size_t w = 0; w < world_count; w++)
        for (size_t i = rows.first[w]; i < rows.first[w + 1]; i++) {
            dx_edge edge = {(uint32_t)(w + shift),
                            (uint32_t)(rows.target[i] + shift)};
            dx_vector_push(&list->edges, edge);
            dx_vector_push(&list->weights,
                           weight_of(weights, i, rows.target[i]));
        }
    dx_relation_release(&rows);
}

typedef struct side {
    const dx_model *model;
    size_t agent;
} side;

static const dx_relation *relation_of(side s, dx_attitude attitude)
{
    return dx_model_relation(s.model, s.agent, attitude);
}

static void join_weights(dx_model *both, size_t agent, side a, side b)
{
    const dx_weights *left = dx_model_weights(a.model, a.agent);
    const dx_weights *right = dx_model_weights(b.model, b.agent);
    size_t worlds_a = dx_model_world_count(a.model);
    size_t worlds_b = dx_model_world_count(b.model);
    dx_fraction *of_world = dx_alloc_raw(worlds_a + worlds_b, sizeof *of_world);
    for (size_t w = 0; w < worlds_a; w++)
        of_world[w] = weight_of(left, 0, w);
    for (size_t w = 0; w < worlds_b; w++)
        of_world[worlds_a + w] = weight_of(right, 0, w);
    dx_model_set_weights(both, agent, of_world);
    dx_free(of_world);
}

static bool depend_on_edge(side s)
{
    const dx_weights *weights = dx_model_weights(s.model, s.agent);
    return weights != NULL && weights->of_edge != NULL;
}

static dx_status join_relation(dx_model *both, size_t agent,
                               dx_attitude attitude, side a, side b,
                               dx_error *error)
{
    const dx_relation *left = relation_of(a, attitude);
    const dx_relation *right = relation_of(b, attitude);
    size_t worlds_a = dx_model_world_count(a.model);
    size_t worlds_b = dx_model_world_count(b.model);
    if (left->cell != NULL && right->cell != NULL) {
        dx_model_take_relation(both, agent, attitude,
                               join_cells(left, worlds_a, right, worlds_b));
        return DX_OK;
    }
    if (edge_count(left, worlds_a) + edge_count(right, worlds_b) > EDGES_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "comparing an equivalence with another relation would "
                       "write out more than %d edges",
                       EDGES_MAX);
    bool of_edge =
        attitude == DX_KNOWLEDGE && (depend_on_edge(a) || depend_on_edge(b));
    edge_list list = {0};
    append_edges(&list, left,
                 of_edge ? dx_model_weights(a.model, a.agent) : NULL, worlds_a,
                 0);
    append_edges(&list, right,
                 of_edge ? dx_model_weights(b.model, b.agent) : NULL, worlds_b,
                 worlds_a);
    dx_model_set_edges(both, agent, attitude, list.edges.count, list.edges.at);
    if (of_edge)
        dx_model_set_edge_weights(both, agent, list.edges.count, list.edges.at,
                                  list.weights.at);
    dx_vector_release(&list.edges);
    dx_vector_release(&list.weights);
    return DX_OK;
}

static void join_ranks(dx_model *both, size_t agent, side a, side b)
{
    const uint32_t *left = dx_model_ranks(a.model, a.agent);
    const uint32_t *right = dx_model_ranks(b.model, b.agent);
    size_t worlds_a = dx_model_world_count(a.model);
    size_t worlds_b = dx_model_world_count(b.model);
    if (left == NULL && right == NULL)
        return;
    uint32_t *ranks = dx_alloc(worlds_a + worlds_b, sizeof *ranks);
    for (size_t w = 0; w < worlds_a && left != NULL; w++)
        ranks[w] = left[w];
    for (size_t w = 0; w < worlds_b && right != NULL; w++)
        ranks[worlds_a + w] = right[w];
    dx_model_set_ranks(both, agent, ranks);
    dx_free(ranks);
}

static dx_status join_agent(dx_model *both, side a, side b, dx_error *error)
{
    dx_name name = dx_model_agent_name(a.model, a.agent);
    size_t agent = dx_model_add_agent(
        both, dx_names_text(dx_formulas_names(dx_model_formulas(both)), name));
    dx_status status = join_relation(both, agent, DX_KNOWLEDGE, a, b, error);
    if (status != DX_OK)
        return status;
    if (!depend_on_edge(a) && !depend_on_edge(b) &&
        (dx_model_weights(a.model, a.agent) != NULL ||
         dx_model_weights(b.model, b.agent) != NULL))
        join_weights(both, agent, a, b);
    bool has_belief = dx_model_has_belief(a.model, a.agent) ||
                      dx_model_has_belief(b.model, b.agent);
    if (!has_belief)
        join_ranks(both, agent, a, b);
    if (has_belief)
        return join_relation(both, agent, DX_BELIEF, a, b, error);
    return DX_OK;
}

dx_status dx_model_beside(const dx_model *a, const dx_model *b,
                          dx_model **out_model, dx_error *error)
{
    DX_REQUIRE(dx_model_formulas(a) == dx_model_formulas(b),
               "models over one store");
    size_t count = dx_model_world_count(a) + dx_model_world_count(b);
    dx_status status = check_within(a, b, error);
    if (status == DX_OK)
        status = check_within(b, a, error);
    if (status != DX_OK)
        return status;
    if (count > DX_WORLDS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the two models have more than %d worlds together",
                       DX_WORLDS_MAX);
    dx_model *both = dx_model_new(dx_model_formulas(a), count);
    join_facts(both, a, b);
    for (size_t i = 0; i < dx_model_agent_count(a) && status == DX_OK; i++) {
        size_t j = dx_model_find_agent(b, dx_model_agent_name(a, i));
        status = join_agent(both, (side){a, i}, (side){b, j}, error);
    }
    if (status != DX_OK) {
        dx_model_free(both);
        return status;
    }
    *out_model = both;
    return DX_OK;
}
