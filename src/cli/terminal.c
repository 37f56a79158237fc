// A person at the terminal: what is shown, what is typed.

#include "cli/terminal.h"

#include "ask/lens_say.h"
#include "base/memory.h"
#include "base/vector.h"
#include "base/wrap.h"
#include "cli/pattern.h"
#include "cli/reason.h"
#include "cli/signals.h"
#include "game/opinion.h"
#include "game/say.h"
#include "minds/known.h"
#include "minds/position.h"
#include "words/sentence.h"
#include "words/sheet.h"
#include "words/story.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what is shown ----

static void print_text(dx_text *text)
{
    fputs(dx_text_string(text), stdout);
    dx_text_release(text);
}

void dx_terminal_title(const dx_terminal *p, const char *title)
{
    printf(p->in_colour ? "\033[1m%s\033[0m\n" : "%s\n", title);
}

void dx_terminal_table(const dx_view *view)
{
    dx_text out = {0};
    view->rules->game->show(view->sight, &out);
    print_text(&out);
}

// The same in sentences.
static void tell_position(const dx_view *view)
{
    dx_text out = {0};
    dx_position_say(view, NULL, false, &out);
    dx_wrap_print_lines(dx_text_string(&out));
    dx_text_release(&out);
}

// The legal moves with their numbers, the first `shown` of them.
static void list_moves(const dx_view *view, const dx_event *moves,
                       unsigned shown, dx_text *out)
{
    DX_VECTOR(const char *) words = {0};
    char *said[DX_MOVES_MAX];
    for (unsigned i = 0; i < shown; i++) {
        dx_text word = {0};
        dx_say_typed(view->rules, moves[i], &word);
        said[i] = dx_text_take(&word);
        dx_vector_push(&words, said[i]);
    }
    dx_wrap_columns(words.at, words.count, out);
    for (unsigned i = 0; i < shown; i++)
        dx_free(said[i]);
    dx_vector_release(&words);
}

// Very many are told by what may stand in them, or cut off, unless asked for.
static void show_moves(const dx_view *view, bool all)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_text out = {0};
    if (all || count <= DX_MOVES_SHOWN) {
        list_moves(view, moves, count, &out);
    } else if (dx_patterns_say(view, moves, count, &out)) {
        dx_text_printf(&out, "'moves' lists all %u\n", count);
    } else {
        list_moves(view, moves, DX_MOVES_SHOWN, &out);
        dx_text_printf(&out, "and %u more; 'moves' shows them all\n",
                       count - DX_MOVES_SHOWN);
    }
    print_text(&out);
}

static void show_events(const dx_view *view, unsigned from)
{
    dx_text out = {0};
    dx_story_say(view, NULL, from, &out);
    print_text(&out);
}

static void show_rules(const dx_view *view)
{
    dx_text out = {0};
    dx_sheet_say(view->rules, &out);
    print_text(&out);
}

// ---- the person's words that are no moves ----

// What the source that is assumed says of a fact, as `ask` would.
static bool chance_of(void *context, const dx_view *view, const dx_atom *atom,
                      const int *args, dx_fraction *out)
{
    const dx_terminal *p = context;
    const dx_lens_answer *answer;
    dx_text fact = {0};
    dx_text_add(&fact, atom->name);
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        dx_text_add_char(&fact, i == 0 ? '(' : ',');
        dx_type_say(view->rules, atom->type[i], (unsigned)args[i], &fact);
    }
    dx_text_add(&fact, atom->type[0] != NULL ? ")" : "");
    dx_lens_follow(p->lens, view);
    bool has =
        dx_lens_ask(p->lens, dx_text_string(&fact), &answer, NULL) == DX_OK &&
        answer->answer.has_chance &&
        !dx_fraction_is_lost(answer->answer.chance);
    if (has)
        *out = answer->answer.chance;
    dx_text_release(&fact);
    return has;
}

static dx_know_options know_options(const dx_terminal *p)
{
    return (dx_know_options){.assumption = &p->assumption,
                             .chance = chance_of,
                             .context = (void *)p};
}

static void know(const dx_terminal *p, const dx_view *view, const char *name)
{
    const dx_game *game = view->rules->game;
    const dx_atom *atom = *name != '\0' ? dx_atom_named(game, name) : NULL;
    bool is_there = *name != '\0' ? atom != NULL : game->atoms != NULL;
    dx_know_options options = know_options(p);
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (!is_there) {
        dx_text_add(&out, "know FACT, where FACT is one of:");
        for (atom = game->atoms; atom != NULL && atom->name != NULL; atom++)
            dx_text_printf(&out, " %s", atom->name);
        dx_wrap_print(dx_text_string(&out));
        dx_text_release(&out);
        return;
    }
    if (dx_known_say(view, atom, &options, &out, &error) != DX_OK)
        dx_text_printf(&out, "undecided: %s\n", error.message);
    print_text(&out);
}

static void ask(dx_terminal *p, const dx_view *view, const char *text,
                bool because)
{
    dx_error error = {.message = ""};
    const dx_lens_answer *answer;
    dx_text out = {0};
    dx_lens_follow(p->lens, view);
    if (dx_lens_ask(p->lens, text, &answer, &error) == DX_OK) {
        dx_lens_answer_say(p->lens, answer, dx_text_string(&p->assumed), &out);
        if (because)
            dx_lens_because_say(p->lens, answer, &out);
        print_text(&out);
        return;
    }
    if (error.column > 0)
        printf("column %u: ", error.column);
    dx_wrap_print(error.message);
}

// The board through the person's own eyes.
static void look(dx_terminal *p, const dx_view *view)
{
    dx_error error = {.message = ""};
    dx_text out = {0};
    dx_lens_follow(p->lens, view);
    if (dx_lens_say(p->lens, dx_text_string(&p->assumed), &out, &error) ==
        DX_OK)
        print_text(&out);
    else
        dx_wrap_print(error.message);
}

void dx_terminal_assume(dx_terminal *p, const dx_rules *rules)
{
    const dx_lens_options how = {.assumption = &p->assumption,
                                 .budget = p->budget};
    dx_text_clear(&p->assumed);
    dx_assumption_print(&p->assumption, rules, &p->assumed);
    dx_lens_free(p->lens);
    p->lens = dx_lens_new(rules, p->seat, &how);
}

// How the others are thought to move, from now on.
static void assume(dx_terminal *p, const dx_view *view, const char *name)
{
    dx_assumption assumption;
    dx_error error = {.message = ""};
    if (*name != '\0' && dx_assumption_parse(p->agents, name, view->rules,
                                             &assumption, &error) != DX_OK) {
        dx_wrap_print(error.message);
        return;
    }
    if (*name != '\0') {
        p->assumption = assumption;
        dx_terminal_assume(p, view->rules);
    }
    printf("assumed: %s\n", dx_text_string(&p->assumed));
}

static void why_last(const dx_terminal *p, const dx_view *view)
{
    dx_know_options options = know_options(p);
    dx_error error = {.message = ""};
    dx_text out = {0};
    if (dx_learned_say(view, &options, &out, &error) != DX_OK)
        dx_text_printf(&out, "undecided: %s\n", error.message);
    print_text(&out);
}

static void list_agents(const dx_terminal *p, const dx_game *game)
{
    dx_text out = {0};
    dx_text_add(&out, "suggest AGENT, where AGENT is one of:");
    for (const dx_agent *const *agent = p->agents; *agent != NULL; agent++)
        if (dx_agent_plays(*agent, game))
            dx_text_printf(&out, " %s", (*agent)->name);
    dx_wrap_print(dx_text_string(&out));
    dx_text_release(&out);
}

// What it finds each move worth, the best first, if it says so; a star is at
// the one it would make.
static void add_values(const dx_terminal *p, dx_mind *mind, const dx_view *view,
                       dx_event chosen, dx_text *out)
{
    dx_event *moves = dx_alloc(DX_MOVES_MAX, sizeof *moves);
    double *value = dx_alloc(DX_MOVES_MAX, sizeof *value);
    unsigned count = dx_view_moves(view, moves);
    bool has = dx_mind_values(mind, view, p->budget, count, moves, value);
    while (has) {
        unsigned best = count;
        for (unsigned i = 0; i < count; i++)
            if (!isnan(value[i]) && (best == count || value[i] > value[best]))
                best = i;
        if (best == count)
            break;
        dx_text_printf(out, "  %c %+.2f  ",
                       dx_event_same(moves[best], chosen) ? '*' : ' ',
                       value[best]);
        dx_say_typed(view->rules, moves[best], out);
        dx_text_add_char(out, '\n');
        value[best] = NAN;
    }
    dx_free(value);
    dx_free(moves);
}

// The move that an agent would make at this seat, from what it has seen.  The
// dice of a suggestion are its own: the game's are left alone.
static void suggest(const dx_terminal *p, const dx_view *view, const char *name)
{
    dx_policy policy;
    dx_error error = {.message = ""};
    if (*name == '\0') {
        list_agents(p, view->rules->game);
        return;
    }
    if (dx_policy_parse(p->agents, name, view->rules, &policy, &error) !=
        DX_OK) {
        dx_wrap_print(error.message);
        return;
    }
    dx_random random = dx_random_named(view->count, 0, view->seat);
    dx_reason why = {.rule = ""};
    dx_thought thought = {
        .random = &random, .budget = p->budget, .reason = &why};
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_event move = dx_mind_choose(mind, view, &thought);
    dx_text out = {0};
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    dx_say_typed(view->rules, move, &out);
    dx_text_add(&out, " (");
    dx_move_words(&cast, move, &out);
    dx_text_add(&out, ")\n");
    if (why.rule[0] != '\0')
        dx_cli_reason(&cast, &why, &out);
    add_values(p, mind, view, move, &out);
    dx_mind_free(mind);
    dx_reason_release(&why);
    print_text(&out);
}

static void help(const dx_terminal *p, const dx_view *view)
{
    puts(
        "a move, or its number; and\n"
        "  table  moves  log     the table, the legal moves, all you saw\n"
        "  position              the table in sentences\n"
        "  rules                 how the game is played\n"
        "  know [FACT]           what you can know, with exact chances\n"
        "  lens                  all hidden cards, and what told you of them\n"
        "  ask FORMULA           is it so? as in: ask K[2] FACT(...)\n"
        "  ask SENTENCE          the same in words: ask seat 2 knows that ...\n"
        "  ask TERM              how much is it? as in: ask P[1](FACT(...))\n"
        "  assume [ASSUMPTION]   how others are thought to move: none, "
        "uniform,\n"
        "                        an AGENT, source(NAME)\n"
        "  why                   what the last turn has told you\n"
        "  why FORMULA           the same as ask, and what made it so\n"
        "  suggest AGENT         what an agent would do here, and why\n"
        "  quit                  leave the table");
    list_agents(p, view->rules->game);
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

const char *dx_terminal_behind(const char *line, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 ||
        (line[length] != '\0' && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

bool dx_terminal_obey(dx_terminal *p, const dx_view *view, const char *line)
{
    const char *rest;
    if (*line == '\0')
        return true;
    if (strcmp(line, "table") == 0)
        dx_terminal_table(view);
    else if (strcmp(line, "position") == 0)
        tell_position(view);
    else if (strcmp(line, "log") == 0)
        show_events(view, 0);
    else if ((rest = dx_terminal_behind(line, "know")) != NULL)
        know(p, view, rest);
    else if ((rest = dx_terminal_behind(line, "ask")) != NULL)
        ask(p, view, rest, false);
    else if (strcmp(line, "lens") == 0)
        look(p, view);
    else if ((rest = dx_terminal_behind(line, "assume")) != NULL)
        assume(p, view, rest);
    else if (strcmp(line, "rules") == 0)
        show_rules(view);
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        help(p, view);
    else
        return false;
    return true;
}

void dx_terminal_answered(void)
{
    if (dx_forgive_interrupt())
        puts("(interrupted; the game goes on)");
}

bool dx_terminal_is_quit(const char *line)
{
    return line == NULL || strcmp(line, "quit") == 0 ||
           strcmp(line, "q") == 0 || strcmp(line, "exit") == 0;
}

// ---- the person's turn ----

void dx_terminal_notify(void *context, const dx_view *view)
{
    dx_terminal *p = context;
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

// Is a word what a formula may consist of by itself?
static bool is_fact(const dx_game *game, const char *word, size_t length)
{
    static const char *const constants[] = {"true", "false"};
    const dx_atom *atom = game->atoms;
    const dx_quantity *quantity = game->quantities;
    for (unsigned i = 0; i < 2; i++)
        if (strlen(constants[i]) == length &&
            strncmp(constants[i], word, length) == 0)
            return true;
    for (; atom != NULL && atom->name != NULL; atom++)
        if (strlen(atom->name) == length &&
            strncmp(atom->name, word, length) == 0)
            return true;
    for (; quantity != NULL && quantity->name != NULL; quantity++)
        if (strlen(quantity->name) == length &&
            strncmp(quantity->name, word, length) == 0)
            return true;
    return false;
}

static bool is_sentence(const dx_view *view, const char *text)
{
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    dx_text formula = {0};
    bool reads = dx_sentence_read(&cast, text, &formula, NULL) == DX_OK;
    dx_text_release(&formula);
    return reads;
}

// Where a game has a move of the name of a command, as with `ask`: is the line
// meant as that move?  A formula has brackets or signs, or is a fact's name.
static bool is_meant_as_move(const dx_view *view, const char *line)
{
    const dx_verb *verb = view->rules->game->verbs;
    const char *rest = NULL;
    for (; verb->name != NULL && rest == NULL; verb++)
        if (!verb->chance)
            rest = dx_terminal_behind(line, verb->name);
    if (rest == NULL || is_fact(view->rules->game, rest, strcspn(rest, " ")))
        return false;
    for (const char *c = rest; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr(" -_", *c) == NULL)
            return false;
    return !is_sentence(view, rest);
}

// What was typed is no move: says which there are.
static void refuse(const dx_view *view, const char *line, const dx_error *error)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_text out = {0}, patterns = {0};
    if (count > DX_MOVES_SHOWN &&
        dx_patterns_say(view, moves, count, &patterns))
        dx_text_printf(&out, "'%.60s' is not a legal move", line);
    else
        dx_text_add(&out, error->message);
    dx_wrap_print(dx_text_string(&out));
    dx_text_release(&out);
    print_text(&patterns);
    puts("('help' says what else you can type)");
}

static void show_turn(dx_terminal *p, const dx_view *view)
{
    if (!p->has_begun)
        dx_terminal_title(p, "the table, as you see it:");
    p->has_begun = true;
    dx_terminal_table(view);
    dx_terminal_title(p, "your turn:");
    show_moves(view, false);
}

// Says what a move does for good, if it does; then it must be typed again.
static bool asks_again(const dx_view *view, dx_event move)
{
    const dx_verb_words *words = dx_words_of_verb(view->rules->game, move.verb);
    if (words == NULL || words->ends == NULL)
        return false;
    dx_text out = {0};
    dx_phrase_rules(view->rules, words->ends, &out);
    dx_text_add(&out, " Type it again to do it.");
    dx_wrap_print(dx_text_string(&out));
    dx_text_release(&out);
    return true;
}

dx_fault dx_terminal_choose(void *context, const dx_view *view,
                            dx_event *out_move)
{
    dx_terminal *p = context;
    dx_event asked = {.bits = UINT64_MAX}; // whether it is meant
    show_turn(p, view);
    for (;;) {
        dx_error error = {.message = ""};
        const char *line = dx_prompt_read(p->prompt, "> "), *rest;
        if (dx_terminal_is_quit(line))
            return DX_FAULT_LEFT;
        line += strspn(line, " \t");
        bool is_move = read_move(view, line, out_move, &error);
        if (is_move &&
            (dx_event_same(*out_move, asked) || !asks_again(view, *out_move)))
            return DX_FAULT_NONE;
        asked = is_move ? *out_move : (dx_event){.bits = UINT64_MAX};
        if (is_move)
            continue;
        if (strcmp(line, "moves") == 0)
            show_moves(view, true);
        else if (strcmp(line, "why") == 0)
            why_last(p, view);
        else if ((rest = dx_terminal_behind(line, "why")) != NULL)
            ask(p, view, rest, true);
        else if ((rest = dx_terminal_behind(line, "suggest")) != NULL)
            suggest(p, view, rest);
        else if (is_meant_as_move(view, line) ||
                 !dx_terminal_obey(p, view, line))
            refuse(view, line, &error);
        dx_terminal_answered();
    }
}
