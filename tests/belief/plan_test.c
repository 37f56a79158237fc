// Plans of a base, against every sequence of events tried by the judge, which
// knows the definitions and no solver.

#include "base/random.h"
#include "belief/base.h"
#include "belief/document.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <string.h>

enum { BELIEFS = 4, FACTS = 2, TIMES = 5, STEPS = 3, NEEDS = 6, GOALS = 9 };

static const char *const belief_text[BELIEFS] = {"p@0", "p@0 -> q@0", "~q@0",
                                                 "explicit[m] p@0"};
static const char *const fact_text[FACTS] = {"p@0", "q@0"};
static const char *const needs_text[NEEDS] = {"true",
                                              "now >= 1",
                                              "implicit[m] p@0",
                                              "~explicit[m] p@0",
                                              "now < 2 | implicit[m] q@0",
                                              "~implicit[m] q@0"};
static const char *const goal_text[GOALS] = {
    "implicit[m] q@0",
    "implicit[m] ~p@0",
    "now = 2 & implicit[m] p@0",
    "now = 3 & ~implicit[m] q@0 & explicit[m] (p@0 -> q@0)",
    "[+p@0] implicit[m] q@0 & ~implicit[m] q@0",
    "<+~q@0> implicit[m] ~p@0",
    "explicit[m] explicit[m] p@0 & implicit[m] explicit[m] p@0",
    "implicit[m] false",
    "explicit[m] now >= 2 & ~explicit[m] p@0"};

typedef struct puzzle {
    dx_formulas *store;
    dx_language language;
    dx_formula belief[BELIEFS], normal[BELIEFS];
    unsigned base, event_count, event[BELIEFS]; // by number
    dx_formula goal, fine;
    dx_preconditions needs;
    dx_belief_model model;
    unsigned plan[STEPS], length; // of the judge; STEPS + 1: none
} puzzle;

static dx_formula parsed(puzzle *z, const char *text)
{
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(z->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

static dx_formula normal(puzzle *z, dx_formula f)
{
    dx_formula out;
    CHECK_EQ(dx_language_formula(&z->language, f, DX_BELIEF_LPLUS, &out, NULL),
             DX_OK);
    return out;
}

// All states over the vocabulary, the one that we are in before them.
static void add_states(puzzle *z)
{
    for (unsigned n = 0; n <= TIMES << (FACTS + BELIEFS); n++) {
        unsigned beliefs = n == 0 ? z->base : (n - 1) >> FACTS;
        dx_belief_state s = {.time = n == 0 ? 0 : beliefs >> BELIEFS};
        for (unsigned i = 0; i < FACTS && n > 0; i++)
            if ((n - 1) >> i & 1)
                dx_state_add_fact(&s, normal(z, parsed(z, fact_text[i])));
        for (unsigned i = 0; i < BELIEFS; i++)
            if (beliefs >> i & 1)
                dx_state_add_belief(&s, z->normal[i]);
        dx_belief_model_add(&z->model, s, n > 0);
    }
}

static void make_puzzle(puzzle *z, dx_random *random)
{
    *z = (puzzle){.store = dx_formulas_new()};
    dx_language_init(&z->language, z->store, "m");
    for (unsigned i = 0; i < BELIEFS; i++) {
        z->belief[i] = parsed(z, belief_text[i]);
        CHECK_EQ(
            dx_language_belief(&z->language, z->belief[i], &z->normal[i], NULL),
            DX_OK);
    }
    z->base = (unsigned)dx_random_below(random, 1U << BELIEFS);
    for (unsigned i = 0; i < BELIEFS; i++) {
        unsigned n = (unsigned)dx_random_below(random, BELIEFS);
        bool is_there = false;
        for (unsigned k = 0; k < z->event_count; k++)
            is_there |= z->event[k] == n;
        if (is_there)
            continue;
        z->event[z->event_count++] = n;
        const char *text = needs_text[dx_random_below(random, NEEDS)];
        dx_precondition p = {z->normal[n], normal(z, parsed(z, text))};
        dx_vector_push(&z->needs, p);
    }
    z->goal = parsed(z, goal_text[dx_random_below(random, GOALS)]);
    z->fine = parsed(z, "~implicit[m] false");
    add_states(z);
}

// ~implicit[m] false & <+e1> (~implicit[m] false & <+e2> ( .. & goal))
static bool reaches(puzzle *z, unsigned length, const unsigned *plan)
{
    dx_formula f = dx_formula_and(z->store, z->fine, z->goal);
    for (unsigned i = length; i-- > 0;)
        f = dx_formula_and(z->store, z->fine,
                           dx_formula_binary(z->store, DX_EXPAND_DUAL,
                                             z->belief[z->event[plan[i]]], f));
    return dx_belief_holds(&z->language, &z->model, 0, &z->needs, normal(z, f));
}

// The first of the shortest, in the order of events.
static void judge(puzzle *z)
{
    unsigned all = 1;
    for (z->length = 0; z->length <= STEPS; z->length++) {
        for (unsigned code = 0; code < all; code++) {
            for (unsigned i = z->length, rest = code; i-- > 0;
                 rest /= z->event_count)
                z->plan[i] = rest % z->event_count;
            if (reaches(z, z->length, z->plan))
                return;
        }
        all *= z->event_count;
    }
}

static void compare(puzzle *z, unsigned *found)
{
    dx_base *base = dx_base_new(&z->language);
    dx_formula events[BELIEFS];
    dx_base_set_preconditions(base, &z->needs);
    for (unsigned i = 0; i < BELIEFS; i++)
        if (z->base >> i & 1)
            CHECK_EQ(dx_base_add(base, z->belief[i], DX_FROM_SIGHT, NULL),
                     DX_OK);
    for (unsigned i = 0; i < z->event_count; i++)
        events[i] = z->belief[z->event[i]];
    dx_base_task task = {.goal = z->goal,
                         .count = z->event_count,
                         .events = events,
                         .steps_max = STEPS};
    dx_base_plan plan;
    CHECK_EQ(dx_base_find_plan(base, &task, NULL, &plan, NULL), DX_OK);
    CHECK_EQ(plan.is_found, z->length <= STEPS);
    if (plan.is_found) {
        found[z->length]++;
        CHECK_EQ(plan.events.count, z->length);
        for (unsigned i = 0; i < z->length && i < plan.events.count; i++)
            CHECK_EQ(plan.events.at[i], z->plan[i]);
    }
    dx_base_plan_release(&plan);
    dx_base_free(base);
}

TEST(plans_of_a_base_are_the_first_that_trying_all_of_them_finds)
{
    unsigned found[STEPS + 1] = {0};
    for (uint64_t seed = 0; seed < SAMPLE(300, 20000); seed++) {
        dx_random random = dx_random_named(seed, 27, 4);
        puzzle z;
        CHECKING_SEED(seed);
        make_puzzle(&z, &random);
        judge(&z);
        compare(&z, found);
        dx_vector_release(&z.needs);
        dx_belief_model_release(&z.model);
        dx_language_release(&z.language);
        dx_formulas_free(z.store);
    }
    for (unsigned i = 0; i <= STEPS; i++)
        CHECK_THAT(found[i] > 0, "no plan of %u steps among them", i);
}

static dx_status asked(const char *text, dx_belief_reply *reply)
{
    dx_belief_document *d;
    CHECK_EQ(dx_belief_document_read_text("t", text, strlen(text),
                                          DX_EXPAND_REPAIRED, &d, NULL),
             DX_OK);
    dx_belief_document_ask(d, &d->queries.at[0], NULL, NULL, reply);
    dx_belief_document_free(d);
    return reply->status;
}

TEST(a_plan_that_may_be_among_too_many_is_undecided)
{
    dx_formulas *store = dx_formulas_new();
    dx_language language;
    dx_base_plan plan;
    dx_formula events[40], at;
    dx_language_init(&language, store, "m");
    dx_base *base = dx_base_new(&language);
    for (unsigned i = 0; i < 40; i++) {
        at = dx_formula_number(store, dx_fraction_int(i));
        events[i] = dx_formula_make(
            store, DX_AT, 2, (uint32_t[]){dx_formula_atom(store, "p"), at});
    }
    dx_base_task task = {.count = 40, .events = events, .steps_max = 3};
    CHECK_EQ(dx_parse(store, "implicit[m] r", &task.goal, NULL), DX_OK);
    task.bases_max = 200;
    CHECK_EQ(dx_base_find_plan(base, &task, NULL, &plan, NULL), DX_ERR_LIMIT);
    dx_base_plan_release(&plan);
    dx_base_free(base);
    dx_language_release(&language);
    dx_formulas_free(store);
}

TEST(a_base_that_contradicts_itself_has_no_plan)
{
    dx_belief_reply reply;
    CHECK_EQ(asked("believes p & ~p plan goal implicit[m] r using q within 4",
                   &reply),
             DX_OK);
    CHECK(!reply.truth && reply.is_hopeless);
    dx_belief_reply_release(&reply);
}
