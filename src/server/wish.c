// Reading what clients want.  Every member has one kind of value and a range;
// what is not so is refused with its name, what nobody knows is not minded.
// Names are shown to people, so control characters and what turns the direction
// of writing are not let in.

#include "server/wish.h"

#include "base/memory.h"
#include "base/text.h"
#include "server/limits.h"

#include <jansson.h>
#include <string.h>

static dx_status wrong(dx_error *error, const char *name, const char *expected)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"%s\": expected %s", name,
                   expected);
}

// ---- members ----

static dx_status take_text(const json_t *object, const char *name, char *out,
                           size_t bytes, dx_error *error)
{
    const json_t *value = json_object_get(object, name);
    out[0] = '\0';
    if (value == NULL || json_is_null(value))
        return DX_OK;
    if (!json_is_string(value) || json_string_length(value) >= bytes ||
        strlen(json_string_value(value)) != json_string_length(value))
        return wrong(error, name, "a short string");
    memcpy(out, json_string_value(value), json_string_length(value) + 1);
    return DX_OK;
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
                             uint64_t most, uint64_t *out, bool *out_given,
                             dx_error *error)
{
    const json_t *value = json_object_get(object, name);
    *out = 0;
    if (out_given != NULL)
        *out_given = value != NULL && !json_is_null(value);
    if (value == NULL || json_is_null(value))
        return DX_OK;
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > most)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"%s\": expected a whole number up to %llu", name,
                       (unsigned long long)most);
    *out = (uint64_t)json_integer_value(value);
    return DX_OK;
}

static dx_status take_small(const json_t *object, const char *name,
                            unsigned most, unsigned *out, bool *out_given,
                            dx_error *error)
{
    uint64_t number;
    dx_status status =
        take_number(object, name, most, &number, out_given, error);
    *out = (unsigned)number;
    return status;
}

static dx_status take_flag(const json_t *object, const char *name, bool *out,
                           dx_error *error)
{
    const json_t *value = json_object_get(object, name);
    *out = json_is_true(value);
    return value == NULL || json_is_null(value) || json_is_boolean(value)
               ? DX_OK
               : wrong(error, name, "true or false");
}

static dx_status take_path(const json_t *object, dx_wish *out, dx_error *error)
{
    const json_t *path = json_object_get(object, "path");
    if (path == NULL || json_is_null(path))
        return DX_OK;
    if (!json_is_array(path) || json_array_size(path) > DX_PATH_MAX)
        return wrong(error, "path", "a list of at most six seats");
    for (size_t i = 0; i < json_array_size(path); i++) {
        const json_t *seat = json_array_get(path, i);
        if (!json_is_integer(seat) || json_integer_value(seat) < 1 ||
            json_integer_value(seat) > DX_SEATS_MAX)
            return wrong(error, "path", "seats, counted from 1");
        out->path[out->depth++] = (unsigned)json_integer_value(seat) - 1;
    }
    return DX_OK;
}

static dx_status take_formula(const json_t *object, dx_wish *out,
                              dx_error *error)
{
    const json_t *value = json_object_get(object, "formula");
    if (value == NULL || json_is_null(value))
        return DX_OK;
    if (!json_is_string(value) ||
        json_string_length(value) > DX_FORMULA_BYTES_MAX ||
        strlen(json_string_value(value)) != json_string_length(value))
        return wrong(error, "formula", "a string of at most 4000 bytes");
    out->formula = dx_copy_text(json_string_value(value));
    return DX_OK;
}

// ---- questions ----

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

static dx_status take_line(const json_t *object, dx_wish *out, dx_error *error)
{
    const json_t *line = json_object_get(object, "line");
    if (line == NULL || json_is_null(line))
        return DX_OK;
    if (!json_is_array(line) || json_array_size(line) > DX_LINE_MAX)
        return wrong(error, "line", "a list of at most 200 moves");
    out->line = dx_alloc(json_array_size(line) + 1, sizeof *out->line);
    for (size_t i = 0; i < json_array_size(line); i++) {
        const char *move = json_string_value(json_array_get(line, i));
        if (move == NULL || strlen(move) >= DX_WISH_TEXT)
            return wrong(error, "line", "moves as they are typed");
        out->line[out->line_count++] = dx_copy_text(move);
    }
    out->has_line = true;
    return take_small(object, "from", 1 << 20, &out->from, NULL, error);
}

static dx_status take_ids(const json_t *object, dx_wish *out, dx_error *error)
{
    dx_status status =
        take_text(object, "table", out->table, sizeof out->table, error);
    if (status == DX_OK)
        status =
            take_text(object, "record", out->record, sizeof out->record, error);
    if (status != DX_OK)
        return status;
    if ((out->table[0] != '\0' && !dx_table_id_is_fine(out->table)) ||
        (out->record[0] != '\0' && !dx_table_id_is_fine(out->record)))
        return wrong(error, out->table[0] != '\0' ? "table" : "record",
                     "the name of one");
    return DX_OK;
}

static dx_status take_when(const json_t *object, dx_wish *out, dx_error *error)
{
    unsigned seat;
    dx_status status =
        take_small(object, "turn", 1 << 20, &out->turn, &out->has_turn, error);
    if (status == DX_OK)
        status = take_small(object, "seat", DX_SEATS_MAX, &seat, &out->has_seat,
                            error);
    if (status == DX_OK && out->has_seat && seat == 0)
        status = wrong(error, "seat", "a seat, counted from 1");
    out->seat = status == DX_OK && out->has_seat ? seat - 1 : 0;
    if (status == DX_OK)
        status =
            take_small(object, "you", DX_SEATS_MAX, &out->you, NULL, error);
    return status;
}

static dx_status take_numbers(const json_t *object, dx_wish *out,
                              dx_error *error)
{
    dx_status status = take_small(object, "worlds", DX_WORLDS_LIST_MAX,
                                  &out->worlds, NULL, error);
    if (status == DX_OK)
        status = take_small(object, "draw", DX_WORLDS_LIST_MAX, &out->draws,
                            NULL, error);
    if (status == DX_OK)
        status =
            take_number(object, "seed", INT64_MAX, &out->seed, NULL, error);
    if (status == DX_OK)
        status = take_flag(object, "small", &out->small, error);
    if (status == DX_OK)
        status = take_flag(object, "because", &out->because, error);
    if (status == DX_OK)
        status = take_small(object, "effort", DX_EFFORT_MAX, &out->effort, NULL,
                            error);
    return status;
}

static dx_status read_wish(const json_t *object, dx_wish *out, dx_error *error)
{
    dx_status status = take_ids(object, out, error);
    if (status == DX_OK)
        status = take_when(object, out, error);
    if (status == DX_OK)
        status =
            take_text(object, "assume", out->assume, sizeof out->assume, error);
    if (status == DX_OK)
        status =
            take_text(object, "agent", out->agent, sizeof out->agent, error);
    if (status == DX_OK)
        status = take_numbers(object, out, error);
    if (status == DX_OK)
        status = take_path(object, out, error);
    if (status == DX_OK)
        status = take_formula(object, out, error);
    if (status == DX_OK)
        status = take_line(object, out, error);
    return status;
}

static json_t *read_object(const char *text, size_t length, dx_error *error)
{
    json_error_t fault;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
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
    *out = (dx_wish){.depth = 0};
    json_t *object = read_object(text, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status = read_wish(object, out, error);
    if (status != DX_OK)
        dx_wish_release(out);
    json_decref(object);
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
    dx_status status = take_ids(object, &out->wish, error);
    if (status == DX_OK && out->wish.table[0] == '\0')
        status = wrong(error, "table", "the name of one");
    if (status == DX_OK)
        status = take_small(object, "have", 1 << 24, &out->have, NULL, error);
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
    dx_status status = take_small(object, "id", 1 << 30, &out->id, NULL, error);
    return status == DX_OK ? read_wish(object, &out->wish, error) : status;
}

dx_status dx_client_word_read(const char *line, size_t length,
                              dx_client_word *out, dx_error *error)
{
    memset(out, 0, sizeof *out);
    json_t *object = read_object(line, length, error);
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
    json_t *object = read_object(text, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status =
        take_text(object, "rules", out->rules, sizeof out->rules, error);
    if (status == DX_OK)
        status = take_seats(object, out, error);
    if (status == DX_OK)
        status = take_names(object, out, error);
    if (status == DX_OK)
        status = take_flag(object, "open", &out->is_open, error);
    if (status == DX_OK)
        status = take_flag(object, "private", &out->is_private, error);
    const json_t *clock = json_object_get(object, "clock");
    if (status == DX_OK && json_is_object(clock))
        status = take_number(clock, "move_ms", 7 * 86400000, &out->move_ms,
                             NULL, error);
    json_decref(object);
    return status;
}

dx_status dx_seat_wish_read(const char *text, size_t length, unsigned *out_seat,
                            char agent[DX_WISH_TEXT], char name[DX_PERSON_NAME],
                            dx_error *error)
{
    json_t *object = read_object(text, length, error);
    if (object == NULL)
        return DX_ERR_INPUT;
    dx_status status =
        take_small(object, "seat", DX_SEATS_MAX, out_seat, NULL, error);
    if (status == DX_OK)
        status = take_text(object, "agent", agent, DX_WISH_TEXT, error);
    if (status == DX_OK)
        status = take_name(json_object_get(object, "name"), name, error);
    json_decref(object);
    return status;
}
