#include "logic/golden_model.h"

#include "base/memory.h"
#include "base/vector.h"
#include "logic/golden_formula.h"
#include "test.h"

#include <string.h>

json_t *golden_file(const char *name)
{
    char path[200];
    json_error_t error;
    snprintf(path, sizeof path, "golden/%s", name);
    json_t *file = json_load_file(dx_test_path(path), 0, &error);
    CHECK_THAT(file != NULL, "%s: %s", path, error.text);
    return file;
}

const char *golden_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    CHECK_THAT(text != NULL, "no text '%s'", key);
    return text;
}

dx_fraction golden_fraction(const char *text)
{
    dx_fraction value;
    CHECK_THAT(dx_fraction_parse(text, &value) == DX_OK, "no fraction: %s",
               text);
    return value;
}

static void read_worlds(dx_model *model, const json_t *worlds)
{
    dx_formulas *store = dx_model_formulas(model);
    size_t w, i;
    json_t *world, *name;
    json_array_foreach (worlds, w, world) {
        dx_model_name_world(model, w, golden_text(world, "id"));
        json_array_foreach (json_object_get(world, "atoms"), i, name) {
            dx_formula atom = dx_formula_atom(store, json_string_value(name));
            size_t p = dx_model_find_proposition(model, atom);
            if (p == DX_NOT_FOUND)
                p = dx_model_add_proposition(model, atom);
            dx_bitset_add(dx_model_worlds_of(model, p), w);
        }
    }
}

typedef DX_VECTOR(dx_edge) edge_list;
typedef DX_VECTOR(dx_fraction) fraction_list;

static void read_relation(dx_model *model, size_t agent, json_t *rows)
{
    edge_list edges = {0};
    const char *from;
    json_t *row, *to;
    size_t i;
    json_object_foreach (rows, from, row) {
        json_array_foreach (row, i, to) {
            dx_edge edge = {
                (uint32_t)dx_model_find_world(model, from),
                (uint32_t)dx_model_find_world(model, json_string_value(to)),
            };
            dx_vector_push(&edges, edge);
        }
    }
    dx_model_set_edges(model, agent, DX_KNOWLEDGE, edges.count, edges.at);
    dx_vector_release(&edges);
}

static void read_weights(dx_model *model, size_t agent, json_t *rows)
{
    edge_list edges = {0};
    fraction_list weights = {0};
    const char *from, *to;
    json_t *row, *weight;
    json_object_foreach (rows, from, row) {
        json_object_foreach (row, to, weight) {
            dx_edge edge = {(uint32_t)dx_model_find_world(model, from),
                            (uint32_t)dx_model_find_world(model, to)};
            dx_vector_push(&edges, edge);
            dx_vector_push(&weights,
                           golden_fraction(json_string_value(weight)));
        }
    }
    dx_model_set_edge_weights(model, agent, edges.count, edges.at, weights.at);
    dx_vector_release(&edges);
    dx_vector_release(&weights);
}

dx_model *golden_model(dx_formulas *store, const json_t *json)
{
    const json_t *worlds = json_object_get(json, "worlds");
    dx_model *model = dx_model_new(store, json_array_size(worlds));
    read_worlds(model, worlds);
    size_t a;
    json_t *name;
    json_array_foreach (json_object_get(json, "agents"), a, name) {
        const char *text = json_string_value(name);
        dx_model_add_agent(model, text);
        read_relation(model, a,
                      json_object_get(json_object_get(json, "rel"), text));
        json_t *mu = json_object_get(json_object_get(json, "mu"), text);
        if (mu != NULL)
            read_weights(model, a, mu);
    }
    return model;
}

static void read_event(dx_event_model *events, const json_t *json,
                       const char *name)
{
    dx_formulas *store = dx_event_model_formulas(events);
    size_t e = dx_event_model_add(
        events, name,
        golden_formula(store, golden_text(json_object_get(json, "pre"), name)));
    json_t *post = json_object_get(json_object_get(json, "post"), name), *value;
    const char *atom;
    json_object_foreach (post, atom, value)
        dx_event_model_assign(
            events, e,
            (dx_assignment){dx_formula_atom(store, atom),
                            golden_formula(store, json_string_value(value))});
    json_t *occ = json_object_get(json_object_get(json, "occ"), name), *pair;
    size_t i;
    json_array_foreach (occ, i, pair)
        dx_event_model_occurs(
            events, e,
            (dx_occurrence){
                golden_formula(store,
                               json_string_value(json_array_get(pair, 0))),
                golden_fraction(json_string_value(json_array_get(pair, 1)))});
}

static dx_event_model *read_events(dx_formulas *store, const char *name,
                                   json_t *json)
{
    dx_event_model *events = dx_event_model_new(store, name);
    size_t i;
    json_t *event, *row, *to;
    json_array_foreach (json_object_get(json, "events"), i, event)
        read_event(events, json, json_string_value(event));
    const char *agent, *from;
    json_object_foreach (json_object_get(json, "rel"), agent, event) {
        json_object_foreach (event, from, row) {
            json_array_foreach (row, i, to)
                dx_event_model_link(
                    events, agent, dx_event_model_find(events, from),
                    dx_event_model_find(events, json_string_value(to)));
        }
    }
    return events;
}

dx_event_library *golden_events(dx_formulas *store, const json_t *models)
{
    dx_event_library *library = dx_event_library_new();
    const char *name;
    json_t *json;
    json_object_foreach ((json_t *)(uintptr_t)models, name, json)
        dx_event_library_add(library, read_events(store, name, json));
    return library;
}

// The letter of operand i; the last one repeats.
static char letter_of(const dx_formulas *store, dx_formula f, size_t i)
{
    const char *letters = dx_kind_operands(dx_formula_kind(store, f));
    size_t count = strcspn(letters, "*+");
    return letters[i < count ? i : count - 1];
}

static void declare_atom(dx_model *model, dx_formula f)
{
    if (dx_formula_kind(dx_model_formulas(model), f) == DX_APPLY &&
        dx_model_find_proposition(model, f) == DX_NOT_FOUND)
        dx_model_add_proposition(model, f);
}

void golden_declare(dx_model *model, dx_formula f)
{
    const dx_formulas *store = dx_model_formulas(model);
    declare_atom(model, f);
    if (dx_formula_kind(store, f) == DX_APPLY ||
        dx_formula_kind(store, f) == DX_NUMBER)
        return;
    for (size_t i = 0; i < dx_formula_count(store, f); i++) {
        char letter = letter_of(store, f, i);
        dx_formula operand = dx_formula_operand(store, f, i);
        if (letter == 'f' || ((letter == 't' || letter == 'p') &&
                              dx_formula_kind(store, operand) != DX_APPLY))
            golden_declare(model, operand);
    }
}

void golden_declare_events(dx_model *model, const dx_event_library *library)
{
    for (size_t i = 0; i < dx_event_library_count(library); i++) {
        const dx_event_model *events = dx_event_library_at(library, i);
        for (size_t e = 0; e < dx_event_model_count(events); e++) {
            golden_declare(model, dx_event_model_precondition(events, e));
            for (size_t j = 0; j < dx_event_model_assignment_count(events, e);
                 j++)
                golden_declare(model,
                               dx_event_model_assignment(events, e, j).value);
        }
    }
}
