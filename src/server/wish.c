// Reading what clients say and which tables they make; questions are read by
// the door (door/wish.h).  Every member has one kind of value and a range; what
// is not so is refused with its name, what nobody knows is not minded.  Names
// are shown to people, so control characters and what turns the direction of
// writing are not let in.

#include "server/wish.h"

#include "base/memory.h"
#include "base/text.h"
#include "door/fields.h"
#include "server/limits.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static dx_status wrong(dx_error *error, const char *name, const char *expected)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"%s\": expected %s", name,
                   expected);
}

// ---- members ----

// A member as it should be; NULL: it is not given.
static dx_status take(const json_t *object, dx_door_field as,
                      const json_t **out, dx_error *error)
{
    *out = json_object_get(object, as.name);
    if (*out == NULL || !json_is_null(*out))
        return *out == NULL ? DX_OK : dx_door_field_check(&as, *out, error);
    *out = NULL;
    return DX_OK;
}

static dx_status take_text(const json_t *object, const char *name, char *out,
                           size_t bytes, dx_error *error)
{
    const json_t *value;
    dx_door_field as = {name, DX_DOOR_TEXT, .max = bytes - 1};
    dx_status status = take(object, as, &value, error);
    snprintf(out, bytes, "%s",
             status == DX_OK && value != NULL ? json_string_value(value) : "");
    return status;
}

// Would a person who reads the name see what it is?
static bool is_plain(const char *name)
{
    dx_text shown = {0};
    dx_text_add_shown(&shown, name);
    bool same = strcmp(dx_text_string(&shown), name) == 0;
    dx_text_release(&shown);
    return same;
}

// Blanks around a name are not part of it, and a name of blanks is none.
static dx_status take_name(const json_t *value, char *out, dx_error *error)
{
    out[0] = '\0';
    if (value == NULL || json_is_null(value))
        return DX_OK;
    if (!json_is_string(value) ||
        json_string_length(value) >= DX_PERSON_NAME / 2 ||
        strlen(json_string_value(value)) != json_string_length(value) ||
        !is_plain(json_string_value(value)))
        return wrong(error, "name",
                     "at most 39 bytes without control characters");
    const char *name = json_string_value(value);
    name += strspn(name, " ");
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == ' ')
        length--;
    memcpy(out, name, length);
    out[length] = '\0';
    return DX_OK;
}

static dx_status take_number(const json_t *object, const char *name,
                             uint64_t most, uint64_t *out, dx_error *error)
{
    const json_t *value;
    dx_door_field as = {name, DX_DOOR_WHOLE, .max = most};
    dx_status status = take(object, as, &value, error);
    *out = status == DX_OK ? (uint64_t)json_integer_value(value) : 0;
    return status;
}

static dx_status take_small(const json_t *object, const char *name,
                            unsigned most, unsigned *out, dx_error *error)
{
    uint64_t number;
    dx_status status = take_number(object, name, most, &number, error);
    *out = (unsigned)number;
    return status;
}

static dx_status take_flag(const json_t *object, const char *name, bool *out,
                           dx_error *error)
{
    const json_t *value;
    dx_door_field as = {name, DX_DOOR_FLAG};
    dx_status status = take(object, as, &value, error);
    *out = json_is_true(value);
    return status;
}

// ---- messages ----

static const char *const kinds[] = {
    [DX_WORD_HELLO] = "hello",       [DX_WORD_JOIN] = "join",
    [DX_WORD_MOVE] = "move",         [DX_WORD_LENS] = "lens",
    [DX_WORD_UNLENS] = "unlens",     [DX_WORD_ASK] = "ask",
    [DX_WORD_COMPLETE] = "complete", [DX_WORD_WHY] = "why",
    [DX_WORD_CHANGED] = "changed",   [DX_WORD_CHOOSE] = "choose",
    [DX_WORD_MODEL] = "model",       [DX_WORD_SUSPICION] = "suspicion",
    [DX_WORD_CANCEL] = "cancel",     [DX_WORD_LEAVE] = "leave",
    [DX_WORD_PING] = "ping",         [DX_WORD_ERROR] = "error",
};

static dx_status read_join(const json_t *object, dx_client_word *out,
                           dx_error *error)
{
    dx_status status = dx_wish_take(object, &out->wish, error);
    if (status == DX_OK && !dx_table_id_is_fine(out->wish.table))
        status = wrong(error, "table", "the name of one");
    if (status == DX_OK)
        status = take_small(object, "have", 1 << 24, &out->have, error);
    if (status == DX_OK)
        status = take_name(json_object_get(object, "name"), out->name, error);
    if (status == DX_OK)
        status =
            take_text(object, "token", out->token, sizeof out->token, error);
    out->has_token = json_object_get(object, "token") != NULL;
    return status;
}

static dx_status read_word(const json_t *object, const char *line,
                           size_t length, dx_client_word *out, dx_error *error)
{
    const char *type = json_string_value(json_object_get(object, "type"));
    if (type == NULL)
        return wrong(error, "type", "a string: join, move, lens, ...");
    for (out->kind = 0; out->kind < DX_WORD_UNKNOWN; out->kind++)
        if (strcmp(type, kinds[out->kind]) == 0)
            break;
    switch (out->kind) {
    case DX_WORD_HELLO:
    case DX_WORD_MOVE:
    case DX_WORD_ERROR:
        return dx_reply_read(line, length, &out->reply, error);
    case DX_WORD_JOIN:
        return read_join(object, out, error);
    case DX_WORD_UNKNOWN:
    case DX_WORD_PING:
    case DX_WORD_LEAVE:
        return DX_OK;
    default:
        break;
    }
    dx_status status = take_small(object, "id", 1 << 30, &out->id, error);
    return status == DX_OK ? dx_wish_take(object, &out->wish, error) : status;
}

dx_status dx_client_word_read(const char *line, size_t length,
                              dx_client_word *out, dx_error *error)
{
    memset(out, 0, sizeof *out);
    json_t *object = dx_read_object(line, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status = read_word(object, line, length, out, error);
    if (status != DX_OK)
        dx_wish_release(&out->wish);
    json_decref(object);
    return status;
}

// ---- tables and seats ----

static dx_status take_seats(const json_t *object, dx_table_wish *out,
                            dx_error *error)
{
    const json_t *seats = json_object_get(object, "seats");
    if (seats == NULL || json_is_null(seats))
        return DX_OK;
    if (!json_is_array(seats) || json_array_size(seats) == 0 ||
        json_array_size(seats) > DX_SEATS_MAX)
        return wrong(error, "seats", "a list of at most ten");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        if (!json_is_string(seat) || json_string_length(seat) == 0 ||
            json_string_length(seat) >= DX_WISH_TEXT ||
            strlen(json_string_value(seat)) != json_string_length(seat))
            return wrong(error, "seats",
                         "strings: person, anyone, an agent, program:NAME");
        memcpy(out->seat[out->seats++], json_string_value(seat),
               json_string_length(seat) + 1);
    }
    return DX_OK;
}

static dx_status take_names(const json_t *object, dx_table_wish *out,
                            dx_error *error)
{
    const json_t *names = json_object_get(object, "names");
    if (names == NULL || json_is_null(names))
        return DX_OK;
    if (!json_is_array(names) || json_array_size(names) > DX_SEATS_MAX)
        return wrong(error, "names", "a list of at most ten strings");
    dx_status status = DX_OK;
    for (size_t i = 0; i < json_array_size(names) && status == DX_OK; i++)
        status = take_name(json_array_get(names, i), out->name[i], error);
    return status;
}

dx_status dx_table_wish_read(const char *text, size_t length,
                             dx_table_wish *out, dx_error *error)
{
    memset(out, 0, sizeof *out);
    json_t *object = dx_read_object(text, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status =
        take_text(object, "rules", out->rules, sizeof out->rules, error);
    if (status == DX_OK && out->rules[0] == '\0')
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "\"rules\" is missing: expected a game, as in "
                         "\"hanabi(players=3)\"");
    if (status == DX_OK)
        status = take_seats(object, out, error);
    if (status == DX_OK)
        status = take_names(object, out, error);
    if (status == DX_OK)
        status = take_flag(object, "open", &out->is_open, error);
    if (status == DX_OK)
        status = take_flag(object, "private", &out->is_private, error);
    if (status == DX_OK)
        status = take_text(object, "deal", out->deal, sizeof out->deal, error);
    const json_t *clock = json_object_get(object, "clock");
    if (status == DX_OK && json_is_object(clock))
        status =
            take_number(clock, "move_ms", 7 * 86400000, &out->move_ms, error);
    json_decref(object);
    return status;
}

dx_status dx_seat_wish_read(const char *text, size_t length, unsigned *out_seat,
                            char agent[DX_WISH_TEXT], char name[DX_PERSON_NAME],
                            dx_error *error)
{
    json_t *object = dx_read_object(text, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status =
        take_small(object, "seat", DX_SEATS_MAX, out_seat, error);
    if (status == DX_OK)
        status = take_text(object, "agent", agent, DX_WISH_TEXT, error);
    if (status == DX_OK)
        status = take_name(json_object_get(object, "name"), name, error);
    json_decref(object);
    return status;
}
