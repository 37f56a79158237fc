// doxa replay: a record, step by step, from any seat's eyes.

#include "ask/ask.h"
#include "base/memory.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/reason.h"
#include "cli/record.h"
#include "game/say.h"
#include "minds/position.h"
#include "words/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct viewer {
    const dx_record *record;
    unsigned seat; // DX_BYSTANDER: from above, everything
    unsigned turn, last;
    bool in_words; // the table is told, and not drawn
    dx_masks masks;
} viewer;

static unsigned events_at(const viewer *v, unsigned turn)
{
    unsigned events = 0;
    bool there = dx_turn_events(&v->record->rules, v->record->events,
                                v->record->count, turn, &events);
    return there ? events : v->record->count;
}

// Event number `i` as the viewer sees it.
static dx_event seen_by(const viewer *v, unsigned i)
{
    dx_event event = v->record->events[i];
    return v->seat == DX_BYSTANDER ? event
                                   : dx_masks_see(&v->masks, event, v->seat);
}

// Is there a reason for it, and may the viewer know it?  A seat knows its own:
// those of others tell what is hidden from it.
static bool may_tell(const viewer *v, unsigned i)
{
    const dx_record *record = v->record;
    return record->reasons[i].rule[0] != '\0' &&
           (v->seat == DX_BYSTANDER || record->events[i].who == v->seat);
}

// The events from one turn to the next as the viewer sees them.
static void show_events(const viewer *v, unsigned from, unsigned to)
{
    const dx_cast cast = {.rules = &v->record->rules, .you = v->seat};
    dx_text line = {0};
    for (unsigned i = from; i < to; i++) {
        dx_event_words(&cast, seen_by(v, i), &line);
        dx_text_add_char(&line, '\n');
        if (may_tell(v, i))
            dx_cli_reason(&cast, &v->record->reasons[i], &line);
    }
    fputs(dx_text_string(&line), stdout);
    dx_text_release(&line);
}

// From above: the truth.
static void draw_above(const viewer *v, unsigned events, dx_text *out)
{
    const dx_rules *rules = &v->record->rules;
    void *truth = dx_alloc(1, rules->game->table_bytes(rules));
    rules->game->setup(truth, rules);
    for (unsigned i = 0; i < events; i++)
        rules->game->fold(truth, v->record->events[i]);
    rules->game->show(truth, out);
    dx_free(truth);
}

static void show_above(const viewer *v, unsigned events, dx_text *out)
{
    if (v->in_words)
        dx_position_say_above(&v->record->rules, v->record->events, events,
                              NULL, out);
    else
        draw_above(v, events, out);
}

static void show_seat(const viewer *v, unsigned events, dx_text *out)
{
    dx_eyes *eyes = dx_eyes_new(&v->record->rules, v->seat);
    for (unsigned i = 0; i < events; i++)
        dx_eyes_see(eyes, v->record->events[i]);
    const dx_view *view = dx_eyes_view(eyes);
    if (v->in_words)
        dx_position_say(view, NULL, false, out);
    else
        view->rules->game->show(view->sight, out);
    dx_eyes_free(eyes);
}

static void show_table(const viewer *v, unsigned events)
{
    dx_text out = {0};
    if (v->seat == DX_BYSTANDER)
        show_above(v, events, &out);
    else
        show_seat(v, events, &out);
    if (v->in_words)
        dx_wrap_print_lines(dx_text_string(&out));
    else
        fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
}

static void show_turn(const viewer *v)
{
    unsigned events = events_at(v, v->turn);
    printf("-- turn %u of %u", v->turn, v->last);
    if (v->seat == DX_BYSTANDER)
        puts(", from above");
    else
        printf(", from seat %u\n", v->seat + 1);
    show_events(v, v->turn > 0 ? events_at(v, v->turn - 1) : 0, events);
    show_table(v, events);
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
        v->seat = DX_BYSTANDER;
    else if (*line == 's' && number >= 1 &&
             number <= dx_players(&v->record->rules))
        v->seat = (unsigned)number - 1;
    else if (*line >= '0' && *line <= '9')
        v->turn = number < v->last ? (unsigned)number : v->last;
    else {
        puts("enter: on, b: back, N: turn N, s N: seat N, a: above, q: leave");
        return true;
    }
    show_turn(v);
    return true;
}

static void step_through(viewer *v)
{
    char line[200];
    show_turn(v);
    for (;;) {
        fputs("> ", stdout);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL || !obey(v, line))
            return;
    }
}

// The turn, and all behind it unless only `one` is wanted.
static void print_turns(viewer *v, bool one)
{
    for (show_turn(v); !one && v->turn < v->last;) {
        v->turn++;
        show_turn(v);
    }
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
    if (dx_cli_record(arguments, &record, &error) != DX_OK)
        return dx_report(&error);
    viewer v = {.record = record,
                .in_words = dx_argument_given(arguments, "words")};
    dx_masks_init(&v.masks, record->rules.game->verbs);
    unsigned events;
    int code = DX_EXIT_USAGE;
    v.last = dx_turn_of(&record->rules, record->events, record->count);
    if (dx_cli_turn(arguments, record, &events) &&
        dx_cli_seat(arguments, record, &v.seat)) {
        code = DX_EXIT_YES;
        bool one = dx_argument_given(arguments, "turn");
        v.turn = one ? dx_turn_of(&record->rules, record->events, events) : 0;
        if (dx_argument_given(arguments, "json")) {
            json_t *in = one ? json_pack("{s:i}", "limit", 1) : NULL;
            code = dx_cli_door(arguments, "replay", record, in, NULL);
            record = NULL;
        } else if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
            step_through(&v);
        } else {
            print_turns(&v, one);
        }
    }
    dx_record_free(record);
    return code;
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
