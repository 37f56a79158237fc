// The command line is one more front end of the door: an option that is called
// like a member of the request is that member.  Limits are the user's own.

#include "cli/door.h"

#include "cli/named.h"
#include "cli/record.h"
#include "cli/signals.h"
#include "door/call.h"
#include "door/fields.h"

#include <stdlib.h>
#include <string.h>

// "2,1" as [2,1].
static json_t *seats_of(const char *text)
{
    json_t *list = json_array();
    for (char *end; *text != '\0'; text = end + (*end == ','))
        json_array_append_new(list, json_integer(strtol(text, &end, 10)));
    return list;
}

static json_t *value_of(const dx_door_field *field, const char *text)
{
    switch (field->type) {
    case DX_DOOR_WHOLE:
    case DX_DOOR_SEAT:
        return json_integer(strtoll(text, NULL, 10));
    case DX_DOOR_FLAG:
        return json_true();
    case DX_DOOR_SEATS:
        return seats_of(text);
    default:
        return json_string(text);
    }
}

static bool has_member(const dx_request *request, const char *name)
{
    size_t length;
    for (const char *list = request->members, *at;
         (at = dx_word_next(&list, &length)) != NULL;)
        if (strlen(name) == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

// A seat may be called by its player's name.
static void take_options(const dx_arguments *arguments,
                         const dx_request *request, const dx_record *record,
                         json_t *in)
{
    unsigned seat;
    for (const dx_option *o = arguments->command->options; o->name; o++) {
        const char *text = dx_argument_value(arguments, o->name);
        if (text == NULL || !has_member(request, o->name) ||
            json_object_get(in, o->name) != NULL)
            continue;
        if (strcmp(o->name, "seat") == 0 && record != NULL &&
            dx_cli_seat(arguments, record, &seat))
            json_object_set_new(in, o->name,
                                json_integer((json_int_t)seat + 1));
        else
            json_object_set_new(in, o->name,
                                value_of(dx_door_field_find(o->name), text));
    }
}

int dx_cli_fail(const dx_arguments *arguments, dx_status status,
                const dx_error *error)
{
    dx_text out = {0};
    dx_text_add_char(&out, '{');
    dx_tell_failure(status, error, NULL, &out);
    if (dx_argument_given(arguments, "json"))
        puts(dx_text_string(&out));
    dx_text_release(&out);
    fflush(stdout);
    return dx_report(error);
}

static void put_record(dx_session *session, dx_record *record, json_t *in)
{
    dx_opened opened = {.record = record};
    dx_opened_name(&opened, NULL);
    json_object_set_new(in, "record",
                        json_string(dx_session_put(session, NULL, &opened, 0)));
}

int dx_cli_report(const json_t *fault)
{
    const char *text = json_string_value(json_object_get(fault, "text"));
    const char *file = json_string_value(json_object_get(fault, "file"));
    dx_error error = {
        .line = (unsigned)json_integer_value(json_object_get(fault, "line")),
        .column =
            (unsigned)json_integer_value(json_object_get(fault, "column"))};
    snprintf(error.message, sizeof error.message, "%s", text);
    if (file != NULL)
        dx_error_in_file(&error, file);
    fflush(stdout);
    return dx_report(&error);
}

int dx_cli_door(const dx_arguments *arguments, const char *request,
                dx_record *record, json_t *in, json_t **out)
{
    const dx_request *row = dx_request_find(request);
    dx_session *session =
        dx_session_new(&(dx_session_limits){.steps_max = UINT64_MAX,
                                            .includes = true,
                                            .games = dx_cli_games(arguments),
                                            .stop = dx_heed_interrupts()});
    dx_text text = {0};
    const char *type;
    in = in != NULL ? in : json_object();
    take_options(arguments, row, record, in);
    // Who asks is the seat: it is called so.
    if (has_member(row, "you") && json_object_get(in, "seat") != NULL)
        json_object_set(in, "you", json_object_get(in, "seat"));
    if (record != NULL)
        put_record(session, record, in);
    dx_session_do(session, row, in, &text, &type);
    puts(dx_text_string(&text));
    json_t *answer = json_loadb(text.at, text.length, 0, NULL);
    const json_t *fault = json_object_get(answer, "error");
    int code = fault != NULL ? dx_cli_report(fault) : DX_EXIT_YES;
    if (out != NULL)
        *out = answer;
    else
        json_decref(answer);
    dx_text_release(&text);
    json_decref(in);
    dx_session_free(session);
    return code;
}
