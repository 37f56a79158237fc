#include "lab/questions.h"

#include <string.h>

const dx_form dx_forms[] = {
    {"fact", "fact", "F", false},
    {"or", "boolean", "F | G", false},
    {"and", "boolean", "F & ~G", false},
    {"iff", "boolean", "(F <-> G) | H", false},
    {"exists", "quantifier", "exists x in T: X", false},
    {"forall", "quantifier", "forall x in T: (X -> F)", false},
    {"count", "count", "Q >= n", false},
    {"sum", "count", "Q + Q = n", false},
    {"P", "P", "P[a](F) >= q", true},
    {"P or", "P", "P[a](F | G) > q", true},
    {"P given", "given", "P[a](F given G) >= q", true},
    {"P b", "P", "P[b](F) < q", true},
    {"K K", "two minds", "K[a] K[b] F", false},
    {"K ~K", "two minds", "K[a] ~K[b] F", false},
    {"K Kw", "two minds", "K[a] Kw[b] (F | G)", false},
    {"K M", "two minds", "K[a] M[b] (F & G)", false},
    {"Kw Kw", "two minds", "Kw[a] Kw[b] F", false},
    {"E", "two minds", "E[a,b,c] F", false},
    {"D", "two minds", "D[b,c] F", false},
    {"P K", "P and K", "P[a](K[b] F) >= q", true},
    {"K P", "P and K", "K[a](P[b](F) >= q)", true},
    {"P P", "P of P", "P[a](P[b](F) >= q) >= q", true},
    {"P P or", "P of P", "P[a](P[b](F | G) > q) < q", true},
    {"P P difference", "P of P", "P[a](P[b](F) - P[b](G) > 0) >= q", true},
    {"K K K", "three minds", "K[a] K[b] K[c] F", false},
    {"K ~K ~K", "three minds", "K[a] ~K[b] ~K[c] F", false},
    {"P P P", "three minds", "P[a](P[b](P[c](F) >= q) >= q) >= q", true},
    {"K P K", "three minds", "K[a](P[b](K[c] F) >= q)", true},
    {"K M K M", "four minds", "K[a] M[b] K[c] M[d] F", false},
    {"M K ~K K", "four minds", "M[a] K[b] ~K[c] K[d] F", false},
    {"C of two", "C", "C[a,b] F", false},
    {"C of two, or", "C", "C[b,c] (F | ~G)", false},
    {"C of three", "C", "C[a,b,c] (F | G)", false},
    {"public", "C", "public (F | G)", false},
    {"prev", "time", "prev K[a] F", false},
    {"learned", "time", "learned[b] F", false},
    {"at", "time", "(K[b] F)@t", false},
    {"K prev", "time", "K[a] prev Kw[b] F", false},
    {"once", "time", "once K[b] F", false},
    {"sofar", "time", "sofar ~K[a] F", false},
    {"K once", "time", "K[a] once K[b] F", false},
    {"fact at", "time", "K[b] (F@t)", false},
    {"[!] K", "announcements", "[!F] K[a] G", false},
    {"[!] K K", "announcements", "[!F | G] K[a] K[b] H", false},
    {"[a,b !] K", "announcements", "[b,c !F] K[a] G", false},
    {"[a,b !] K K", "announcements", "[a,b !F] K[b] ~K[c] F", false},
    {"[?!] M", "announcements", "[?!F] M[b] G", false},
    {0},
};

typedef struct draw {
    const dx_rules *rules;
    unsigned seat[4]; // a, b, c, d
    unsigned turn;
    dx_random *random;
    const char *type; // of x
    dx_text *out;
} draw;

static unsigned below(draw *d, size_t bound)
{
    return (unsigned)dx_random_below(d->random, bound);
}

// Writes `name(args)`, every argument drawn, argument `variable` as x.
static void write_term(draw *d, const char *name, const char *const *types,
                       unsigned variable)
{
    dx_text_add(d->out, name);
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++) {
        dx_text_add(d->out, i == 0 ? "(" : ",");
        if (i == variable)
            dx_text_add(d->out, "x");
        else
            dx_type_say(d->rules, types[i],
                        below(d, dx_type_values(d->rules, types[i])), d->out);
    }
    if (types[0] != NULL)
        dx_text_add(d->out, ")");
}

static unsigned count_types(const char *const *types)
{
    unsigned count = 0;
    while (count < DX_TERM_ARGS && types[count] != NULL)
        count++;
    return count;
}

// One of the game's hidden facts; with `quantified`, one with an argument of
// type d->type, which is chosen if it is NULL.
static bool write_fact(draw *d, bool quantified)
{
    const dx_atom *fits[64];
    unsigned count = 0;
    for (const dx_atom *a = d->rules->game->atoms;
         a != NULL && a->name != NULL && count < 64; a++)
        if (a->claim != NULL && (!quantified || count_types(a->type) > 1))
            fits[count++] = a;
    if (count == 0)
        return false;
    const dx_atom *atom = fits[below(d, count)];
    unsigned variable = DX_TERM_ARGS;
    if (quantified) {
        variable = count_types(atom->type) - 1;
        d->type = atom->type[variable];
    }
    write_term(d, atom->name, atom->type, variable);
    return true;
}

static bool write_quantity(draw *d)
{
    const dx_quantity *fits[64];
    unsigned count = 0;
    for (const dx_quantity *q = d->rules->game->quantities;
         q != NULL && q->name != NULL && count < 64; q++)
        if (q->claim != NULL)
            fits[count++] = q;
    if (count == 0)
        return false;
    const dx_quantity *q = fits[below(d, count)];
    write_term(d, q->name, q->type, DX_TERM_ARGS);
    return true;
}

static void write_fraction(draw *d)
{
    static const char *const fractions[] = {"1/2", "1/3", "1/4", "1/5",
                                            "2/3", "3/4", "1/10"};
    dx_text_add(d->out,
                fractions[below(d, sizeof fractions / sizeof *fractions)]);
}

// "exists x in T: X": the fact decides the type, so it is written first.
static bool write_quantified(draw *d, const char **pattern)
{
    dx_text fact = {0}, *out = d->out;
    d->out = &fact;
    bool found = write_fact(d, true);
    d->out = out;
    const char *at = *pattern;
    for (; found && *at != '\0' && *at != 'X'; at++)
        if (*at == 'T')
            dx_text_add(out, d->type);
        else
            dx_text_add_char(out, *at);
    dx_text_add(out, dx_text_string(&fact));
    dx_text_release(&fact);
    *pattern = at;
    return found;
}

static void choose_seats(draw *d, unsigned asker)
{
    unsigned players = dx_players(d->rules);
    d->seat[0] = asker;
    for (unsigned i = 1; i < 4; i++) {
        unsigned step = 1 + below(d, players - 1);
        d->seat[i] = (d->seat[i - 1] + step) % players;
        if (i == 2 && players > 2 && d->seat[2] == asker)
            d->seat[2] = (d->seat[1] + 1) % players == asker
                             ? (d->seat[1] + 2) % players
                             : (d->seat[1] + 1) % players;
    }
}

// Is the letter at `at` a word of its own in the pattern?
static bool is_alone(const char *pattern, const char *at)
{
    const char *letters = "abcdefghijklmnopqrstuvwxyz";
    bool before = at > pattern && strchr(letters, at[-1]) != NULL;
    return !before && (at[1] == '\0' || strchr(letters, at[1]) == NULL);
}

static bool write_letter(draw *d, const char *pattern, const char *at)
{
    static const char small[] = "abcdqnt";
    if (strchr("FGH", *at) != NULL)
        return write_fact(d, false);
    if (*at == 'Q')
        return write_quantity(d);
    if (strchr(small, *at) == NULL || !is_alone(pattern, at))
        dx_text_add_char(d->out, *at);
    else if (*at == 'q')
        write_fraction(d);
    else if (*at == 'n')
        dx_text_printf(d->out, "%u", below(d, 4));
    else if (*at == 't')
        dx_text_printf(d->out, "%u", below(d, d->turn + 1));
    else
        dx_text_printf(d->out, "%u", d->seat[*at - 'a'] + 1);
    return true;
}

bool dx_question_draw(const dx_form *form, const dx_rules *rules, unsigned seat,
                      unsigned turn, dx_random *random, dx_text *out)
{
    draw d = {.rules = rules, .turn = turn, .random = random, .out = out};
    choose_seats(&d, seat);
    const char *at = form->pattern;
    bool fine = true;
    if (strchr(at, 'X') != NULL) {
        fine = write_quantified(&d, &at);
        at++;
    }
    for (; fine && *at != '\0'; at++)
        fine = write_letter(&d, form->pattern, at);
    return fine;
}
