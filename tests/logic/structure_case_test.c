// Knowledge structures on cases done on paper, and at their limits.

#include "test.h"

#include "base/memory.h"
#include "base/random.h"
#include "logic/structure/structure.h"

#include <stdio.h>
#include <string.h>

static dx_structure *muddy(dx_formulas *store, unsigned n,
                           const dx_bdd_options *options)
{
    dx_structure *s = dx_structure_new(store, options);
    char name[16];
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "m%u", i);
        CHECK_EQ(
            dx_structure_add_variable(s, dx_formula_atom(store, name), NULL),
            DX_OK);
    }
    size_t *sees = dx_alloc(n, sizeof *sees);
    for (unsigned i = 0; i < n; i++) {
        size_t count = 0;
        for (unsigned k = 0; k < n; k++)
            if (k != i)
                sees[count++] = k;
        snprintf(name, sizeof name, "c%u", i);
        dx_structure_add_agent(s, dx_names_add(dx_formulas_names(store), name),
                               sees, count);
    }
    dx_free(sees);
    return s;
}

// [!somebody is muddy] [!nobody knows]^rounds everybody knows.
static dx_formula muddy_formula(dx_formulas *store, unsigned n, unsigned rounds)
{
    dx_formula *m = dx_alloc(n, sizeof *m), *k = dx_alloc(n, sizeof *k);
    char name[16];
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "m%u", i);
        m[i] = dx_formula_atom(store, name);
        snprintf(name, sizeof name, "c%u", i);
        k[i] =
            dx_formula_make(store, DX_KNOWS_WHETHER, 2,
                            (uint32_t[]){dx_formula_atom(store, name), m[i]});
    }
    dx_formula f = dx_formula_all(store, DX_AND, n, k);
    dx_formula nobody =
        dx_formula_not(store, dx_formula_all(store, DX_OR, n, k));
    for (unsigned i = 0; i < rounds; i++)
        f = dx_formula_binary(store, DX_ANNOUNCE_DUAL, nobody, f);
    dx_formula father = dx_formula_all(store, DX_OR, n, m);
    f = dx_formula_binary(store, DX_ANNOUNCE_DUAL, father, f);
    dx_free(m);
    dx_free(k);
    return f;
}

TEST(muddy_children_know_after_as_many_silent_rounds_as_all_but_one)
{
    dx_formulas *store = dx_formulas_new();
    dx_structure *s = muddy(store, 12, NULL);
    bool all[12], holds;
    memset(all, true, sizeof all);

    for (unsigned rounds = 0; rounds < 14; rounds++) {
        dx_formula f = muddy_formula(store, 12, rounds);
        CHECK_EQ(dx_structure_holds(s, f, all, &holds, NULL), DX_OK);
        CHECK_EQ(holds, rounds == 11);
    }
    dx_structure_free(s);
    dx_formulas_free(store);
}

TEST(too_little_room_or_time_is_an_error_and_the_next_question_is_answered)
{
    dx_formulas *store = dx_formulas_new();
    dx_structure *s = muddy(store, 12, &(dx_bdd_options){.steps_max = 100});
    dx_error error;
    bool valid;
    dx_formula hard = muddy_formula(store, 12, 11);
    dx_formula easy = dx_formula_atom(store, "m3");

    CHECK_EQ(dx_structure_valid(s, hard, &valid, NULL, &error), DX_ERR_LIMIT);
    CHECK_TEXT(error.message, "more than 100 steps on decision diagrams: "
                              "raise the limit, or ask for less at once");
    CHECK_EQ(dx_structure_valid(s, easy, &valid, NULL, &error), DX_OK);
    CHECK(!valid);
    dx_structure_free(s);

    s = muddy(store, 12, &(dx_bdd_options){.nodes_max = 40});
    CHECK_EQ(dx_structure_valid(s, hard, &valid, NULL, &error), DX_ERR_LIMIT);
    CHECK_EQ(dx_structure_valid(s, easy, &valid, NULL, &error), DX_OK);
    dx_structure_free(s);
    dx_formulas_free(store);
}

TEST(what_the_engine_does_not_know_is_said)
{
    dx_formulas *store = dx_formulas_new();
    dx_structure *s = muddy(store, 3, NULL);
    dx_formula p = dx_formula_atom(store, "m0");
    dx_error error;
    bool valid;

    dx_formula once = dx_formula_unary(store, DX_ONCE, p);
    CHECK_EQ(dx_structure_valid(s, once, &valid, NULL, &error),
             DX_ERR_UNSUPPORTED);
    dx_formula unknown = dx_formula_knows(store, "nobody", p);
    CHECK_EQ(dx_structure_valid(s, unknown, &valid, NULL, &error),
             DX_ERR_INPUT);
    CHECK_TEXT(error.message, "nobody is not an agent of the structure");
    CHECK_EQ(dx_structure_valid(s, dx_formula_atom(store, "q"), &valid, NULL,
                                &error),
             DX_ERR_INPUT);
    CHECK_TEXT(error.message, "q is not a variable of the structure");
    CHECK_EQ(
        dx_structure_set_law(
            s, dx_formula_not(store, dx_formula_knows(store, "c0", p)), &error),
        DX_ERR_INPUT);
    dx_structure_free(s);
    dx_formulas_free(store);
}

TEST(a_counterexample_is_a_state_of_the_law_where_the_formula_fails)
{
    dx_formulas *store = dx_formulas_new();
    dx_structure *s = muddy(store, 3, NULL);
    dx_formula m1 = dx_formula_atom(store, "m1");
    CHECK_EQ(dx_structure_set_law(s, m1, NULL), DX_OK);
    bool valid, state[3] = {true, true, true};

    CHECK_EQ(dx_structure_valid(s, m1, &valid, state, NULL), DX_OK);
    CHECK(valid);
    dx_formula m2 = dx_formula_atom(store, "m2");
    CHECK_EQ(dx_structure_valid(s, m2, &valid, state, NULL), DX_OK);
    CHECK(!valid);
    CHECK(!state[0] && state[1] && !state[2]);
    dx_structure_free(s);
    dx_formulas_free(store);
}

// Which pairs of a permutation agree: the diagram of this law is exponential
// in the order given, and small once partners lie side by side.
TEST(a_law_in_a_bad_order_is_reordered_while_it_is_built)
{
    enum { PAIRS = 19 };
    dx_formulas *store = dx_formulas_new();
    dx_structure *s = dx_structure_new(store, NULL);
    dx_formula atom[2 * PAIRS], same[PAIRS];
    char name[16];
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        snprintf(name, sizeof name, "x%u", i);
        atom[i] = dx_formula_atom(store, name);
        CHECK_EQ(dx_structure_add_variable(s, atom[i], NULL), DX_OK);
    }
    for (unsigned i = 0; i < PAIRS; i++)
        same[i] = dx_formula_binary(store, DX_IFF, atom[i], atom[i + PAIRS]);
    dx_formula law = same[0]; // one at a time: each step is remembered
    for (unsigned i = 1; i < PAIRS; i++)
        law = dx_formula_and(store, law, same[i]);

    CHECK_EQ(dx_structure_set_law(s, law, NULL), DX_OK);
    dx_bdd states;
    dx_text count = {0};
    CHECK_EQ(dx_structure_where(s, dx_formula_true(store), &states, NULL),
             DX_OK);
    dx_structure_count_print(s, states, &count);
    CHECK_TEXT(dx_text_string(&count), "524288");
    CHECK(dx_bdd_size(dx_structure_manager(s), states) < 1000);
    dx_text_release(&count);
    dx_structure_free(s);
    dx_formulas_free(store);
}

// A random quadratic form: whichever variables lie above a level, what lies
// below must remember many of their sums, so no order makes it small.
TEST(a_law_whose_diagram_explodes_ends_at_its_limit)
{
    enum { BITS = 14 };
    dx_formulas *store = dx_formulas_new();
    dx_structure *s =
        dx_structure_new(store, &(dx_bdd_options){.nodes_max = 5000});
    dx_formula x[BITS], y[BITS], law = dx_formula_false(store);
    char name[16];
    for (unsigned i = 0; i < BITS; i++) {
        snprintf(name, sizeof name, "x%u", i);
        x[i] = dx_formula_atom(store, name);
        snprintf(name, sizeof name, "y%u", i);
        y[i] = dx_formula_atom(store, name);
        CHECK_EQ(dx_structure_add_variable(s, x[i], NULL), DX_OK);
        CHECK_EQ(dx_structure_add_variable(s, y[i], NULL), DX_OK);
    }
    dx_random random = dx_random_named(5, 0, 0);
    for (unsigned i = 0; i < BITS; i++)
        for (unsigned j = 0; j < BITS; j++)
            if (dx_random_below(&random, 2) == 0)
                law = dx_formula_not(
                    store,
                    dx_formula_binary(store, DX_IFF, law,
                                      dx_formula_and(store, x[i], y[j])));
    dx_error error = {0};

    CHECK_EQ(dx_structure_set_law(s, law, &error), DX_ERR_LIMIT);
    CHECK_TEXT(error.message,
               "more than 5000 nodes of decision diagrams: raise the limit, "
               "or try another order of the variables");
    bool valid;
    CHECK_EQ(dx_structure_valid(s, x[0], &valid, NULL, &error), DX_OK);
    dx_structure_free(s);
    dx_formulas_free(store);
}

TEST(knowledge_about_knowledge_fifty_deep_is_answered)
{
    dx_formulas *store = dx_formulas_new();
    dx_structure *s = muddy(store, 10, NULL);
    dx_formula f = dx_formula_atom(store, "m0");
    char name[16];
    for (unsigned i = 0; i < 50; i++) {
        snprintf(name, sizeof name, "c%u", i % 10);
        f = dx_formula_unary(store, DX_NOT, dx_formula_knows(store, name, f));
    }
    bool valid;
    CHECK_EQ(dx_structure_valid(s, f, &valid, NULL, NULL), DX_OK);
    dx_structure_free(s);
    dx_formulas_free(store);
}
