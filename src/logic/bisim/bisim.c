// Bisimulation by partition refinement (refine.c): the contracted model, and
// questions about two worlds.
//
// The contracted model has one world for each class.  Since all worlds of a
// class lead to the same classes, the first of them speaks for all: its facts,
// its name, and the classes of its successors become those of the new world.
// With weights, what an agent finds how likely is the sum over the worlds of a
// class, divided by the sum of all; it becomes weights of the new worlds only
// if it is not even.  Two worlds of different models are compared in both
// models side by side (side_by_side.c).

#include "logic/bisim/bisim.h"

#include "base/memory.h"
#include "logic/bisim/inside.h"
#include "logic/kripke/plausible.h"

#include <assert.h>

dx_bisim_kind dx_model_bisim_kind(const dx_model *model)
{
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (dx_model_weights(model, a) != NULL)
            return DX_BISIM_WEIGHTS;
    return DX_BISIM_RELATIONS;
}

// ---- The quotient.

typedef struct quotient {
    const dx_model *from;
    dx_model *to;
    uint32_t *class_of; // per old world: its new one
    uint32_t *first_of; // per new world: the first old one
    size_t count;
    // Scratch for one list of successors: the classes met and their weight.
    uint32_t *met, *stamp;
    dx_fraction *weight;
} quotient;

// Numbers the classes by their first world.
static void number_classes(quotient *q, const dx_refinement *refinement)
{
    size_t worlds = dx_model_world_count(q->from);
    uint32_t *new_of = dx_alloc(refinement->classes.count, sizeof *new_of);
    q->class_of = dx_alloc_raw(worlds, sizeof *q->class_of);
    q->first_of = dx_alloc_raw(worlds, sizeof *q->first_of);
    for (size_t w = 0; w < worlds; w++) {
        uint32_t *number = &new_of[refinement->class_of[w]];
        if (*number == 0) {
            q->first_of[q->count++] = (uint32_t)w;
            *number = (uint32_t)q->count;
        }
        q->class_of[w] = *number - 1;
        assert(q->first_of[q->class_of[w]] <= w);
    }
    dx_free(new_of);
}

static void copy_facts(quotient *q)
{
    const dx_model *from = q->from;
    dx_model_copy_words(q->to, from);
    for (size_t p = 0; p < dx_model_proposition_count(from); p++) {
        const dx_bitset *old = dx_model_proposition_worlds(from, p);
        size_t number =
            dx_model_add_proposition(q->to, dx_model_proposition(from, p));
        for (size_t c = 0; c < q->count; c++)
            if (dx_bitset_has(old, q->first_of[c]))
                dx_bitset_add(dx_model_worlds_of(q->to, number), c);
    }
    int32_t *values = dx_alloc_raw(q->count, sizeof *values);
    for (size_t x = 0; x < dx_model_variable_count(from); x++) {
        const int32_t *old = dx_model_values(from, x);
        for (size_t c = 0; c < q->count; c++)
            values[c] = old[q->first_of[c]];
        size_t number =
            dx_model_add_variable(q->to, dx_model_variable(from, x), values);
        dx_model_set_variable_domain(q->to, number,
                                     dx_model_variable_domain(from, x));
    }
    dx_free(values);
    for (size_t c = 0; c < q->count; c++) {
        const char *name = dx_model_given_name(from, q->first_of[c]);
        if (name != NULL)
            dx_model_name_world(q->to, c, name);
    }
}

// Puts the classes that class c leads to into q->met and their shares of the
// probability into q->weight (0 if nothing has weight).
static size_t meet(quotient *q, const dx_successors *successors, size_t c)
{
    size_t count = 0;
    dx_fraction total = dx_fraction_int(0);
    size_t list = dx_successors_list(successors, q->first_of[c]);
    for (size_t i = successors->first[list]; i < successors->first[list + 1];
         i++) {
        uint32_t class = q->class_of[successors->list[i]];
        if (q->stamp[class] != c + 1) {
            q->stamp[class] = (uint32_t)c + 1;
            q->weight[class] = dx_fraction_int(0);
            q->met[count++] = class;
        }
        dx_fraction weight = dx_successors_weight(successors, i);
        q->weight[class] = dx_fraction_add(q->weight[class], weight);
        total = dx_fraction_add(total, weight);
    }
    for (size_t i = 0; i < count && !dx_fraction_is_zero(total); i++)
        q->weight[q->met[i]] = dx_fraction_divide(q->weight[q->met[i]], total);
    return count;
}

static bool weights_agree(const quotient *q, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!dx_fraction_equal(q->weight[q->met[0]], q->weight[q->met[i]]))
            return false;
    return true;
}

static void forget_stamps(quotient *q)
{
    for (size_t c = 0; c < q->count; c++)
        q->stamp[c] = 0;
}

// Cells of bisimilar worlds lead to the same classes, so the classes fall
// into cells again.
static void contract_cells(quotient *q, const dx_successors *successors,
                           const dx_refine_stage *stage)
{
    uint32_t *cell = dx_alloc(q->count, sizeof *cell);
    dx_fraction *weights = dx_alloc(q->count, sizeof *weights);
    uint32_t cells = 0;
    bool uneven = successors->weights != NULL;
    for (size_t c = 0; c < q->count; c++) {
        if (cell[c] != 0)
            continue;
        size_t count = meet(q, successors, c);
        cells++;
        uneven = uneven || !weights_agree(q, count);
        for (size_t i = 0; i < count; i++) {
            assert(cell[q->met[i]] == 0); // or the classes were none
            cell[q->met[i]] = cells;
            weights[q->met[i]] = q->weight[q->met[i]];
        }
        assert(cell[c] != 0); // a partition is reflexive
    }
    if (stage->attitude == DX_KNOWLEDGE)
        dx_model_set_partition(q->to, stage->index, cell);
    else
        dx_model_take_relation(q->to, stage->index, DX_BELIEF,
                               dx_relation_of_cells(q->count, cell));
    if (stage->weighted && uneven)
        dx_model_set_weights(q->to, stage->index, weights);
    dx_free(weights);
    dx_free(cell);
}

static void contract_edges(quotient *q, const dx_successors *successors,
                           const dx_refine_stage *stage)
{
    DX_VECTOR(dx_edge) edges = {0};
    DX_VECTOR(dx_fraction) weights = {0};
    bool uneven = successors->weights != NULL;
    for (size_t c = 0; c < q->count; c++) {
        size_t count = meet(q, successors, c);
        uneven = uneven || !weights_agree(q, count);
        for (size_t i = 0; i < count; i++) {
            dx_vector_push(&edges, (dx_edge){(uint32_t)c, q->met[i]});
            dx_vector_push(&weights, q->weight[q->met[i]]);
        }
    }
    dx_model_set_edges(q->to, stage->index, stage->attitude, edges.count,
                       edges.at);
    if (stage->weighted && uneven)
        dx_model_set_edge_weights(q->to, stage->index, edges.count, edges.at,
                                  weights.at);
    dx_vector_release(&edges);
    dx_vector_release(&weights);
}

static void contract_relation(quotient *q, dx_refine_stage stage)
{
    dx_successors successors = dx_successors_of(q->from, &stage);
    forget_stamps(q);
    if (successors.relation->cell != NULL)
        contract_cells(q, &successors, &stage);
    else
        contract_edges(q, &successors, &stage);
    dx_successors_release(&successors);
}

static void contract_ranks(quotient *q, size_t a)
{
    uint32_t *rank = dx_refine_ranks(q->from, a);
    if (rank == NULL)
        return;
    uint32_t *ranks = dx_alloc(q->count, sizeof *ranks);
    for (size_t c = 0; c < q->count; c++)
        ranks[c] = rank[q->first_of[c]];
    dx_model_set_ranks(q->to, a, ranks);
    dx_free(ranks);
    dx_free(rank);
}

static void contract_agents(quotient *q, dx_bisim_kind kind)
{
    dx_names *names = dx_formulas_names(dx_model_formulas(q->from));
    for (size_t a = 0; a < dx_model_agent_count(q->from); a++) {
        dx_model_add_agent(
            q->to, dx_names_text(names, dx_model_agent_name(q->from, a)));
        contract_relation(q, (dx_refine_stage){
                                 .index = a,
                                 .attitude = DX_KNOWLEDGE,
                                 .weighted = kind == DX_BISIM_WEIGHTS,
                             });
        contract_ranks(q, a);
        if (dx_model_has_belief(q->from, a))
            contract_relation(
                q, (dx_refine_stage){.index = a, .attitude = DX_BELIEF});
    }
}

dx_status dx_model_contract(const dx_model *model, dx_bisim_kind kind,
                            dx_model **out_model, uint32_t **out_class,
                            dx_error *error)
{
    dx_refinement refinement;
    dx_status status = dx_refine(model, kind, &refinement, error);
    if (status != DX_OK)
        return status;
    quotient q = {.from = model};
    number_classes(&q, &refinement);
    dx_refinement_release(&refinement);
    q.to = dx_model_new(dx_model_formulas(model), q.count);
    q.met = dx_alloc_raw(q.count, sizeof *q.met);
    q.stamp = dx_alloc(q.count, sizeof *q.stamp);
    q.weight = dx_alloc_raw(q.count, sizeof *q.weight);

    copy_facts(&q);
    contract_agents(&q, kind);
    if (q.count > 0)
        dx_model_set_actual(q.to, q.class_of[dx_model_actual(model)]);

    dx_free(q.met);
    dx_free(q.stamp);
    dx_free(q.weight);
    dx_free(q.first_of);
    *out_model = q.to;
    if (out_class != NULL)
        *out_class = q.class_of;
    else
        dx_free(q.class_of);
    return DX_OK;
}

// ---- Two worlds.

// Refines one model, or both side by side; `sides` are freed by the caller.
static dx_status refine_both(dx_pointed a, dx_pointed *b, dx_bisim_kind kind,
                             dx_model **out_sides, dx_refinement *refinement,
                             dx_error *error)
{
    *out_sides = NULL;
    DX_REQUIRE(a.world < dx_model_world_count(a.model) &&
                   b->world < dx_model_world_count(b->model),
               "worlds of their models");
    if (a.model == b->model)
        return dx_refine(a.model, kind, refinement, error);
    dx_model *sides;
    dx_status status = dx_model_beside(a.model, b->model, &sides, error);
    if (status != DX_OK)
        return status;
    status = dx_refine(sides, kind, refinement, error);
    if (status != DX_OK) {
        dx_model_free(sides);
        return status;
    }
    b->world += dx_model_world_count(a.model);
    *out_sides = sides;
    return DX_OK;
}

dx_status dx_bisimilar(dx_pointed a, dx_pointed b, dx_bisim_kind kind,
                       bool *out_bisimilar, dx_error *error)
{
    dx_model *sides;
    dx_refinement refinement;
    dx_status status = refine_both(a, &b, kind, &sides, &refinement, error);
    if (status != DX_OK)
        return status;
    *out_bisimilar =
        refinement.class_of[a.world] == refinement.class_of[b.world];
    dx_refinement_release(&refinement);
    dx_model_free(sides);
    return DX_OK;
}

dx_status dx_distinguish(dx_pointed a, dx_pointed b, dx_bisim_kind kind,
                         dx_formula *out_formula, dx_error *error)
{
    dx_model *sides;
    dx_refinement refinement;
    dx_status status = refine_both(a, &b, kind, &sides, &refinement, error);
    if (status != DX_OK)
        return status;
    status = dx_refinement_distinguish(&refinement, a.world, b.world,
                                       out_formula, error);
    dx_refinement_release(&refinement);
    dx_model_free(sides);
    return status;
}
