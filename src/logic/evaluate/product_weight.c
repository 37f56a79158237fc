// Weights of a product: that of the world times the likelihood of the event.
//
// An agent without weights holds worlds equally likely, so weights appear where
// an event has a likelihood.  Only proportions matter; weights are brought to
// small whole numbers after each product, without which a chain of products
// would soon not fit 64 bits.  Occurrences are evaluated from the last
// condition to the first, so that the first that holds is the one that counts.

#include "base/memory.h"
#include "logic/evaluate/product_private.h"

#include <assert.h>

static dx_status lost(const dx_product *p)
{
    return dx_context_fail(p->context, DX_ERR_LIMIT,
                           "after '%s' the weights of worlds are too fine for "
                           "exact fractions of 64 bits",
                           dx_event_model_name(p->events));
}

static dx_fraction occurs_at(const dx_product *p, size_t k)
{
    return p->occurs == NULL ? dx_fraction_int(1) : p->occurs[k];
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Only the proportions of weights matter, so they are brought to the smallest
// whole numbers: otherwise a chain of products would run out of digits.  Left
// alone where even the common denominator does not fit.
static void simplify(dx_fraction *weights, size_t count)
{
    uint64_t over = 1, top = 0;
    for (size_t k = 0; k < count; k++) {
        assert(weights[k].over > 0 && weights[k].top >= 0);
        uint64_t factor = (uint64_t)weights[k].over /
                          divisor(over, (uint64_t)weights[k].over);
        if (over > INT64_MAX / factor)
            return;
        over *= factor;
    }
    for (size_t k = 0; k < count; k++) {
        dx_fraction whole =
            dx_fraction_multiply(weights[k], dx_fraction_int((int64_t)over));
        if (dx_fraction_is_lost(whole))
            return;
        top = divisor(top, (uint64_t)whole.top);
    }
    for (size_t k = 0; k < count && top != 0; k++)
        weights[k] = dx_fraction_multiply(
            weights[k], dx_fraction_of((int64_t)over, (int64_t)top));
}

static dx_status multiply_world_weights(dx_product *p, size_t a,
                                        const dx_fraction *of_world)
{
    dx_fraction *weights = dx_alloc_raw(p->world_count, sizeof *weights);
    bool is_lost = false;
    for (size_t k = 0; k < p->world_count; k++) {
        dx_fraction old = of_world == NULL ? dx_fraction_int(1)
                                           : of_world[p->origin.world[k]];
        weights[k] = dx_fraction_multiply(old, occurs_at(p, k));
        is_lost = is_lost || dx_fraction_is_lost(weights[k]);
    }
    if (!is_lost) {
        simplify(weights, p->world_count);
        dx_model_set_weights(p->model, a, weights);
    }
    dx_free(weights);
    return is_lost ? lost(p) : DX_OK;
}

static dx_status multiply_edge_weights(dx_product *p, size_t a,
                                       const uint8_t *links,
                                       const dx_weights *old)
{
    const dx_relation *from =
        dx_model_relation(p->context->model, a, DX_KNOWLEDGE);
    DX_VECTOR(dx_edge) edges = {0};
    DX_VECTOR(dx_fraction) weights = {0};
    bool is_lost = false;
    for (size_t k = 0; k < p->world_count; k++) {
        size_t count = dx_product_row(p, from, links, k, NULL, NULL);
        uint32_t *target = dx_alloc_raw(count, sizeof *target);
        size_t *edge = dx_alloc_raw(count, sizeof *edge);
        dx_product_row(p, from, links, k, target, edge);
        for (size_t i = 0; i < count; i++) {
            dx_edge new_edge = {(uint32_t)k, target[i]};
            dx_fraction weight = dx_fraction_multiply(old->of_edge[edge[i]],
                                                      occurs_at(p, target[i]));
            is_lost = is_lost || dx_fraction_is_lost(weight);
            dx_vector_push(&edges, new_edge);
            dx_vector_push(&weights, weight);
        }
        dx_free(target);
        dx_free(edge);
    }
    if (!is_lost)
        simplify(weights.at, weights.count);
    if (!is_lost)
        dx_model_set_edge_weights(p->model, a, edges.count, edges.at,
                                  weights.at);
    dx_vector_release(&edges);
    dx_vector_release(&weights);
    return is_lost ? lost(p) : DX_OK;
}

dx_status dx_product_weights(dx_product *p, size_t a, const uint8_t *links)
{
    const dx_weights *old = dx_model_weights(p->context->model, a);
    if (old != NULL && old->of_edge != NULL)
        return multiply_edge_weights(p, a, links, old);
    if (old != NULL || p->occurs != NULL)
        return multiply_world_weights(p, a, old == NULL ? NULL : old->of_world);
    return DX_OK;
}

static bool has_occurrence(const dx_product *p, size_t e, dx_name agent)
{
    for (size_t i = 0; i < dx_event_model_occurrence_count(p->events, e); i++)
        if (dx_event_model_occurs_for(p->events, e, i, agent))
            return true;
    return false;
}

// The first condition that holds counts.
dx_status dx_product_occurrences(dx_product *p, dx_name agent)
{
    dx_free(p->occurs);
    p->occurs = NULL;
    size_t any = 0;
    for (size_t e = 0; e < p->event_count; e++)
        any += dx_event_model_occurrence_count(p->events, e);
    if (any == 0)
        return DX_OK;
    dx_context *context = p->context;
    dx_bitset holds = dx_context_set(context);
    p->occurs = dx_alloc_raw(p->world_count, sizeof *p->occurs);
    dx_status status = DX_OK;
    for (size_t k = 0; k < p->world_count; k++)
        p->occurs[k] =
            dx_fraction_int(!has_occurrence(p, p->origin.event[k], agent));
    for (size_t e = 0; e < p->event_count; e++)
        for (size_t i = dx_event_model_occurrence_count(p->events, e);
             i > 0 && status == DX_OK; i--) {
            dx_occurrence occurrence =
                dx_event_model_occurrence(p->events, e, i - 1);
            if (!dx_event_model_occurs_for(p->events, e, i - 1, agent))
                continue;
            if (occurrence.probability.top < 0 ||
                dx_fraction_is_lost(occurrence.probability))
                status = dx_context_fail(
                    context, DX_ERR_INPUT,
                    "event '%s' of '%s' has a probability below 0",
                    dx_event_model_event_name(p->events, e),
                    dx_event_model_name(p->events));
            else
                status =
                    dx_context_evaluate(context, occurrence.condition, &holds);
            for (size_t w = dx_bitset_next(&holds, 0); w < holds.size;
                 w = dx_bitset_next(&holds, w + 1))
                if (dx_product_place(p, w, e) != UINT32_MAX)
                    p->occurs[dx_product_place(p, w, e)] =
                        occurrence.probability;
        }
    dx_bitset_release(&holds);
    return status;
}
