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

static const dx_door_field members[] = {
    {"agent", DX_DOOR_TEXT, .max = DX_WISH_TEXT - 1},
    {"deal", DX_DOOR_TEXT, .max = DX_WISH_TEXT - 1},
    {"have", DX_DOOR_WHOLE, .max = 1 << 24},
    {"id", DX_DOOR_WHOLE, .max = 1 << 30},
    {"move_ms", DX_DOOR_WHOLE, .max = 7 * 86400000},
    {"open", DX_DOOR_FLAG},
    {"private", DX_DOOR_FLAG},
    {"rules", DX_DOOR_TEXT, .max = DX_WISH_TEXT - 1},
    {"seat", DX_DOOR_WHOLE, .max = DX_SEATS_MAX},
    {"token", DX_DOOR_TEXT, .max = DX_TOKEN - 1},
};

// Is each of these as it should be, if it is given?
static dx_status check(const json_t *object, const char *list, dx_error *error)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const json_t *value = json_object_get(object, members[i].name);
        if (value != NULL && status == DX_OK &&
            dx_word_is_in(members[i].name, list))
            status = dx_door_field_check(&members[i], value, error);
    }
    return status;
}

static void copy_text(const json_t *object, const char *name, char *out,
                      size_t bytes)
{
    const char *text = json_string_value(json_object_get(object, name));
    snprintf(out, bytes, "%s", text != NULL ? text : "");
}

static unsigned number_of(const json_t *object, const char *name)
{
    return (unsigned)json_integer_value(json_object_get(object, name));
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
        status = check(object, "have token", error);
    if (status == DX_OK)
        status = take_name(json_object_get(object, "name"), out->name, error);
    if (status != DX_OK)
        return status;
    out->have = number_of(object, "have");
    copy_text(object, "token", out->token, sizeof out->token);
    out->has_token = json_object_get(object, "token") != NULL;
    return DX_OK;
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
    dx_status status = check(object, "id", error);
    out->id = status == DX_OK ? number_of(object, "id") : 0;
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
    dx_status status = check(object, "rules open private deal", error);
    copy_text(object, "rules", out->rules, sizeof out->rules);
    if (status == DX_OK && out->rules[0] == '\0')
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "\"rules\" is missing: expected a game, as in "
                         "\"hanabi(players=3)\"");
    if (status == DX_OK)
        status = take_seats(object, out, error);
    if (status == DX_OK)
        status = take_names(object, out, error);
    const json_t *clock = json_object_get(object, "clock");
    if (status == DX_OK)
        status = check(clock, "move_ms", error);
    out->is_open = json_is_true(json_object_get(object, "open"));
    out->is_private = json_is_true(json_object_get(object, "private"));
    copy_text(object, "deal", out->deal, sizeof out->deal);
    out->move_ms =
        (uint64_t)json_integer_value(json_object_get(clock, "move_ms"));
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
    dx_status status = check(object, "seat agent", error);
    *out_seat = number_of(object, "seat");
    copy_text(object, "agent", agent, DX_WISH_TEXT);
    if (status == DX_OK)
        status = take_name(json_object_get(object, "name"), name, error);
    json_decref(object);
    return status;
}
