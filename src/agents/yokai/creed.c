// Revision.  What is seen is core, so it always goes in, and the base gives up
// what contradicts it: rules before hints, the older before the newer.  A hint
// is refused only by the core.  A rule that the base refutes is looked into: if
// another rule is among the reasons, the newer counts and the base is revised;
// if not, it is refused.
//
// A model is found card by card: each card that is not believed to have one
// colour gets one at random, as often as there are cards of it left, and if the
// base has no state with all that was tried so far, another.

#include "agents/yokai/creed.h"

#include "agents/yokai/think.h"
#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

enum { FEW = 6, LISTED_MAX = 400 }; // so few open cards: all models

// A store of formulas with a base over colours.
typedef struct shelf {
    dx_formulas *store;
    dx_language language;
    dx_base *base;
    dx_formula is[DX_YOKAI_CARDS][DX_YOKAI_COLOURS];
} shelf;

struct dx_yokai_creed {
    dx_rules rules;
    unsigned seat, trusts;
    dx_yokai now; // as the seat sees it
    dx_yokai_eyes eyes;
    DX_VECTOR(dx_event) past; // to make a copy from
    shelf own;
    shelf *two; // for level two, of `two_of`; NULL: not made
    unsigned two_of;
    dx_formula his[DX_YOKAI_CARDS][DX_YOKAI_COLOURS]; // in `two`
    unsigned given_up, refused;
    bool is_fresh; // `may` is right
    uint8_t may[DX_YOKAI_CARDS];
};

static void must(dx_status status)
{
    DX_REQUIRE(status == DX_OK, "a base that can be built and asked");
}

// ---- formulas ----

static dx_formula fact(dx_formulas *store, const char *name, unsigned card,
                       unsigned colour)
{
    char number[8], letter[2] = {"rgby"[colour], '\0'};
    number[0] = 'c';
    number[1] = (char)('0' + (card + 1) / 10);
    number[2] = (char)('0' + (card + 1) % 10);
    number[3] = '\0';
    if (card < 9)
        memmove(number + 1, number + 2, 2);
    uint32_t operands[] = {dx_names_add(dx_formulas_names(store), name),
                           dx_formula_atom(store, number),
                           dx_formula_atom(store, letter)};
    return dx_formula_make(store, DX_APPLY, 3, operands);
}

// Each card has one colour, and each colour its number of cards.
static void add_counts(dx_base *base, const dx_yokai *t,
                       dx_formula is[][DX_YOKAI_COLOURS])
{
    dx_formula column[DX_YOKAI_CARDS];
    for (unsigned card = 0; card < t->cards; card++)
        must(dx_base_add_count(base, t->colours, is[card], 1, 1, NULL));
    for (unsigned colour = 0; colour < t->colours; colour++) {
        for (unsigned card = 0; card < t->cards; card++)
            column[card] = is[card][colour];
        must(dx_base_add_count(base, t->cards, column, t->copies, t->copies,
                               NULL));
    }
}

static void shelf_init(shelf *s, const dx_yokai *t)
{
    s->store = dx_formulas_new();
    dx_language_init(&s->language, s->store, "m");
    s->base = dx_base_new(&s->language);
    for (unsigned card = 0; card < t->cards; card++)
        for (unsigned colour = 0; colour < t->colours; colour++)
            s->is[card][colour] = fact(s->store, "colour", card, colour);
    add_counts(s->base, t, s->is);
}

static void shelf_release(shelf *s)
{
    dx_base_free(s->base);
    dx_language_release(&s->language);
    dx_formulas_free(s->store);
}

// One of some colours.
static dx_formula one_of(shelf *s, const dx_yokai *t, unsigned card,
                         unsigned colours)
{
    dx_formula parts[DX_YOKAI_COLOURS];
    unsigned count = 0;
    for (unsigned colour = 0; colour < t->colours; colour++)
        if (colours >> colour & 1)
            parts[count++] = s->is[card][colour];
    return dx_formula_all(s->store, DX_OR, count, parts);
}

// Two cards are of one colour.  If that of one was seen, that it is so is what
// the other follows from, as in the paper's rule.
static dx_formula same(shelf *s, const dx_yokai *t, unsigned card,
                       unsigned other)
{
    dx_formula parts[DX_YOKAI_COLOURS];
    unsigned a = card < other ? card : other, b = card < other ? other : card;
    if (t->colour[a] < t->colours)
        return dx_formula_implies(s->store, s->is[a][t->colour[a]],
                                  s->is[b][t->colour[a]]);
    if (t->colour[b] < t->colours)
        return dx_formula_implies(s->store, s->is[b][t->colour[b]],
                                  s->is[a][t->colour[b]]);
    for (unsigned colour = 0; colour < t->colours; colour++)
        parts[colour] =
            dx_formula_and(s->store, s->is[a][colour], s->is[b][colour]);
    return dx_formula_all(s->store, DX_OR, t->colours, parts);
}

static dx_formula one_is_same(shelf *s, const dx_yokai *t, unsigned card,
                              dx_yokai_cards others)
{
    dx_formula parts[DX_YOKAI_CARDS];
    unsigned count = 0;
    for (; others != 0; others &= (dx_yokai_cards)(others - 1))
        parts[count++] = same(s, t, card, dx_yokai_first(others));
    return dx_formula_all(s->store, DX_OR, count, parts);
}

// ---- a creed ----

dx_yokai_creed *dx_yokai_creed_new(const dx_rules *rules, unsigned seat,
                                   unsigned trusts)
{
    dx_yokai_creed *creed = dx_alloc(1, sizeof *creed);
    creed->rules = *rules;
    creed->seat = seat;
    creed->trusts = trusts;
    rules->game->setup(&creed->now, rules);
    dx_yokai_eyes_init(&creed->eyes, &creed->now);
    shelf_init(&creed->own, &creed->now);
    return creed;
}

dx_yokai_creed *dx_yokai_creed_copy(const dx_yokai_creed *creed)
{
    dx_yokai_creed *copy =
        dx_yokai_creed_new(&creed->rules, creed->seat, creed->trusts);
    for (size_t i = 0; i < creed->past.count; i++)
        dx_yokai_creed_see(copy, creed->past.at[i]);
    return copy;
}

static void forget_two(dx_yokai_creed *creed)
{
    if (creed->two != NULL)
        shelf_release(creed->two);
    dx_free(creed->two);
    creed->two = NULL;
}

void dx_yokai_creed_free(dx_yokai_creed *creed)
{
    forget_two(creed);
    shelf_release(&creed->own);
    dx_vector_release(&creed->past);
    dx_free(creed);
}

// ---- news ----

static bool revise(dx_yokai_creed *creed, dx_formula f, dx_belief_source source)
{
    dx_base_revision revision;
    must(dx_base_revise(creed->own.base, f, source, NULL, &revision, NULL));
    bool accepted = revision.is_accepted;
    creed->given_up += (unsigned)revision.given_up.count;
    dx_base_revision_release(&revision);
    return accepted;
}

// Is there a rule among the beliefs that refute `f`?
static bool rule_refutes(dx_yokai_creed *creed, dx_formula f)
{
    dx_base_reason reason;
    bool any = false;
    must(dx_base_why(creed->own.base, dx_formula_not(creed->own.store, f), NULL,
                     &reason, NULL));
    for (size_t i = 0; i < reason.beliefs.count; i++)
        any |= dx_base_at(creed->own.base, reason.beliefs.at[i])->source ==
               DX_FROM_RULE;
    dx_base_reason_release(&reason);
    return any;
}

static void infer(dx_yokai_creed *creed, dx_formula f)
{
    bool refuted;
    must(dx_base_implies(creed->own.base, dx_formula_not(creed->own.store, f),
                         NULL, &refuted, NULL));
    if (refuted && !rule_refutes(creed, f))
        creed->refused++;
    else
        revise(creed, f, DX_FROM_RULE);
}

static void infer_from_move(dx_yokai_creed *creed, dx_event event)
{
    dx_yokai_cards others =
        dx_yokai_meant(&creed->now, event.who, event.arg[0],
                       dx_yokai_square(event.arg[1] + 1U, event.arg[2] + 1U));
    if (others != 0)
        infer(creed,
              one_is_same(&creed->own, &creed->now, event.arg[0], others));
}

// What the look of another says of the card it looked at before.
static void infer_from_eyes(dx_yokai_creed *creed, dx_event event,
                            unsigned pending, uint8_t before)
{
    if (pending == DX_NONE || creed->eyes.broken)
        return;
    unsigned may = creed->eyes.known.may[pending];
    bool news = may != before && (may & (may - 1)) == 0;
    if (news && (creed->eyes.speaks >> event.who & 1))
        infer(creed, one_of(&creed->own, &creed->now, pending, may));
}

static void take_hint(dx_yokai_creed *creed, dx_event event)
{
    unsigned colours = dx_yokai_hint_colours(creed->now.colours, event.arg[0]);
    dx_formula f = one_of(&creed->own, &creed->now, event.arg[1], colours);
    if (!revise(creed, f, DX_FROM_SIGHT))
        creed->refused++;
}

static bool trusts_hint(const dx_yokai_creed *creed, dx_event event)
{
    bool seen = creed->now.looked[event.arg[1]] >> event.who & 1;
    return (creed->trusts & DX_YOKAI_TRUST_HINTS) ||
           (seen && (creed->trusts & DX_YOKAI_TRUST_SEEN_HINTS));
}

static void hear_other(dx_yokai_creed *creed, dx_event event)
{
    bool speaks = (creed->trusts & DX_YOKAI_TRUST_EYES) &&
                  (creed->eyes.speaks >> event.who & 1);
    if (event.verb == DX_YOKAI_PLACE && trusts_hint(creed, event))
        take_hint(creed, event);
    if (event.verb == DX_YOKAI_MOVE && !speaks &&
        (creed->trusts & DX_YOKAI_TRUST_MOVES))
        infer_from_move(creed, event);
}

void dx_yokai_creed_see(dx_yokai_creed *creed, dx_event event)
{
    unsigned who = event.who < creed->now.players ? event.who : DX_NONE;
    bool own = who == creed->seat;
    unsigned pending = who == DX_NONE ? DX_NONE : creed->eyes.pending[who];
    uint8_t before = pending == DX_NONE ? 0 : creed->eyes.known.may[pending];
    dx_vector_push(&creed->past, event);
    dx_yokai_eyes_hear(&creed->eyes, &creed->now, event);
    if (own && event.verb == DX_YOKAI_LOOK)
        revise(creed, creed->own.is[event.arg[0]][event.arg[1]], DX_FROM_CORE);
    else if (who != DX_NONE && !own)
        hear_other(creed, event);
    if (who != DX_NONE && !own && event.verb == DX_YOKAI_LOOK &&
        (creed->trusts & DX_YOKAI_TRUST_EYES))
        infer_from_eyes(creed, event, pending, before);
    creed->rules.game->fold(&creed->now, event);
    creed->is_fresh = false;
    forget_two(creed);
}

// ---- asking ----

dx_base *dx_yokai_creed_base(dx_yokai_creed *creed)
{
    return creed->own.base;
}

dx_formula dx_yokai_creed_colour(const dx_yokai_creed *creed, unsigned card,
                                 unsigned colour)
{
    return creed->own.is[card][colour];
}

dx_formulas *dx_yokai_creed_store(const dx_yokai_creed *creed)
{
    return creed->own.store;
}

const dx_yokai_eyes *dx_yokai_creed_eyes(const dx_yokai_creed *creed)
{
    return &creed->eyes;
}

unsigned dx_yokai_creed_given_up(const dx_yokai_creed *creed)
{
    return creed->given_up;
}

unsigned dx_yokai_creed_refused(const dx_yokai_creed *creed)
{
    return creed->refused;
}

static bool implies(shelf *s, dx_formula f)
{
    bool yes;
    must(dx_base_implies(s->base, f, NULL, &yes, NULL));
    return yes;
}

static void ask_colours(dx_yokai_creed *creed)
{
    shelf *s = &creed->own;
    for (unsigned card = 0; card < creed->now.cards; card++) {
        creed->may[card] = 0;
        for (unsigned colour = 0; colour < creed->now.colours; colour++)
            if (!implies(s, dx_formula_not(s->store, s->is[card][colour])))
                creed->may[card] |= (uint8_t)(1U << colour);
    }
    creed->is_fresh = true;
}

unsigned dx_yokai_creed_may(dx_yokai_creed *creed, unsigned card)
{
    if (!creed->is_fresh)
        ask_colours(creed);
    return creed->may[card];
}

// Of cards that may have several colours it is asked in a base of its own kind,
// lest the base grow by what is only asked.
bool dx_yokai_creed_same(dx_yokai_creed *creed, unsigned card, unsigned other)
{
    unsigned a = dx_yokai_creed_may(creed, card);
    unsigned b = dx_yokai_creed_may(creed, other);
    if ((a & b) == 0)
        return false;
    if ((a & (a - 1)) == 0 || (b & (b - 1)) == 0)
        return a == b;
    for (unsigned colour = 0; colour < creed->now.colours; colour++) {
        bool found;
        dx_formula split[] = {
            creed->own.is[card][colour],
            dx_formula_not(creed->own.store, creed->own.is[other][colour])};
        must(dx_base_find(creed->own.base, 2, split, NULL, &found, NULL));
        if (found)
            return false;
    }
    return true;
}

// ---- level two ----

// Copy 1 has the counts and the colours that the base leaves each card (what a
// rule says of two open cards is left out: no answer is yes that should be no);
// copy 2 has the counts, and the colours of copy 1 on the cards that the other
// has looked at.
static void make_two(dx_yokai_creed *creed, unsigned seat)
{
    const dx_yokai *t = &creed->now;
    shelf *s = creed->two = dx_alloc(1, sizeof *s);
    shelf_init(s, t);
    creed->two_of = seat;
    for (unsigned card = 0; card < t->cards; card++)
        for (unsigned colour = 0; colour < t->colours; colour++)
            creed->his[card][colour] = fact(s->store, "his", card, colour);
    add_counts(s->base, t, creed->his);
    for (unsigned card = 0; card < t->cards; card++) {
        unsigned may = dx_yokai_creed_may(creed, card);
        if (may != (1U << t->colours) - 1)
            must(dx_base_add(s->base, one_of(s, t, card, may), DX_FROM_CORE,
                             NULL));
        for (unsigned c = 0; c < t->colours; c++)
            if (t->looked[card] >> seat & 1)
                must(dx_base_add(s->base,
                                 dx_formula_implies(s->store, s->is[card][c],
                                                    creed->his[card][c]),
                                 DX_FROM_CORE, NULL));
    }
}

bool dx_yokai_creed_deduces(dx_yokai_creed *creed, unsigned seat, unsigned card,
                            unsigned colour)
{
    if (creed->two == NULL || creed->two_of != seat) {
        forget_two(creed);
        make_two(creed, seat);
    }
    return implies(creed->two, creed->his[card][colour]);
}

// ---- models ----

// What is tried: colours of the cards that are open.
typedef struct search {
    dx_yokai_creed *creed;
    unsigned open_count;
    uint8_t open[DX_YOKAI_CARDS]; // in the order in which they are tried
    dx_formula tried[DX_YOKAI_CARDS];
    uint8_t colour[DX_YOKAI_CARDS];
    uint8_t left[DX_YOKAI_COLOURS];
    bool has_state; // the base has found one with all that was tried
    dx_yokai_cloud *cloud;
} search;

static void search_init(search *s, dx_yokai_creed *creed)
{
    const dx_yokai *t = &creed->now;
    s->creed = creed;
    s->open_count = 0;
    memset(s->left, t->copies, sizeof s->left);
    for (unsigned card = 0; card < t->cards; card++) {
        unsigned may = dx_yokai_creed_may(creed, card);
        if ((may & (may - 1)) != 0) {
            s->open[s->open_count++] = (uint8_t)card;
            continue;
        }
        s->colour[card] = (uint8_t)__builtin_ctz(may);
        s->left[s->colour[card]]--;
    }
}

// Asks only where the state that was found last is none.
static bool can(search *s, unsigned depth, unsigned card, unsigned colour)
{
    dx_base *base = s->creed->own.base;
    bool found = false;
    if (s->left[colour] == 0 || !(s->creed->may[card] >> colour & 1))
        return false;
    s->tried[depth] = s->creed->own.is[card][colour];
    if (s->has_state)
        must(dx_base_found(base, s->tried[depth], &found, NULL));
    if (!found)
        must(dx_base_find(base, depth + 1, s->tried, NULL, &found, NULL));
    s->has_state |= found;
    return found;
}

static void keep(search *s)
{
    dx_yokai_colouring *out = &s->cloud->colouring[s->cloud->count];
    memset(out, 0, sizeof *out);
    for (unsigned card = 0; card < s->creed->now.cards; card++)
        out->family[s->colour[card]] |= dx_yokai_card(card);
    s->cloud->weight[s->cloud->count++] = 1;
}

static void list_all(search *s, unsigned depth)
{
    if (depth == s->open_count) {
        keep(s);
        return;
    }
    unsigned card = s->open[depth];
    for (unsigned colour = 0; colour < s->creed->now.colours; colour++)
        if (s->cloud->count < LISTED_MAX && can(s, depth, card, colour)) {
            s->colour[card] = (uint8_t)colour;
            s->left[colour]--;
            list_all(s, depth + 1);
            s->left[colour]++;
        }
}

static void shuffle(search *s, dx_random *random)
{
    for (unsigned i = s->open_count; i > 1; i--) {
        unsigned k = (unsigned)dx_random_below(random, i);
        uint8_t held = s->open[i - 1];
        s->open[i - 1] = s->open[k];
        s->open[k] = held;
    }
}

// A colour for the card, by how many are left of it; there is one.
static unsigned try_colours(search *s, unsigned depth, unsigned card,
                            dx_random *random)
{
    unsigned tried = 0;
    for (;;) {
        unsigned sum = 0, colour = 0;
        for (unsigned c = 0; c < s->creed->now.colours; c++)
            sum += tried >> c & 1 ? 0 : s->left[c];
        DX_REQUIRE(sum > 0, "a base with a model");
        unsigned place = (unsigned)dx_random_below(random, sum);
        for (;; colour++) {
            unsigned here = tried >> colour & 1 ? 0 : s->left[colour];
            if (place < here)
                break;
            place -= here;
        }
        if (can(s, depth, card, colour))
            return colour;
        tried |= 1U << colour;
    }
}

static void draw(search *s, dx_random *random)
{
    uint8_t left[DX_YOKAI_COLOURS];
    memcpy(left, s->left, sizeof left);
    shuffle(s, random);
    for (unsigned depth = 0; depth < s->open_count; depth++) {
        unsigned card = s->open[depth];
        unsigned colour = try_colours(s, depth, card, random);
        s->colour[card] = (uint8_t)colour;
        s->left[colour]--;
    }
    keep(s);
    memcpy(s->left, left, sizeof left);
}

dx_yokai_cloud *dx_yokai_creed_cloud(dx_yokai_creed *creed, unsigned draws,
                                     dx_random *random)
{
    search s = {0};
    s.cloud = dx_alloc_raw(1, sizeof *s.cloud);
    s.cloud->count = 0;
    search_init(&s, creed);
    s.cloud->is_exact = s.open_count <= FEW;
    if (s.cloud->is_exact)
        list_all(&s, 0);
    else
        for (unsigned i = 0; i < draws; i++)
            draw(&s, random);
    dx_yokai_cloud_weigh(s.cloud, creed->now.cards);
    return s.cloud;
}
