// doxa replay: a record, step by step, from any seat's eyes.

#include "ask/lens_say.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/reason.h"
#include "cli/record.h"
#include "game/say.h"
#include "words/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct viewer {
    const dx_record *record;
    unsigned seat; // DX_BYSTANDER: from above, everything
    unsigned turn, last;
    dx_masks masks;
    dx_lens *lens; // of the seat, in JSON; NULL: none is wanted
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

// Gives `use` the table after some events: the truth, or a seat's sight.
static void with_table(const viewer *v, unsigned events,
                       void (*use)(const dx_rules *rules, const void *table,
                                   dx_text *out),
                       dx_text *out)
{
    const dx_rules *rules = &v->record->rules;
    if (v->seat == DX_BYSTANDER) {
        void *truth = dx_alloc(1, rules->game->table_bytes(rules));
        rules->game->setup(truth, rules);
        for (unsigned i = 0; i < events; i++)
            rules->game->fold(truth, v->record->events[i]);
        use(rules, truth, out);
        dx_free(truth);
    } else {
        dx_eyes *eyes = dx_eyes_new(rules, v->seat);
        for (unsigned i = 0; i < events; i++)
            dx_eyes_see(eyes, v->record->events[i]);
        use(rules, dx_eyes_view(eyes)->sight, out);
        dx_eyes_free(eyes);
    }
}

static void add_table(const dx_rules *rules, const void *table, dx_text *out)
{
    rules->game->show(table, out);
}

static void show_table(const viewer *v, unsigned events)
{
    dx_text out = {0};
    with_table(v, events, add_table, &out);
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

// ---- in JSON ----

static void add_json_reason(const dx_reason *why, dx_text *out)
{
    const char *const name[] = {"rule", "formula", "words"};
    const char *const text[] = {why->rule, why->formula, why->words};
    for (unsigned i = 0; i < 3; i++) {
        dx_text_printf(out, "%s\"%s\":", i == 0 ? ",\"why\":{" : ",", name[i]);
        dx_text_add_json(out, text[i] != NULL ? text[i] : "");
    }
    dx_text_add_char(out, '}');
}

static void add_json_events(const viewer *v, unsigned from, unsigned to,
                            dx_text *out)
{
    const dx_cast cast = {.rules = &v->record->rules, .you = v->seat};
    dx_text said = {0};
    dx_text_add(out, "\"events\":[");
    for (unsigned i = from; i < to; i++) {
        dx_event event = seen_by(v, i);
        dx_text_printf(out, "%s{\"event\":%u,", i > from ? "," : "", i);
        dx_say_event_members(&v->record->rules, event, out);
        dx_text_clear(&said);
        dx_say_event(&v->record->rules, event, &said);
        dx_text_add(out, ",\"text\":");
        dx_text_add_json(out, dx_text_string(&said));
        dx_text_clear(&said);
        dx_event_words(&cast, event, &said);
        dx_text_add(out, ",\"words\":");
        dx_text_add_json(out, dx_text_string(&said));
        if (may_tell(v, i))
            add_json_reason(&v->record->reasons[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
    dx_text_release(&said);
}

// What the table is, and what each seat has: null where it cannot be known.
static void add_json_table(const dx_rules *rules, const void *table,
                           dx_text *out)
{
    dx_text shown = {0};
    rules->game->show(table, &shown);
    dx_text_add(out, ",\"table\":");
    dx_text_add_json(out, dx_text_string(&shown));
    dx_text_release(&shown);
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        int score = rules->game->score(table, seat);
        dx_text_add(out, seat == 0 ? ",\"scores\":[" : ",");
        if (score == DX_SCORE_HIDDEN)
            dx_text_add(out, "null");
        else
            dx_text_printf(out, "%d", score);
    }
    dx_text_add(out, "]");
}

// What the seat can know; what would take too long is left out.
static void add_json_lens(const viewer *v, unsigned events, dx_text *out)
{
    dx_text board = {0};
    dx_eyes *eyes = dx_eyes_new(&v->record->rules, v->seat);
    for (unsigned i = 0; i < events; i++)
        dx_eyes_see(eyes, v->record->events[i]);
    dx_lens_follow(v->lens, dx_eyes_view(eyes));
    if (dx_lens_json(v->lens, "none", &board, NULL) == DX_OK) {
        dx_text_add(out, ",\"lens\":");
        dx_text_add(out, dx_text_string(&board));
    }
    dx_text_release(&board);
    dx_eyes_free(eyes);
}

// One line for the game: whose, how long, whether it is over.
static void print_json_head(const viewer *v)
{
    const dx_record *record = v->record;
    dx_text out = {0}, rules = {0};
    dx_rules_print(&record->rules, &rules);
    dx_text_printf(&out,
                   "{\"game\":\"%s\",\"rules\":", record->rules.game->name);
    dx_text_add_json(&out, dx_text_string(&rules));
    for (unsigned i = 0;
         record->seats != NULL && i < dx_players(&record->rules); i++) {
        dx_text_add(&out, i == 0 ? ",\"seats\":[" : ",");
        dx_text_add_json(&out, record->seats[i]);
    }
    dx_text_printf(&out, "%s,\"turns\":%u,\"finished\":%s}\n",
                   record->seats != NULL ? "]" : "", v->last,
                   record->finished ? "true" : "false");
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&rules);
    dx_text_release(&out);
}

// One line for the turn, as the viewer sees it.
static void print_json_turn(const viewer *v)
{
    unsigned events = events_at(v, v->turn);
    dx_text out = {0};
    dx_text_printf(&out, "{\"turn\":%u,", v->turn);
    if (v->seat != DX_BYSTANDER)
        dx_text_printf(&out, "\"seat\":%u,", v->seat + 1);
    add_json_events(v, v->turn > 0 ? events_at(v, v->turn - 1) : 0, events,
                    &out);
    with_table(v, events, add_json_table, &out);
    if (v->lens != NULL)
        add_json_lens(v, events, &out);
    dx_text_add(&out, "}\n");
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
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
static void print_turns(viewer *v, bool json, bool one)
{
    void (*print)(const viewer *) = json ? print_json_turn : show_turn;
    if (json)
        print_json_head(v);
    for (print(v); !one && v->turn < v->last;) {
        v->turn++;
        print(v);
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
    viewer v = {.record = record};
    dx_masks_init(&v.masks, record->rules.game->verbs);
    unsigned events;
    int code = DX_EXIT_USAGE;
    v.last = dx_turn_of(&record->rules, record->events, record->count);
    if (dx_cli_turn(arguments, record, &events) &&
        dx_cli_seat(arguments, record, &v.seat)) {
        code = DX_EXIT_YES;
        bool one = dx_argument_given(arguments, "turn");
        v.turn = one ? dx_turn_of(&record->rules, record->events, events) : 0;
        bool json = dx_argument_given(arguments, "json");
        if (json && v.seat != DX_BYSTANDER &&
            dx_argument_given(arguments, "lens"))
            v.lens = dx_lens_new(&record->rules, v.seat, &(dx_lens_options){0});
        if (!json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
            step_through(&v);
        else
            print_turns(&v, json, one);
        dx_lens_free(v.lens);
    }
    dx_record_free(record);
    return code;
}

static const dx_option options[] = {
    {"turn", "N", "begin at turn N; without a terminal: show only that"},
    {"json", NULL, "one object for the game, then one for each turn"},
    {"lens", NULL, "in JSON, from a seat: all that it can know of the board"},
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
