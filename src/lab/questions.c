// The list of forms, and how one is filled in: the pattern is copied letter by
// letter, and what a letter stands for is drawn where it is met; a fact is
// drawn at its first place and repeated at the others.  Facts that a bystander
// knows at once make dull questions, so such a draw is repeated a few times.

#include "lab/questions.h"

#include "game/claims.h"
#include "game/places.h"

#include <string.h>

const dx_form dx_forms[] = {
    {"fact", "facts", "F", false},
    {"or", "facts", "F | G", false},
    {"and", "facts", "F & ~G", false},
    {"iff", "facts", "(F <-> G) | H", false},
    {"exists", "facts", "exists x in T: X", false},
    {"forall", "facts", "forall x in T: (X -> F)", false},
    {"two of three", "facts", "(F & G) | (F & H) | (G & H)", false},
    {"count", "facts", "Q >= n", false},
    {"sum", "facts", "Q + Q = n", false},
    {"P", "P", "P[a](F) >= q", true},
    {"P or", "P", "P[a](F | G) > q", true},
    {"P exists", "P", "P[a](exists x in T: X) > q", true},
    {"P count", "P", "P[a](Q >= n) >= q", true},
    {"P given", "P", "P[a](F given G) >= q", true},
    {"P or given", "P", "P[a](F | ~G given H) < q", true},
    {"K K", "two minds", "K[a] K[b] F", false},
    {"K ~K", "two minds", "K[a] ~K[b] F", false},
    {"K Kw", "two minds", "K[a] Kw[b] (F | G)", false},
    {"K M", "two minds", "K[a] M[b] (F & G)", false},
    {"Kw Kw", "two minds", "Kw[a] Kw[b] F", false},
    {"K K exists", "two minds", "K[a] K[b] exists x in T: X", false},
    {"E", "two minds", "E[a,b,c] F", false},
    {"K E", "two minds", "K[a] E[b,c] (F | G)", false},
    {"D", "two minds", "D[b,c] F", false},
    {"P b", "P and K", "P[b](F) < q", true},
    {"P K", "P and K", "P[a](K[b] F) >= q", true},
    {"P Kw", "P and K", "P[a](Kw[b] (F | G)) < q", true},
    {"K P", "P and K", "K[a](P[b](F) >= q)", true},
    {"K P given", "P and K", "K[a](P[b](F given G) > q)", true},
    {"P P", "P of P", "P[a](P[b](F) >= q) >= q", true},
    {"P P or", "P of P", "P[a](P[b](F | G) > q) < q", true},
    {"P P difference", "P of P", "P[a](P[b](F) - P[b](G) > 0) >= q", true},
    {"B", "B", "B[a] F", true},
    {"B B", "B", "B[a] B[b] F", true},
    {"B ~B", "B", "B[a] ~B[b] (F | G)", true},
    {"K K K", "three minds", "K[a] K[b] K[c] F", false},
    {"K ~K ~K", "three minds", "K[a] ~K[b] ~K[c] F", false},
    {"K M Kw", "three minds", "K[a] M[b] Kw[c] (F | G)", false},
    {"P P P", "three minds", "P[a](P[b](P[c](F) >= q) >= q) >= q", true},
    {"K P K", "three minds", "K[a](P[b](K[c] F) >= q)", true},
    {"K M K M", "four minds", "K[a] M[b] K[c] M[d] F", false},
    {"M K ~K K", "four minds", "M[a] K[b] ~K[c] K[d] F", false},
    {"P K M K", "four minds", "P[a](K[b] M[c] K[d] F) >= q", true},
    {"C of two", "C", "C[a,b] F", false},
    {"C of two, or", "C", "C[b,c] (F | ~G)", false},
    {"C of three", "C", "C[a,b,c] (F | G)", false},
    {"public", "C", "public (F | G)", false},
    {"prev", "prev, @", "prev K[a] F", false},
    {"learned", "prev, @", "learned[b] F", false},
    {"at", "prev, @", "(K[b] F)@t", false},
    {"fact at", "prev, @", "K[b] (F@t)", false},
    {"K prev", "prev, @", "K[a] prev Kw[b] F", false},
    {"K at", "prev, @", "K[a] (~K[b] F)@t", false},
    {"once", "once, sofar", "once K[b] F", false},
    {"sofar", "once, sofar", "sofar ~K[a] F", false},
    {"K once", "once, sofar", "K[a] once K[b] F", false},
    {"K sofar", "once, sofar", "K[a] sofar M[b] F", false},
    {"[!] K", "announcements", "[!F] K[a] G", false},
    {"[!] K K", "announcements", "[!F | G] K[a] K[b] H", false},
    {"[a,b !] K", "announcements", "[b,c !F] K[a] G", false},
    {"[a,b !] K K", "announcements", "[a,b !F] K[b] ~K[c] F", false},
    {"[?!] M", "announcements", "[?!F] M[b] G", false},
    {"five minds", "harder", "K[a] M[b] K[c] M[d] K[e] F", false},
    {"P P P P", "harder", "P[a](P[b](P[c](P[d](F) >= q) >= q) >= q) >= q",
     true},
    {"P P exists", "harder", "P[a](P[b](exists x in T: X) >= q) >= q", true},
    {0},
};

typedef struct fact {
    const dx_atom *atom; // NULL: not drawn
    int args[DX_TERM_ARGS];
} fact;

enum { QUANTIFIED = 3, TRIES = 5 };

typedef struct draw {
    const dx_rules *rules;
    const void *sight;        // a bystander's
    const char *const *about; // names of what is asked about; NULL: anything
    dx_deal_space space;      // what it leaves open, where the game has places
    unsigned seat[5];         // a, b, c, d, e
    unsigned turn;
    dx_random *random;
    dx_text *out;
    fact facts[4];     // F, G, H and X, once they are drawn
    unsigned variable; // the argument of X that is x
} draw;

static unsigned below(draw *d, size_t bound)
{
    return (unsigned)dx_random_below(d->random, bound);
}

static void draw_args(draw *d, const char *const *types, int *out)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++)
        out[i] = (int)below(d, dx_type_values(d->rules, types[i]));
}

// Writes `name(args)`, and argument number `variable` as x.
static void write_term(draw *d, const char *name, const char *const *types,
                       const int *args, unsigned variable)
{
    dx_text_add(d->out, name);
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++) {
        dx_text_add(d->out, i == 0 ? "(" : ",");
        if (i == variable)
            dx_text_add(d->out, "x");
        else
            dx_type_say(d->rules, types[i], (unsigned)args[i], d->out);
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

static bool is_asked_about(const draw *d, const char *name)
{
    const char *const *about = d->about;
    while (about != NULL && *about != NULL && strcmp(*about, name) != 0)
        about++;
    return about == NULL || *about != NULL;
}

// One of the game's hidden facts with at least so many arguments; NULL: none.
static const dx_atom *choose_fact(draw *d, unsigned args_min)
{
    const dx_atom *chosen = NULL;
    unsigned fits = 0;
    for (const dx_atom *a = d->rules->game->atoms; a != NULL && a->name != NULL;
         a++) {
        if (!dx_atom_is_in_sight(d->rules->game, a) &&
            is_asked_about(d, a->name) && count_types(a->type) >= args_min &&
            below(d, ++fits) == 0)
            chosen = a;
    }
    return chosen;
}

// Is there a number in the claims that the sight leaves open?
static bool is_open(const draw *d, const dx_claims *claims, dx_claim last)
{
    for (dx_claim i = 0; i <= last; i++) {
        const dx_claim_node *node = dx_claims_at(claims, i);
        for (unsigned p = 0; p < d->space.place_count; p++)
            if (node->kind == DX_CLAIM_COUNT && (node->places >> p & 1) != 0 &&
                (node->kinds & d->space.place[p].kinds) != 0)
                return true;
    }
    return false;
}

static bool is_open_fact(const draw *d, const fact *f)
{
    if (f->atom->claim == NULL)
        return true;
    dx_claims *claims = dx_claims_new();
    dx_claim whole = f->atom->claim(f->atom, d->sight, f->args, claims);
    bool open = is_open(d, claims, whole);
    dx_claims_free(claims);
    return open;
}

// What a bystander sees at once is drawn again, a few times.
static bool draw_fact(draw *d, unsigned number, unsigned args_min)
{
    fact *f = &d->facts[number];
    for (unsigned i = 0; i < TRIES; i++) {
        f->atom = choose_fact(d, args_min);
        if (f->atom == NULL)
            return false;
        draw_args(d, f->atom->type, f->args);
        if (is_open_fact(d, f))
            break;
    }
    return true;
}

// The same letter is the same fact throughout a question.
static bool write_fact(draw *d, unsigned number)
{
    const fact *f = &d->facts[number];
    if (f->atom == NULL && !draw_fact(d, number, 0))
        return false;
    write_term(d, f->atom->name, f->atom->type, f->args,
               number == QUANTIFIED ? d->variable : DX_TERM_ARGS);
    return true;
}

static bool write_quantity(draw *d)
{
    const dx_quantity *chosen = NULL;
    unsigned fits = 0;
    int args[DX_TERM_ARGS];
    for (const dx_quantity *q = d->rules->game->quantities;
         q != NULL && q->name != NULL; q++) {
        bool hides = q->claim != NULL || d->rules->game->places == NULL;
        if (hides && is_asked_about(d, q->name) && below(d, ++fits) == 0)
            chosen = q;
    }
    if (chosen == NULL)
        return false;
    draw_args(d, chosen->type, args);
    write_term(d, chosen->name, chosen->type, args, DX_TERM_ARGS);
    return true;
}

// X has an argument besides x.
static bool draw_quantified(draw *d)
{
    if (!draw_fact(d, QUANTIFIED, 2))
        return false;
    d->variable = below(d, count_types(d->facts[QUANTIFIED].atom->type));
    return true;
}

static void write_fraction(draw *d)
{
    static const char *const fractions[] = {"1/2", "1/3", "1/4", "1/5",
                                            "2/3", "3/4", "1/10"};
    dx_text_add(d->out,
                fractions[below(d, sizeof fractions / sizeof *fractions)]);
}

static void choose_seats(draw *d, unsigned asker)
{
    unsigned players = dx_players(d->rules);
    d->seat[0] = asker;
    for (unsigned i = 1; i < 5; i++) {
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

static void write_small_letter(draw *d, char letter)
{
    if (letter == 'q')
        write_fraction(d);
    else if (letter == 'n')
        dx_text_printf(d->out, "%u", below(d, 4));
    else if (letter == 't')
        dx_text_printf(d->out, "%u", below(d, d->turn + 1));
    else
        dx_text_printf(d->out, "%u", d->seat[letter - 'a'] + 1);
}

static bool write_letter(draw *d, const char *pattern, const char *at)
{
    if (strchr("FGH", *at) != NULL)
        return write_fact(d, (unsigned)(*at - 'F'));
    if (*at == 'X')
        return write_fact(d, QUANTIFIED);
    if (*at == 'Q')
        return write_quantity(d);
    if (*at == 'T')
        dx_text_add(d->out, d->facts[QUANTIFIED].atom->type[d->variable]);
    else if (strchr("abcdeqnt", *at) != NULL && is_alone(pattern, at))
        write_small_letter(d, *at);
    else
        dx_text_add_char(d->out, *at);
    return true;
}

bool dx_question_draw(const dx_form *form, const char *const *about,
                      const dx_view *public, unsigned seat, unsigned turn,
                      dx_random *random, dx_text *out)
{
    draw d = {.rules = public->rules,
              .about = about,
              .sight = public->sight,
              .turn = turn,
              .random = random,
              .out = out};
    if (d.rules->game->places != NULL)
        dx_places_space(d.rules->game->places, d.sight, &d.space);
    choose_seats(&d, seat);
    bool fine = strchr(form->pattern, 'X') == NULL || draw_quantified(&d);
    for (const char *at = form->pattern; fine && *at != '\0'; at++)
        fine = write_letter(&d, form->pattern, at);
    return fine;
}
