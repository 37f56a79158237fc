// The command line is one more front end of the door: an option that is called
// like a member of the request is that member.  Limits are the user's own.

#include "cli/door.h"

#include "base/memory.h"
#include "cli/learnt.h"
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
    case DX_DOOR_TEXTS:
        return json_pack("[s]", text);
    default:
        return json_string(text);
    }
}

// Numbers that the request does not take are wrong usage; then false.  A seat
// may be called by its player's name.
static bool take_options(const dx_arguments *arguments,
                         const dx_request *request, const dx_record *record,
                         json_t *in)
{
    unsigned seat;
    for (const dx_option *o = arguments->command->options; o->name; o++) {
        const char *text = dx_argument_value(arguments, o->name);
        if (text == NULL || !dx_word_is_in(o->name, request->members) ||
            json_object_get(in, o->name) != NULL)
            continue;
        const dx_door_field *field = dx_door_field_find(o->name);
        uint64_t number;
        if (field->type == DX_DOOR_WHOLE &&
            !dx_argument_number(arguments, o->name, field->min, field->max, 0,
                                &number))
            return false;
        if (strcmp(o->name, "seat") == 0 && record != NULL &&
            dx_cli_seat(arguments, record, &seat))
            json_object_set_new(in, o->name,
                                json_integer((json_int_t)seat + 1));
        else
            json_object_set_new(in, o->name, value_of(field, text));
    }
    return true;
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

// In words who sits there is called as the record has it, where these are
// names.
static void put_record(dx_session *session, dx_record *record, bool is_json,
                       json_t *in)
{
    dx_opened opened = {.record = record};
    if (is_json)
        dx_opened_name(&opened, NULL);
    else
        dx_opened_persons(&opened);
    json_object_set_new(in, "record",
                        json_string(dx_session_put(session, NULL, &opened, 0)));
}

static bool is_limit(const json_t *fault)
{
    const char *code = json_string_value(json_object_get(fault, "code"));
    return strcmp(code, "limit") == 0;
}

static int report(const json_t *fault)
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

static void note(const json_t *one)
{
    dx_text line = {0};
    dx_text_add_shown(&line, json_string_value(json_object_get(one, "file")));
    dx_text_printf(
        &line, ":%lld:%lld: ", json_integer_value(json_object_get(one, "line")),
        json_integer_value(json_object_get(one, "column")));
    dx_text_add_shown(&line, json_string_value(json_object_get(one, "text")));
    fprintf(stderr, "note: %s\n", dx_text_string(&line));
    dx_text_release(&line);
}

// How a reply with queries, errors and notes is to be taken.
static int weigh(const json_t *reply)
{
    bool is_wrong = false, is_open = false, all_fine = true;
    const json_t *one, *fault;
    size_t i;
    fflush(stdout);
    json_array_foreach (json_object_get(reply, "queries"), i, one) {
        const char *kind = json_string_value(json_object_get(one, "kind"));
        fault = json_object_get(one, "error");
        all_fine &= json_is_true(json_object_get(one, "fine"));
        // A search that was cut is no mistake in the file.
        if (fault == NULL ? json_is_null(json_object_get(one, "answer"))
                          : strcmp(kind, "plan") == 0 && is_limit(fault))
            is_open = true;
        else if (fault != NULL)
            is_wrong = true;
        if (fault != NULL)
            report(fault);
    }
    json_array_foreach (json_object_get(reply, "errors"), i, fault) {
        report(fault);
        is_wrong = true;
    }
    json_array_foreach (json_object_get(reply, "notes"), i, one)
        note(one);
    return is_wrong   ? DX_EXIT_INPUT
           : is_open  ? DX_EXIT_OPEN
           : all_fine ? DX_EXIT_YES
                      : DX_EXIT_NO;
}

dx_status dx_cli_read_text(const char *path, dx_text *out, dx_error *error)
{
    enum { BYTES_MAX = 16 << 20 };
    dx_status status = dx_text_read_file(path, BYTES_MAX, out, error);
    if (status != DX_OK || out->length == 0 ||
        memchr(out->at, 0, out->length) == NULL)
        return status;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "%s: has bytes 0: this is no text", path);
}

int dx_cli_door_file(const dx_arguments *arguments, const char *request,
                     const char *path, json_t *in, json_t **out)
{
    bool is_stdin = strcmp(path, "-") == 0;
    dx_text text = {0};
    dx_error error = {.message = ""};
    json_t *reply;
    dx_status status = dx_cli_read_text(path, &text, &error);
    if (status != DX_OK) {
        dx_text_release(&text);
        json_decref(in);
        return dx_cli_fail(arguments, status, &error);
    }
    json_object_set_new(in, "text", json_stringn_nocheck(text.at, text.length));
    json_object_set_new(in, "file",
                        json_string(is_stdin ? "standard input" : path));
    dx_text_release(&text);
    int code = dx_cli_door(arguments, request, NULL, in, &reply);
    if (code == DX_EXIT_YES)
        code = weigh(reply);
    if (out != NULL)
        *out = json_incref(reply);
    json_decref(reply);
    return code;
}

// What would take too long, or is not waited for, is no mistake of who asks.
static int fail(const json_t *fault, bool is_json)
{
    const char *code = json_string_value(json_object_get(fault, "code"));
    if (strcmp(code, "cancelled") == 0) {
        fputs("doxa: interrupted\n", stderr);
        return DX_EXIT_INTERRUPTED;
    }
    if (!is_limit(fault))
        return report(fault);
    if (is_json)
        report(fault);
    else
        printf("undecided: %s\n",
               json_string_value(json_object_get(fault, "text")));
    return DX_EXIT_OPEN;
}

// An option that the command may have; NULL: it has none such.
static const char *option_of(const dx_arguments *arguments, const char *name)
{
    const dx_option *options = arguments->command->options;
    for (unsigned i = 0; options[i].name != NULL; i++)
        if (strcmp(options[i].name, name) == 0)
            return arguments->value[i];
    return NULL;
}

// What is said comes at once, whatever the rest takes.
static void say(const char *words)
{
    fputs(words, stdout);
    fflush(stdout);
}

int dx_cli_door(const dx_arguments *arguments, const char *request,
                dx_record *record, json_t *in, json_t **out)
{
    const dx_request *row = dx_request_find(request);
    bool is_json = option_of(arguments, "json") != NULL;
    const char *seconds = option_of(arguments, "seconds");
    const char *clauses = option_of(arguments, "dimacs");
    bool is_said = !is_json && (clauses == NULL || strcmp(clauses, "-") != 0);
    dx_cli_learnt agents;
    dx_error error = {.message = ""};
    in = in != NULL ? in : json_object();
    bool is_usage = !take_options(arguments, row, record, in);
    if (is_usage || dx_cli_learnt_open(arguments, &agents, &error) != DX_OK) {
        dx_record_free(record);
        json_decref(in);
        if (out != NULL)
            *out = NULL;
        return is_usage ? DX_EXIT_USAGE : dx_report(&error);
    }
    dx_session *session = dx_session_new(&(dx_session_limits){
        .steps_max = UINT64_MAX,
        .includes = true,
        .games = dx_cli_games(arguments),
        .agents = agents.agents,
        .say = is_said ? say : NULL,
        .in_colours = dx_colours_wanted(),
        .seconds = seconds != NULL ? strtod(seconds, NULL) : 0,
        .stop = dx_heed_interrupts()});
    dx_text text = {0};
    const char *type;
    // Who asks is the seat: it is called so.
    if (dx_word_is_in("you", row->members) &&
        json_object_get(in, "seat") != NULL)
        json_object_set(in, "you", json_object_get(in, "seat"));
    if (record != NULL)
        put_record(session, record, is_json, in);
    dx_session_do(session, row, in, &text, &type);
    if (is_json)
        puts(dx_text_string(&text));
    json_t *answer = json_loadb(text.at, text.length, 0, NULL);
    const json_t *fault = json_object_get(answer, "error");
    int code = fault != NULL ? fail(fault, is_json) : DX_EXIT_YES;
    if (out != NULL)
        *out = answer;
    else
        json_decref(answer);
    dx_text_release(&text);
    json_decref(in);
    dx_session_free(session);
    dx_cli_learnt_close(&agents);
    return code;
}
