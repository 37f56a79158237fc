// doxa replay: a record, step by step, from any seat's eyes.

#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/reason.h"
#include "cli/record.h"
#include "door/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct viewer {
    dx_session *session;
    const char *record; // its handle
    dx_cast cast;       // `you`: from that seat, or from above, everything
    unsigned turn, last;
    bool in_words; // the table is told, and not drawn
} viewer;

// What the door says about the record from a turn on, from where one looks.
static json_t *ask(const viewer *v, const char *request, json_int_t limit)
{
    const char *type;
    dx_text out = {0};
    json_t *in =
        json_pack("{s:s, s:i}", "record", v->record, "turn", (int)v->turn);
    if (limit > 0)
        json_object_set_new(in, "limit", json_integer(limit));
    if (v->cast.you != DX_BYSTANDER) {
        json_object_set_new(in, "seat", json_integer(v->cast.you + 1));
        json_object_set_new(in, "you", json_integer(v->cast.you + 1));
    }
    dx_session_do(v->session, dx_request_find(request), in, &out, &type);
    json_t *told = json_loadb(out.at, out.length, 0, NULL);
    dx_text_release(&out);
    json_decref(in);
    return told;
}

static const char *text_of(const json_t *object, const char *member)
{
    const char *text = json_string_value(json_object_get(object, member));
    return text != NULL ? text : "";
}

static void show_event(const viewer *v, const json_t *event)
{
    const json_t *why = json_object_get(event, "why");
    const char *formula = text_of(why, "formula");
    dx_reason reason = {.words = dx_copy_text(text_of(why, "words"))};
    dx_text line = {0};
    snprintf(reason.rule, sizeof reason.rule, "%s", text_of(why, "rule"));
    if (*formula != '\0')
        reason.formula = dx_copy_text(formula);
    dx_text_printf(&line, "%s\n", text_of(event, "words"));
    if (why != NULL)
        dx_cli_reason(&v->cast, &reason, &line);
    fputs(dx_text_string(&line), stdout);
    dx_text_release(&line);
    dx_reason_release(&reason);
}

static void show_step(const viewer *v, const json_t *step)
{
    size_t i;
    const json_t *event;
    printf("-- turn %u of %u", v->turn, v->last);
    if (v->cast.you == DX_BYSTANDER)
        puts(", from above");
    else if (v->cast.names != NULL)
        printf(", from %s's seat\n", v->cast.names[v->cast.you]);
    else
        printf(", from seat %u\n", v->cast.you + 1);
    json_array_foreach (json_object_get(step, "events"), i, event)
        show_event(v, event);
    if (v->in_words) {
        json_t *position = ask(v, "position", 0);
        dx_wrap_print_lines(text_of(position, "text"));
        json_decref(position);
    } else {
        fputs(text_of(step, "table"), stdout);
    }
}

// So many turns from this one on; 0: all.
static void show_turns(viewer *v, unsigned count)
{
    for (bool is_more = true; is_more;) {
        size_t i;
        const json_t *step;
        json_t *told = ask(v, "replay", count);
        json_array_foreach (json_object_get(told, "steps"), i, step) {
            v->turn += i > 0;
            show_step(v, step);
        }
        is_more = count == 0 && v->turn < v->last && i > 0;
        v->turn += is_more;
        json_decref(told);
    }
}

// ---- at a terminal ----

// Obeys one line; false to leave.
static bool obey(viewer *v, const char *line)
{
    char *end;
    unsigned long number = strtoul(line + strspn(line, "s "), &end, 10);
    if (*line == 'q')
        return false;
    if (*line == '\n' || *line == 'n')
        v->turn += v->turn < v->last;
    else if (*line == 'b' || *line == 'p')
        v->turn -= v->turn > 0;
    else if (*line == 'a')
        v->cast.you = DX_BYSTANDER;
    else if (*line == 's' && number >= 1 && number <= dx_players(v->cast.rules))
        v->cast.you = (unsigned)number - 1;
    else if (*line >= '0' && *line <= '9')
        v->turn = number < v->last ? (unsigned)number : v->last;
    else {
        puts("enter: on, b: back, N: turn N, s N: seat N, a: above, q: leave");
        return true;
    }
    show_turns(v, 1);
    return true;
}

static void step_through(viewer *v)
{
    char line[200];
    show_turns(v, 1);
    for (;;) {
        fputs("> ", stdout);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL || !obey(v, line))
            return;
    }
}

static void show(viewer *v, dx_record *record, bool one)
{
    dx_opened opened = {.record = record};
    v->session = dx_session_new(&(dx_session_limits){.steps_max = UINT64_MAX});
    dx_opened_persons(&opened);
    v->record = dx_session_put(v->session, NULL, &opened, 0);
    const char *const *names =
        (const char *const *)dx_session_record(v->session, v->record, NULL)
            ->name;
    v->cast.names = names[0] != NULL ? names : NULL;
    v->cast.rules = &record->rules;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        step_through(v);
    else
        show_turns(v, one);
    dx_session_free(v->session);
}

static int run(const dx_arguments *arguments)
{
    dx_record *record;
    dx_error error = {.message = ""};
    if (dx_argument_given(arguments, "lens") &&
        !(dx_argument_given(arguments, "json") &&
          dx_argument_given(arguments, "seat")))
        return dx_usage(arguments->command,
                        "--lens is what a seat can know, as data: add %s",
                        dx_argument_given(arguments, "json") ? "--seat N"
                        : dx_argument_given(arguments, "seat")
                            ? "--json (or see doxa lens)"
                            : "--json --seat N (or see doxa lens)");
    dx_status status = dx_cli_record(arguments, &record, &error);
    if (status != DX_OK)
        return dx_cli_fail(arguments, status, &error);
    viewer v = {.in_words = dx_argument_given(arguments, "words")};
    unsigned events;
    v.last = dx_turn_of(&record->rules, record->events, record->count);
    if (!dx_cli_turn(arguments, record, &events) ||
        !dx_cli_seat(arguments, record, &v.cast.you)) {
        dx_record_free(record);
        return DX_EXIT_USAGE;
    }
    bool one = dx_argument_given(arguments, "turn");
    v.turn = one ? dx_turn_of(&record->rules, record->events, events) : 0;
    if (dx_argument_given(arguments, "json"))
        return dx_cli_door(arguments, "replay", record,
                           one ? json_pack("{s:i}", "limit", 1) : NULL, NULL);
    show(&v, record, one);
    return DX_EXIT_YES;
}

static const dx_option options[] = {
    {"turn", "N", "begin at turn N; without a terminal: show only that"},
    {"json", NULL, "one object with all turns"},
    {"lens", NULL, "in JSON, from a seat: all that it can know of the board"},
    {"words", NULL, "the table in sentences, and not drawn"},
    {"seat", "S", "from the eyes of a seat; from above if not given"},
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_replay = {
    .name = "replay",
    .operands = "RECORD",
    .summary = "step through a record, from any seat's eyes",
    .details =
        "At a terminal: enter goes on, b back, a number to that turn, s N to\n"
        "the eyes of seat N, a looks from above, q leaves.  Otherwise every\n"
        "turn is printed.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
