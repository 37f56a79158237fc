// The product update: worlds are pairs (w, e) of a world and an event that
// can happen there (van Benthem, van Eijck and Kooi 2006; with probabilities
// Achimescu, Baltag and Sack 2016, "The probabilistic logic of communication
// and change", Definition 4).
//
// The occurrence probability of e at w is read as a likelihood: the weight of
// (w, e) is that of w times it, and P divides by what the agent holds
// possible, so nothing has to add up to 1.

#include "logic/evaluate/product.h"

#include "base/memory.h"
#include "logic/evaluate/product_private.h"
#include "logic/kripke/plausible.h"

#include <assert.h>

enum { PLACES_MAX = 1 << 28, PLACES_A_WORLD = 64 };

dx_status dx_product_goes_on(dx_product *p, size_t steps)
{
    return dx_is_off(&p->pace, steps)
               ? dx_context_fail(p->context, DX_ERR_CANCELLED, "stopped")
               : DX_OK;
}

static void release_origin(dx_origin *origin)
{
    dx_free(origin->world);
    dx_free(origin->event);
    dx_free(origin->place);
    *origin = (dx_origin){0};
}

// Which events can happen where: a place for every pair, in the order of the
// worlds and then of the events.
static dx_status find_places(dx_product *p)
{
    dx_context *context = p->context;
    size_t old_count = context->alive.size, pairs = old_count * p->event_count;
    if (pairs > PLACES_MAX || pairs / PLACES_A_WORLD > p->worlds_max)
        return dx_context_fail(context, DX_ERR_LIMIT,
                               "%zu worlds and %zu events are too many",
                               old_count, p->event_count);
    p->origin.place = dx_alloc_raw(pairs, sizeof *p->origin.place);
    dx_bitset can = dx_context_set(context);
    dx_status status = DX_OK;
    for (size_t e = 0; e < p->event_count && status == DX_OK; e++) {
        status = dx_context_evaluate(
            context, dx_event_model_precondition(p->events, e), &can);
        for (size_t w = 0; w < old_count; w++)
            p->origin.place[w * p->event_count + e] =
                dx_bitset_has(&can, w) ? 0 : UINT32_MAX;
        p->world_count += dx_bitset_count(&can);
        if (status == DX_OK)
            status = dx_product_goes_on(p, 4 * old_count);
    }
    dx_bitset_release(&can);
    size_t places = 0;
    for (size_t w = 0; w < old_count && status == DX_OK; w++) {
        uint32_t *place = &p->origin.place[w * p->event_count];
        for (size_t e = 0; e < p->event_count; e++)
            if (place[e] == 0)
                place[e] = (uint32_t)places++;
        status = dx_product_goes_on(p, p->event_count);
    }
    if (status == DX_OK && p->world_count > p->worlds_max)
        status = dx_context_fail(context, DX_ERR_LIMIT,
                                 "the product with '%s' has %zu worlds, more "
                                 "than %zu",
                                 dx_event_model_name(p->events), p->world_count,
                                 p->worlds_max);
    return status;
}

static dx_status find_origins(dx_product *p)
{
    size_t pairs = p->context->alive.size * p->event_count;
    dx_status status = DX_OK;
    p->origin.world = dx_alloc_raw(p->world_count, sizeof *p->origin.world);
    p->origin.event = dx_alloc_raw(p->world_count, sizeof *p->origin.event);
    assert(p->origin.place != NULL);
    for (size_t i = 0; i < pairs && status == DX_OK; i++) {
        uint32_t place = p->origin.place[i];
        status = dx_product_goes_on(p, 1);
        if (place == UINT32_MAX)
            continue;
        assert(place < p->world_count);
        p->origin.world[place] = (uint32_t)(i / p->event_count);
        p->origin.event[place] = (uint32_t)(i % p->event_count);
    }
    return status;
}

// A belief relation of its own leads to what the agent finds most plausible.
static dx_status multiply_belief(dx_product *p, size_t a, const uint8_t *links)
{
    size_t size = p->event_count * p->event_count;
    uint8_t *believed = dx_copy(links, size * sizeof *believed);
    dx_event_model_believed(
        p->events, dx_model_agent_name(p->context->model, a), believed);
    dx_status status = dx_product_relation(p, a, DX_BELIEF, believed);
    dx_free(believed);
    return status;
}

// What just happened counts before what was more plausible (action priority):
// whether it had a chance, then its rank.  The new weights tell a world that
// weighed 0 no more from one where the event has no chance: both are in the
// ranks.
static void multiply_ranks(dx_product *p, size_t a)
{
    dx_levels old = dx_model_levels(p->context->model, a);
    uint32_t *of_event = dx_alloc(p->event_count, sizeof *of_event);
    bool any = dx_event_model_ranks(
        p->events, dx_model_agent_name(p->context->model, a), of_event);
    if (any || old.of_world != NULL) {
        uint32_t *ranks = dx_alloc(p->world_count, sizeof *ranks);
        dx_ranks_close_up(of_event, p->event_count);
        size_t worlds = p->context->alive.size; // more than levels
        if (old.of_world != NULL)
            dx_ranks_close_up(old.of_world, worlds);
        assert(2 * worlds * p->event_count <= UINT32_MAX);
        for (size_t k = 0; k < p->world_count; k++) {
            uint32_t event = of_event[p->origin.event[k]];
            uint32_t was =
                old.of_world == NULL ? 0 : old.of_world[p->origin.world[k]];
            if (p->occurs != NULL && dx_fraction_is_zero(p->occurs[k]))
                event += (uint32_t)p->event_count; // behind all that had one
            ranks[k] = event * (uint32_t)worlds + was;
        }
        dx_model_set_ranks(p->model, a, ranks);
        dx_free(ranks);
    }
    dx_levels_release(&old);
    dx_free(of_event);
}

static dx_status multiply_agents(dx_product *p)
{
    const dx_model *old = p->context->model;
    const dx_names *names = dx_formulas_names(dx_model_formulas(old));
    uint8_t *links = dx_alloc(p->event_count * p->event_count, sizeof *links);
    dx_status status = DX_OK;
    for (size_t a = 0; a < dx_model_agent_count(old) && status == DX_OK; a++) {
        dx_name name = dx_model_agent_name(old, a);
        dx_model_add_agent(p->model, dx_names_text(names, name));
        status = dx_product_goes_on(p, 8 * p->world_count);
        if (status != DX_OK)
            break;
        dx_event_model_matrix(p->events, name, links);
        status = dx_product_relation(p, a, DX_KNOWLEDGE, links);
        if (status == DX_OK && dx_model_has_belief(old, a))
            status = multiply_belief(p, a, links);
        if (status == DX_OK)
            status = dx_product_occurrences(p, name);
        if (status == DX_OK)
            status = dx_product_weights(p, a, links);
        if (status == DX_OK && !dx_model_has_belief(old, a))
            multiply_ranks(p, a);
    }
    dx_free(links);
    return status;
}

// On DX_OK the caller owns p->model and p->origin; otherwise nothing.
static dx_status build(dx_product *p)
{
    dx_status status = find_places(p);
    if (status == DX_OK)
        status = find_origins(p);
    if (status == DX_OK) {
        p->model =
            dx_model_new(dx_model_formulas(p->context->model), p->world_count);
        assert(dx_model_world_count(p->model) == p->world_count);
        dx_model_copy_words(p->model, p->context->model);
    }
    if (status == DX_OK)
        status = multiply_agents(p);
    if (status == DX_OK)
        status = dx_product_facts(p);
    dx_free(p->occurs);
    p->occurs = NULL;
    if (status != DX_OK) {
        dx_model_free(p->model);
        release_origin(&p->origin);
    }
    return status;
}

dx_status dx_context_product(dx_context *context, const dx_event_model *events,
                             dx_context **out)
{
    dx_update update = {
        .how = DX_BY_EVENT, .formula = DX_FORMULA_NONE, .events = events};
    *out = dx_context_child(context, update);
    if (*out != NULL)
        return DX_OK;
    dx_product p = {.context = context,
                    .events = events,
                    .event_count = dx_event_model_count(events),
                    .worlds_max = context->evaluator->worlds_max};
    dx_status status = build(&p);
    if (status != DX_OK)
        return status;
    *out = dx_context_new(context->evaluator, p.model);
    (*out)->owned = p.model;
    (*out)->origin = p.origin;
    dx_context_adopt(context, update, *out);
    return DX_OK;
}

// Naming all worlds of a large model after their facts would take longer than
// the product.
enum { NAMES_MAX = 5000 };

static void name_worlds(const dx_product *p)
{
    const dx_model *old = p->context->model;
    dx_text name = {0};
    for (size_t k = 0; k < p->world_count; k++) {
        size_t w = p->origin.world[k];
        if (p->world_count > NAMES_MAX && dx_model_given_name(old, w) == NULL)
            continue;
        dx_text_clear(&name);
        dx_model_print_world(old, w, &name);
        dx_text_printf(
            &name, "+%s",
            dx_event_model_event_name(p->events, p->origin.event[k]));
        dx_model_name_world(p->model, k, dx_text_string(&name));
    }
    dx_text_release(&name);
}

static dx_status find_actual(const dx_product *p, size_t event)
{
    const char *name = dx_event_model_event_name(p->events, event);
    if (p->world_count == 0)
        return dx_context_fail(p->context, DX_ERR_EMPTY,
                               "no world is left: no event of '%s' can happen "
                               "anywhere",
                               dx_event_model_name(p->events));
    uint32_t place =
        dx_product_place(p, dx_model_actual(p->context->model), event);
    if (place == UINT32_MAX)
        return dx_context_fail(p->context, DX_ERR_INPUT,
                               "event '%s' of '%s' cannot happen at the actual "
                               "world",
                               name, dx_event_model_name(p->events));
    dx_model_set_actual(p->model, place);
    return DX_OK;
}

dx_status dx_model_product_from(dx_evaluator *evaluator,
                                const dx_event_model *events, size_t event,
                                size_t worlds_max, dx_model **out_model,
                                dx_product_origin *out_origin, dx_error *error)
{
    DX_REQUIRE(event < dx_event_model_count(events), "an event of the model");
    evaluator->error = error;
    dx_product p = {.context = evaluator->root,
                    .events = events,
                    .event_count = dx_event_model_count(events),
                    .worlds_max = worlds_max};
    dx_status status = build(&p);
    if (status == DX_OK) {
        status = find_actual(&p, event);
        if (status == DX_OK) {
            name_worlds(&p);
            *out_model = p.model;
            *out_origin = (dx_product_origin){p.origin.world, p.origin.event};
            p.origin.world = p.origin.event = NULL;
        } else {
            dx_model_free(p.model);
        }
        release_origin(&p.origin);
    }
    evaluator->error = NULL;
    return status;
}

dx_status dx_model_product(dx_evaluator *evaluator,
                           const dx_event_model *events, size_t event,
                           size_t worlds_max, dx_model **out_model,
                           dx_error *error)
{
    dx_product_origin origin = {0};
    dx_status status = dx_model_product_from(
        evaluator, events, event, worlds_max, out_model, &origin, error);
    dx_free(origin.world);
    dx_free(origin.event);
    return status;
}
