// A game in words: its rules on one screen with how its agents talk, and what
// sentences about it are made of.

#include "door/call.h"

#include "agents/agents.h"
#include "base/members.h"
#include "game/words.h"
#include "words/grammar.h"
#include "words/sheet.h"

#include <string.h>

static dx_status read_rules(const dx_call *call, dx_rules *out, dx_error *error)
{
    return dx_rules_parse(dx_session_games(call->session),
                          dx_call_text(call, "game"), out, error);
}

// Partners for people first.
static void add_talks(const dx_game *game, dx_text *out)
{
    dx_put_open(out, "talk", '[');
    for (unsigned people = 2; people-- > 0;)
        for (const dx_agent *const *a = dx_agents(); *a != NULL; a++) {
            if (!dx_agent_talks(*a, game, people))
                continue;
            dx_put_open(out, NULL, '{');
            dx_put_text(out, "agent", (*a)->name);
            dx_put_text(out, "talk", (*a)->talk);
            dx_put_flag(out, "people", people > 0);
            dx_text_add_char(out, '}');
        }
    dx_text_add(out, "]}");
}

dx_status dx_do_rules(dx_call *call, dx_text *out, dx_error *error)
{
    dx_rules rules;
    dx_status status = read_rules(call, &rules, error);
    if (status != DX_OK)
        return status;
    dx_sheet_json(&rules, out);
    out->length--; // its brace
    add_talks(rules.game, out);
    return DX_OK;
}

// ---- what sentences are made of ----

// {"name":"playable","types":["seat","slot"]
static void open_phrases(const char *name, const char *const *types,
                         dx_text *out)
{
    unsigned count = 0;
    while (count < DX_TERM_ARGS && types[count] != NULL)
        count++;
    dx_put_open(out, NULL, '{');
    dx_put_text(out, "name", name);
    dx_put_texts(out, "types", count, types);
}

static void add_facts(const dx_game *game, dx_text *out)
{
    const dx_atom *fact = game->atoms;
    dx_put_open(out, "facts", '[');
    for (; fact != NULL && fact->name != NULL; fact++) {
        const dx_fact_words *words = dx_words_of_fact(game, fact->name);
        if (words == NULL)
            continue;
        open_phrases(fact->name, fact->type, out);
        dx_put_text(out, "yes", words->yes);
        dx_put_text(out, "no", words->no);
        dx_put_text(out, "menu", words->menu);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

// The minds that a sentence may go through, as the grammar says them: "@0
// {knows|know} that"; what comes then is left out.
static void add_ops(dx_text *out)
{
    static const struct {
        const char *name;
        dx_kind kind;
        dx_crowd crowd;
    } op[] = {{"K", DX_KNOWS, DX_CROWD_ANY},
              {"Kw", DX_KNOWS_WHETHER, DX_CROWD_ANY},
              {"M", DX_POSSIBLE, DX_CROWD_ANY},
              {"E", DX_EVERYBODY, DX_CROWD_ALL},
              {"C", DX_COMMON, DX_CROWD_ALL}};
    dx_put_open(out, "ops", '[');
    for (unsigned i = 0; i < sizeof op / sizeof *op; i++) {
        const char *words =
            dx_grammar_find(dx_grammar, op[i].kind, false, op[i].crowd)->words;
        dx_text said = {0};
        dx_text_printf(&said, "%.*s", (int)(strstr(words, " ^") - words),
                       words);
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "op", op[i].name);
        dx_put_said(out, "words", &said);
        dx_text_add_char(out, '}');
        dx_text_release(&said);
    }
    dx_text_add_char(out, ']');
}

static void add_numbers(const dx_game *game, dx_text *out)
{
    const dx_quantity *number = game->quantities;
    dx_put_open(out, "numbers", '[');
    for (; number != NULL && number->name != NULL; number++) {
        const dx_number_words *words = dx_words_of_number(game, number->name);
        if (words == NULL)
            continue;
        open_phrases(number->name, number->type, out);
        dx_put_text(out, "is", words->is);
        dx_put_text(out, "menu", words->menu);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

// What may be done: the phrase, and the arguments in the order of a move that
// is typed.
static void add_moves(const dx_game *game, dx_text *out)
{
    dx_put_open(out, "moves", '[');
    for (unsigned v = 0; game->verbs[v].name != NULL; v++) {
        const dx_verb_words *words = dx_words_of_verb(game, v);
        const dx_arg *arg = game->verbs[v].arg;
        if (words == NULL || words->move == NULL)
            continue;
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", game->verbs[v].name);
        dx_put_text(out, "words", words->move);
        dx_put_open(out, "args", '[');
        for (unsigned i = 0; i < DX_ARGS && arg[i].name != NULL; i++)
            if (!arg[i].outcome) {
                dx_put_member(out, NULL);
                dx_text_printf(out, "[%u,\"%s\"]", i, arg[i].type);
            }
        dx_text_add(out, "]}");
    }
    dx_text_add_char(out, ']');
}

// As it is typed, and in the three forms.
static void add_value(const dx_rules *rules, const char *type, unsigned value,
                      dx_text *out)
{
    dx_text word = {0};
    dx_type_say(rules, type, value, &word);
    dx_put_open(out, NULL, '[');
    dx_put_said(out, NULL, &word);
    for (unsigned form = DX_WORD_PLAIN; form <= DX_WORD_MANY; form++) {
        dx_value_say_as(rules, type, value, (dx_word_form)form, &word);
        dx_put_said(out, NULL, &word);
    }
    dx_text_add_char(out, ']');
}

enum { TYPES_MAX = 40 };

typedef struct types {
    const char *name[TYPES_MAX];
    unsigned count;
} types;

static void note_types(const char *const *type, types *all)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && type[i] != NULL; i++) {
        bool is_new = strcmp(type[i], "seat") != 0 && all->count < TYPES_MAX;
        for (unsigned k = 0; k < all->count && is_new; k++)
            is_new = strcmp(all->name[k], type[i]) != 0;
        if (is_new)
            all->name[all->count++] = type[i];
    }
}

static void add_values(const dx_rules *rules, dx_text *out)
{
    types all = {.count = 0};
    const dx_game *game = rules->game;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        note_types(a->type, &all);
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++)
        note_types(q->type, &all);
    for (const dx_verb *verb = game->verbs; verb->name != NULL; verb++)
        for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
            if (!verb->arg[i].outcome && !verb->chance)
                note_types((const char *[]){verb->arg[i].type, NULL}, &all);
    dx_put_open(out, "values", '{');
    for (unsigned i = 0; i < all.count; i++) {
        dx_put_open(out, all.name[i], '[');
        for (unsigned v = 0; v < dx_type_values(rules, all.name[i]); v++)
            add_value(rules, all.name[i], v, out);
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '}');
}

dx_status dx_do_words(dx_call *call, dx_text *out, dx_error *error)
{
    dx_rules rules;
    dx_status status = read_rules(call, &rules, error);
    if (status != DX_OK)
        return status;
    dx_text_add_char(out, '{');
    add_ops(out);
    add_facts(rules.game, out);
    add_numbers(rules.game, out);
    add_moves(rules.game, out);
    add_values(&rules, out);
    dx_text_add_char(out, '}');
    return DX_OK;
}
