// What a model in JSON is made of: agents, propositions, variables, worlds.

#include "base/memory.h"
#include "logic/json/reader.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

static bool fits_int32(long long value)
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

// How a world is read: which one, and how many variables have a value there.
typedef struct reading {
    size_t world, values;
} reading;

// The value behind "x=": a whole number, or the name of a constant.
static dx_status read_value(dx_json_reader *r, const char *text, int32_t *out)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (*text != '\0' && *end == '\0' && (errno != 0 || !fits_int32(number)))
        return dx_json_complain(r, DX_ERR_LIMIT,
                                "the value needs more than 32 bits");
    *out = (int32_t)number;
    dx_name name = dx_names_add(dx_formulas_names(r->store), text);
    if ((*text != '\0' && *end == '\0') ||
        dx_model_constant(r->model, name, out))
        return DX_OK;
    return dx_json_complain(r, DX_ERR_INPUT, "there is no constant '%.60s'",
                            text);
}

// "x=3" of a variable.
static dx_status read_variable_fact(dx_json_reader *r, const char *text,
                                    const char *value, reading *at)
{
    dx_formula term;
    int32_t number;
    char *name = dx_copy_text_part(text, (size_t)(value - 1 - text));
    dx_status status = dx_json_read_term(r, name, true, &term);
    size_t x = status == DX_OK ? dx_model_find_variable(r->model, term) : 0;
    if (status == DX_OK && x == DX_NOT_FOUND)
        status = dx_json_complain(
            r, DX_ERR_INPUT, "'%.60s' is not among the \"variables\"", name);
    dx_free(name);
    if (status == DX_OK)
        status = read_value(r, value, &number);
    if (status == DX_OK)
        dx_model_set_value(r->model, x, at->world, number);
    at->values++;
    return status;
}

static dx_status read_true(dx_json_reader *r, json_t *item, void *data)
{
    reading *at = data;
    dx_formula atom;
    dx_status status =
        dx_json_expect(r, item, DX_JSON_STRING, "a proposition, or \"x=3\"");
    if (status != DX_OK)
        return status;
    const char *text = json_string_value(item), *equals = strrchr(text, '=');
    if (equals != NULL)
        return read_variable_fact(r, text, equals + 1, at);
    status = dx_json_read_term(r, text, true, &atom);
    if (status != DX_OK)
        return status;
    size_t p = dx_model_find_proposition(r->model, atom);
    if (p == DX_NOT_FOUND)
        return dx_json_complain(
            r, DX_ERR_INPUT, "'%.60s' is not among the \"propositions\"", text);
    dx_bitset_add(dx_model_worlds_of(r->model, p), at->world);
    return DX_OK;
}

static dx_status name_world(dx_json_reader *r, json_t *name, json_t *id,
                            size_t world)
{
    if (id != NULL &&
        (!json_is_integer(id) || json_integer_value(id) != (json_int_t)world))
        return dx_json_complain(r, DX_ERR_INPUT,
                                "the \"id\" of this world is %zu, its place in "
                                "the list",
                                world);
    if (name == NULL)
        return DX_OK;
    dx_status status = dx_json_expect(r, name, DX_JSON_STRING, "name");
    if (status == DX_OK && json_string_length(name) == 0)
        status = dx_json_complain(r, DX_ERR_INPUT, "a world needs a name");
    if (status == DX_OK)
        dx_model_name_world(r->model, world, json_string_value(name));
    return status;
}

static dx_status read_world(dx_json_reader *r, json_t *item, void *data)
{
    reading *at = data;
    assert(at->world < dx_model_world_count(r->model));
    static const char *const keys[] = {"id", "name", "true", NULL};
    dx_status status =
        dx_json_expect(r, item, DX_JSON_OBJECT, "a world, {\"true\": ...}");
    if (status == DX_OK)
        status = dx_json_check_keys(r, item, keys);
    if (status == DX_OK)
        status = name_world(r, json_object_get(item, "name"),
                            json_object_get(item, "id"), at->world);
    at->values = 0;
    if (status == DX_OK)
        status = dx_json_read_list(r, item, "true", read_true, at);
    if (status == DX_OK && at->values != dx_model_variable_count(r->model))
        return dx_json_complain(
            r, DX_ERR_INPUT,
            "the world has %zu values, expected one for each of "
            "%zu variables",
            at->values, dx_model_variable_count(r->model));
    at->world++;
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
    reading at = {.world = 0};
    return dx_json_read_list(r, root, "worlds", read_world, &at);
}
