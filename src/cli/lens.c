// doxa lens: a whole board through a seat's eyes, or through several minds.

#include "ask/ask.h"
#include "ask/lens_say.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/named.h"
#include "cli/record.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS_MAX = 100 };

typedef struct looking {
    const dx_arguments *arguments;
    dx_record *record;
    unsigned events, seat;
    dx_assumption assumption;
    dx_text assumed; // its name
    dx_lens_options options;
    uint64_t worlds, draws, seed;
    dx_lens *lens;
    const dx_lens_board *board;
} looking;

// "2,1": the seats behind the lens's own.
static int read_path(looking *l)
{
    const char *text = dx_argument_value(l->arguments, "path");
    unsigned players = dx_players(&l->record->rules);
    for (; text != NULL && *text != '\0'; text += *text == ',') {
        char *end;
        unsigned long seat = strtoul(text, &end, 10);
        if (end == text || (*end != ',' && *end != '\0') || seat < 1 ||
            seat > players)
            return dx_usage(l->arguments->command,
                            "--path: seats from 1 to %u, as in 2,1", players);
        if (l->options.depth == DX_PATH_MAX)
            return dx_usage(l->arguments->command, "--path: at most %d seats",
                            DX_PATH_MAX);
        l->options.path[l->options.depth++] = (unsigned)seat - 1;
        text = end;
    }
    return 0;
}

static int prepare(looking *l)
{
    const dx_arguments *arguments = l->arguments;
    dx_error error = {.message = ""};
    uint64_t limit;
    if (!dx_cli_turn(arguments, l->record, &l->events) ||
        !dx_cli_seat(arguments, l->record, &l->seat) ||
        !dx_argument_number(arguments, "limit", 1, 100000000, 0, &limit) ||
        !dx_argument_number(arguments, "worlds", 1, WORLDS_MAX, 0,
                            &l->worlds) ||
        !dx_argument_number(arguments, "draw", 1, WORLDS_MAX, 0, &l->draws) ||
        !dx_argument_number(arguments, "seed", 0, UINT64_MAX, 1, &l->seed))
        return DX_EXIT_USAGE;
    if (l->seat == DX_BYSTANDER)
        return dx_usage(arguments->command, "--seat says through whose eyes");
    if (dx_cli_assumption(arguments, &l->record->rules, &l->assumption,
                          &l->assumed, &error) != DX_OK)
        return dx_report(&error);
    l->options.assumption = &l->assumption;
    l->options.worlds_max = (size_t)limit;
    return read_path(l);
}

static void follow(looking *l)
{
    dx_eyes *eyes = dx_eyes_new(&l->record->rules, l->seat);
    for (unsigned i = 0; i < l->events; i++)
        dx_eyes_see(eyes, l->record->events[i]);
    l->lens = dx_lens_new(&l->record->rules, l->seat, &l->options);
    dx_lens_follow(l->lens, dx_eyes_view(eyes));
    dx_eyes_free(eyes);
}

static void say_world(const looking *l, const char *title,
                      const dx_dealt *dealt, const dx_rational *chance,
                      dx_text *out)
{
    dx_text_add(out, title);
    if (chance != NULL && !dx_rational_is_zero(chance)) {
        dx_rational_print(chance, out);
        dx_text_add(out, ": ");
    }
    dx_lens_deal_say(l->board, dealt, out);
    dx_text_add_char(out, '\n');
}

// A board without the worlds that were asked for is better than none.
static void add_refusal(const dx_error *error, dx_text *out)
{
    dx_text_printf(out, "no worlds are listed: %s\n", error->message);
}

static void add_worlds(looking *l, dx_text *out)
{
    dx_likeliest found;
    dx_error error = {.message = ""};
    if (l->worlds == 0)
        return;
    if (dx_lens_worlds(l->lens, (size_t)l->worlds, &found, &error) != DX_OK) {
        add_refusal(&error, out);
        return;
    }
    dx_text_printf(out, "the likeliest of %zu deal%s:\n", found.deals,
                   dx_plural(found.deals));
    for (size_t i = 0; i < found.count; i++)
        say_world(l, "  ", &found.world[i].dealt, &found.world[i].chance, out);
    dx_likeliest_release(&found);
}

static void add_draws(looking *l, dx_text *out)
{
    dx_random random = dx_random_named(l->seed, 0, l->events);
    dx_error error = {.message = ""};
    dx_dealt dealt;
    for (uint64_t i = 0; i < l->draws; i++) {
        if (dx_lens_draw(l->lens, &random, &dealt, &error) != DX_OK) {
            add_refusal(&error, out); // the first or none
            return;
        }
        say_world(l, "drawn: ", &dealt, NULL, out);
    }
}

static int show(looking *l)
{
    dx_error error = {.message = ""};
    dx_text out = {0};
    dx_status status = dx_lens_look(l->lens, &l->board, &error);
    if (status == DX_OK)
        status =
            dx_lens_say(l->lens, dx_text_string(&l->assumed), &out, &error);
    if (status == DX_OK) {
        add_worlds(l, &out);
        add_draws(l, &out);
        fputs(dx_text_string(&out), stdout);
    } else {
        printf("undecided: %s\n", error.message);
    }
    dx_text_release(&out);
    return status == DX_OK ? DX_EXIT_YES : DX_EXIT_OPEN;
}

static int run(const dx_arguments *arguments)
{
    looking l = {.arguments = arguments};
    dx_error error = {.message = ""};
    if (dx_cli_record(arguments, &l.record, &error) != DX_OK)
        return dx_report(&error);
    int code = prepare(&l);
    if (code == 0 && dx_argument_given(arguments, "json")) {
        code = dx_cli_door(arguments, "lens", l.record, NULL, NULL);
        l.record = NULL;
    } else if (code == 0) {
        follow(&l);
        code = show(&l);
    }
    dx_lens_free(l.lens);
    dx_text_release(&l.assumed);
    dx_record_free(l.record);
    return code;
}

static const dx_option options[] = {
    {"turn", "N", "after N moves; the last turn if not given"},
    {"seat", "S", "through whose eyes"},
    {"path", "S,S,...", "and then through the minds of these seats"},
    DX_ASSUME_OPTION,
    {"worlds", "N", "the N likeliest worlds too"},
    {"draw", "N", "N worlds drawn at random too"},
    {"seed", "N", "for drawing (1)"},
    {"limit", "N", "worlds to list under a policy, at most (100000)"},
    {"json", NULL, "one object in JSON"},
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_lens = {
    .name = "lens",
    .operands = "RECORD",
    .summary = "all that a seat can know of a board, or knows that others know",
    .details =
        "Every place that is hidden from the seat, with the cards that may "
        "lie\n"
        "there and how likely each is; how many worlds that leaves, and how\n"
        "many bits; and which turn ruled out which card.  Each card is a fact\n"
        "that doxa ask answers in the same way.\n"
        "\n"
        "With --path 2 it is about the places hidden from seat 2: which cards\n"
        "seat 2 surely holds possible, as the seat knows, and which perhaps,\n"
        "since that depends on what the seat does not see.  --path 2,1 goes a\n"
        "mind further.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
