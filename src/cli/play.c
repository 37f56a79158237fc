// doxa play: a person at the terminal, with agents, programs, or both.
//
// While the game goes on the person is shown what terminal.h makes of the
// person's view; the match itself is looked at only when it is over.  A game
// that is left, by quitting or by an interrupt, is kept in its record and can
// be resumed from there.

#include "cli/commands.h"
#include "cli/keep.h"
#include "cli/learnt.h"
#include "cli/party.h"
#include "cli/reason.h"
#include "cli/record.h"
#include "cli/seed.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "door/call.h"
#include "minds/known.h"

#include "base/wrap.h"
#include "words/story.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct playing {
    const dx_arguments *arguments;
    dx_party party;
    dx_terminal terminal;
    const char *path; // of the record; NULL: none is kept
    bool force;       // write over it
    bool is_kept;     // it has been written, or could not be
} playing;

// ---- after the end ----

static void give_reason(const playing *p, unsigned event)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->party.match, &count);
    const dx_reason *why = dx_match_reason(p->party.match, event);
    dx_text out = {0};
    const dx_cast cast = {&p->party.rules, NULL, p->terminal.seat};
    dx_event_words(&cast, events[event], &out);
    dx_text_add_char(&out, '\n');
    if (why == NULL)
        dx_text_add(&out, "    (no reason was given)\n");
    else
        dx_cli_reason(&cast, why, &out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
}

static bool is_move(const playing *p, dx_event event)
{
    return !p->party.rules.game->verbs[event.verb].chance;
}

// The reasons of all moves among some events.
static void give_reasons(const playing *p, dx_event_span span)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->party.match, &count);
    for (unsigned i = span.from; i < span.to; i++)
        if (is_move(p, events[i]))
            give_reason(p, i);
}

// Move number `number`, from 1.
static void why_move(const playing *p, unsigned long number)
{
    unsigned count, moves = 0;
    const dx_event *events = dx_match_events(p->party.match, &count);
    for (unsigned i = 0; i < count; i++)
        if (is_move(p, events[i]) && ++moves == number)
            give_reason(p, i);
    if (number == 0 || number > moves)
        printf("there are turns 1 to %u\n", moves);
}

// "why" explains the last turn of another seat, "why N" the move of turn N,
// "why all" every move: now that it is over, in full.
static void why_after(const playing *p, const char *rest)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->party.match, &count);
    char *end;
    unsigned long number = strtoul(rest, &end, 10);
    if (strcmp(rest, "all") == 0) {
        give_reasons(p, (dx_event_span){0, count});
        return;
    }
    if (end != rest && *end == '\0') {
        why_move(p, number);
        return;
    }
    dx_event_span turn = {count, count};
    do
        if (!dx_turn_before(p->party.rules.game, events, turn.from, &turn))
            return;
    while (events[turn.from].who == p->terminal.seat);
    give_reasons(p, turn);
}

static void talk_it_over(playing *p)
{
    puts(
        "now 'why' gives the reasons of the last turn, 'why N' of move N, 'why "
        "all' of all; 'quit' leaves");
    for (;;) {
        const dx_view *view = dx_match_view(p->party.match, p->terminal.seat);
        const char *line = dx_prompt_read(p->terminal.prompt, "> "), *rest;
        if (dx_terminal_is_quit(line))
            return;
        line += strspn(line, " \t");
        if ((rest = dx_terminal_behind(line, "why")) != NULL)
            why_after(p, rest);
        else if (!dx_terminal_obey(&p->terminal, view, line))
            puts("the game is over; why, know, ask, table, log or quit");
        dx_terminal_answered();
    }
}

// ---- the whole evening ----

static void say_ending(const playing *p)
{
    const dx_view *view = dx_match_view(p->party.match, p->terminal.seat);
    const dx_cast cast = {&p->party.rules, NULL, p->terminal.seat};
    dx_text why = {0};
    dx_ending_say(&cast, view->sight, &why);
    if (why.length > 0)
        puts(dx_text_string(&why));
    dx_text_release(&why);
}

static bool is_interrupted(const playing *p)
{
    return atomic_load(p->party.cancelled);
}

// Writes the record, once.
static int write_record(playing *p, int code)
{
    dx_error error = {.message = ""};
    if (p->path == NULL || p->is_kept)
        return code;
    p->is_kept = true;
    if (dx_party_write_record(&p->party, p->path, p->force, &error) != DX_OK)
        return dx_report(&error);
    if (dx_match_turn(p->party.match) != DX_OVER)
        fprintf(stderr, "go on with: doxa play --resume %s\n", p->path);
    return code;
}

static int play(playing *p)
{
    dx_error error = {.message = ""};
    dx_fault fault = DX_FAULT_NONE;
    int code = DX_EXIT_YES;
    while (dx_match_turn(p->party.match) != DX_OVER && fault == DX_FAULT_NONE)
        fault = dx_party_step(&p->party, &error);
    if (fault == DX_FAULT_LEFT) {
        puts(is_interrupted(p) ? "\ninterrupted" : "you have left the table");
        code = is_interrupted(p) ? DX_EXIT_INTERRUPTED : DX_EXIT_YES;
    } else if (fault != DX_FAULT_NONE) {
        fflush(stdout);
        dx_report(&error);
        code = DX_EXIT_AGENT;
    } else {
        dx_terminal_table(dx_match_view(p->party.match, p->terminal.seat));
        dx_terminal_title(&p->terminal, "the game is over");
        say_ending(p);
        dx_party_print_scores(&p->party);
        code = write_record(p, code); // whatever comes of the talk
        talk_it_over(p);
    }
    fflush(stdout);
    dx_party_report_programs(&p->party);
    return code;
}

// Keeps the record, and says with what it can go on.  A game that goes on was
// dealt from a seed that its record does not tell; what this sitting drew from
// is no seed of it.
static int keep(playing *p, int code)
{
    code = write_record(p, code);
    if (p->party.record == NULL)
        fprintf(stderr, "seed %" PRIu64 "\n", p->party.seed);
    return code;
}

// Finds the person among the seats; 0, or an exit code with a message.
static int find_person(playing *p, const dx_seat_list *names)
{
    unsigned persons = 0;
    for (unsigned i = 0; i < names->count; i++)
        if (strcmp(names->name[i], "you") == 0) {
            p->terminal.seat = i;
            persons++;
        }
    if (persons == 1)
        return 0;
    return dx_usage(p->arguments->command,
                    persons == 0
                        ? "one of --seats must be 'you'; without a person: "
                          "doxa match"
                        : "'you' can sit at one seat only");
}

// How the others play, where nobody has said who they are to be, or where it
// takes more than a person to play with them.
static void say_talk(const playing *p, bool is_usual)
{
    const dx_agent *said = NULL;
    for (unsigned i = 0; i < p->party.names.count; i++) {
        const dx_agent *agent = p->party.spec[i].policy.agent;
        bool speaks = agent != NULL && agent != said && agent->talk != NULL &&
                      (is_usual || (!agent->people && agent->game != NULL));
        dx_text out = {0};
        if (!speaks)
            continue;
        dx_text_printf(&out, "%s says: \"%s\"", agent->name, agent->talk);
        dx_wrap_print(dx_text_string(&out));
        dx_text_release(&out);
        said = agent;
    }
}

static void greet(const playing *p)
{
    const dx_seat_list *names = &p->party.names;
    dx_text out = {0};
    dx_rules_print_short(&p->party.rules, &out);
    dx_text_printf(&out, ": you are seat %u of %u;", p->terminal.seat + 1,
                   names->count);
    for (unsigned i = 0; i < names->count; i++)
        if (i != p->terminal.seat)
            dx_text_printf(&out, " %u is %s;", i + 1, names->name[i]);
    dx_text_add(&out, " 'help' helps");
    dx_wrap_print(dx_text_string(&out));
    dx_text_release(&out);
}

// Nobody said who plays: partners for people sit beside the person.
static dx_status open_usual(playing *p, const dx_player_options *options,
                            dx_error *error)
{
    const char *game = p->arguments->operands[0];
    dx_rules rules;
    dx_text seats = {0};
    dx_status status = dx_cli_rules(p->arguments, game, &rules, error);
    if (status != DX_OK)
        return status;
    dx_line_up_beside(&rules, 0, &seats);
    status = dx_cli_party_open(&p->party, p->arguments, game,
                               dx_text_string(&seats), options, error);
    dx_text_release(&seats);
    return status;
}

// Sits down: at a new game, or at one that goes on.
static dx_status open_party(playing *p, const dx_player_options *options,
                            dx_error *error)
{
    const dx_arguments *arguments = p->arguments;
    const char *seats = dx_argument_value(arguments, "seats");
    const char *resumed = dx_argument_value(arguments, "resume");
    if (resumed == NULL && seats == NULL)
        return open_usual(p, options, error);
    if (resumed == NULL)
        return dx_cli_party_open(&p->party, arguments, arguments->operands[0],
                                 seats, options, error);
    dx_record *record;
    dx_status status = dx_cli_record_open(arguments, resumed, &record, error);
    if (status != DX_OK)
        return status == DX_ERR_FILE ? DX_ERR_INPUT : status;
    status = dx_party_resume(&p->party, record, seats, options, error);
    if (status == DX_ERR_INPUT)
        dx_error_in_file(error, resumed);
    return status;
}

static int sit_and_play(playing *p, const dx_player_options *options)
{
    dx_text assumed = {0};
    dx_error error = {.message = ""};
    dx_status status = open_party(p, options, &error);
    if (status != DX_OK) {
        dx_report(&error);
        return status == DX_ERR_FILE ? DX_EXIT_AGENT : DX_EXIT_INPUT;
    }
    int code = find_person(p, &p->party.names);
    if (code == 0 &&
        dx_cli_assumption(p->arguments, p->terminal.agents, &p->party.rules,
                          &p->terminal.assumption, &assumed, &error) != DX_OK)
        code = dx_report(&error);
    if (code == 0) {
        dx_terminal_assume(&p->terminal, &p->party.rules);
        greet(p);
        say_talk(p, dx_argument_value(p->arguments, "seats") == NULL &&
                        p->party.record == NULL);
        code = keep(p, play(p));
        dx_lens_free(p->terminal.lens);
    }
    dx_text_release(&assumed);
    dx_text_release(&p->terminal.assumed);
    dx_party_close(&p->party);
    return code;
}

// Where the game is kept: --record, or where a game that goes on comes from.
static int read_path(playing *p)
{
    const char *resumed = dx_argument_value(p->arguments, "resume");
    dx_error error = {.message = ""};
    p->path = dx_argument_value(p->arguments, "record");
    p->force = dx_argument_given(p->arguments, "force");
    if (p->path == NULL && resumed != NULL && strcmp(resumed, "-") != 0) {
        p->path = resumed;
        p->force = true;
        return 0;
    }
    if (p->path != NULL && dx_keep_check(p->path, p->force, &error) != DX_OK)
        return dx_report(&error);
    return 0;
}

// What is to be played, and by whom; 0 or an exit code.
static int check_arguments(playing *p)
{
    const dx_arguments *arguments = p->arguments;
    const char *seats = dx_argument_value(arguments, "seats");
    bool resumes = dx_argument_given(arguments, "resume");
    const char *seed = dx_argument_value(arguments, "seed-file");
    if (seed != NULL && strcmp(seed, "-") == 0)
        return dx_usage(arguments->command,
                        "--seed-file: standard input is where you play");
    if (resumes && arguments->operand_count > 0)
        return dx_usage(arguments->command,
                        "--resume goes on with the game of its record");
    if (!resumes && arguments->operand_count == 0)
        return dx_usage(arguments->command, "expected GAME, or --resume");
    dx_seat_list names;
    dx_error error = {.message = ""};
    if (seats == NULL)
        return 0;
    if (dx_seat_list_parse(seats, &names, &error) != DX_OK)
        return dx_report(&error);
    int code = find_person(p, &names); // before a program is started
    dx_seat_list_release(&names);
    return code;
}

static int run(const dx_arguments *arguments)
{
    dx_budget budget = {.cancelled = dx_heed_interrupts()};
    playing p = {
        .arguments = arguments,
        .party = {.cancelled = budget.cancelled},
        .terminal = {.budget = &budget, .in_colour = dx_colours_wanted()}};
    dx_person person = {.context = &p.terminal,
                        .notify = dx_terminal_notify,
                        .choose = dx_terminal_choose};
    dx_player_options options = {.person = &person, .budget = &budget};
    int code = check_arguments(&p);
    if (code == 0)
        code = dx_cli_seed(arguments, &p.party.seed);
    if (code == 0 && !dx_cli_programs(arguments, &options.outsider))
        code = DX_EXIT_USAGE;
    if (code == 0)
        code = read_path(&p);
    if (code != 0)
        return code;
    dx_error error = {.message = ""};
    dx_cli_learnt agents;
    if (dx_cli_learnt_open(arguments, &agents, &error) != DX_OK)
        return dx_report(&error);
    p.party.agents = p.terminal.agents = agents.agents;
    dx_outlive_reader();
    p.terminal.prompt = dx_prompt_new();
    code = sit_and_play(&p, &options);
    dx_prompt_free(p.terminal.prompt);
    dx_cli_learnt_close(&agents);
    return code;
}

static const dx_option options[] = {
    {"seats", "you,NAME,...",
     "who plays, seat by seat; you are 'you' (you and partners for people)"},
    {"resume", "RECORD", "go on with a game that is not over"},
    DX_ASSUME_OPTION,
    DX_SEED_OPTIONS,
    DX_KEEP_OPTIONS,
    DX_PROGRAM_OPTIONS,
    DX_LEARNT_OPTION,
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "play at the terminal, and ask what you can know",
    .details =
        "You are shown your own view and the legal moves, and nothing else.\n"
        "Type a move or its number; 'know' says what you can know, 'ask\n"
        "FORMULA' whether something is so and 'ask TERM' how much it is, "
        "'why'\n"
        "what the last turn has told you and, after the end, why it was made;\n"
        "'suggest AGENT' what an agent would do; 'help' lists the rest.\n"
        "\n"
        "Ctrl-C ends an answer that takes long; at the prompt it leaves the\n"
        "table, as 'quit' does.  What was played is in --record, and --resume\n"
        "goes on from there, into the same file unless --record names "
        "another.",
    .options = options,
    .operands_max = 1,
    .run = run,
};
