// The product update: worlds are pairs (w, e) of a world and an event that
// can happen there (van Benthem, van Eijck and Kooi 2006; with probabilities
// Achimescu, Baltag and Sack 2016, "The probabilistic logic of communication
// and change", Definition 4).
//
// The occurrence probability of e at w is read as a likelihood: the weight of
// (w, e) is that of w times it, and P divides by what the agent holds
// possible, so nothing has to add up to 1.

#include "base/memory.h"
#include "logic/evaluate_private.h"
#include "logic/model_private.h"
#include "logic/print.h"

#include <stdlib.h>

enum { EDGES_MAX = 1 << 27, PLACES_MAX = 1 << 28 };

// A product in the making.
typedef struct product {
    dx_context *context;
    const dx_event_model *events;
    size_t event_count, world_count; // of the product
    dx_origin origin;
    dx_fraction *occurs; // of each new world; NULL: all 1
    dx_model *model;
} product;

static void release_origin(dx_origin *origin)
{
    dx_free(origin->world);
    dx_free(origin->event);
    dx_free(origin->place);
    *origin = (dx_origin){0};
}

// Which events can happen where: a place for every pair, in the order of the
// worlds and then of the events.
static dx_status find_places(product *p, size_t worlds_max)
{
    dx_context *context = p->context;
    size_t old_count = context->alive.size, pairs = old_count * p->event_count;
    if (pairs > PLACES_MAX)
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
    }
    dx_bitset_release(&can);
    for (size_t i = 0; i < pairs && status == DX_OK; i++)
        if (p->origin.place[i] == 0)
            p->origin.place[i] = (uint32_t)p->world_count++;
    if (status == DX_OK && p->world_count > worlds_max)
        status = dx_context_fail(context, DX_ERR_LIMIT,
                                 "the product with '%s' has %zu worlds, more "
                                 "than %zu",
                                 dx_event_model_name(p->events), p->world_count,
                                 worlds_max);
    return status;
}

static void find_origins(product *p)
{
    size_t pairs = p->context->alive.size * p->event_count;
    p->origin.world = dx_alloc_raw(p->world_count, sizeof *p->origin.world);
    p->origin.event = dx_alloc_raw(p->world_count, sizeof *p->origin.event);
    for (size_t i = 0; i < pairs; i++) {
        uint32_t place = p->origin.place[i];
        if (place == UINT32_MAX)
            continue;
        p->origin.world[place] = (uint32_t)(i / p->event_count);
        p->origin.event[place] = (uint32_t)(i % p->event_count);
    }
}

static uint32_t place_at(const product *p, size_t world, size_t event)
{
    return p->origin.place[world * p->event_count + event];
}

// Relations.

// The number of the class of each event if `links` is an equivalence.
static bool classes_of(const uint8_t *links, size_t count, uint32_t *class)
{
    for (size_t e = 0; e < count; e++) {
        if (!links[e * count + e])
            return false;
        class[e] = 0;
        while (!links[e * count + class[e]])
            class[e]++;
    }
    for (size_t e = 0; e < count; e++)
        for (size_t d = 0; d < count; d++)
            if ((class[e] == class[d]) != links[e * count + d])
                return false;
    return true;
}

// Partition and equivalence give a partition: pairs of cells and classes.
static dx_relation multiply_cells(const product *p, const dx_relation *old,
                                  const uint32_t *class)
{
    dx_relation by_world = {
        .cell = dx_alloc_raw(p->world_count, sizeof(uint32_t)),
        .cell_count = old->cell_count,
    };
    dx_relation by_event = {
        .cell = dx_alloc_raw(p->world_count, sizeof(uint32_t)),
        .cell_count = p->event_count,
    };
    for (size_t k = 0; k < p->world_count; k++) {
        by_world.cell[k] = old->cell[p->origin.world[k]];
        by_event.cell[k] = class[p->origin.event[k]];
    }
    dx_relation both = dx_relation_meet(p->world_count, &by_world, &by_event);
    dx_relation_release(&by_world);
    dx_relation_release(&by_event);
    return both;
}

// A walk over the edges out of one new world: each successor of the old world
// with each event that the agent holds possible.  Counts them if `target` is
// NULL; `edge` gets the number of the old edge, if it is asked for.
typedef struct row {
    const dx_relation *old; // edges
    const uint8_t *links;
} row;

static size_t walk_row(const product *p, row from, size_t k, uint32_t *target,
                       size_t *edge)
{
    size_t w = p->origin.world[k], count = 0;
    const uint8_t *links = from.links + p->origin.event[k] * p->event_count;
    for (size_t i = from.old->first[w]; i < from.old->first[w + 1]; i++)
        for (size_t d = 0; d < p->event_count; d++) {
            uint32_t place = place_at(p, from.old->target[i], d);
            if (!links[d] || place == UINT32_MAX)
                continue;
            if (target != NULL)
                target[count] = place;
            if (edge != NULL)
                edge[count] = i;
            count++;
        }
    return count;
}

static dx_status too_many_edges(const product *p)
{
    return dx_context_fail(p->context, DX_ERR_LIMIT,
                           "the product with '%s' has more than %d edges",
                           dx_event_model_name(p->events), EDGES_MAX);
}

// The old relation written out must not explode either.
static bool is_too_large(const product *p, const dx_relation *old)
{
    size_t count = p->context->alive.size;
    if (old->cell == NULL)
        return false;
    uint32_t *size = dx_alloc(old->cell_count, sizeof *size);
    uint64_t edges = 0;
    for (size_t w = 0; w < count; w++)
        edges += 2 * (uint64_t)size[old->cell[w]]++ + 1;
    dx_free(size);
    return edges > EDGES_MAX;
}

static dx_status multiply_edges(const product *p, const dx_relation *old,
                                const uint8_t *links, dx_relation *out)
{
    if (is_too_large(p, old))
        return too_many_edges(p);
    dx_relation edges = dx_relation_as_edges(old, p->context->alive.size);
    row from = {&edges, links};
    size_t *first = dx_alloc(p->world_count + 1, sizeof *first);
    for (size_t k = 0; k < p->world_count && first[k] <= EDGES_MAX; k++)
        first[k + 1] = first[k] + walk_row(p, from, k, NULL, NULL);
    dx_status status = DX_OK;
    for (size_t k = 0; k <= p->world_count && status == DX_OK; k++)
        if (first[k] > EDGES_MAX)
            status = too_many_edges(p);
    if (status == DX_OK) {
        uint32_t *target = dx_alloc_raw(first[p->world_count], sizeof *target);
        for (size_t k = 0; k < p->world_count; k++)
            walk_row(p, from, k, target + first[k], NULL);
        *out = dx_relation_of_rows(p->world_count, first, target);
    } else {
        dx_free(first);
    }
    dx_relation_release(&edges);
    return status;
}

static dx_status multiply_relation(product *p, size_t a, dx_attitude attitude,
                                   const uint8_t *links)
{
    const dx_relation *old = dx_model_relation(p->context->model, a, attitude);
    uint32_t *class = dx_alloc_raw(p->event_count, sizeof *class);
    dx_relation relation;
    dx_status status = DX_OK;
    if (old->cell != NULL && classes_of(links, p->event_count, class))
        relation = multiply_cells(p, old, class);
    else
        status = multiply_edges(p, old, links, &relation);
    if (status == DX_OK)
        dx_model_take_relation(p->model, a, attitude, relation);
    dx_free(class);
    return status;
}

// Weights.

static dx_status lost(const product *p)
{
    return dx_context_fail(p->context, DX_ERR_LIMIT,
                           "after '%s' the weights of worlds are too fine for "
                           "exact fractions of 64 bits",
                           dx_event_model_name(p->events));
}

static dx_fraction occurs_at(const product *p, size_t k)
{
    return p->occurs == NULL ? dx_fraction_int(1) : p->occurs[k];
}

static dx_status multiply_world_weights(product *p, size_t a,
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
    if (!is_lost)
        dx_model_set_weights(p->model, a, weights);
    dx_free(weights);
    return is_lost ? lost(p) : DX_OK;
}

static dx_status multiply_edge_weights(product *p, size_t a,
                                       const uint8_t *links,
                                       const dx_weights *old)
{
    row from = {dx_model_relation(p->context->model, a, DX_KNOWLEDGE), links};
    DX_VECTOR(dx_edge) edges = {0};
    DX_VECTOR(dx_fraction) weights = {0};
    bool is_lost = false;
    for (size_t k = 0; k < p->world_count; k++) {
        size_t count = walk_row(p, from, k, NULL, NULL);
        uint32_t *target = dx_alloc_raw(count, sizeof *target);
        size_t *edge = dx_alloc_raw(count, sizeof *edge);
        walk_row(p, from, k, target, edge);
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
        dx_model_set_edge_weights(p->model, a, edges.count, edges.at,
                                  weights.at);
    dx_vector_release(&edges);
    dx_vector_release(&weights);
    return is_lost ? lost(p) : DX_OK;
}

static dx_status multiply_weights(product *p, size_t a, const uint8_t *links)
{
    const dx_weights *old = dx_model_weights(p->context->model, a);
    if (old != NULL && old->of_edge != NULL)
        return multiply_edge_weights(p, a, links, old);
    if (old != NULL || p->occurs != NULL)
        return multiply_world_weights(p, a, old == NULL ? NULL : old->of_world);
    return DX_OK;
}

// The first condition that holds counts.
static dx_status find_occurrences(product *p)
{
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
        p->occurs[k] = dx_fraction_int(dx_event_model_occurrence_count(
                                           p->events, p->origin.event[k]) == 0);
    for (size_t e = 0; e < p->event_count; e++)
        for (size_t i = dx_event_model_occurrence_count(p->events, e);
             i > 0 && status == DX_OK; i--) {
            dx_occurrence occurrence =
                dx_event_model_occurrence(p->events, e, i - 1);
            status = dx_context_evaluate(context, occurrence.condition, &holds);
            for (size_t w = dx_bitset_next(&holds, 0); w < holds.size;
                 w = dx_bitset_next(&holds, w + 1))
                if (place_at(p, w, e) != UINT32_MAX)
                    p->occurs[place_at(p, w, e)] = occurrence.probability;
        }
    dx_bitset_release(&holds);
    return status;
}

// Facts.

static void copy_facts(product *p)
{
    const dx_model *old = p->context->model;
    for (size_t i = 0; i < old->propositions.count; i++) {
        size_t new =
            dx_model_add_proposition(p->model, old->propositions.at[i].atom);
        const dx_bitset *worlds = &old->propositions.at[i].worlds;
        for (size_t k = 0; k < p->world_count; k++)
            if (dx_bitset_has(worlds, p->origin.world[k]))
                dx_bitset_add(dx_model_worlds_of(p->model, new), k);
    }
    int32_t *values = dx_alloc_raw(p->world_count, sizeof *values);
    for (size_t v = 0; v < old->variables.count; v++) {
        const dx_variable *variable = &old->variables.at[v];
        for (size_t k = 0; k < p->world_count; k++)
            values[k] = variable->values[p->origin.world[k]];
        dx_model_add_variable(p->model, variable->term, values);
        dx_model_set_variable_domain(p->model, v, variable->domain);
    }
    dx_free(values);
}

static dx_status cannot_assign(const product *p, dx_formula target,
                               const char *why)
{
    dx_text text = {0};
    dx_formula_print(p->context->evaluator->store, target, &text);
    dx_status status = dx_context_fail(
        p->context, DX_ERR_INPUT, "event model '%s' cannot set '%s': %s",
        dx_event_model_name(p->events), dx_text_string(&text), why);
    dx_text_release(&text);
    return status;
}

static dx_status assign_variable(product *p, size_t e, size_t v,
                                 dx_assignment assignment)
{
    dx_values values;
    dx_status status = dx_context_term(p->context, assignment.value, &values);
    if (status != DX_OK)
        return status;
    if (values.thing != DX_FORMULA_NONE)
        status =
            cannot_assign(p, assignment.target, "its new value is no number");
    int32_t *into = p->model->variables.at[v].values;
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++) {
        if (p->origin.event[k] != e)
            continue;
        dx_fraction value = dx_values_at(&values, p->origin.world[k]);
        if (value.over != 1 || value.top < INT32_MIN || value.top > INT32_MAX)
            status = cannot_assign(p, assignment.target,
                                   "its new value is no whole number of 32 "
                                   "bits");
        else
            into[k] = (int32_t)value.top;
    }
    dx_values_release(&values);
    return status;
}

static dx_status assign_proposition(product *p, size_t e, dx_formula target,
                                    dx_formula value)
{
    dx_bitset holds;
    dx_status status = dx_context_evaluate_new(p->context, value, &holds);
    size_t i = dx_model_find_proposition(p->model, target);
    if (status == DX_OK && i == DX_NOT_FOUND)
        i = dx_model_add_proposition(p->model, target);
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++) {
        if (p->origin.event[k] != e)
            continue;
        if (dx_bitset_has(&holds, p->origin.world[k]))
            dx_bitset_add(dx_model_worlds_of(p->model, i), k);
        else
            dx_bitset_remove(dx_model_worlds_of(p->model, i), k);
    }
    dx_bitset_release(&holds);
    return status;
}

// All values come from the old world, so the order does not matter.
static dx_status assign(product *p, size_t e, dx_assignment assignment)
{
    dx_formula target = dx_context_reduce(p->context, assignment.target);
    if (dx_formula_kind(p->context->evaluator->store, target) != DX_APPLY)
        return cannot_assign(p, target, "it is no proposition or variable");
    size_t v = dx_model_find_variable(p->model, target);
    if (v != DX_NOT_FOUND)
        return assign_variable(p, e, v, assignment);
    if (dx_context_is_term(p->context, assignment.value))
        return cannot_assign(p, target,
                             "its new value is a number, but it is no "
                             "variable");
    return assign_proposition(p, e, target, assignment.value);
}

static dx_status multiply_facts(product *p)
{
    copy_facts(p);
    dx_status status = DX_OK;
    for (size_t e = 0; e < p->event_count; e++)
        for (size_t i = 0; i < dx_event_model_assignment_count(p->events, e) &&
                           status == DX_OK;
             i++)
            status = assign(p, e, dx_event_model_assignment(p->events, e, i));
    return status;
}

static dx_status multiply_agents(product *p)
{
    const dx_model *old = p->context->model;
    const dx_names *names = dx_formulas_names(old->store);
    uint8_t *links = dx_alloc(p->event_count * p->event_count, sizeof *links);
    dx_status status = DX_OK;
    for (size_t a = 0; a < old->agents.count && status == DX_OK; a++) {
        const dx_agent *agent = &old->agents.at[a];
        dx_model_add_agent(p->model, dx_names_text(names, agent->name));
        dx_event_model_matrix(p->events, agent->name, links);
        status = multiply_relation(p, a, DX_KNOWLEDGE, links);
        if (status == DX_OK && agent->has_belief)
            status = multiply_relation(p, a, DX_BELIEF, links);
        if (status == DX_OK)
            status = multiply_weights(p, a, links);
    }
    dx_free(links);
    return status;
}

// On DX_OK the caller owns p->model and p->origin; otherwise nothing.
static dx_status build(product *p, size_t worlds_max)
{
    dx_status status = find_places(p, worlds_max);
    if (status == DX_OK) {
        find_origins(p);
        p->model = dx_model_new(p->context->model->store, p->world_count);
        dx_model_copy_words(p->model, p->context->model);
        status = find_occurrences(p);
    }
    if (status == DX_OK)
        status = multiply_agents(p);
    if (status == DX_OK)
        status = multiply_facts(p);
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
    product p = {.context = context,
                 .events = events,
                 .event_count = dx_event_model_count(events)};
    dx_status status = build(&p, context->evaluator->worlds_max);
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

static void name_worlds(const product *p)
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

static dx_status find_actual(const product *p, size_t event)
{
    const char *name = dx_event_model_event_name(p->events, event);
    if (p->world_count == 0)
        return dx_context_fail(p->context, DX_ERR_EMPTY,
                               "no world is left: no event of '%s' can happen "
                               "anywhere",
                               dx_event_model_name(p->events));
    uint32_t place = place_at(p, p->context->model->actual, event);
    if (place == UINT32_MAX)
        return dx_context_fail(p->context, DX_ERR_INPUT,
                               "event '%s' of '%s' cannot happen at the actual "
                               "world",
                               name, dx_event_model_name(p->events));
    dx_model_set_actual(p->model, place);
    return DX_OK;
}

dx_status dx_model_product(dx_evaluator *evaluator,
                           const dx_event_model *events, size_t event,
                           size_t worlds_max, dx_model **out_model,
                           dx_error *error)
{
    DX_REQUIRE(event < dx_event_model_count(events), "an event of the model");
    evaluator->error = error;
    product p = {.context = evaluator->root,
                 .events = events,
                 .event_count = dx_event_model_count(events)};
    dx_status status = build(&p, worlds_max);
    if (status == DX_OK) {
        status = find_actual(&p, event);
        if (status == DX_OK) {
            name_worlds(&p);
            *out_model = p.model;
        } else {
            dx_model_free(p.model);
        }
        release_origin(&p.origin);
    }
    evaluator->error = NULL;
    return status;
}
