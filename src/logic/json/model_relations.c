// Who cannot tell which worlds apart, and how likely they are, in JSON.

#include "base/memory.h"
#include "base/vector.h"
#include "logic/json/reader.h"
#include "logic/kripke/plausible.h"

#include <assert.h>
#include <stdio.h>

static dx_status find_world(dx_json_reader *r, const json_t *name,
                            uint32_t *out)
{
    dx_status status =
        dx_json_expect(r, name, DX_JSON_STRING, "the name of a world");
    if (status != DX_OK)
        return status;
    *out = dx_names_find(r->worlds, json_string_value(name));
    if (*out != DX_NAME_NONE)
        return DX_OK;
    return dx_json_complain(r, DX_ERR_INPUT, "there is no world '%.60s'",
                            json_string_value(name));
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
                                    "the world '%.60s' is in a cell "
                                    "already",
                                    dx_names_text(r->worlds, world));
        assert(world < dx_model_world_count(r->model));
        c->cell[world] = c->count;
        dx_json_leave(r);
    }
    return status;
}

static dx_status read_partition(dx_json_reader *r, json_t *value, size_t agent,
                                dx_attitude attitude)
{
    size_t count = dx_model_world_count(r->model);
    cells c = {.cell = dx_alloc(count, sizeof *c.cell)};
    dx_status status = dx_json_read_list(r, value, "cells", read_cell, &c);
    for (size_t w = 0; w < count && status == DX_OK; w++)
        if (c.cell[w] == 0)
            status = dx_json_complain(r, DX_ERR_INPUT,
                                      "the world '%.60s' is in no cell",
                                      dx_names_text(r->worlds, (dx_name)w));
    if (status == DX_OK)
        dx_model_take_relation(r->model, agent, attitude,
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
        dx_json_expect(r, item, DX_JSON_ARRAY, "an edge, [from, to]");
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
                                    "a weight for an edge that is not there");
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

// An object with exactly one of two keys.
static dx_status expect_either(dx_json_reader *r, json_t *value,
                               const char *one, const char *other)
{
    const char *const keys[] = {one, other, NULL};
    char what[64];
    snprintf(what, sizeof what, "{\"%s\": ...} or {\"%s\": ...}", one, other);
    dx_status status = dx_json_expect(r, value, DX_JSON_OBJECT, what);
    if (status == DX_OK)
        status = dx_json_check_keys(r, value, keys);
    if (status == DX_OK && json_object_size(value) != 1)
        status = dx_json_complain(
            r, DX_ERR_INPUT, "expected either \"%s\" or \"%s\"", one, other);
    return status;
}

static dx_status read_relation(dx_json_reader *r, const char *key,
                               json_t *value, void *data)
{
    const dx_attitude *attitude = data;
    size_t agent;
    dx_status status = find_agent(r, key, &agent);
    if (status == DX_OK)
        status = expect_either(r, value, "cells", "edges");
    if (status != DX_OK)
        return status;
    if (json_object_get(value, "cells") != NULL)
        return read_partition(r, value, agent, *attitude);
    edges e = {0};
    status = dx_json_read_list(r, value, "edges", read_edge, &e);
    if (status == DX_OK)
        dx_model_set_edges(r->model, agent, *attitude, e.list.count, e.list.at);
    dx_vector_release(&e.list);
    dx_vector_release(&e.weights);
    return status;
}

static dx_status read_world_weight(dx_json_reader *r, const char *key,
                                   json_t *value, void *data)
{
    dx_fraction *of_world = data;
    dx_name world = dx_names_find(r->worlds, key);
    if (world == DX_NAME_NONE)
        return dx_json_complain(r, DX_ERR_INPUT, "there is no world '%.60s'",
                                key);
    return read_weight(r, value, &of_world[world]);
}

static dx_status read_weights(dx_json_reader *r, const char *key, json_t *value,
                              void *data)
{
    (void)data;
    size_t agent, count = dx_model_world_count(r->model);
    dx_status status = find_agent(r, key, &agent);
    if (status == DX_OK)
        status = expect_either(r, value, "worlds", "edges");
    if (status != DX_OK)
        return status;
    dx_fraction *of_world = dx_alloc(count, sizeof *of_world);
    for (size_t w = 0; w < count; w++)
        of_world[w] = dx_fraction_int(0);
    edges e = {.relation = dx_model_relation(r->model, agent, DX_KNOWLEDGE)};
    bool by_edge = json_object_get(value, "edges") != NULL;
    status = by_edge ? dx_json_read_list(r, value, "edges", read_edge, &e)
                     : dx_json_read_members(r, value, "worlds",
                                            read_world_weight, of_world);
    if (status == DX_OK && by_edge)
        dx_model_set_edge_weights(r->model, agent, e.list.count, e.list.at,
                                  e.weights.at);
    else if (status == DX_OK)
        dx_model_set_weights(r->model, agent, of_world);
    dx_free(of_world);
    dx_vector_release(&e.list);
    dx_vector_release(&e.weights);
    return status;
}

static dx_status read_rank(dx_json_reader *r, const char *key, json_t *value,
                           void *data)
{
    uint32_t *ranks = data;
    size_t world = dx_model_find_world(r->model, key);
    if (world == DX_NOT_FOUND)
        return dx_json_complain(r, DX_ERR_INPUT, "there is no world '%.60s'",
                                key);
    json_int_t rank = json_integer_value(value);
    if (!json_is_integer(value) || rank < 0 || rank > INT32_MAX)
        return dx_json_complain(r, DX_ERR_INPUT,
                                "expected a whole number from 0 on");
    ranks[world] = (uint32_t)rank;
    return DX_OK;
}

static dx_status read_ranks(dx_json_reader *r, const char *key, json_t *value,
                            void *data)
{
    (void)data;
    size_t agent, count = dx_model_world_count(r->model);
    dx_status status = find_agent(r, key, &agent);
    if (status != DX_OK)
        return status;
    if (dx_model_has_belief(r->model, agent))
        return dx_json_complain(r, DX_ERR_INPUT,
                                "'%.60s' has beliefs and ranks: one of them "
                                "must go",
                                key);
    if (!json_is_object(value))
        return dx_json_complain(r, DX_ERR_INPUT,
                                "expected an object from worlds to ranks");
    uint32_t *ranks = dx_alloc(count, sizeof *ranks);
    for (size_t w = 0; w < count; w++)
        ranks[w] = UINT32_MAX; // behind all that are given
    const char *world;
    json_t *rank;
    json_object_foreach (value, world, rank) {
        if (status != DX_OK)
            break;
        dx_json_enter_key(r, world);
        status = read_rank(r, world, rank, ranks);
        if (status == DX_OK)
            dx_json_leave(r);
    }
    if (status == DX_OK)
        dx_model_set_ranks(r->model, agent, ranks);
    dx_free(ranks);
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

dx_status dx_json_read_relations(dx_json_reader *r, json_t *root)
{
    dx_attitude knowledge = DX_KNOWLEDGE, belief = DX_BELIEF;
    json_t *relations = json_object_get(root, "knowledge");
    dx_names *names = dx_formulas_names(r->store);
    dx_status status =
        dx_json_read_members(r, root, "knowledge", read_relation, &knowledge);
    if (status != DX_OK)
        return status;
    for (size_t a = 0; a < dx_model_agent_count(r->model); a++) {
        const char *name =
            dx_names_text(names, dx_model_agent_name(r->model, a));
        if (json_object_get(relations, name) != NULL)
            continue;
        dx_json_enter_key(r, "knowledge");
        return dx_json_complain(r, DX_ERR_INPUT,
                                "the agent '%.60s' has no relation", name);
    }
    status = dx_json_read_members(r, root, "belief", read_relation, &belief);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "weights", read_weights, NULL);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "ranks", read_ranks, NULL);
    return status;
}
