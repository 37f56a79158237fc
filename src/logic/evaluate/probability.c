// P[a](f) and P[a](f given g): weights among the worlds an agent holds
// possible.
//
// Over a partition the weights of a cell are added up once for all its
// worlds.  An agent with ranks looks at its most plausible worlds only.

#include "base/memory.h"
#include "logic/evaluate/inside.h"

#include <assert.h>

// The weight of what counts, and of it the part where f holds.
typedef struct share {
    dx_fraction part, whole;
} share;

// For fractions that are almost always small whole numbers.
static void add(dx_fraction *sum, dx_fraction weight)
{
    const int64_t small = INT64_C(1) << 62;
    if (sum->over == 1 && weight.over == 1 && sum->top < small &&
        weight.top < small)
        sum->top += weight.top;
    else
        *sum = dx_fraction_add(*sum, weight);
}

static dx_fraction quotient(share s)
{
    if (dx_fraction_is_lost(s.whole) || dx_fraction_is_lost(s.part))
        return (dx_fraction){0, 0};
    assert(dx_fraction_compare(s.part, s.whole) <= 0);
    return dx_fraction_is_zero(s.whole) ? DX_UNDEFINED
                                        : dx_fraction_divide(s.part, s.whole);
}

static const share nothing = {{0, 1}, {0, 1}};

// The smallest rank of each cell; nothing where there are no ranks.
static uint32_t *best_of_cells(const dx_relation *relation,
                               const uint32_t *rank, const dx_bitset *given)
{
    if (rank == NULL)
        return NULL;
    uint32_t *best = dx_alloc_raw(relation->cell_count, sizeof *best);
    for (size_t c = 0; c < relation->cell_count; c++)
        best[c] = UINT32_MAX;
    for (size_t w = dx_bitset_next(given, 0); w < given->size;
         w = dx_bitset_next(given, w + 1))
        if (rank[w] < best[relation->cell[w]])
            best[relation->cell[w]] = rank[w];
    return best;
}

static uint32_t best_of_row(const dx_relation *relation, size_t w,
                            const uint32_t *rank, const dx_bitset *given)
{
    uint32_t best = UINT32_MAX;
    for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++) {
        size_t v = relation->target[i];
        if (dx_bitset_has(given, v) && rank[v] < best)
            best = rank[v];
    }
    return best;
}

static void by_cells(const dx_context *context, size_t agent,
                     const dx_bitset *given, const dx_bitset *yes,
                     dx_fraction *out)
{
    const dx_relation *relation =
        dx_model_relation(context->model, agent, DX_KNOWLEDGE);
    const dx_weights *weights = dx_model_weights(context->model, agent);
    assert(weights == NULL || weights->of_world != NULL);
    share *cells = dx_alloc_raw(relation->cell_count, sizeof *cells);
    for (size_t c = 0; c < relation->cell_count; c++)
        cells[c] = nothing;
    const uint32_t *rank = dx_model_ranks(context->model, agent);
    uint32_t *best = best_of_cells(relation, rank, given);
    for (size_t w = dx_bitset_next(given, 0); w < given->size;
         w = dx_bitset_next(given, w + 1)) {
        dx_fraction weight =
            weights == NULL ? dx_fraction_int(1) : weights->of_world[w];
        if (rank != NULL && rank[w] > best[relation->cell[w]])
            continue;
        share *cell = &cells[relation->cell[w]];
        add(&cell->whole, weight);
        if (dx_bitset_has(yes, w))
            add(&cell->part, weight);
    }
    for (size_t w = dx_bitset_next(&context->alive, 0); w < given->size;
         w = dx_bitset_next(&context->alive, w + 1))
        out[w] = quotient(cells[relation->cell[w]]);
    dx_free(best);
    dx_free(cells);
}

static void by_edges(const dx_context *context, size_t agent,
                     const dx_bitset *given, const dx_bitset *yes,
                     dx_fraction *out)
{
    const dx_relation *relation =
        dx_model_relation(context->model, agent, DX_KNOWLEDGE);
    const dx_weights *weights = dx_model_weights(context->model, agent);
    const uint32_t *rank = dx_model_ranks(context->model, agent);
    for (size_t w = dx_bitset_next(&context->alive, 0); w < given->size;
         w = dx_bitset_next(&context->alive, w + 1)) {
        share row = nothing;
        uint32_t best =
            rank == NULL ? 0 : best_of_row(relation, w, rank, given);
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++) {
            size_t v = relation->target[i];
            if (!dx_bitset_has(given, v) || (rank != NULL && rank[v] > best))
                continue;
            dx_fraction weight = weights == NULL ? dx_fraction_int(1)
                                 : weights->of_edge != NULL
                                     ? weights->of_edge[i]
                                     : weights->of_world[v];
            add(&row.whole, weight);
            if (dx_bitset_has(yes, v))
                add(&row.part, weight);
        }
        out[w] = quotient(row);
    }
}

static dx_status check(const dx_context *context, const dx_fraction *values)
{
    const dx_bitset *alive = &context->alive;
    for (size_t w = dx_bitset_next(alive, 0); w < alive->size;
         w = dx_bitset_next(alive, w + 1))
        if (dx_fraction_is_lost(values[w]) && !dx_is_undefined(values[w]))
            return dx_context_fail(context, DX_ERR_LIMIT,
                                   "a probability is too fine for exact "
                                   "fractions of 64 bits");
    return DX_OK;
}

dx_status dx_context_probability(dx_context *context, dx_formula term,
                                 dx_fraction *out)
{
    const dx_formulas *store = context->evaluator->store;
    size_t agent;
    dx_status status = dx_context_agent(context, term, 0, &agent);
    if (status != DX_OK)
        return status;
    dx_bitset given = dx_bitset_copy(&context->alive);
    dx_bitset yes = dx_context_set(context);
    status =
        dx_context_evaluate(context, dx_formula_operand(store, term, 1), &yes);
    if (status == DX_OK && dx_formula_kind(store, term) == DX_PROBABILITY_GIVEN)
        status = dx_context_evaluate(
            context, dx_formula_operand(store, term, 2), &given);
    if (status == DX_OK) {
        if (dx_model_relation(context->model, agent, DX_KNOWLEDGE)->cell !=
            NULL)
            by_cells(context, agent, &given, &yes, out);
        else
            by_edges(context, agent, &given, &yes, out);
        status = check(context, out);
    }
    dx_bitset_release(&given);
    dx_bitset_release(&yes);
    return status;
}
