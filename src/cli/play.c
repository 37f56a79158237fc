// doxa play: a person at the terminal.
//
// While the game goes on, everything the person is shown is made from the
// person's own view; the match itself is looked at only when it is over.

#include "base/memory.h"
#include "base/vector.h"
#include "base/wrap.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/keep.h"
#include "cli/known.h"
#include "cli/party.h"
#include "cli/prompt.h"
#include "cli/seed.h"
#include "cli/signals.h"
#include "game/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_SHOWN = 40 };

typedef struct playing {
    dx_party party;
    dx_prompt *prompt;
    const char *assumption_name;
    dx_assumption assumption;
    unsigned seat;  // the person's
    unsigned told;  // events
    bool has_begun; // the table was shown
    bool in_colour;
} playing;

// ---- what is shown ----

static void print_text(dx_text *text)
{
    fputs(dx_text_string(text), stdout);
    dx_text_release(text);
}

static void show_title(const playing *p, const char *title)
{
    printf(p->in_colour ? "\033[1m%s\033[0m\n" : "%s\n", title);
}

static void show_table(const dx_view *view)
{
    dx_text out = {0};
    view->rules->game->show(view->sight, &out);
    print_text(&out);
}

// The legal moves with their numbers; not all of very many unless asked.
static void show_moves(const dx_view *view, bool all)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    unsigned shown = all || count <= MOVES_SHOWN ? count : MOVES_SHOWN;
    DX_VECTOR(const char *) words = {0};
    dx_text out = {0};
    char *said[DX_MOVES_MAX];
    for (unsigned i = 0; i < shown; i++) {
        dx_text word = {0};
        dx_say_move(view->rules, moves[i], &word);
        said[i] = dx_text_take(&word);
        dx_vector_push(&words, said[i]);
    }
    dx_wrap_columns(words.at, words.count, &out);
    if (shown < count)
        dx_text_printf(&out, "and %u more; 'moves' shows them all\n",
                       count - shown);
    print_text(&out);
    for (unsigned i = 0; i < shown; i++)
        dx_free(said[i]);
    dx_vector_release(&words);
}

static void show_events(const dx_view *view, unsigned from)
{
    dx_text out = {0};
    for (unsigned i = from; i < view->count; i++) {
        dx_say_event(view->rules, view->seen[i], &out);
        dx_text_add_char(&out, '\n');
    }
    print_text(&out);
}

// ---- the person's words that are no moves ----

static dx_know_options know_options(const playing *p)
{
    return (dx_know_options){.assumption = &p->assumption};
}

static void know(const playing *p, const dx_view *view, const char *name)
{
    const dx_game *game = view->rules->game;
    const dx_atom *atom = *name != '\0' ? dx_cli_atom(game, name) : game->atoms;
    dx_know_options options = know_options(p);
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (atom == NULL || atom->name == NULL) {
        dx_text_add(&out, "know FACT, where FACT is one of:");
        for (atom = game->atoms; atom != NULL && atom->name != NULL; atom++)
            dx_text_printf(&out, " %s", atom->name);
        dx_wrap_print(dx_text_string(&out));
        dx_text_release(&out);
        return;
    }
    if (dx_cli_known(view, atom, &options, &out, &error) != DX_OK)
        dx_text_printf(&out, "undecided: %s\n", error.message);
    print_text(&out);
}

static void ask(const playing *p, const dx_view *view, const char *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula node;
    bool is_term;
    dx_error error = {.message = ""};
    dx_answer answer = {0};
    dx_value value;
    dx_text out = {0};
    dx_ask_options options = {.assumption = &p->assumption};
    dx_status status = dx_cli_question(store, view->rules->game, text, &node,
                                       &is_term, &error);
    if (status == DX_OK && is_term)
        status = dx_ask_term_seat(store, view, node, &options, &value, &error);
    else if (status == DX_OK)
        status = dx_ask_seat(store, view, node, &options, &answer, &error);
    if (status == DX_OK && is_term)
        dx_cli_value(&value, p->assumption_name, &out);
    else if (status == DX_OK)
        dx_cli_answer(&answer, p->assumption_name, true, &out);
    else if (error.column > 0)
        printf("column %u: ", error.column);
    print_text(&out);
    if (status != DX_OK)
        dx_wrap_print(error.message);
    dx_answer_release(&answer);
    dx_formulas_free(store);
}

static void why_last(const playing *p, const dx_view *view)
{
    dx_know_options options = know_options(p);
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (dx_cli_learned(view, &options, &out, &error) != DX_OK)
        dx_text_printf(&out, "undecided: %s\n", error.message);
    print_text(&out);
}

static void help(const dx_view *view)
{
    puts("a move, or its number; and\n"
         "  table  moves  log     the table, the legal moves, all you saw\n"
         "  know [FACT]           what you can know, with exact chances\n"
         "  ask FORMULA           is it so? as in: ask K[2] FACT(...)\n"
         "  ask TERM              how much is it? as in: ask P[1](FACT(...))\n"
         "  why                   what the last move has told you\n"
         "  quit                  leave the table");
    if (view->rules->game->atoms == NULL)
        return;
    dx_text out = {0};
    dx_wrap wrap = {.out = &out, .indent = 4};
    dx_wrap_add(&wrap, "facts:");
    for (const dx_atom *atom = view->rules->game->atoms; atom->name != NULL;
         atom++) {
        dx_text word = {0};
        dx_text_add(&word, atom->name);
        for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
            dx_text_printf(&word, "%c%s", i == 0 ? '(' : ',', atom->type[i]);
        dx_text_add(&word, atom->type[0] != NULL ? ")" : "");
        dx_wrap_add(&wrap, dx_text_string(&word));
        dx_text_release(&word);
    }
    dx_wrap_end(&wrap);
    print_text(&out);
}

// What stands behind the word `name` at the beginning of `line`; NULL if the
// line begins otherwise.
static const char *behind(const char *line, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 ||
        (line[length] != '\0' && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

// Obeys a line that is no move and is the same before and after the end;
// false if it is nothing known.
static bool obey(const playing *p, const dx_view *view, const char *line)
{
    const char *rest;
    if (*line == '\0')
        return true;
    if (strcmp(line, "table") == 0)
        show_table(view);
    else if (strcmp(line, "log") == 0)
        show_events(view, 0);
    else if ((rest = behind(line, "know")) != NULL)
        know(p, view, rest);
    else if ((rest = behind(line, "ask")) != NULL)
        ask(p, view, rest);
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        help(view);
    else
        return false;
    return true;
}

static bool is_quit(const char *line)
{
    return line == NULL || strcmp(line, "quit") == 0 ||
           strcmp(line, "q") == 0 || strcmp(line, "exit") == 0;
}

// ---- the person's turn ----

static void notify(void *context, const dx_view *view)
{
    playing *p = context;
    if (p->has_begun)
        show_events(view, p->told);
    p->told = view->count;
}

// A move by its number in the list, or by its words.
static bool read_move(const dx_view *view, const char *line, dx_event *out,
                      dx_error *error)
{
    dx_event moves[DX_MOVES_MAX];
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (end != line && *end == '\0' && number >= 1 &&
        number <= dx_view_moves(view, moves)) {
        *out = moves[number - 1];
        return true;
    }
    return dx_read_move(view, line, out, error) == DX_OK;
}

static void refuse(const dx_error *error)
{
    dx_wrap_print(error->message);
    puts("('help' says what else you can type)");
}

static void show_turn(playing *p, const dx_view *view)
{
    if (!p->has_begun)
        show_title(p, "the table, as you see it:");
    p->has_begun = true;
    show_table(view);
    show_title(p, "your turn:");
    show_moves(view, false);
}

static dx_fault choose(void *context, const dx_view *view, dx_event *out_move)
{
    playing *p = context;
    show_turn(p, view);
    for (;;) {
        dx_error error = {.message = ""};
        const char *line = dx_prompt_read(p->prompt, "> ");
        if (is_quit(line))
            return DX_FAULT_LEFT;
        line += strspn(line, " \t");
        if (read_move(view, line, out_move, &error))
            return DX_FAULT_NONE;
        if (strcmp(line, "moves") == 0)
            show_moves(view, true);
        else if (strcmp(line, "why") == 0)
            why_last(p, view);
        else if (!obey(p, view, line))
            refuse(&error);
    }
}

// ---- after the end ----

static void give_reason(const playing *p, unsigned event)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->party.match, &count);
    const dx_reason *why = dx_match_reason(p->party.match, event);
    dx_text out = {0};
    dx_say_event(&p->party.rules, events[event], &out);
    dx_text_add_char(&out, '\n');
    if (why == NULL)
        dx_text_add(&out, "    (no reason was given)\n");
    else
        dx_cli_reason(why, &out);
    print_text(&out);
}

// "why" explains the last move of another seat, "why N" the move of turn N,
// "why all" every move: now that it is over, in full.
static void why_after(const playing *p, const char *rest)
{
    unsigned count, turn = 0, last = 0;
    bool found = false, all = strcmp(rest, "all") == 0;
    const dx_event *events = dx_match_events(p->party.match, &count);
    char *end;
    unsigned long number = strtoul(rest, &end, 10);
    bool is_number = end != rest && *end == '\0';
    for (unsigned i = 0; i < count; i++) {
        if (p->party.rules.game->verbs[events[i].verb].chance)
            continue;
        turn++;
        bool wanted = is_number ? turn == number : events[i].who != p->seat;
        if (all)
            give_reason(p, i);
        if (wanted) {
            last = i;
            found = true;
        }
    }
    if (found && !all)
        give_reason(p, last);
    else if (!all)
        printf("there are turns 1 to %u\n", turn);
}

static void talk_it_over(playing *p)
{
    puts("now 'why', 'why N' and 'why all' give full reasons; 'quit' leaves");
    for (;;) {
        const dx_view *view = dx_match_view(p->party.match, p->seat);
        const char *line = dx_prompt_read(p->prompt, "> "), *rest;
        if (is_quit(line))
            return;
        line += strspn(line, " \t");
        if ((rest = behind(line, "why")) != NULL)
            why_after(p, rest);
        else if (!obey(p, view, line))
            puts("the game is over; why, know, ask, table, log or quit");
    }
}

// ---- the whole evening ----

static int play(playing *p)
{
    dx_error error = {.message = ""};
    dx_fault fault = DX_FAULT_NONE;
    int code = DX_EXIT_YES;
    while (dx_match_turn(p->party.match) != DX_OVER && fault == DX_FAULT_NONE)
        fault = dx_party_step(&p->party, &error);
    if (fault == DX_FAULT_LEFT) {
        puts("you have left the table");
    } else if (fault != DX_FAULT_NONE) {
        fflush(stdout);
        dx_report(&error);
        code = DX_EXIT_AGENT;
    } else {
        show_table(dx_match_view(p->party.match, p->seat));
        show_title(p, "the game is over");
        dx_party_print_scores(&p->party);
        talk_it_over(p);
    }
    fflush(stdout);
    dx_party_report_programs(&p->party);
    return code;
}

// Finds the person among the seats; 0, or an exit code with a message.
static int find_person(const dx_arguments *arguments, const char *seats,
                       unsigned *out)
{
    dx_seat_list list;
    dx_error error = {.message = ""};
    unsigned persons = 0;
    if (dx_seat_list_parse(seats, &list, &error) != DX_OK)
        return dx_report(&error);
    for (unsigned i = 0; i < list.count; i++)
        if (strcmp(list.name[i], "you") == 0) {
            *out = i;
            persons++;
        }
    dx_seat_list_release(&list);
    if (persons == 1)
        return 0;
    return dx_usage(arguments->command,
                    persons == 0
                        ? "one of --seats must be 'you'; without a person: "
                          "doxa match"
                        : "'you' can sit at one seat only");
}

static void greet(const playing *p)
{
    dx_text out = {0};
    dx_rules_print_short(&p->party.rules, &out);
    dx_text_printf(&out, ": you are seat %u of %u;", p->seat + 1,
                   p->party.names.count);
    for (unsigned i = 0; i < p->party.names.count; i++)
        if (i != p->seat)
            dx_text_printf(&out, " %u is %s;", i + 1, p->party.names.name[i]);
    dx_text_add(&out, " 'help' helps");
    dx_wrap_print(dx_text_string(&out));
    dx_text_release(&out);
}

static int sit_and_play(playing *p, const dx_arguments *arguments,
                        const char *seats, const dx_player_options *options)
{
    dx_error error = {.message = ""};
    const char *path = dx_argument_value(arguments, "record");
    bool force = dx_argument_given(arguments, "force");
    if (path != NULL && dx_keep_check(path, force, &error) != DX_OK)
        return dx_report(&error);
    dx_status status = dx_party_open(&p->party, arguments->operands[0], seats,
                                     options, &error);
    if (status != DX_OK) {
        dx_report(&error);
        return status == DX_ERR_FILE ? DX_EXIT_AGENT : DX_EXIT_INPUT;
    }
    int code = DX_EXIT_YES;
    if (dx_assumption_parse(dx_argument_value(arguments, "assume"),
                            &p->party.rules, &p->assumption, &error) != DX_OK) {
        code = dx_report(&error);
    } else {
        greet(p);
        code = play(p);
        if (path != NULL &&
            dx_party_write_record(&p->party, path, force, &error) != DX_OK)
            code = dx_report(&error);
        fprintf(stderr, "seed %" PRIu64 "\n", p->party.seed);
    }
    dx_party_close(&p->party);
    return code;
}

static int run(const dx_arguments *arguments)
{
    const char *seats = dx_argument_value(arguments, "seats");
    const char *assume = dx_argument_value(arguments, "assume");
    playing p = {.assumption_name = assume != NULL ? assume : "none",
                 .in_colour = dx_colours_wanted()};
    dx_person person = {.context = &p, .notify = notify, .choose = choose};
    dx_player_options options = {.person = &person};
    if (seats == NULL)
        return dx_usage(arguments->command, "--seats says who plays");
    int code = find_person(arguments, seats, &p.seat);
    if (code != 0)
        return code;
    code = dx_cli_seed(arguments, &p.party.seed);
    if (code != 0)
        return code;
    if (!dx_cli_programs(arguments, &options.outsider))
        return DX_EXIT_USAGE;
    dx_outlive_reader();
    p.prompt = dx_prompt_new();
    code = sit_and_play(&p, arguments, seats, &options);
    dx_prompt_free(p.prompt);
    return code;
}

static const dx_option options[] = {
    {"seats", "you,NAME,...", "who plays, seat by seat; you are 'you'"},
    DX_SEED_OPTIONS,
    {"assume", "A", "for chances: none, uniform, an agent, truthful(AGENT)"},
    DX_KEEP_OPTIONS,
    DX_PROGRAM_OPTIONS,
    {0},
};

const dx_command dx_command_play = {
    .name = "play",
    .operands = "GAME",
    .summary = "play at the terminal, and ask what you can know",
    .details =
        "You are shown your own view and the legal moves, and nothing else.\n"
        "Type a move or its number; 'know' says what you can know, 'ask\n"
        "FORMULA' whether something is so, 'why' what the last move has told\n"
        "you and, after the end, why it was made; 'help' lists the rest.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
