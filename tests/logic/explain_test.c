#include "logic/evaluate/explain.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "logic/naive.h"
#include "logic/random_model.h"
#include "test.h"

#include <jansson.h>

// Three worlds in a row: a confuses 1 and 2, b confuses 2 and 3; p holds at 1
// and 2, q at 1 only, and n counts.
typedef struct row {
    dx_formulas *store;
    dx_model *model;
    dx_event_library *library;
    dx_evaluator *evaluator;
} row;

static row row_new(void)
{
    row r = {.store = dx_formulas_new()};
    r.model = dx_model_new(r.store, 3);
    dx_model_add_agent(r.model, "anne");
    dx_model_add_agent(r.model, "bob");
    dx_model_set_partition(r.model, 0, (uint32_t[]){0, 0, 1});
    dx_model_set_partition(r.model, 1, (uint32_t[]){0, 1, 1});
    static const char *const names[] = {"one", "two", "three"};
    for (size_t w = 0; w < 3; w++)
        dx_model_name_world(r.model, w, names[w]);
    dx_model_add_proposition(r.model, dx_formula_atom(r.store, "p"));
    dx_model_add_proposition(r.model, dx_formula_atom(r.store, "q"));
    dx_bitset_add(dx_model_worlds_of(r.model, 0), 0);
    dx_bitset_add(dx_model_worlds_of(r.model, 0), 1);
    dx_bitset_add(dx_model_worlds_of(r.model, 1), 0);
    r.library = dx_event_library_new();
    static const char *const everybody[] = {"anne", "bob"};
    dx_event_library_add(r.library,
                         dx_events_private(r.store, "whisper",
                                           (dx_people){1, everybody},
                                           (dx_people){2, everybody},
                                           dx_formula_atom(r.store, "q")));
    r.evaluator = dx_evaluator_new(r.model, r.library);
    return r;
}

static void row_release(row *r)
{
    dx_evaluator_free(r->evaluator);
    dx_event_library_free(r->library);
    dx_model_free(r->model);
    dx_formulas_free(r->store);
}

// The explanation of `formula` at world one is `words`.
static void check_words(const char *formula, const char *words)
{
    row r = row_new();
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(r.store, formula, &f, &error) == DX_OK, "%s",
               error.message);
    dx_explanation explanation;
    CHECK_EQ(dx_explain(r.evaluator, f, 0, &explanation, &error), DX_OK);
    dx_text out = {0};
    dx_explanation_print(&explanation, r.store, &out);
    CHECK_TEXT(dx_text_string(&out), words);
    dx_text_release(&out);
    dx_explanation_release(&explanation);
    row_release(&r);
}

TEST(a_false_knowledge_is_explained_by_a_world_held_possible)
{
    check_words("K[anne] q", "at one: K[anne] q is false\n"
                             "at two (anne considers it possible): q is "
                             "false\n");
}

TEST(a_false_nested_knowledge_is_explained_by_a_path)
{
    check_words("K[anne] K[bob] p",
                "at one: K[anne] K[bob] p is false\n"
                "at two (anne considers it possible): K[bob] p is false\n"
                "at three (bob considers it possible): p is false\n");
}

TEST(a_false_common_knowledge_is_explained_by_a_shortest_path)
{
    check_words("C[anne,bob] p",
                "at one: C[anne,bob] p is false\n"
                "at two (anne considers it possible): p is true\n"
                "at three (bob considers it possible): p is false\n");
}

TEST(a_false_conditional_belief_is_explained_by_a_world_with_the_condition)
{
    check_words("B[anne](q given p)",
                "at one: B[anne](q given p) is false\n"
                "at two (anne believes it possible, given that): q is "
                "false\n");
    check_words("B[anne](q given q)", "at one: B[anne](q given q) is true\n");
}

TEST(a_true_possibility_has_a_witness)
{
    check_words("p & M[anne] ~q | false",
                "at one: p & M[anne] ~q | false is true\n"
                "at one (in particular): p & M[anne] ~q is true\n");
    check_words("M[anne] (p & ~q)",
                "at one: M[anne](p & ~q) is true\n"
                "at two (anne considers it possible): p & ~q is true\n");
}

TEST(a_false_knowing_whether_has_two_witnesses)
{
    check_words("Kw[anne] q",
                "at one: Kw[anne] q is false\n"
                "at one (anne considers it possible): q is true\n"
                "at two (anne considers it possible): q is false\n");
}

TEST(explanations_go_through_announcements)
{
    check_words("[!p] C[anne,bob] q",
                "at one: [!p] C[anne,bob] q is false\n"
                "at one (after the announcement): C[anne,bob] q is false\n"
                "at two (anne considers it possible): q is false\n");
    check_words("<!~p> true", "at one: <!~p> true is false\n"
                              "at one (it cannot be said truthfully): ~p is "
                              "false\n"
                              "at one (in particular): p is true\n");
}

TEST(explanations_go_through_events)
{
    check_words("[whisper,e] K[bob] K[anne] q",
                "at one: [whisper,e] K[bob] K[anne] q is false\n"
                "at one+e (after the event): K[bob] K[anne] q is false\n"
                "at one+skip (bob considers it possible): K[anne] q is false\n"
                "at two+skip (anne considers it possible): q is false\n");
}

TEST(a_false_box_of_a_program_is_explained_by_a_run)
{
    check_words("[(anne;bob)*] p",
                "at one: [(anne; bob)*] p is false\n"
                "at two (anne considers it possible): p is true\n"
                "at three (bob considers it possible): p is false\n");
}

TEST(a_comparison_is_explained_by_its_numbers)
{
    check_words("P[anne](q) > 1/2",
                "at one: P[anne](q) > 1/2 is false\n"
                "at one (the left side is 1/2, the right side is 1/2): "
                "P[anne](q) > 1/2 is false\n");
}

TEST(an_explanation_is_json_too)
{
    row r = row_new();
    dx_formula f;
    dx_explanation explanation;
    CHECK_EQ(dx_parse(r.store, "K[anne] q", &f, NULL), DX_OK);
    CHECK_EQ(dx_explain(r.evaluator, f, 0, &explanation, NULL), DX_OK);
    dx_text out = {0};
    dx_explanation_print_json(&explanation, r.store, &out);
    CHECK_TEXT(dx_text_string(&out),
               "[{\"world\":\"one\",\"agent\":null,\"formula\":\"K[anne] q\","
               "\"holds\":false,\"why\":\"\"},"
               "{\"world\":\"two\",\"agent\":\"anne\",\"formula\":\"q\","
               "\"holds\":false,\"why\":\"anne considers it possible\"}]");
    dx_text_release(&out);
    dx_explanation_release(&explanation);
    row_release(&r);
}

// Every step of an agent follows an edge of it, from the world before or, for
// the second witness of a Kw, from the one before that; and what is said of a
// world is so.
static void check_steps(const dx_model *model, const dx_explanation *why,
                        uint64_t seed)
{
    for (size_t i = 0; i < why->count; i++) {
        const dx_step *step = &why->step[i];
        CHECK_THAT(naive_holds(model, NULL, step->formula, step->world) ==
                       step->holds,
                   "seed %d, step %zu: not so", (int)seed, i);
        if (step->agent == DX_NAME_NONE)
            continue;
        size_t a = dx_model_find_agent(model, step->agent);
        bool leads = false;
        for (size_t back = 1; back <= 2 && back <= i; back++)
            leads = leads ||
                    dx_relation_has(dx_model_relation(model, a, DX_KNOWLEDGE),
                                    why->step[i - back].world, step->world) ||
                    dx_relation_has(dx_model_relation(model, a, DX_BELIEF),
                                    why->step[i - back].world, step->world);
        CHECK_THAT(leads, "seed %d, step %zu: no edge", (int)seed, i);
    }
}

TEST(explanations_follow_edges_and_tell_the_truth)
{
    size_t long_ones = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(4, seed, 0);
        dx_formulas *store = dx_formulas_new();
        dx_model *model = random_model(
            store, &random,
            (random_shape){6, (random_frame)(seed % 3), true, true});
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        dx_formula f = random_kernel_formula(
            store, &random,
            RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_PROGRAMS | RANDOM_NUMBERS,
            3);
        dx_explanation why;
        dx_error error;
        CHECK_EQ(dx_explain(evaluator, f, dx_model_actual(model), &why, &error),
                 DX_OK);
        check_steps(model, &why, seed);
        long_ones += why.count > 2;
        dx_explanation_release(&why);
        dx_evaluator_free(evaluator);
        dx_model_free(model);
        dx_formulas_free(store);
    }
    CHECK(long_ones > 100);
}

TEST(explanations_through_updates_do_not_stumble)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(5, seed, 0);
        dx_formulas *store = dx_formulas_new();
        dx_model *model = random_model(
            store, &random, (random_shape){5, RANDOM_MIXED, true, true});
        dx_event_library *library = dx_event_library_new();
        dx_event_library_add(library, random_events(store, &random, true));
        dx_evaluator *evaluator = dx_evaluator_new(model, library);
        dx_formula f = random_kernel_formula(store, &random, RANDOM_ALL, 4);
        dx_explanation why;
        dx_error error;
        dx_text out = {0};
        CHECK_EQ(dx_explain(evaluator, f, dx_model_actual(model), &why, &error),
                 DX_OK);
        dx_explanation_print_json(&why, store, &out);
        json_t *json = json_loads(dx_text_string(&out), 0, NULL);
        CHECK_EQ(json_array_size(json), why.count);
        json_decref(json);
        dx_text_release(&out);
        dx_explanation_release(&why);
        dx_evaluator_free(evaluator);
        dx_event_library_free(library);
        dx_model_free(model);
        dx_formulas_free(store);
    }
}
