// doxa replay: a record, step by step, from any seat's eyes.

#include "ask/ask.h"
#include "base/memory.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/record.h"
#include "game/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct viewer {
    const dx_record *record;
    unsigned seat; // DX_BYSTANDER: from above, everything
    unsigned turn, last;
} viewer;

static unsigned events_at(const viewer *v, unsigned turn)
{
    unsigned events = 0;
    bool there = dx_turn_events(&v->record->rules, v->record->events,
                                v->record->count, turn, &events);
    return there ? events : v->record->count;
}

// The events from one turn to the next as the viewer sees them.
static void show_events(const viewer *v, unsigned from, unsigned to)
{
    const dx_record *record = v->record;
    dx_masks masks;
    dx_masks_init(&masks, record->rules.game->verbs);
    dx_text line = {0};
    for (unsigned i = from; i < to; i++) {
        dx_event event = record->events[i];
        if (v->seat != DX_BYSTANDER)
            event = dx_masks_see(&masks, event, v->seat);
        dx_text_clear(&line);
        dx_say_event(&record->rules, event, &line);
        puts(dx_text_string(&line));
        const dx_reason *why = &record->reasons[i];
        bool may_tell =
            v->seat == DX_BYSTANDER || event.who == v->seat || record->finished;
        dx_text_clear(&line);
        if (why->rule[0] != '\0' && may_tell)
            dx_cli_reason(why, &line);
        fputs(dx_text_string(&line), stdout);
    }
    dx_text_release(&line);
}

static void show_table(const viewer *v, unsigned events)
{
    const dx_game *game = v->record->rules.game;
    dx_text out = {0};
    if (v->seat == DX_BYSTANDER) {
        void *truth = dx_alloc(1, game->table_bytes(&v->record->rules));
        game->setup(truth, &v->record->rules);
        for (unsigned i = 0; i < events; i++)
            game->fold(truth, v->record->events[i]);
        game->show(truth, &out);
        dx_free(truth);
    } else {
        dx_eyes *eyes = dx_eyes_new(&v->record->rules, v->seat);
        for (unsigned i = 0; i < events; i++)
            dx_eyes_see(eyes, v->record->events[i]);
        game->show(dx_eyes_view(eyes)->sight, &out);
        dx_eyes_free(eyes);
    }
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

static int run(const dx_arguments *arguments)
{
    dx_record *record;
    dx_error error = {.message = ""};
    if (dx_cli_record(arguments, &record, &error) != DX_OK)
        return dx_report(&error);
    viewer v = {.record = record};
    unsigned events;
    int code = DX_EXIT_USAGE;
    v.last = dx_turn_of(&record->rules, record->events, record->count);
    if (dx_cli_turn(arguments, record, &events) &&
        dx_cli_seat(arguments, record, &v.seat)) {
        code = DX_EXIT_YES;
        bool one = dx_argument_given(arguments, "turn");
        v.turn = one ? dx_turn_of(&record->rules, record->events, events) : 0;
        if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
            step_through(&v);
        else
            for (show_turn(&v); !one && v.turn < v.last;) {
                v.turn++;
                show_turn(&v);
            }
    }
    dx_record_free(record);
    return code;
}

static const dx_option options[] = {
    {"turn", "N", "begin at turn N; without a terminal: show only that"},
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
