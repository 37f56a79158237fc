// Reading a model from JSON.  jansson checks the syntax; this checks the
// sense, and says where it is missing.

#include "base/memory.h"
#include "logic/json_place.h"
#include "logic/model_json.h"
#include "logic/model_private.h"
#include "logic/parse.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct reader {
    const char *text;
    size_t length;
    dx_formulas *store;
    dx_model *model;
    dx_names *worlds; // their names, in order
    dx_json_path path;
    dx_error *error;
} reader;

// What may stand in a file: the kinds of value we ask for.
typedef enum kind { OBJECT, ARRAY, STRING, INTEGER } kind;

static dx_status complain(reader *r, dx_status status, const char *format, ...)
    DX_PRINTF(3, 4);

static dx_status complain(reader *r, dx_status status, const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    unsigned line, column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    dx_json_place(r->text, r->length, &r->path, &line, &column);
    return dx_fail(r->error, status, line, column, "%s", message);
}

static void enter_key(reader *r, const char *key)
{
    assert(r->path.count < DX_JSON_PATH_MAX);
    r->path.step[r->path.count++] = (dx_json_step){.key = key};
}

static void enter_index(reader *r, size_t index)
{
    assert(r->path.count < DX_JSON_PATH_MAX);
    r->path.step[r->path.count++] = (dx_json_step){.index = index};
}

// Only after success: the place of an error is where the path stopped.
static void leave(reader *r)
{
    r->path.count--;
}

static dx_status expect(reader *r, const json_t *value, kind wanted,
                        const char *what)
{
    static const char *const names[] = {"an object", "a list", "a string",
                                        "a whole number"};
    static const json_type types[] = {JSON_OBJECT, JSON_ARRAY, JSON_STRING,
                                      JSON_INTEGER};
    if (value == NULL)
        return complain(r, DX_ERR_INPUT, "expected \"%s\" in here", what);
    if (json_typeof(value) == types[wanted])
        return DX_OK;
    return complain(r, DX_ERR_INPUT, "expected %s: %s", names[wanted], what);
}

// Every key must be one of `allowed` (NULL at the end).
static dx_status check_keys(reader *r, json_t *object,
                            const char *const *allowed)
{
    const char *key;
    json_t *value;
    json_object_foreach (object, key, value) {
        bool known = false;
        dx_text list = {0};
        for (size_t i = 0; allowed[i] != NULL; i++) {
            known = known || strcmp(allowed[i], key) == 0;
            dx_text_printf(&list, "%s%s", i > 0 ? ", " : "", allowed[i]);
        }
        if (!known) {
            enter_key(r, key);
            complain(r, DX_ERR_INPUT, "unknown key \"%.60s\"; expected %s", key,
                     dx_text_string(&list));
        }
        dx_text_release(&list);
        if (!known)
            return DX_ERR_INPUT;
    }
    return DX_OK;
}

// The term written in a string, which must be a name with or without
// arguments.
static dx_status read_term(reader *r, const char *text, bool name_only,
                           dx_formula *out)
{
    dx_lexer lexer;
    dx_error inner;
    dx_lexer_init(&lexer, text, strlen(text));
    if (dx_parse_term(&lexer, r->store, out, &inner) != DX_OK)
        return complain(r, DX_ERR_INPUT, "\"%.60s\": %s", text, inner.message);
    if (lexer.token.kind != DX_TOKEN_END)
        return complain(r, DX_ERR_INPUT,
                        "\"%.60s\": expected one name, found more", text);
    if (name_only && dx_formula_kind(r->store, *out) != DX_APPLY)
        return complain(r, DX_ERR_INPUT,
                        "\"%.60s\": expected a name such as p or hand(b,6s)",
                        text);
    return DX_OK;
}

// ---- Lists, one function for what is in them.

typedef dx_status read_item(reader *r, json_t *item, void *data);

// Reads each item of the list under `key`, which may be absent.
static dx_status read_list(reader *r, json_t *in, const char *key,
                           read_item *item, void *data)
{
    json_t *list = json_object_get(in, key);
    if (list == NULL)
        return DX_OK;
    enter_key(r, key);
    dx_status status = expect(r, list, ARRAY, key);
    for (size_t i = 0; i < json_array_size(list) && status == DX_OK; i++) {
        enter_index(r, i);
        status = item(r, json_array_get(list, i), data);
        if (status == DX_OK)
            leave(r);
    }
    if (status == DX_OK)
        leave(r);
    return status;
}

typedef dx_status read_member(reader *r, const char *key, json_t *value,
                              void *data);

static dx_status read_members(reader *r, json_t *in, const char *key,
                              read_member *member, void *data)
{
    json_t *object = json_object_get(in, key);
    if (object == NULL)
        return DX_OK;
    enter_key(r, key);
    dx_status status = expect(r, object, OBJECT, key);
    if (status != DX_OK)
        return status;
    const char *name;
    json_t *value;
    json_object_foreach (object, name, value) {
        enter_key(r, name);
        status = member(r, name, value, data);
        if (status != DX_OK)
            return status;
        leave(r);
    }
    leave(r);
    return DX_OK;
}

// ---- Words.

static dx_status read_agent(reader *r, json_t *item, void *data)
{
    (void)data;
    dx_status status = expect(r, item, STRING, "the name of an agent");
    if (status != DX_OK)
        return status;
    const char *name = json_string_value(item);
    if (*name == '\0')
        return complain(r, DX_ERR_INPUT, "an agent needs a name");
    if (dx_model_agent_count(r->model) == DX_AGENTS_MAX)
        return complain(r, DX_ERR_LIMIT, "more than %d agents", DX_AGENTS_MAX);
    dx_name number = dx_names_add(dx_formulas_names(r->store), name);
    if (dx_model_find_agent(r->model, number) != DX_NOT_FOUND)
        return complain(r, DX_ERR_INPUT, "there are two agents '%.60s'", name);
    dx_model_add_agent(r->model, name);
    return DX_OK;
}

static dx_status check_new_fact(reader *r, dx_formula fact, const char *name)
{
    if (dx_model_find_proposition(r->model, fact) == DX_NOT_FOUND &&
        dx_model_find_variable(r->model, fact) == DX_NOT_FOUND)
        return DX_OK;
    return complain(r, DX_ERR_INPUT, "'%.60s' is there twice", name);
}

static dx_status read_proposition(reader *r, json_t *item, void *data)
{
    (void)data;
    dx_formula atom;
    dx_status status = expect(r, item, STRING, "a proposition");
    if (status == DX_OK)
        status = read_term(r, json_string_value(item), true, &atom);
    if (status == DX_OK)
        status = check_new_fact(r, atom, json_string_value(item));
    if (status == DX_OK)
        dx_model_add_proposition(r->model, atom);
    return status;
}

static bool fits_int32(json_int_t value)
{
    return value >= INT32_MIN && value <= INT32_MAX;
}

static dx_status read_constant(reader *r, const char *key, json_t *value,
                               void *data)
{
    (void)data;
    dx_status status = expect(r, value, INTEGER, "the value of a constant");
    if (status != DX_OK)
        return status;
    if (!fits_int32(json_integer_value(value)))
        return complain(r, DX_ERR_LIMIT, "the value needs more than 32 bits");
    dx_model_add_constant(r->model,
                          dx_names_add(dx_formulas_names(r->store), key),
                          (int32_t)json_integer_value(value));
    return DX_OK;
}

static dx_status read_domain(reader *r, const char *key, json_t *value,
                             void *data)
{
    (void)data;
    dx_status status = expect(r, value, ARRAY, "the members of a domain");
    size_t count = json_array_size(value);
    dx_formula *members = dx_alloc(count, sizeof *members);
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        json_t *member = json_array_get(value, i);
        enter_index(r, i);
        status = expect(r, member, STRING, "a member of a domain");
        if (status == DX_OK)
            status =
                read_term(r, json_string_value(member), false, &members[i]);
        if (status == DX_OK)
            leave(r);
    }
    if (status == DX_OK)
        dx_model_add_domain(r->model,
                            dx_names_add(dx_formulas_names(r->store), key),
                            count, members);
    dx_free(members);
    return status;
}

static dx_status read_variable(reader *r, json_t *item, void *data)
{
    int32_t *zeros = data;
    static const char *const keys[] = {"name", "domain", NULL};
    dx_formula term;
    dx_status status = expect(r, item, OBJECT, "a variable, {\"name\": ...}");
    if (status == DX_OK)
        status = check_keys(r, item, keys);
    json_t *name = json_object_get(item, "name");
    json_t *domain = json_object_get(item, "domain");
    if (status == DX_OK)
        status = expect(r, name, STRING, "name");
    if (status == DX_OK)
        status = read_term(r, json_string_value(name), true, &term);
    if (status == DX_OK)
        status = check_new_fact(r, term, json_string_value(name));
    if (status == DX_OK && domain != NULL)
        status = expect(r, domain, STRING, "domain");
    if (status != DX_OK)
        return status;
    size_t x = dx_model_add_variable(r->model, term, zeros);
    if (domain == NULL)
        return DX_OK;
    dx_name number =
        dx_names_add(dx_formulas_names(r->store), json_string_value(domain));
    size_t count;
    if (dx_model_domain(r->model, number, &count) == NULL)
        return complain(r, DX_ERR_INPUT, "there is no domain '%.60s'",
                        json_string_value(domain));
    dx_model_set_variable_domain(r->model, x, number);
    return DX_OK;
}

// ---- Worlds.

static dx_status read_true(reader *r, json_t *item, void *data)
{
    const size_t *world = data;
    dx_formula atom;
    dx_status status = expect(r, item, STRING, "a proposition");
    if (status == DX_OK)
        status = read_term(r, json_string_value(item), true, &atom);
    if (status != DX_OK)
        return status;
    size_t p = dx_model_find_proposition(r->model, atom);
    if (p == DX_NOT_FOUND)
        return complain(r, DX_ERR_INPUT,
                        "'%.60s' is not among the \"propositions\"",
                        json_string_value(item));
    dx_bitset_add(dx_model_worlds_of(r->model, p), *world);
    return DX_OK;
}

static dx_status read_value(reader *r, const char *key, json_t *value,
                            void *data)
{
    const size_t *world = data;
    dx_formula term;
    dx_status status = read_term(r, key, true, &term);
    if (status != DX_OK)
        return status;
    size_t x = dx_model_find_variable(r->model, term);
    if (x == DX_NOT_FOUND)
        return complain(r, DX_ERR_INPUT,
                        "'%.60s' is not among the \"variables\"", key);
    int32_t *place = &r->model->variables.at[x].values[*world];
    if (json_is_string(value)) {
        dx_name name =
            dx_names_add(dx_formulas_names(r->store), json_string_value(value));
        if (!dx_model_constant(r->model, name, place))
            return complain(r, DX_ERR_INPUT, "there is no constant '%.60s'",
                            json_string_value(value));
        return DX_OK;
    }
    status = expect(r, value, INTEGER, "a value, or the name of a constant");
    if (status != DX_OK)
        return status;
    if (!fits_int32(json_integer_value(value)))
        return complain(r, DX_ERR_LIMIT, "the value needs more than 32 bits");
    *place = (int32_t)json_integer_value(value);
    return DX_OK;
}

static dx_status name_world(reader *r, json_t *name, size_t world)
{
    dx_status status = expect(r, name, STRING, "name");
    if (status != DX_OK)
        return status;
    const char *text = json_string_value(name);
    if (*text == '\0')
        return complain(r, DX_ERR_INPUT, "a world needs a name");
    if (dx_names_find(r->worlds, text) != DX_NAME_NONE)
        return complain(r, DX_ERR_INPUT, "there are two worlds '%.60s'", text);
    dx_names_add(r->worlds, text);
    dx_model_name_world(r->model, world, text);
    return DX_OK;
}

static dx_status read_world(reader *r, json_t *item, void *data)
{
    size_t *world = data;
    static const char *const keys[] = {"name", "true", "values", NULL};
    dx_status status = expect(r, item, OBJECT, "a world, {\"name\": ...}");
    if (status == DX_OK)
        status = check_keys(r, item, keys);
    if (status == DX_OK)
        status = name_world(r, json_object_get(item, "name"), *world);
    if (status == DX_OK)
        status = read_list(r, item, "true", read_true, world);
    if (status == DX_OK)
        status = read_members(r, item, "values", read_value, world);
    size_t given = json_object_size(json_object_get(item, "values"));
    if (status == DX_OK && given != dx_model_variable_count(r->model))
        return complain(r, DX_ERR_INPUT,
                        "the world has %zu values, expected one for each of "
                        "%zu variables",
                        given, dx_model_variable_count(r->model));
    ++*world;
    return status;
}

// ---- Relations.

static dx_status find_world(reader *r, const json_t *name, uint32_t *out)
{
    dx_status status = expect(r, name, STRING, "the name of a world");
    if (status != DX_OK)
        return status;
    *out = dx_names_find(r->worlds, json_string_value(name));
    if (*out != DX_NAME_NONE)
        return DX_OK;
    return complain(r, DX_ERR_INPUT, "there is no world '%.60s'",
                    json_string_value(name));
}

static dx_status find_agent(reader *r, const char *key, size_t *out)
{
    dx_name name = dx_names_find(dx_formulas_names(r->store), key);
    *out = name == DX_NAME_NONE ? DX_NOT_FOUND
                                : dx_model_find_agent(r->model, name);
    if (*out != DX_NOT_FOUND)
        return DX_OK;
    return complain(r, DX_ERR_INPUT, "there is no agent '%.60s'", key);
}

typedef struct cells {
    uint32_t *cell; // 0: none yet
    uint32_t count;
} cells;

static dx_status read_cell(reader *r, json_t *item, void *data)
{
    cells *c = data;
    c->count++;
    dx_status status = expect(r, item, ARRAY, "the worlds of a cell");
    for (size_t i = 0; i < json_array_size(item) && status == DX_OK; i++) {
        uint32_t world;
        enter_index(r, i);
        status = find_world(r, json_array_get(item, i), &world);
        if (status != DX_OK)
            break;
        if (c->cell[world] != 0)
            return complain(r, DX_ERR_INPUT,
                            "the world '%.60s' is in a cell "
                            "already",
                            dx_names_text(r->worlds, world));
        c->cell[world] = c->count;
        leave(r);
    }
    return status;
}

static dx_status read_partition(reader *r, json_t *value, size_t agent,
                                dx_attitude attitude)
{
    size_t count = dx_model_world_count(r->model);
    cells c = {.cell = dx_alloc(count, sizeof *c.cell)};
    dx_status status = read_list(r, value, "cells", read_cell, &c);
    for (size_t w = 0; w < count && status == DX_OK; w++)
        if (c.cell[w] == 0)
            status =
                complain(r, DX_ERR_INPUT, "the world '%.60s' is in no cell",
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

static dx_status read_weight(reader *r, const json_t *value, dx_fraction *out)
{
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *out = dx_fraction_int(json_integer_value(value));
        return DX_OK;
    }
    if (!json_is_string(value) ||
        dx_fraction_parse(json_string_value(value), out) != DX_OK ||
        dx_fraction_is_lost(*out) || out->top < 0)
        return complain(r, DX_ERR_INPUT,
                        "expected a weight: a fraction such as \"1/3\" or a "
                        "whole number, not below 0");
    return DX_OK;
}

static dx_status read_end(reader *r, json_t *item, size_t i, uint32_t *out)
{
    enter_index(r, i);
    dx_status status = find_world(r, json_array_get(item, i), out);
    if (status == DX_OK)
        leave(r);
    return status;
}

static dx_status read_edge(reader *r, json_t *item, void *data)
{
    edges *e = data;
    dx_edge edge;
    dx_fraction weight = dx_fraction_int(1);
    size_t wanted = e->relation != NULL ? 3 : 2;
    dx_status status = expect(r, item, ARRAY, "an edge, [from, to]");
    if (status == DX_OK && json_array_size(item) != wanted)
        return complain(r, DX_ERR_INPUT, "expected %s",
                        wanted == 3 ? "[from, to, weight]" : "[from, to]");
    if (status == DX_OK)
        status = read_end(r, item, 0, &edge.from);
    if (status == DX_OK)
        status = read_end(r, item, 1, &edge.to);
    if (status == DX_OK && wanted == 3) {
        if (!dx_relation_has(e->relation, edge.from, edge.to))
            return complain(r, DX_ERR_INPUT,
                            "a weight for an edge that is not there");
        enter_index(r, 2);
        status = read_weight(r, json_array_get(item, 2), &weight);
        if (status == DX_OK)
            leave(r);
    }
    if (status != DX_OK)
        return status;
    dx_vector_push(&e->list, edge);
    dx_vector_push(&e->weights, weight);
    return DX_OK;
}

// An object with exactly one of two keys.
static dx_status expect_either(reader *r, json_t *value, const char *one,
                               const char *other)
{
    const char *const keys[] = {one, other, NULL};
    char what[64];
    snprintf(what, sizeof what, "{\"%s\": ...} or {\"%s\": ...}", one, other);
    dx_status status = expect(r, value, OBJECT, what);
    if (status == DX_OK)
        status = check_keys(r, value, keys);
    if (status == DX_OK && json_object_size(value) != 1)
        status = complain(r, DX_ERR_INPUT, "expected either \"%s\" or \"%s\"",
                          one, other);
    return status;
}

static dx_status read_relation(reader *r, const char *key, json_t *value,
                               void *data)
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
    status = read_list(r, value, "edges", read_edge, &e);
    if (status == DX_OK)
        dx_model_set_edges(r->model, agent, *attitude, e.list.count, e.list.at);
    dx_vector_release(&e.list);
    dx_vector_release(&e.weights);
    return status;
}

static dx_status read_world_weight(reader *r, const char *key, json_t *value,
                                   void *data)
{
    dx_fraction *of_world = data;
    dx_name world = dx_names_find(r->worlds, key);
    if (world == DX_NAME_NONE)
        return complain(r, DX_ERR_INPUT, "there is no world '%.60s'", key);
    return read_weight(r, value, &of_world[world]);
}

static dx_status read_weights(reader *r, const char *key, json_t *value,
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
    status =
        by_edge ? read_list(r, value, "edges", read_edge, &e)
                : read_members(r, value, "worlds", read_world_weight, of_world);
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

// ---- The whole.

static dx_status read_words(reader *r, json_t *root)
{
    int32_t *zeros = dx_alloc(dx_model_world_count(r->model), sizeof *zeros);
    dx_status status = read_list(r, root, "agents", read_agent, NULL);
    if (status == DX_OK)
        status = read_list(r, root, "propositions", read_proposition, NULL);
    if (status == DX_OK)
        status = read_members(r, root, "constants", read_constant, NULL);
    if (status == DX_OK)
        status = read_members(r, root, "domains", read_domain, NULL);
    if (status == DX_OK)
        status = read_list(r, root, "variables", read_variable, zeros);
    dx_free(zeros);
    return status;
}

static dx_status read_actual(reader *r, json_t *root)
{
    json_t *actual = json_object_get(root, "actual");
    uint32_t world;
    if (actual == NULL)
        return DX_OK;
    enter_key(r, "actual");
    dx_status status = find_world(r, actual, &world);
    if (status != DX_OK)
        return status;
    dx_model_set_actual(r->model, world);
    leave(r);
    return DX_OK;
}

static dx_status read_relations(reader *r, json_t *root)
{
    dx_attitude knowledge = DX_KNOWLEDGE, belief = DX_BELIEF;
    json_t *relations = json_object_get(root, "knowledge");
    dx_names *names = dx_formulas_names(r->store);
    dx_status status =
        read_members(r, root, "knowledge", read_relation, &knowledge);
    if (status != DX_OK)
        return status;
    for (size_t a = 0; a < dx_model_agent_count(r->model); a++) {
        const char *name =
            dx_names_text(names, dx_model_agent_name(r->model, a));
        if (json_object_get(relations, name) != NULL)
            continue;
        enter_key(r, "knowledge");
        return complain(r, DX_ERR_INPUT, "the agent '%.60s' has no relation",
                        name);
    }
    status = read_members(r, root, "belief", read_relation, &belief);
    if (status == DX_OK)
        status = read_members(r, root, "weights", read_weights, NULL);
    return status;
}

static dx_status read_model(reader *r, json_t *root)
{
    static const char *const keys[] = {
        "agents", "propositions", "variables", "constants", "domains", "worlds",
        "actual", "knowledge",    "belief",    "weights",   NULL};
    static const char *const needed[] = {"agents", "worlds", "knowledge"};
    dx_status status = expect(r, root, OBJECT, "a model");
    if (status == DX_OK)
        status = check_keys(r, root, keys);
    for (size_t i = 0; i < 3 && status == DX_OK; i++)
        if (json_object_get(root, needed[i]) == NULL)
            status =
                complain(r, DX_ERR_INPUT, "expected the key \"%s\"", needed[i]);
    if (status != DX_OK)
        return status;
    size_t count = json_array_size(json_object_get(root, "worlds"));
    if (count > DX_WORLDS_MAX)
        return complain(r, DX_ERR_LIMIT, "more than %d worlds", DX_WORLDS_MAX);
    r->model = dx_model_new(r->store, count);
    size_t world = 0;
    status = read_words(r, root);
    if (status == DX_OK)
        status = read_list(r, root, "worlds", read_world, &world);
    if (status == DX_OK)
        status = read_actual(r, root);
    if (status == DX_OK)
        status = read_relations(r, root);
    return status;
}

dx_status dx_model_read_json(dx_formulas *store, const char *text,
                             size_t length, dx_model **out_model,
                             dx_error *error)
{
    if (length > DX_MODEL_JSON_BYTES_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "a model of more than %d bytes",
                       DX_MODEL_JSON_BYTES_MAX);
    if (length == 0)
        return dx_fail(error, DX_ERR_SYNTAX, 1, 1,
                       "there is nothing here; expected a model, "
                       "{\"agents\": ...}");
    json_error_t problem;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &problem);
    if (root == NULL)
        return dx_fail(error, DX_ERR_SYNTAX,
                       problem.line > 0 ? (unsigned)problem.line : 1,
                       problem.column > 0 ? (unsigned)problem.column : 1,
                       "this is not JSON: %s", problem.text);
    reader r = {
        .text = text,
        .length = length,
        .store = store,
        .worlds = dx_names_new(),
        .error = error,
    };
    dx_status status = read_model(&r, root);
    json_decref(root);
    dx_names_free(r.worlds);
    if (status == DX_OK)
        *out_model = r.model;
    else
        dx_model_free(r.model);
    return status;
}
