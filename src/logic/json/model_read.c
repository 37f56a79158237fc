// Reading a model from JSON.  jansson checks the syntax; this checks the
// sense, and says where it is missing.

#include "logic/json/model.h"
#include "logic/json/reader.h"

static dx_status read_model(dx_json_reader *r, json_t *root)
{
    static const char *const keys[] = {
        "agents", "propositions", "variables", "constants", "domains",
        "worlds", "cells",        "links",     "belief",    "weights",
        "ranks",  "actual",       NULL};
    static const char *const needed[] = {"agents", "worlds"};
    dx_status status = dx_json_expect(r, root, DX_JSON_OBJECT, "a model");
    if (status == DX_OK)
        status = dx_json_check_keys(r, root, keys);
    for (size_t i = 0; i < 2 && status == DX_OK; i++)
        if (json_object_get(root, needed[i]) == NULL)
            status = dx_json_complain(r, DX_ERR_INPUT,
                                      "expected the key \"%s\"", needed[i]);
    if (status != DX_OK)
        return status;
    size_t count = json_array_size(json_object_get(root, "worlds"));
    if (count > DX_WORLDS_MAX)
        return dx_json_complain(r, DX_ERR_LIMIT, "more than %d worlds",
                                DX_WORLDS_MAX);
    r->model = dx_model_new(r->store, count);
    status = dx_json_read_words(r, root);
    if (status == DX_OK)
        status = dx_json_read_worlds(r, root);
    if (status == DX_OK)
        status = dx_json_read_actual(r, root);
    if (status == DX_OK)
        status = dx_json_read_relations(r, root);
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
    dx_json_reader r = {
        .text = text,
        .length = length,
        .store = store,
        .error = error,
    };
    dx_status status = read_model(&r, root);
    json_decref(root);
    if (status == DX_OK)
        *out_model = r.model;
    else
        dx_model_free(r.model);
    return status;
}
