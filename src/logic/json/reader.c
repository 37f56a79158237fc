// What all parts of the reader of models do: expect a kind of value, refuse
// unknown keys, walk through a list or an object.  The path grows on the way in
// and shrinks only after success, so that when something is wrong it still says
// where.

#include "logic/json/reader.h"

#include "logic/formula/parse.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

dx_status dx_json_complain(dx_json_reader *r, dx_status status,
                           const char *format, ...)
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

void dx_json_enter_key(dx_json_reader *r, const char *key)
{
    assert(r->path.count < DX_JSON_PATH_MAX);
    r->path.step[r->path.count++] = (dx_json_step){.key = key};
}

void dx_json_enter_index(dx_json_reader *r, size_t index)
{
    assert(r->path.count < DX_JSON_PATH_MAX);
    r->path.step[r->path.count++] = (dx_json_step){.index = index};
}

void dx_json_leave(dx_json_reader *r)
{
    assert(r->path.count > 0);
    r->path.count--;
}

dx_status dx_json_expect(dx_json_reader *r, const json_t *value,
                         dx_json_kind wanted, const char *what)
{
    static const char *const names[] = {"an object", "a list", "a string",
                                        "a whole number"};
    static const json_type types[] = {JSON_OBJECT, JSON_ARRAY, JSON_STRING,
                                      JSON_INTEGER};
    if (value == NULL)
        return dx_json_complain(r, DX_ERR_INPUT, "expected \"%s\" in here",
                                what);
    if (json_typeof(value) == types[wanted])
        return DX_OK;
    return dx_json_complain(r, DX_ERR_INPUT, "expected %s: %s", names[wanted],
                            what);
}

dx_status dx_json_check_keys(dx_json_reader *r, json_t *object,
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
            dx_json_enter_key(r, key);
            dx_json_complain(r, DX_ERR_INPUT,
                             "unknown key \"%.60s\"; expected %s", key,
                             dx_text_string(&list));
        }
        dx_text_release(&list);
        if (!known)
            return DX_ERR_INPUT;
    }
    return DX_OK;
}

dx_status dx_json_read_term(dx_json_reader *r, const char *text, bool name_only,
                            dx_formula *out)
{
    dx_lexer lexer;
    dx_error inner;
    dx_lexer_init(&lexer, text, strlen(text));
    if (dx_parse_term(&lexer, r->store, out, &inner) != DX_OK)
        return dx_json_complain(r, DX_ERR_INPUT, "\"%.60s\": %s", text,
                                inner.message);
    if (lexer.token.kind != DX_TOKEN_END)
        return dx_json_complain(
            r, DX_ERR_INPUT, "\"%.60s\": expected one name, found more", text);
    if (name_only && dx_formula_kind(r->store, *out) != DX_APPLY)
        return dx_json_complain(
            r, DX_ERR_INPUT,
            "\"%.60s\": expected a name such as p or hand(b,6s)", text);
    return DX_OK;
}

dx_status dx_json_read_items(dx_json_reader *r, json_t *list, const char *what,
                             dx_json_item *item, void *data)
{
    dx_status status = dx_json_expect(r, list, DX_JSON_ARRAY, what);
    for (size_t i = 0; i < json_array_size(list) && status == DX_OK; i++) {
        dx_json_enter_index(r, i);
        status = item(r, json_array_get(list, i), data);
        if (status == DX_OK)
            dx_json_leave(r);
    }
    return status;
}

dx_status dx_json_read_list(dx_json_reader *r, json_t *in, const char *key,
                            dx_json_item *item, void *data)
{
    json_t *list = json_object_get(in, key);
    if (list == NULL)
        return DX_OK;
    dx_json_enter_key(r, key);
    dx_status status = dx_json_read_items(r, list, key, item, data);
    if (status == DX_OK)
        dx_json_leave(r);
    return status;
}

dx_status dx_json_read_members(dx_json_reader *r, json_t *in, const char *key,
                               dx_json_member *member, void *data)
{
    json_t *object = json_object_get(in, key);
    if (object == NULL)
        return DX_OK;
    dx_json_enter_key(r, key);
    dx_status status = dx_json_expect(r, object, DX_JSON_OBJECT, key);
    if (status != DX_OK)
        return status;
    const char *name;
    json_t *value;
    json_object_foreach (object, name, value) {
        dx_json_enter_key(r, name);
        status = member(r, name, value, data);
        if (status != DX_OK)
            return status;
        dx_json_leave(r);
    }
    dx_json_leave(r);
    return DX_OK;
}
