// doxa match: one game, told.

#include "cli/commands.h"
#include "cli/keep.h"
#include "cli/learnt.h"
#include "cli/party.h"
#include "cli/reason.h"
#include "cli/seed.h"
#include "cli/signals.h"
#include "words/story.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct telling {
    dx_party party;
    bool explain, quiet;
    unsigned told; // events
} telling;

static void tell_news(telling *t)
{
    unsigned count;
    const dx_event *events = dx_match_events(t->party.match, &count);
    dx_text line = {0};
    for (; t->told < count && !t->quiet; t->told++) {
        dx_text_clear(&line);
        const dx_cast cast = {.rules = &t->party.rules, .you = DX_BYSTANDER};
        dx_event_words(&cast, events[t->told], &line);
        puts(dx_text_string(&line));
        const dx_reason *why = dx_match_reason(t->party.match, t->told);
        dx_text_clear(&line);
        if (t->explain && why != NULL)
            dx_cli_reason(&cast, why, &line);
        fputs(dx_text_string(&line), stdout);
    }
    dx_text_release(&line);
}

static dx_fault play(telling *t, dx_error *error)
{
    dx_fault fault = DX_FAULT_NONE;
    tell_news(t);
    while (dx_match_turn(t->party.match) != DX_OVER && fault == DX_FAULT_NONE) {
        fault = dx_party_step(&t->party, error);
        tell_news(t);
    }
    return fault;
}

// Plays it, tells it and keeps it; returns the exit code.
static int tell(telling *t, const char *path, bool force)
{
    dx_error error = {.message = ""};
    int code = DX_EXIT_YES;
    dx_fault fault = play(t, &error);
    fflush(stdout); // the story before the complaints
    if (fault == DX_FAULT_LEFT) {
        fputs("doxa: interrupted\n", stderr);
        code = DX_EXIT_INTERRUPTED;
    } else if (fault != DX_FAULT_NONE) {
        dx_report(&error);
        code = DX_EXIT_AGENT;
    } else if (!t->quiet) {
        dx_party_print_scores(&t->party);
        fflush(stdout);
    }
    dx_party_report_programs(&t->party);
    if (path != NULL &&
        dx_party_write_record(&t->party, path, force, &error) != DX_OK)
        code = dx_report(&error);
    return code;
}

static int tell_and_close(telling *t, const dx_arguments *arguments,
                          const char *path)
{
    int code = tell(t, path, dx_argument_given(arguments, "force"));
    if (!dx_cli_seed_given(arguments) || code == DX_EXIT_INTERRUPTED)
        fprintf(stderr, "seed %" PRIu64 "\n", t->party.seed);
    dx_party_close(&t->party);
    return code;
}

static int run(const dx_arguments *arguments)
{
    const char *seats = dx_argument_value(arguments, "seats");
    const char *path = dx_argument_value(arguments, "record");
    dx_error error = {.message = ""};
    if (seats == NULL)
        return dx_usage(arguments->command, "--seats says who plays");
    dx_outlive_reader();
    dx_budget budget = {.cancelled = dx_heed_interrupts()};
    telling t = {.explain = dx_argument_given(arguments, "explain"),
                 .quiet = path != NULL && strcmp(path, "-") == 0};
    dx_player_options options = {.budget = &budget};
    t.party.cancelled = budget.cancelled;
    int code = dx_cli_seed(arguments, &t.party.seed);
    if (code != 0)
        return code;
    if (!dx_argument_number(arguments, "deal", 0, UINT64_MAX, 0,
                            &t.party.number) ||
        !dx_cli_programs(arguments, &options.outsider))
        return DX_EXIT_USAGE;
    bool force = dx_argument_given(arguments, "force");
    if (path != NULL && dx_keep_check(path, force, &error) != DX_OK)
        return dx_report(&error);
    dx_cli_learnt agents;
    if (dx_cli_learnt_open(arguments, &agents, &error) != DX_OK)
        return dx_report(&error);
    t.party.agents = agents.agents;
    dx_status status = dx_cli_party_open(
        &t.party, arguments, arguments->operands[0], seats, &options, &error);
    if (status != DX_OK) {
        dx_report(&error);
        code = status == DX_ERR_FILE ? DX_EXIT_AGENT : DX_EXIT_INPUT;
    } else {
        code = tell_and_close(&t, arguments, path);
    }
    dx_cli_learnt_close(&agents);
    return code;
}

static const dx_option options[] = {
    {"seats", "NAME,...", "who plays, seat by seat"},
    DX_SEED_OPTIONS,
    {"deal", "N", "which deal of the seed, as tournaments count them; 0"},
    DX_KEEP_OPTIONS,
    {"explain", NULL, "with the reason of every move"},
    DX_LEARNT_OPTION,
    DX_PROGRAM_OPTIONS,
    {0},
};

const dx_command dx_command_match = {
    .name = "match",
    .operands = "GAME",
    .summary = "one game between agents, told move by move",
    .details =
        "GAME is a name with its parameters: hanabi, hanabi(players=3),\n"
        "kemps(paper).  doxa games lists them.  A player is an agent, or a\n"
        "program outside that speaks the bot protocol (docs/protocol.md):\n"
        "    doxa match kemps --seats 'random,cmd:python3 bot.py'",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
