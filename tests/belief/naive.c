#include "belief/naive.h"

#include "base/memory.h"
#include "base/vector.h"
#include "logic/formula/parse.h"
#include "test.h"

enum {
    BELIEFS = 3,
    FACTS = 3,
    TIMES = 6, // 0..2 are mentioned, two steps more, and one without end
    FOREVER = TIMES - 1,
    STATES = TIMES << (FACTS + BELIEFS),
    IMPLICIT_MAX = 12,
};

static const char *const belief_text[BELIEFS] = {"p@0", "p@0 -> q@0",
                                                 "explicit[m] p@0"};
static const char *const fact_text[FACTS] = {"p@0", "q@0", "explicit[h]@0 p@0"};

static dx_formula parsed(dx_language *l, const char *text)
{
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(l->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

// ---- Random formulas ----

static dx_formula random_time(dx_language *l, dx_random *random)
{
    static const char *const text[] = {"now >= 0", "now >= 1", "now >= 2",
                                       "now < 1",  "now = 1",  "2 > now"};
    return parsed(l, text[dx_random_below(random, 6)]);
}

static dx_formula random_explicit(dx_language *l, dx_random *random)
{
    static const char *const text[] = {
        "explicit[m] p@0",          "explicit[m] (p@0 -> q@0)",
        "explicit[m] now >= 1",     "explicit[m] explicit[m] p@0",
        "explicit[m] ~now >= 2",    "explicit[m] now < 1",
        "explicit[m] ~(p@0 & ~q@0)"};
    return parsed(l, text[dx_random_below(random, 7)]);
}

static dx_formula random_leaf(dx_language *l, dx_random *random)
{
    uint64_t die = dx_random_below(random, 10);
    if (die == 0)
        return dx_formula_true(l->store);
    if (die < 4)
        return random_time(l, random);
    if (die < 6)
        return random_explicit(l, random);
    return parsed(l, fact_text[dx_random_below(random, FACTS)]);
}

static const dx_kind connectives[] = {DX_AND, DX_OR, DX_IMPLIES, DX_IFF};

static dx_formula random_l0(dx_language *l, dx_random *random, unsigned depth)
{
    if (depth == 0)
        return random_leaf(l, random);
    uint64_t die = dx_random_below(random, 6);
    dx_formula f = random_l0(l, random, depth - 1);
    if (die == 0)
        return f;
    if (die == 1)
        return dx_formula_not(l->store, f);
    dx_formula g = random_l0(l, random, depth - 1);
    return dx_formula_binary(l->store, connectives[die - 2], f, g);
}

static dx_formula random_after(dx_language *l, dx_random *random,
                               unsigned depth, unsigned expansions);

static dx_formula random_expansion(dx_language *l, dx_random *random,
                                   unsigned depth, unsigned expansions)
{
    dx_formula event = parsed(l, belief_text[dx_random_below(random, BELIEFS)]);
    dx_formula after = random_after(l, random, depth, expansions - 1);
    return dx_formula_binary(l->store, DX_EXPAND, event, after);
}

static dx_formula random_after(dx_language *l, dx_random *random,
                               unsigned depth, unsigned expansions)
{
    uint64_t die = dx_random_below(random, 10);
    if (die < 2 && expansions > 0)
        return random_expansion(l, random, depth, expansions);
    if (depth == 0 && die < 6)
        return dx_formula_binary(l->store, DX_IMPLICIT,
                                 dx_formula_atom(l->store, "m"),
                                 random_l0(l, random, 1));
    if (depth == 0)
        return random_leaf(l, random);
    dx_formula f = random_after(l, random, depth - 1, expansions);
    if (die < 4)
        return dx_formula_not(l->store, f);
    dx_formula g = random_after(l, random, depth - 1, expansions);
    return dx_formula_binary(l->store, connectives[die % 4], f, g);
}

dx_formula naive_formula(dx_language *language, dx_random *random,
                         unsigned depth)
{
    return random_after(language, random, depth, 2);
}

// ---- All models ----

// A state: its time, facts and beliefs as bits.
typedef struct state {
    unsigned time, facts, beliefs;
} state;

// After events: how many, and which.
typedef struct prefix {
    unsigned depth, events;
} prefix;

typedef struct implicit {
    prefix after;
    dx_formula body;
} implicit;

typedef struct world {
    dx_language *l;
    dx_formula belief[BELIEFS], fact[FACTS]; // normal forms
    size_t implicit_count;
    implicit implicit[IMPLICIT_MAX];
    unsigned believed[STATES]; // by state: which of the three are true there
    unsigned bodies[STATES];   // and which bodies of implicit beliefs
} world;

static state state_of(unsigned number)
{
    return (state){.time = number >> (FACTS + BELIEFS),
                   .facts = number & ((1U << FACTS) - 1),
                   .beliefs = number >> FACTS & ((1U << BELIEFS) - 1)};
}

static bool reached(const state *s, unsigned time)
{
    return s->time == FOREVER || s->time >= time;
}

static int number_of(size_t count, const dx_formula *all, dx_formula f)
{
    for (size_t i = 0; i < count; i++)
        if (all[i] == f)
            return (int)i;
    return -1;
}

static dx_formula normal_of(world *w, dx_formula f)
{
    dx_formula out;
    CHECK_EQ(dx_language_belief(w->l, f, &out, NULL), DX_OK);
    return out;
}

static dx_formula operand(const world *w, dx_formula f, size_t i)
{
    return dx_formula_operand(w->l->store, f, i);
}

// Is `f` true at `s` after the events?  `held` says which implicit beliefs
// are; a formula of L0 needs none.
typedef struct place {
    state s;
    prefix after;
    unsigned held;
} place;

static bool holds(world *w, const place *at, dx_formula f);

static bool time_holds(const world *w, const place *at, dx_formula f)
{
    dx_formulas *store = w->l->store;
    dx_kind kind = dx_formula_kind(store, f);
    bool turned = dx_formula_kind(store, operand(w, f, 0)) == DX_NUMBER;
    int64_t bound = dx_formula_value(store, operand(w, f, turned ? 0 : 1)).top;
    int64_t now = at->s.time == FOREVER ? INT64_MAX
                                        : (int64_t)at->s.time + at->after.depth;
    if (turned) // 2 > now
        return kind == DX_GREATER ? now < bound : now <= bound;
    return kind == DX_GREATER_EQUAL ? now >= bound
           : kind == DX_LESS        ? now < bound
                                    : now == bound;
}

static bool explicit_holds(world *w, const place *at, dx_formula f)
{
    dx_formula body = normal_of(w, operand(w, f, 1));
    dx_time_literal time = dx_time_literal_of(w->l->store, body);
    if (time.is && !time.holds && w->l->rule == DX_EXPAND_LITERAL)
        return !reached(&at->s, time.time);
    if (time.is) {
        state later = at->s;
        if (later.time != FOREVER)
            later.time += at->after.depth;
        return reached(&later, time.time) == time.holds;
    }
    int number = number_of(BELIEFS, w->belief, body);
    return number >= 0 &&
           ((at->s.beliefs | at->after.events) >> number & 1) != 0;
}

static unsigned event_bit(world *w, dx_formula event)
{
    int number = number_of(BELIEFS, w->belief, normal_of(w, event));
    CHECK(number >= 0);
    return 1U << number;
}

static bool implicit_holds(world *w, const place *at, dx_formula body)
{
    for (size_t i = 0; i < w->implicit_count; i++)
        if (w->implicit[i].body == body &&
            w->implicit[i].after.depth == at->after.depth &&
            w->implicit[i].after.events == at->after.events)
            return at->held >> i & 1;
    fail();
    return false;
}

static bool expanded_holds(world *w, const place *at, dx_formula f)
{
    place next = *at;
    next.after.depth++;
    next.after.events |= event_bit(w, operand(w, f, 0));
    return holds(w, &next, operand(w, f, 1));
}

static bool holds(world *w, const place *at, dx_formula f)
{
    switch (dx_formula_kind(w->l->store, f)) {
    case DX_TRUE:
        return true;
    case DX_NOT:
        return !holds(w, at, operand(w, f, 0));
    case DX_AND:
        return holds(w, at, operand(w, f, 0)) && holds(w, at, operand(w, f, 1));
    case DX_OR:
        return holds(w, at, operand(w, f, 0)) || holds(w, at, operand(w, f, 1));
    case DX_IMPLIES:
        return !holds(w, at, operand(w, f, 0)) ||
               holds(w, at, operand(w, f, 1));
    case DX_IFF:
        return holds(w, at, operand(w, f, 0)) == holds(w, at, operand(w, f, 1));
    case DX_EXPLICIT:
        return explicit_holds(w, at, f);
    case DX_IMPLICIT:
        return implicit_holds(w, at, operand(w, f, 1));
    case DX_EXPAND:
        return expanded_holds(w, at, f);
    case DX_AT:
    case DX_EXPLICIT_AT:
        return at->s.facts >> number_of(FACTS, w->fact, normal_of(w, f)) & 1;
    default:
        return time_holds(w, at, f);
    }
}

// Lists the implicit beliefs of `f` and after which events they stand.
static void list_implicit(world *w, dx_formula f, prefix after)
{
    dx_kind kind = dx_formula_kind(w->l->store, f);
    if (kind == DX_IMPLICIT) {
        CHECK(w->implicit_count < IMPLICIT_MAX);
        w->implicit[w->implicit_count++] = (implicit){after, operand(w, f, 1)};
    } else if (kind == DX_EXPAND) {
        after.depth++;
        after.events |= event_bit(w, operand(w, f, 0));
        list_implicit(w, operand(w, f, 1), after);
    } else if (dx_kind_family(kind) == DX_FAMILY_BOOLEAN) {
        for (size_t i = 0; i < dx_formula_count(w->l->store, f); i++)
            list_implicit(w, operand(w, f, i), after);
    }
}

static void work_out_states(world *w)
{
    dx_formula belief[BELIEFS];
    for (size_t b = 0; b < BELIEFS; b++)
        belief[b] = parsed(w->l, belief_text[b]);
    for (unsigned n = 0; n < STATES; n++) {
        place at = {.s = state_of(n)};
        w->believed[n] = w->bodies[n] = 0;
        for (size_t b = 0; b < BELIEFS; b++)
            w->believed[n] |= (unsigned)holds(w, &at, belief[b]) << b;
        for (size_t i = 0; i < w->implicit_count; i++)
            w->bodies[n] |= (unsigned)holds(w, &at, w->implicit[i].body) << i;
    }
}

static bool times_fit(const world *w, const state *s, unsigned depth,
                      unsigned time)
{
    if (s->time == FOREVER || time == FOREVER)
        return s->time == time;
    if (w->l->rule == DX_EXPAND_LITERAL && depth > 0)
        return false;
    return s->time + depth == time;
}

// Which implicit beliefs does state `n` refute, if it is in the context?
static unsigned refuted(const world *w, const state *s, unsigned n)
{
    unsigned result = 0;
    for (size_t i = 0; i < w->implicit_count; i++) {
        const implicit *im = &w->implicit[i];
        unsigned needed = s->beliefs | im->after.events;
        if (times_fit(w, s, im->after.depth, state_of(n).time) &&
            (needed & ~w->believed[n]) == 0 && !(w->bodies[n] >> i & 1))
            result |= 1U << i;
    }
    return result;
}

// A context refutes what its states refute together: tries all unions.
static bool satisfied_at(world *w, const state *s, dx_formula f)
{
    bool can[1 << IMPLICIT_MAX] = {true};
    unsigned all = 1U << w->implicit_count;
    for (unsigned n = 0; n < STATES; n++) {
        unsigned more = refuted(w, s, n);
        if (more != 0 && !can[more])
            for (unsigned set = 0; set < all; set++)
                can[set | more] |= can[set];
    }
    for (unsigned set = 0; set < all; set++) {
        place at = {.s = *s, .held = ~set};
        if (can[set] && holds(w, &at, f))
            return true;
    }
    return false;
}

bool naive_is_satisfiable(dx_language *language, dx_formula f)
{
    world *w = dx_alloc(1, sizeof *w);
    w->l = language;
    for (size_t i = 0; i < BELIEFS; i++)
        w->belief[i] = normal_of(w, parsed(language, belief_text[i]));
    for (size_t i = 0; i < FACTS; i++)
        w->fact[i] = normal_of(w, parsed(language, fact_text[i]));
    list_implicit(w, f, (prefix){0});
    work_out_states(w);
    bool yes = false;
    for (unsigned n = 0; n < STATES && !yes; n++) {
        state s = state_of(n);
        // Two steps from the last times would leave what is listed.
        if (s.time <= 2 || s.time == FOREVER)
            yes = satisfied_at(w, &s, f);
    }
    dx_free(w);
    return yes;
}
