// A wish is filled from an object member by member.  Which values a member can
// have is checked by the one list (fields.h); here is only where they go.

#include "door/wish.h"

#include "base/memory.h"
#include "base/text.h"
#include "door/fields.h"

#include <string.h>

void dx_wish_release(dx_wish *wish)
{
    for (unsigned i = 0; i < wish->line_count; i++)
        dx_free(wish->line[i]);
    dx_free(wish->line);
    dx_free(wish->formula);
    wish->formula = NULL;
    wish->line = NULL;
    wish->line_count = 0;
}

static bool is_policy(const char *assume)
{
    static const char *const quick[] = {"", "none", "uniform"};
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (strcmp(assume, quick[i]) == 0)
            return false;
    return strncmp(assume, "source(", 7) != 0;
}

bool dx_wish_is_slow(const dx_wish *wish)
{
    return is_policy(wish->assume) || wish->effort > 1 || wish->because;
}

double dx_wish_expected(const dx_wish *wish)
{
    bool is_long = wish->effort > 1 || wish->because;
    double once = is_policy(wish->assume) ? 1000 : is_long ? 200 : 5;
    return wish->effort > 1 ? once * wish->effort : once;
}

void dx_wish_say(const dx_wish *wish, dx_text *words)
{
    wish->say(dx_text_string(words));
    dx_text_release(words);
}

void dx_wish_copy(const dx_wish *from, dx_wish *to)
{
    *to = *from;
    if (from->formula != NULL)
        to->formula = dx_copy_text(from->formula);
    if (from->line != NULL)
        to->line = dx_alloc(from->line_count + 1, sizeof *to->line);
    for (unsigned i = 0; i < from->line_count; i++)
        to->line[i] = dx_copy_text(from->line[i]);
}

// ---- reading ----

// The member, if it is given and as it should be.
static const json_t *take(const json_t *object, const char *name,
                          dx_status *status, dx_error *error)
{
    const json_t *value = json_object_get(object, name);
    if (value == NULL || json_is_null(value) || *status != DX_OK)
        return NULL;
    *status = dx_door_field_check(dx_door_field_find(name), value, error);
    return *status == DX_OK ? value : NULL;
}

static void take_text(const json_t *object, const char *name, char *out,
                      dx_status *status, dx_error *error)
{
    const json_t *value = take(object, name, status, error);
    if (value != NULL)
        memcpy(out, json_string_value(value), json_string_length(value) + 1);
}

static bool take_number(const json_t *object, const char *name, unsigned *out,
                        dx_status *status, dx_error *error)
{
    const json_t *value = take(object, name, status, error);
    if (value != NULL)
        *out = (unsigned)json_integer_value(value);
    return value != NULL;
}

static void take_lists(const json_t *object, dx_wish *out, dx_status *status,
                       dx_error *error)
{
    const json_t *path = take(object, "path", status, error);
    const json_t *line = take(object, "line", status, error);
    for (; out->depth < json_array_size(path); out->depth++)
        out->path[out->depth] =
            (unsigned)json_integer_value(json_array_get(path, out->depth)) - 1;
    if (line == NULL)
        return;
    out->has_line = true;
    out->line = dx_alloc(json_array_size(line) + 1, sizeof *out->line);
    for (; out->line_count < json_array_size(line); out->line_count++)
        out->line[out->line_count] = dx_copy_text(
            json_string_value(json_array_get(line, out->line_count)));
}

dx_status dx_wish_take(const json_t *object, dx_wish *out, dx_error *error)
{
    dx_status status = DX_OK;
    const json_t *value;
    *out = (dx_wish){.seed = 1};
    take_text(object, "table", out->table, &status, error);
    take_text(object, "record", out->record, &status, error);
    take_text(object, "assume", out->assume, &status, error);
    take_text(object, "agent", out->agent, &status, error);
    out->has_turn = take_number(object, "turn", &out->turn, &status, error);
    out->has_seat = take_number(object, "seat", &out->seat, &status, error);
    out->seat -= out->has_seat;
    take_number(object, "you", &out->you, &status, error);
    take_number(object, "from", &out->from, &status, error);
    take_number(object, "worlds", &out->worlds, &status, error);
    take_number(object, "draw", &out->draws, &status, error);
    take_number(object, "effort", &out->effort, &status, error);
    if ((value = take(object, "seed", &status, error)) != NULL)
        out->seed = (uint64_t)json_integer_value(value);
    if ((value = take(object, "limit", &status, error)) != NULL)
        out->limit = (uint64_t)json_integer_value(value);
    out->small = json_is_true(take(object, "small", &status, error));
    out->because = json_is_true(take(object, "because", &status, error));
    if ((value = take(object, "formula", &status, error)) != NULL)
        out->formula = dx_copy_text(json_string_value(value));
    take_lists(object, out, &status, error);
    if (status != DX_OK)
        dx_wish_release(out);
    return status;
}

json_t *dx_read_object(const char *text, size_t length, dx_error *error)
{
    json_error_t fault;
    json_t *object = json_loadb(
        text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &fault);
    if (object != NULL && json_is_object(object))
        return object;
    if (object == NULL)
        dx_fail(error, DX_ERR_SYNTAX, fault.line > 0 ? (unsigned)fault.line : 1,
                fault.column > 0 ? (unsigned)fault.column : 1, "not JSON: %s",
                length == 0 ? "nothing was sent"
                : json_error_code(&fault) == json_error_null_character
                    ? "a character with the number 0"
                    : fault.text);
    else
        dx_fail(error, DX_ERR_INPUT, 0, 0, "expected a JSON object");
    json_decref(object);
    return NULL;
}

dx_status dx_wish_read(const char *text, size_t length, dx_wish *out,
                       dx_error *error)
{
    json_t *object = dx_read_object(text, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status = dx_wish_take(object, out, error);
    json_decref(object);
    return status;
}
