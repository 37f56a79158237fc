// Every kind of formula has a pattern: a letter and its number stand for an
// operand, the rest is said as it is.  A compound operand is put in brackets
// unless it comes last.

#include "ask/formula_words.h"

#include "logic/formula/print.h"

#include <string.h>

typedef struct speaker {
    const dx_formulas *store;
    const dx_rules *rules;
    const char *const *names;
    dx_text *out;
} speaker;

// %0 to %2: an operand, in brackets if it is compound; $0 to $2: the same, said
// as it is, because nothing follows; @0: a seat, or of a group all of them from
// that operand on; =0: a name.
static const struct {
    dx_kind kind;
    const char *pattern;
} patterns[] = {
    {DX_TRUE, "what is always so"},
    {DX_FALSE, "what is never so"},
    {DX_IMPLIES, "if %0, then $1"},
    {DX_IFF, "%0 exactly if $1"},
    {DX_KNOWS, "@0 knows that $1"},
    {DX_POSSIBLE, "@0 holds it possible that $1"},
    {DX_KNOWS_WHETHER, "@0 knows whether $1"},
    {DX_BELIEVES, "@0 believes that $1"},
    {DX_BELIEVES_GIVEN, "@0 would believe that %1, given that $2"},
    {DX_SAFE, "@0 safely believes that $1"},
    {DX_STRONG, "@0 strongly believes that $1"},
    {DX_EVERYBODY, "@1 all know that $0"},
    {DX_COMMON, "it is common knowledge among @1 that $0"},
    {DX_DISTRIBUTED, "@1 together know that $0"},
    {DX_ANNOUNCE, "once all have heard that %0, $1"},
    {DX_ANNOUNCE_DUAL, "all can be told that %0, and then $1"},
    {DX_TELL_WHETHER, "once all have heard whether %0, $1"},
    {DX_TELL_WHETHER_DUAL, "all can be told whether %0, and then $1"},
    {DX_TELL, "once @2 have been told that %0, $1"},
    {DX_TELL_DUAL, "@2 can be told that %0, and then $1"},
    {DX_TELL_GROUP_WHETHER, "once @2 have been told whether %0, $1"},
    {DX_TELL_GROUP_WHETHER_DUAL, "@2 can be told whether %0, and then $1"},
    {DX_FORALL, "for every =0 in %1: $2"},
    {DX_EXISTS, "for some =0 in %1: $2"},
    {DX_IN, "%0 is one of %1"},
    {DX_EQUAL, "%0 is $1"},
    {DX_NOT_EQUAL, "%0 is not $1"},
    {DX_LESS, "%0 is less than $1"},
    {DX_LESS_EQUAL, "%0 is at most $1"},
    {DX_GREATER, "%0 is more than $1"},
    {DX_GREATER_EQUAL, "%0 is at least $1"},
    {DX_AT, "at turn %1, $0"},
    {DX_PREV, "a turn ago, $0"},
    {DX_ONCE, "at some turn so far, $0"},
    {DX_SOFAR, "at every turn so far, $0"},
    {DX_LEARNED, "@0 has just learned that $1"},
    {DX_PUBLIC, "it is public that $0"},
    {DX_ADD, "%0 plus %1"},
    {DX_SUBTRACT, "%0 less %1"},
    {DX_MULTIPLY, "%0 times %1"},
    {DX_DIVIDE, "%0 divided by %1"},
    {DX_NEGATIVE, "minus %0"},
    {DX_PROBABILITY, "the chance, to @0, that %1"},
    {DX_PROBABILITY_GIVEN, "the chance, to @0, that %1, given that %2"},
};

static void say(speaker *s, dx_formula f);

static dx_formula operand(const speaker *s, dx_formula f, size_t i)
{
    return dx_formula_operand(s->store, f, i);
}

// "seat 2" or the player's name; agents that are no seats as they are written.
static void say_seat(speaker *s, dx_formula agent)
{
    const char *word = dx_formula_text(s->store, agent);
    unsigned seat;
    if (!dx_type_read(s->rules, "seat", word, strlen(word), &seat))
        dx_text_add(s->out, word);
    else if (s->names != NULL && s->names[seat] != NULL)
        dx_text_printf(s->out, "%s (seat %u)", s->names[seat], seat + 1);
    else
        dx_text_printf(s->out, "seat %u", seat + 1);
}

static void say_seats(speaker *s, dx_formula f, size_t first)
{
    size_t count = dx_formula_count(s->store, f);
    for (size_t i = first; i < count; i++) {
        if (i > first)
            dx_text_add(s->out, i + 1 == count ? " and " : ", ");
        say_seat(s, operand(s, f, i));
    }
}

static const char *pattern_of(dx_kind kind)
{
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (patterns[i].kind == kind)
            return patterns[i].pattern;
    return NULL;
}

static void say_bracketed(speaker *s, dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    bool simple = kind == DX_APPLY || kind == DX_NUMBER ||
                  kind == DX_PROBABILITY || kind == DX_SET ||
                  kind == DX_RANGE ||
                  (kind == DX_NOT &&
                   dx_formula_kind(s->store, operand(s, f, 0)) == DX_APPLY);
    dx_text_add(s->out, simple ? "" : "(");
    say(s, f);
    dx_text_add(s->out, simple ? "" : ")");
}

static void say_pattern(speaker *s, const char *pattern, dx_formula f)
{
    dx_family family = dx_formula_family(s->store, f);
    bool is_group = family == DX_FAMILY_GROUP || family == DX_FAMILY_TELL;
    for (const char *c = pattern; *c != '\0'; c++) {
        if (strchr("%$@=", *c) == NULL) {
            dx_text_add_char(s->out, *c);
            continue;
        }
        size_t i = (size_t)(c[1] - '0');
        if (*c == '%')
            say_bracketed(s, operand(s, f, i));
        else if (*c == '$')
            say(s, operand(s, f, i));
        else if (*c == '=')
            dx_text_add(s->out,
                        dx_formulas_name_text(s->store, operand(s, f, i)));
        else if (is_group)
            say_seats(s, f, i);
        else
            say_seat(s, operand(s, f, i));
        c++;
    }
}

// The types of the arguments of a fact, number or set of the game.
static const char *const *types_of(const speaker *s, const char *name)
{
    const dx_game *game = s->rules->game;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        if (strcmp(a->name, name) == 0)
            return a->type;
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++)
        if (strcmp(q->name, name) == 0)
            return q->type;
    for (const dx_domain *d = game->domains; d != NULL && d->name != NULL; d++)
        if (strcmp(d->name, name) == 0)
            return d->type;
    return NULL;
}

// "playable of seat 1, slot 2".
static void say_apply(speaker *s, dx_formula f)
{
    const char *name = dx_formula_text(s->store, f);
    const char *const *types = types_of(s, name);
    size_t count = dx_formula_count(s->store, f) - 1;
    dx_text_add(s->out, name);
    for (size_t i = 0; i < count; i++) {
        dx_text_add(s->out, i == 0 ? " of " : ", ");
        if (types != NULL && i < DX_TERM_ARGS && types[i] != NULL)
            dx_text_printf(s->out, "%s ", types[i]);
        dx_formula_print(s->store, operand(s, f, i + 1), s->out);
    }
}

static void say_chain(speaker *s, const char *between, dx_formula f)
{
    size_t count = dx_formula_count(s->store, f);
    for (size_t i = 0; i < count; i++) {
        dx_text_add(s->out, i > 0 ? between : "");
        say_bracketed(s, operand(s, f, i));
    }
}

// A negated attitude reads better as one: "does not know".
static void say_not(speaker *s, dx_formula inner)
{
    dx_kind kind = dx_formula_kind(s->store, inner);
    const char *pattern = kind == DX_KNOWS      ? "@0 does not know that $1"
                          : kind == DX_POSSIBLE ? "@0 rules out that $1"
                          : kind == DX_KNOWS_WHETHER
                              ? "@0 does not know whether $1"
                          : kind == DX_BELIEVES ? "@0 does not believe that $1"
                                                : NULL;
    if (pattern != NULL) {
        say_pattern(s, pattern, inner);
        return;
    }
    dx_text_add(s->out, "not ");
    say_bracketed(s, inner);
}

static void say(speaker *s, dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    const char *pattern = pattern_of(kind);
    if (pattern != NULL)
        say_pattern(s, pattern, f);
    else if (kind == DX_APPLY)
        say_apply(s, f);
    else if (kind == DX_AND)
        say_chain(s, ", and ", f);
    else if (kind == DX_OR)
        say_chain(s, ", or ", f);
    else if (kind == DX_NOT)
        say_not(s, operand(s, f, 0));
    else
        dx_formula_print(s->store, f, s->out);
}

void dx_formula_words(const dx_formulas *store, const dx_rules *rules,
                      const char *const *names, dx_formula f, dx_text *out)
{
    speaker s = {store, rules, names, out};
    say(&s, f);
}
