// Who cannot tell which worlds apart, and how likely they are, in JSON.

#include "base/memory.h"
#include "base/vector.h"
#include "logic/json/reader.h"
#include "logic/kripke/plausible.h"

#include <assert.h>

static dx_status find_world(dx_json_reader *r, const json_t *value,
                            uint32_t *out)
{
    size_t count = dx_model_world_count(r->model);
    dx_status status =
        dx_json_expect(r, value, DX_JSON_INTEGER, "the number of a world");
    if (status != DX_OK)
        return status;
    *out = (uint32_t)json_integer_value(value);
    if (json_integer_value(value) >= 0 &&
        (uint64_t)json_integer_value(value) < count)
        return DX_OK;
    return dx_json_complain(
        r, DX_ERR_INPUT, "there is no world %lld: they are 0 to %zu",
        (long long)json_integer_value(value), count > 0 ? count - 1 : 0);
}

static dx_status find_agent(dx_json_reader *r, const char *key, size_t *out)
{
    dx_name name = dx_names_find(dx_formulas_names(r->store), key);
    *out = name == DX_NAME_NONE ? DX_NOT_FOUND
                                : dx_model_find_agent(r->model, name);
    if (*out != DX_NOT_FOUND)
        return DX_OK;
    return dx_json_complain(r, DX_ERR_INPUT, "there is no agent '%.60s'", key);
}

typedef struct cells {
    uint32_t *cell; // 0: none yet
    uint32_t count;
} cells;

static dx_status read_cell(dx_json_reader *r, json_t *item, void *data)
{
    cells *c = data;
    c->count++;
    dx_status status =
        dx_json_expect(r, item, DX_JSON_ARRAY, "the worlds of a cell");
    for (size_t i = 0; i < json_array_size(item) && status == DX_OK; i++) {
        uint32_t world;
        dx_json_enter_index(r, i);
        status = find_world(r, json_array_get(item, i), &world);
        if (status != DX_OK)
            break;
        if (c->cell[world] != 0)
            return dx_json_complain(r, DX_ERR_INPUT,
                                    "the world %u is in a cell already",
                                    (unsigned)world);
        assert(world < dx_model_world_count(r->model));
        c->cell[world] = c->count;
        dx_json_leave(r);
    }
    return status;
}

// The agent must not have been given one already.
static dx_status begin_agent(dx_json_reader *r, const char *key, bool *has,
                             size_t *out)
{
    dx_status status = find_agent(r, key, out);
    if (status == DX_OK && has[*out])
        status = dx_json_complain(r, DX_ERR_INPUT,
                                  "'%.60s' has \"cells\" and \"links\": one of "
                                  "them must go",
                                  key);
    if (status == DX_OK)
        has[*out] = true;
    return status;
}

static dx_status read_cells(dx_json_reader *r, const char *key, json_t *value,
                            void *data)
{
    size_t agent, count = dx_model_world_count(r->model);
    dx_status status = begin_agent(r, key, data, &agent);
    if (status != DX_OK)
        return status;
    cells c = {.cell = dx_alloc(count, sizeof *c.cell)};
    status = dx_json_read_items(r, value, "cells", read_cell, &c);
    for (size_t w = 0; w < count && status == DX_OK; w++)
        if (c.cell[w] == 0)
            status = dx_json_complain(r, DX_ERR_INPUT,
                                      "the world %zu is in no cell", w);
    if (status == DX_OK)
        dx_model_take_relation(r->model, agent, DX_KNOWLEDGE,
                               dx_relation_of_cells(count, c.cell));
    dx_free(c.cell);
    return status;
}

typedef struct edges {
    DX_VECTOR(dx_edge) list;
    DX_VECTOR(dx_fraction) weights;
    const dx_relation *relation; // with weights: where the edges must be
} edges;

static dx_status read_weight(dx_json_reader *r, const json_t *value,
                             dx_fraction *out)
{
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *out = dx_fraction_int(json_integer_value(value));
        return DX_OK;
    }
    if (!json_is_string(value) ||
        dx_fraction_parse(json_string_value(value), out) != DX_OK ||
        dx_fraction_is_lost(*out) || out->top < 0)
        return dx_json_complain(
            r, DX_ERR_INPUT,
            "expected a weight: a fraction such as \"1/3\" or a "
            "whole number, not below 0");
    return DX_OK;
}

static dx_status read_end(dx_json_reader *r, json_t *item, size_t i,
                          uint32_t *out)
{
    dx_json_enter_index(r, i);
    dx_status status = find_world(r, json_array_get(item, i), out);
    if (status == DX_OK)
        dx_json_leave(r);
    return status;
}

static dx_status read_edge(dx_json_reader *r, json_t *item, void *data)
{
    edges *e = data;
    dx_edge edge;
    dx_fraction weight = dx_fraction_int(1);
    size_t wanted = e->relation != NULL ? 3 : 2;
    dx_status status =
        dx_json_expect(r, item, DX_JSON_ARRAY, "a link, [from, to]");
    if (status == DX_OK && json_array_size(item) != wanted)
        return dx_json_complain(r, DX_ERR_INPUT, "expected %s",
                                wanted == 3 ? "[from, to, weight]"
                                            : "[from, to]");
    if (status == DX_OK)
        status = read_end(r, item, 0, &edge.from);
    if (status == DX_OK)
        status = read_end(r, item, 1, &edge.to);
    if (status == DX_OK && wanted == 3) {
        if (!dx_relation_has(e->relation, edge.from, edge.to))
            return dx_json_complain(r, DX_ERR_INPUT,
                                    "a weight for a link that is not there");
        dx_json_enter_index(r, 2);
        status = read_weight(r, json_array_get(item, 2), &weight);
        if (status == DX_OK)
            dx_json_leave(r);
    }
    if (status != DX_OK)
        return status;
    dx_vector_push(&e->list, edge);
    dx_vector_push(&e->weights, weight);
    return DX_OK;
}

static dx_status read_edges(dx_json_reader *r, json_t *value, size_t agent,
                            dx_attitude attitude)
{
    edges e = {0};
    dx_status status = dx_json_read_items(r, value, "links", read_edge, &e);
    if (status == DX_OK)
        dx_model_set_edges(r->model, agent, attitude, e.list.count, e.list.at);
    dx_vector_release(&e.list);
    dx_vector_release(&e.weights);
    return status;
}

static dx_status read_links(dx_json_reader *r, const char *key, json_t *value,
                            void *data)
{
    size_t agent;
    dx_status status = begin_agent(r, key, data, &agent);
    return status == DX_OK ? read_edges(r, value, agent, DX_KNOWLEDGE) : status;
}

// Of who has ranks it follows from them.
static dx_status read_belief(dx_json_reader *r, const char *key, json_t *value,
                             void *data)
{
    size_t agent;
    const json_t *ranks = json_object_get(data, "ranks");
    dx_status status = find_agent(r, key, &agent);
    return status != DX_OK || json_object_get(ranks, key) != NULL
               ? status
               : read_edges(r, value, agent, DX_BELIEF);
}

// A number for each world.
typedef struct column {
    size_t world;
    dx_fraction *weight;
    uint32_t *rank;
} column;

static dx_status read_number(dx_json_reader *r, json_t *item, void *data)
{
    column *c = data;
    json_int_t rank = json_integer_value(item);
    if (c->world == dx_model_world_count(r->model))
        return dx_json_complain(r, DX_ERR_INPUT, "there is no such world");
    if (c->weight != NULL)
        return read_weight(r, item, &c->weight[c->world++]);
    if (!json_is_integer(item) || rank < 0 || rank > INT32_MAX)
        return dx_json_complain(r, DX_ERR_INPUT,
                                "expected a whole number from 0 on");
    c->rank[c->world++] = (uint32_t)rank;
    return DX_OK;
}

static dx_status read_column(dx_json_reader *r, json_t *value, column *c)
{
    dx_status status =
        dx_json_read_items(r, value, "one for each world", read_number, c);
    if (status == DX_OK && c->world < dx_model_world_count(r->model))
        status = dx_json_complain(r, DX_ERR_INPUT,
                                  "expected one for each of the %zu worlds",
                                  dx_model_world_count(r->model));
    return status;
}

static dx_status read_weights(dx_json_reader *r, const char *key, json_t *value,
                              void *data)
{
    (void)data;
    size_t agent, count = dx_model_world_count(r->model);
    dx_status status = find_agent(r, key, &agent);
    if (status != DX_OK)
        return status;
    column c = {.weight = dx_alloc(count, sizeof *c.weight)};
    edges e = {.relation = dx_model_relation(r->model, agent, DX_KNOWLEDGE)};
    bool by_edge = json_array_size(value) > 0
                       ? json_is_array(json_array_get(value, 0))
                       : count > 0;
    status = by_edge ? dx_json_read_items(r, value, "links", read_edge, &e)
                     : read_column(r, value, &c);
    if (status == DX_OK && by_edge)
        dx_model_set_edge_weights(r->model, agent, e.list.count, e.list.at,
                                  e.weights.at);
    else if (status == DX_OK)
        dx_model_set_weights(r->model, agent, c.weight);
    dx_free(c.weight);
    dx_vector_release(&e.list);
    dx_vector_release(&e.weights);
    return status;
}

static dx_status read_ranks(dx_json_reader *r, const char *key, json_t *value,
                            void *data)
{
    (void)data;
    size_t agent, count = dx_model_world_count(r->model);
    dx_status status = find_agent(r, key, &agent);
    if (status != DX_OK)
        return status;
    column c = {.rank = dx_alloc(count, sizeof *c.rank)};
    status = read_column(r, value, &c);
    if (status == DX_OK)
        dx_model_set_ranks(r->model, agent, c.rank);
    dx_free(c.rank);
    return status;
}

dx_status dx_json_read_actual(dx_json_reader *r, json_t *root)
{
    json_t *actual = json_object_get(root, "actual");
    uint32_t world;
    if (actual == NULL)
        return DX_OK;
    dx_json_enter_key(r, "actual");
    dx_status status = find_world(r, actual, &world);
    if (status != DX_OK)
        return status;
    dx_model_set_actual(r->model, world);
    dx_json_leave(r);
    return DX_OK;
}

static dx_status read_knowledge(dx_json_reader *r, json_t *root)
{
    size_t agents = dx_model_agent_count(r->model);
    dx_names *names = dx_formulas_names(r->store);
    bool *has = dx_alloc(agents, sizeof *has);
    dx_status status = dx_json_read_members(r, root, "cells", read_cells, has);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "links", read_links, has);
    for (size_t a = 0; a < agents && status == DX_OK; a++)
        if (!has[a])
            status = dx_json_complain(
                r, DX_ERR_INPUT, "the agent '%.60s' has no cells and no links",
                dx_names_text(names, dx_model_agent_name(r->model, a)));
    dx_free(has);
    return status;
}

dx_status dx_json_read_relations(dx_json_reader *r, json_t *root)
{
    dx_status status = read_knowledge(r, root);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "belief", read_belief, root);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "weights", read_weights, NULL);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "ranks", read_ranks, NULL);
    return status;
}
