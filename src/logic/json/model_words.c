// What a model in JSON is made of: agents, propositions, variables, worlds.

#include "base/memory.h"
#include "logic/json/reader.h"

#include <assert.h>

static dx_status read_agent(dx_json_reader *r, json_t *item, void *data)
{
    (void)data;
    dx_status status =
        dx_json_expect(r, item, DX_JSON_STRING, "the name of an agent");
    if (status != DX_OK)
        return status;
    const char *name = json_string_value(item);
    if (*name == '\0')
        return dx_json_complain(r, DX_ERR_INPUT, "an agent needs a name");
    if (dx_model_agent_count(r->model) == DX_AGENTS_MAX)
        return dx_json_complain(r, DX_ERR_LIMIT, "more than %d agents",
                                DX_AGENTS_MAX);
    dx_name number = dx_names_add(dx_formulas_names(r->store), name);
    if (dx_model_find_agent(r->model, number) != DX_NOT_FOUND)
        return dx_json_complain(r, DX_ERR_INPUT, "there are two agents '%.60s'",
                                name);
    dx_model_add_agent(r->model, name);
    return DX_OK;
}

static dx_status check_new_fact(dx_json_reader *r, dx_formula fact,
                                const char *name)
{
    if (dx_model_find_proposition(r->model, fact) == DX_NOT_FOUND &&
        dx_model_find_variable(r->model, fact) == DX_NOT_FOUND)
        return DX_OK;
    return dx_json_complain(r, DX_ERR_INPUT, "'%.60s' is there twice", name);
}

static dx_status read_proposition(dx_json_reader *r, json_t *item, void *data)
{
    (void)data;
    dx_formula atom;
    dx_status status = dx_json_expect(r, item, DX_JSON_STRING, "a proposition");
    if (status == DX_OK)
        status = dx_json_read_term(r, json_string_value(item), true, &atom);
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

static dx_status read_constant(dx_json_reader *r, const char *key,
                               json_t *value, void *data)
{
    (void)data;
    dx_status status =
        dx_json_expect(r, value, DX_JSON_INTEGER, "the value of a constant");
    if (status != DX_OK)
        return status;
    if (!fits_int32(json_integer_value(value)))
        return dx_json_complain(r, DX_ERR_LIMIT,
                                "the value needs more than 32 bits");
    dx_model_add_constant(r->model,
                          dx_names_add(dx_formulas_names(r->store), key),
                          (int32_t)json_integer_value(value));
    return DX_OK;
}

static dx_status read_domain(dx_json_reader *r, const char *key, json_t *value,
                             void *data)
{
    (void)data;
    dx_status status =
        dx_json_expect(r, value, DX_JSON_ARRAY, "the members of a domain");
    size_t count = json_array_size(value);
    dx_formula *members = dx_alloc(count, sizeof *members);
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        json_t *member = json_array_get(value, i);
        dx_json_enter_index(r, i);
        status =
            dx_json_expect(r, member, DX_JSON_STRING, "a member of a domain");
        if (status == DX_OK)
            status = dx_json_read_term(r, json_string_value(member), false,
                                       &members[i]);
        if (status == DX_OK)
            dx_json_leave(r);
    }
    if (status == DX_OK)
        dx_model_add_domain(r->model,
                            dx_names_add(dx_formulas_names(r->store), key),
                            count, members);
    dx_free(members);
    return status;
}

static dx_status read_variable(dx_json_reader *r, json_t *item, void *data)
{
    int32_t *zeros = data;
    static const char *const keys[] = {"name", "domain", NULL};
    dx_formula term;
    dx_status status =
        dx_json_expect(r, item, DX_JSON_OBJECT, "a variable, {\"name\": ...}");
    if (status == DX_OK)
        status = dx_json_check_keys(r, item, keys);
    json_t *name = json_object_get(item, "name");
    json_t *domain = json_object_get(item, "domain");
    if (status == DX_OK)
        status = dx_json_expect(r, name, DX_JSON_STRING, "name");
    if (status == DX_OK)
        status = dx_json_read_term(r, json_string_value(name), true, &term);
    if (status == DX_OK)
        status = check_new_fact(r, term, json_string_value(name));
    if (status == DX_OK && domain != NULL)
        status = dx_json_expect(r, domain, DX_JSON_STRING, "domain");
    if (status != DX_OK)
        return status;
    size_t x = dx_model_add_variable(r->model, term, zeros);
    if (domain == NULL)
        return DX_OK;
    dx_name number =
        dx_names_add(dx_formulas_names(r->store), json_string_value(domain));
    size_t count;
    if (dx_model_domain(r->model, number, &count) == NULL)
        return dx_json_complain(r, DX_ERR_INPUT, "there is no domain '%.60s'",
                                json_string_value(domain));
    dx_model_set_variable_domain(r->model, x, number);
    return DX_OK;
}

static dx_status read_true(dx_json_reader *r, json_t *item, void *data)
{
    const size_t *world = data;
    dx_formula atom;
    dx_status status = dx_json_expect(r, item, DX_JSON_STRING, "a proposition");
    if (status == DX_OK)
        status = dx_json_read_term(r, json_string_value(item), true, &atom);
    if (status != DX_OK)
        return status;
    size_t p = dx_model_find_proposition(r->model, atom);
    if (p == DX_NOT_FOUND)
        return dx_json_complain(r, DX_ERR_INPUT,
                                "'%.60s' is not among the \"propositions\"",
                                json_string_value(item));
    dx_bitset_add(dx_model_worlds_of(r->model, p), *world);
    return DX_OK;
}

static dx_status read_value(dx_json_reader *r, const char *key, json_t *value,
                            void *data)
{
    const size_t *world = data;
    dx_formula term;
    dx_status status = dx_json_read_term(r, key, true, &term);
    if (status != DX_OK)
        return status;
    size_t x = dx_model_find_variable(r->model, term);
    if (x == DX_NOT_FOUND)
        return dx_json_complain(r, DX_ERR_INPUT,
                                "'%.60s' is not among the \"variables\"", key);
    int32_t number;
    if (json_is_string(value)) {
        dx_name name =
            dx_names_add(dx_formulas_names(r->store), json_string_value(value));
        if (!dx_model_constant(r->model, name, &number))
            return dx_json_complain(r, DX_ERR_INPUT,
                                    "there is no constant '%.60s'",
                                    json_string_value(value));
        dx_model_set_value(r->model, x, *world, number);
        return DX_OK;
    }
    status = dx_json_expect(r, value, DX_JSON_INTEGER,
                            "a value, or the name of a constant");
    if (status != DX_OK)
        return status;
    if (!fits_int32(json_integer_value(value)))
        return dx_json_complain(r, DX_ERR_LIMIT,
                                "the value needs more than 32 bits");
    number = (int32_t)json_integer_value(value);
    dx_model_set_value(r->model, x, *world, number);
    return DX_OK;
}

static dx_status name_world(dx_json_reader *r, json_t *name, size_t world)
{
    dx_status status = dx_json_expect(r, name, DX_JSON_STRING, "name");
    if (status != DX_OK)
        return status;
    const char *text = json_string_value(name);
    if (*text == '\0')
        return dx_json_complain(r, DX_ERR_INPUT, "a world needs a name");
    if (dx_names_find(r->worlds, text) != DX_NAME_NONE)
        return dx_json_complain(r, DX_ERR_INPUT, "there are two worlds '%.60s'",
                                text);
    dx_names_add(r->worlds, text);
    dx_model_name_world(r->model, world, text);
    return DX_OK;
}

static dx_status read_world(dx_json_reader *r, json_t *item, void *data)
{
    size_t *world = data;
    assert(*world < dx_model_world_count(r->model));
    static const char *const keys[] = {"name", "true", "values", NULL};
    dx_status status =
        dx_json_expect(r, item, DX_JSON_OBJECT, "a world, {\"name\": ...}");
    if (status == DX_OK)
        status = dx_json_check_keys(r, item, keys);
    if (status == DX_OK)
        status = name_world(r, json_object_get(item, "name"), *world);
    if (status == DX_OK)
        status = dx_json_read_list(r, item, "true", read_true, world);
    if (status == DX_OK)
        status = dx_json_read_members(r, item, "values", read_value, world);
    size_t given = json_object_size(json_object_get(item, "values"));
    if (status == DX_OK && given != dx_model_variable_count(r->model))
        return dx_json_complain(
            r, DX_ERR_INPUT,
            "the world has %zu values, expected one for each of "
            "%zu variables",
            given, dx_model_variable_count(r->model));
    ++*world;
    return status;
}

dx_status dx_json_read_words(dx_json_reader *r, json_t *root)
{
    int32_t *zeros = dx_alloc(dx_model_world_count(r->model), sizeof *zeros);
    dx_status status = dx_json_read_list(r, root, "agents", read_agent, NULL);
    if (status == DX_OK)
        status =
            dx_json_read_list(r, root, "propositions", read_proposition, NULL);
    if (status == DX_OK)
        status =
            dx_json_read_members(r, root, "constants", read_constant, NULL);
    if (status == DX_OK)
        status = dx_json_read_members(r, root, "domains", read_domain, NULL);
    if (status == DX_OK)
        status = dx_json_read_list(r, root, "variables", read_variable, zeros);
    dx_free(zeros);
    return status;
}

dx_status dx_json_read_worlds(dx_json_reader *r, json_t *root)
{
    size_t world = 0;
    return dx_json_read_list(r, root, "worlds", read_world, &world);
}
