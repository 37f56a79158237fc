// What the evaluator answers at the edges: names it does not know, numbers
// that do not exist, nothing left.

#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "test.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// Two worlds that anne confuses and bob does not; p at the second; x is 0 and
// 1; hand(bob,c1) at both, hand(bob,c2) at the second; m(1), m(2), m(3).
typedef struct bench {
    dx_formulas *store;
    dx_model *model;
    dx_event_library *library;
    dx_evaluator *evaluator;
    dx_error error;
} bench;

static void add_fact(bench *b, const char *atom, unsigned worlds)
{
    dx_formula f;
    CHECK_EQ(dx_parse(b->store, atom, &f, &b->error), DX_OK);
    size_t p = dx_model_add_proposition(b->model, f);
    for (unsigned w = 0; w < 2; w++)
        if (worlds >> w & 1)
            dx_bitset_add(dx_model_worlds_of(b->model, p), w);
}

static void add_words(bench *b)
{
    dx_names *names = dx_formulas_names(b->store);
    dx_formula members[] = {dx_formula_atom(b->store, "red"),
                            dx_formula_atom(b->store, "blue")};
    for (int32_t i = 0; i < 2; i++)
        dx_model_add_constant(b->model, dx_formula_name(b->store, members[i]),
                              i);
    dx_model_add_domain(b->model, dx_names_add(names, "colours"), 2, members);
    dx_model_add_variable(b->model, dx_formula_atom(b->store, "x"),
                          (int32_t[]){0, 1});
}

static bench bench_new(void)
{
    bench b = {.store = dx_formulas_new()};
    b.model = dx_model_new(b.store, 2);
    dx_model_add_agent(b.model, "anne");
    dx_model_add_agent(b.model, "bob");
    dx_model_set_partition(b.model, 1, (uint32_t[]){0, 1});
    dx_model_name_world(b.model, 0, "first");
    dx_model_name_world(b.model, 1, "second");
    add_fact(&b, "p", 2);
    add_fact(&b, "hand(bob,c1)", 3);
    add_fact(&b, "hand(bob,c2)", 2);
    add_fact(&b, "m(1)", 1);
    add_fact(&b, "m(2)", 2);
    add_fact(&b, "m(3)", 3);
    add_words(&b);
    b.library = dx_event_library_new();
    dx_event_library_add(
        b.library,
        dx_events_public(b.store, "say", dx_formula_atom(b.store, "p")));
    b.evaluator = dx_evaluator_new(b.model, b.library);
    return b;
}

static void bench_release(bench *b)
{
    dx_evaluator_free(b->evaluator);
    dx_event_library_free(b->library);
    dx_model_free(b->model);
    dx_formulas_free(b->store);
}

static dx_status ask(bench *b, const char *text, unsigned *out)
{
    dx_formula f;
    CHECK_THAT(dx_parse(b->store, text, &f, &b->error) == DX_OK, "%s: %s", text,
               b->error.message);
    const dx_bitset *where;
    dx_status status = dx_evaluate(b->evaluator, f, &where, &b->error);
    if (status == DX_OK)
        *out = (unsigned)where->word[0];
    return status;
}

// `text` holds at the worlds of the bit set `worlds`.
static void check_worlds(const char *text, unsigned worlds)
{
    bench b = bench_new();
    unsigned got = 9;
    CHECK_THAT(ask(&b, text, &got) == DX_OK, "%s: %s", text, b.error.message);
    CHECK_THAT(got == worlds, "%s holds at %u, not %u", text, got, worlds);
    bench_release(&b);
}

static void check_error(const char *text, dx_status status, const char *message)
{
    bench b = bench_new();
    unsigned got;
    CHECK_THAT(ask(&b, text, &got) == status, "%s", text);
    CHECK_TEXT(b.error.message, message);
    bench_release(&b);
}

TEST(an_unknown_atom_is_named_with_what_there_is)
{
    check_error("K[anne] (p | misspelt)", DX_ERR_INPUT,
                "there is no proposition 'misspelt'; there are: p, "
                "hand(bob,c1), hand(bob,c2), m(1), m(2), m(3)");
    check_error("false & misspelt", DX_ERR_INPUT,
                "there is no proposition 'misspelt'; there are: p, "
                "hand(bob,c1), hand(bob,c2), m(1), m(2), m(3)");
    check_error("[!false] misspelt", DX_ERR_INPUT,
                "there is no proposition 'misspelt'; there are: p, "
                "hand(bob,c1), hand(bob,c2), m(1), m(2), m(3)");
    check_error("x", DX_ERR_INPUT,
                "'x' is a number, not a fact: compare it, as in x = 1 (in "
                "brackets where it is counted)");
}

TEST(an_unknown_agent_is_named_with_who_there_is)
{
    static const char *const message =
        "there is no agent 'carol'; the agents are: anne, bob";
    static const char *const texts[] = {
        "K[carol] p",          "C[anne,carol] p",   "P[carol](p) > 0",
        "[carol] p",           "[(anne;carol)*] p", "[carol !p] p",
        "B[carol](p given p)", "D[carol] p",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_error(texts[i], DX_ERR_INPUT, message);
}

TEST(unknown_events_are_named)
{
    check_error("[nothing,e] p", DX_ERR_INPUT,
                "there is no event model 'nothing'");
    check_error("[say,what] p", DX_ERR_INPUT,
                "event model 'say' has no event 'what'");
}

TEST(numbers_that_do_not_exist_are_refused)
{
    check_error("1 / x = 1", DX_ERR_INPUT,
                "division by zero in 1/x at world first");
    check_error("5 mod x = 1", DX_ERR_INPUT,
                "division by zero in 5 mod x at world first");
    check_error("1/2 mod 2 = 1", DX_ERR_INPUT,
                "mod is for whole numbers, in 1/2 mod 2 at world first it gets "
                "others");
    check_error("9000000000000000000 * 9 = x", DX_ERR_LIMIT,
                "9000000000000000000*9 is too large for exact fractions of "
                "64 bits at world first");
    check_error("x = misspelt", DX_ERR_INPUT,
                "'misspelt' is no number here: it is neither a variable nor a "
                "constant of this model");
    check_error("p = p", DX_ERR_INPUT,
                "= compares numbers and things; for propositions use <->");
}

TEST(an_announcement_that_leaves_no_world_is_vacuous)
{
    check_worlds("[!false] false", 3);
    check_worlds("<!false> true", 0);
    check_worlds("[!(p & ~p)] C[anne,bob] false", 3);
    check_worlds("[!p] [!~p] P[anne](p) > 0", 3);
}

TEST(arithmetic_is_exact)
{
    check_worlds("1/3 + 1/6 = 1/2", 3);
    check_worlds("x * 3 - 1 = 2", 2);
    check_worlds("-x < 0", 2);
    check_worlds("(x - 1) mod 3 = 2", 1);
    check_worlds("P[anne](p) = 1/2 & P[bob](p) = x", 3);
    check_worlds("2 * P[anne](p) - P[bob](p) > 0", 1);
}

TEST(an_undefined_probability_compares_false)
{
    check_worlds("P[bob](p given ~p) >= 0", 1);
    check_worlds("~(P[bob](~p given p) >= 0)", 1);
    bench b = bench_new();
    dx_formula f;
    dx_fraction value;
    CHECK_EQ(dx_parse(b.store, "P[bob](p given p) = 0", &f, NULL), DX_OK);
    f = dx_formula_operand(b.store, f, 0);
    CHECK_EQ(dx_evaluate_term(b.evaluator, f, 0, &value, &b.error),
             DX_ERR_EMPTY);
    CHECK_EQ(dx_evaluate_term(b.evaluator, f, 1, &value, &b.error), DX_OK);
    CHECK(dx_fraction_equal(value, dx_fraction_int(1)));
    bench_release(&b);
}

TEST(quantifiers_range_over_sets_ranges_names_and_facts)
{
    check_worlds("forall i in 1..2: m(i) | p", 2);
    check_worlds("exists i in 1..2: m(i) & m(i+1) & x = i - 1", 2);
}

TEST(quantifiers_expand_what_they_range_over)
{
    check_worlds("exists a in {anne, bob}: K[a] p", 2);
    check_worlds("forall a in {anne, bob}: K[a] p", 0);
    check_worlds("exists c in colours: x = c & c != red", 2);
    check_worlds("forall c in hand(bob): c = c1", 1);
    check_worlds("exists c in hand(bob): c = c2", 2);
    check_worlds("c2 in hand(bob)", 2);
    check_worlds("x in {1, 2}", 2);
    check_worlds("x in 0..5", 3);
    check_worlds("x in colours & red in colours", 3);
    check_worlds("forall i in 3..1: false", 3);
    check_worlds("exists i in {}: true", 0);
}

TEST(domains_that_are_none_or_too_large_are_refused)
{
    check_error("forall i in 1..1000000000: i > 0", DX_ERR_LIMIT,
                "a quantifier ranges over more than 100000 values");
    check_error("forall i in 0..x: true", DX_ERR_INPUT,
                "the ends of a range must be whole numbers that are the same "
                "at every world");
    check_error("forall i in nowhere: true", DX_ERR_INPUT,
                "'nowhere' is no domain: no set of that name was declared, and "
                "there is no proposition that says what is in it");
}

TEST(what_a_model_cannot_answer_says_who_can)
{
    static const char *const texts[] = {"explicit[anne] p", "p@3",
                                        "prev p",           "public p",
                                        "learned[anne] p",  "[+p] p"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bench b = bench_new();
        unsigned got;
        CHECK_THAT(ask(&b, texts[i], &got) == DX_ERR_UNSUPPORTED, "%s",
                   texts[i]);
        CHECK(strlen(b.error.message) > 20);
        bench_release(&b);
    }
}

TEST(formulas_as_deep_as_allowed_are_evaluated)
{
    bench b = bench_new();
    dx_formula p = dx_formula_atom(b.store, "p"), f[4] = {p, p, p, p}, next;
    uint32_t anne = dx_formula_atom(b.store, "anne");
    dx_formula step = dx_formula_unary(b.store, DX_STEP, anne);
    while ((next = dx_formula_not(b.store, f[0])) != DX_FORMULA_NONE)
        f[0] = next;
    while ((next = dx_formula_binary(b.store, DX_ANNOUNCE, f[1], p)) !=
           DX_FORMULA_NONE)
        f[1] = next;
    while ((next = dx_formula_binary(b.store, DX_KNOWS, anne, f[2])) !=
           DX_FORMULA_NONE)
        f[2] = next;
    while ((next = dx_formula_binary(
                b.store, DX_BOX,
                dx_formula_binary(b.store, DX_SEQUENCE, step,
                                  dx_formula_unary(b.store, DX_TEST, f[3])),
                p)) != DX_FORMULA_NONE)
        f[3] = next;
    for (size_t i = 0; i < 4; i++) {
        const dx_bitset *where;
        CHECK(dx_formula_depth(b.store, f[i]) > DX_FORMULA_DEPTH_MAX - 4);
        CHECK_EQ(dx_evaluate(b.evaluator, f[i], &where, &b.error), DX_OK);
    }
    bench_release(&b);
}

TEST(answers_stay_where_they_are)
{
    bench b = bench_new();
    const dx_bitset *first, *where;
    CHECK_EQ(dx_evaluate(b.evaluator, dx_formula_atom(b.store, "p"), &first,
                         &b.error),
             DX_OK);
    dx_formula f = dx_formula_atom(b.store, "p");
    for (size_t i = 0; i < 500; i++) {
        f = dx_formula_not(b.store, f);
        CHECK_EQ(dx_evaluate(b.evaluator, f, &where, &b.error), DX_OK);
        CHECK_EQ(where->word[0], i % 2 == 0 ? 1 : 2);
    }
    CHECK_EQ(first->word[0], 2);
    bench_release(&b);
}

// Half a million worlds: a set takes 64 kB, two thousand of them the whole
// budget.
TEST(what_was_forgotten_is_computed_again)
{
    enum { WORLDS = 1 << 19 };
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, WORLDS);
    dx_model_add_agent(model, "a");
    dx_formula p = dx_formula_atom(store, "p"), f = p;
    dx_model_add_proposition(model, p);
    dx_bitset_add(dx_model_worlds_of(model, 0), 7);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *pinned, *where;
    dx_error error;
    CHECK_EQ(
        dx_evaluate(evaluator, dx_formula_or(store, p, p), &pinned, &error),
        DX_OK);
    for (size_t i = 0; i < 2500; i++)
        f = dx_formula_or(store, f, p);
    CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
    CHECK_EQ(dx_bitset_count(where), 1);
    CHECK_EQ(dx_bitset_count(pinned), 1);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    dx_formulas_free(store);
}

// Events.

static dx_status happen(bench *b, dx_event_model *events, size_t worlds_max)
{
    dx_model *product;
    dx_status status = dx_model_product(b->evaluator, events, 0, worlds_max,
                                        &product, &b->error);
    if (status == DX_OK)
        dx_model_free(product);
    dx_event_model_free(events);
    return status;
}

TEST(events_that_cannot_happen_are_refused)
{
    bench b = bench_new();
    dx_formula p = dx_formula_atom(b.store, "p");
    CHECK_EQ(
        happen(&b,
               dx_events_public(b.store, "never", dx_formula_false(b.store)),
               10),
        DX_ERR_EMPTY);
    CHECK_TEXT(b.error.message, "no world is left: no event of 'never' can "
                                "happen anywhere");
    CHECK_EQ(happen(&b, dx_events_public(b.store, "say", p), 10), DX_ERR_INPUT);
    CHECK_TEXT(b.error.message,
               "event 'e' of 'say' cannot happen at the actual world");
    CHECK_EQ(happen(&b,
                    dx_events_public(b.store, "say", dx_formula_true(b.store)),
                    1),
             DX_ERR_LIMIT);
    CHECK_TEXT(b.error.message,
               "the product with 'say' has 2 worlds, more than 1");
    bench_release(&b);
}

TEST(a_product_inside_a_formula_keeps_to_the_evaluators_limit)
{
    bench b = bench_new();
    const dx_bitset *where;
    dx_formula f;
    dx_event_library_add(
        b.library, dx_events_public(b.store, "nod", dx_formula_true(b.store)));
    CHECK_EQ(dx_parse(b.store, "[nod,e] p", &f, &b.error), DX_OK);

    dx_evaluator_set_worlds_max(b.evaluator, 1);
    CHECK_EQ(dx_evaluate(b.evaluator, f, &where, &b.error), DX_ERR_LIMIT);
    CHECK_TEXT(b.error.message,
               "the product with 'nod' has 2 worlds, more than 1");
    dx_evaluator_set_worlds_max(b.evaluator, 2);
    CHECK_EQ(dx_evaluate(b.evaluator, f, &where, &b.error), DX_OK);
    CHECK_EQ(dx_bitset_count(where), 1);
    bench_release(&b);
}

TEST(an_event_cannot_be_less_likely_than_never)
{
    bench b = bench_new();
    dx_event_model *odd =
        dx_events_public(b.store, "odd", dx_formula_true(b.store));
    dx_event_model_occurs(odd, 0,
                          (dx_occurrence){dx_formula_true(b.store), {-1, 2}});
    CHECK_EQ(happen(&b, odd, 10), DX_ERR_INPUT);
    CHECK_TEXT(b.error.message, "event 'e' of 'odd' has a probability below 0");
    bench_release(&b);
}

static void check_assignment(const char *target, const char *value,
                             const char *message)
{
    bench b = bench_new();
    char text[100];
    dx_formula f, g;
    snprintf(text, sizeof text, "%s = 0", target);
    CHECK_EQ(dx_parse(b.store, text, &f, &b.error), DX_OK);
    snprintf(text, sizeof text, "%s = 0", value);
    CHECK_EQ(dx_parse(b.store, text, &g, &b.error), DX_OK);
    dx_assignment change = {dx_formula_operand(b.store, f, 0),
                            dx_formula_operand(b.store, g, 0)};
    dx_status status =
        happen(&b, dx_events_public_change(b.store, "set", 1, &change), 10);
    CHECK_EQ(status, message == NULL ? DX_OK : DX_ERR_INPUT);
    if (message != NULL)
        CHECK_TEXT(b.error.message, message);
    bench_release(&b);
}

TEST(assignments_must_fit_what_they_set)
{
    check_assignment("x", "x + 1", NULL);
    check_assignment("new", "p", NULL);
    check_assignment("x", "x + 1/2",
                     "event model 'set' cannot set 'x': its new value is no "
                     "whole number of 32 bits");
    check_assignment("x", "x * 3000000000 + 3000000000",
                     "event model 'set' cannot set 'x': its new value is no "
                     "whole number of 32 bits");
    check_assignment("p", "x + 1",
                     "event model 'set' cannot set 'p': its new value is a "
                     "number, but it is no variable");
    check_assignment("x", "anne",
                     "event model 'set' cannot set 'x': its new value is no "
                     "number");
    check_assignment("new", "missing",
                     "there is no proposition 'missing'; there are: p, "
                     "hand(bob,c1), hand(bob,c2), m(1), m(2), m(3)");
}

TEST(a_model_without_worlds_answers)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 0);
    dx_model_add_agent(model, "a");
    dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    static const char *const texts[] = {
        "K[a] p", "C[a] p", "[!p] D[a] p", "[a*] p", "P[a](p) > 1/2", "1/2 > 0",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dx_formula f;
        const dx_bitset *where;
        dx_error error;
        CHECK_EQ(dx_parse(store, texts[i], &f, &error), DX_OK);
        CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
        CHECK_EQ(where->size, 0);
    }
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(a_thousand_agents_have_room)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 2);
    dx_text group = {0};
    for (int a = 0; a < DX_AGENTS_MAX; a++) {
        char name[8];
        snprintf(name, sizeof name, "a%d", a);
        dx_model_add_agent(model, name);
        dx_text_printf(&group, "%s%s", a == 0 ? "" : ",", name);
    }
    dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, 0), 1);
    dx_model_set_edges(model, DX_AGENTS_MAX - 1, DX_KNOWLEDGE, 1,
                       (dx_edge[]){{0, 1}});
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    static const struct {
        const char *before, *after;
        uint64_t worlds;
    } cases[] = {
        {"E[", "] p", 0},
        {"C[", "] p", 0},
        {"D[", "] p", 3},
        {"[", " !p] p", 3},
    };
    for (size_t i = 0; i < 4; i++) {
        dx_text text = {0};
        dx_text_printf(&text, "%s%s%s", cases[i].before, dx_text_string(&group),
                       cases[i].after);
        dx_formula f;
        const dx_bitset *where;
        dx_error error;
        CHECK_EQ(dx_parse(store, dx_text_string(&text), &f, &error), DX_OK);
        CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
        CHECK_EQ(where->word[0], cases[i].worlds);
        dx_text_release(&text);
    }
    dx_text_release(&group);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    dx_formulas_free(store);
}

// A hundred hints that say nothing: the weights of the worlds stay equal, and
// small.
TEST(a_long_chain_of_events_does_not_run_out_of_digits)
{
    bench b = bench_new();
    dx_event_model *hint = dx_event_model_new(b.store, "hint");
    dx_formula p = dx_formula_atom(b.store, "p");
    dx_event_model_add(hint, "likely", dx_formula_true(b.store));
    dx_event_model_occurs(hint, 0, (dx_occurrence){p, {3, 7}});
    dx_event_model_occurs(hint, 0,
                          (dx_occurrence){dx_formula_not(b.store, p), {3, 7}});
    dx_model *model = dx_model_copy(b.model);
    for (int i = 0; i < 100; i++) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        dx_model *next;
        CHECK_EQ(dx_model_product(evaluator, hint, 0, 10, &next, &b.error),
                 DX_OK);
        dx_evaluator_free(evaluator);
        dx_model_free(model);
        model = next;
    }
    CHECK(dx_fraction_equal(dx_model_weights(model, 0)->of_world[0],
                            dx_fraction_int(1)));
    dx_model_free(model);
    dx_event_model_free(hint);
    bench_release(&b);
}
