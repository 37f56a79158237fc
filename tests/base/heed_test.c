// Work that is called off: every engine hears it, and looks often enough.

#include "base/clock.h"
#include "base/filter.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/stack.h"
#include "game/agent.h"
#include "logic/bdd/bdd.h"
#include "logic/bisim/bisim.h"
#include "logic/draw/draw.h"
#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/smcdel/smcdel.h"
#include "proof/valid.h"
#include "sat/solver.h"
#include "test.h"

static atomic_bool off = true, on = false;

static void see_flag(void *data)
{
    *(bool *)data = dx_is_called_off();
}

TEST(a_flag_goes_along_to_the_thread_of_deep_work_and_is_given_back)
{
    bool heard = false;
    CHECK(!dx_is_called_off());
    const atomic_bool *before = dx_heed(&off);
    CHECK(before == NULL && dx_is_called_off());
    dx_run_deep(100000, see_flag, &heard);
    CHECK(heard);
    CHECK(dx_heed(&on) == &off && !dx_is_called_off());
    CHECK(dx_heed(NULL) == &on);
    CHECK(dx_is_past(0) && !dx_is_past(1e9));
}

TEST(time_calls_off_as_well_and_goes_along)
{
    bool heard = false;
    CHECK(dx_heed_until(dx_cpu_seconds()) == 0 && dx_is_called_off());
    dx_run_deep(100000, see_flag, &heard);
    CHECK(heard);
    CHECK(dx_heed_until(dx_cpu_seconds() + 1e9) > 0 && !dx_is_called_off());
    CHECK(dx_heed_until(0) > 1e8 && !dx_is_called_off());
}

static void look_often(void *data)
{
    unsigned *looks = data;
    while (*looks < 1000 && !dx_is_called_off())
        ++*looks;
}

TEST(a_ration_is_used_up_on_every_thread_that_works_for_it)
{
    atomic_bool over = false;
    dx_ration ration = {.steps_max = 10, .off = &over};
    unsigned looks = 0;
    dx_heed(&over);
    CHECK(dx_heed_ration(&ration) == NULL);
    for (int i = 0; i < 4; i++)
        CHECK(!dx_is_called_off());
    dx_run_deep(100000, look_often, &looks);
    CHECK_EQ(looks, 6);
    CHECK(dx_ration_is_over(&ration) && dx_is_called_off());
    CHECK(dx_heed_ration(NULL) == &ration);
    over = false;
    CHECK(!dx_is_called_off()); // nobody counts any more
    dx_heed(NULL);
}

TEST(a_pace_counts_its_own_steps_of_a_ration)
{
    atomic_bool over = false;
    dx_ration ration = {.steps_max = 3 * DX_PACE_STEPS, .off = &over};
    dx_pace pace = {0};
    unsigned rounds = 0;
    dx_heed(&over);
    dx_heed_ration(&ration);
    while (rounds < 100 && !dx_is_off(&pace, DX_PACE_STEPS / 2))
        rounds++;
    CHECK_EQ(rounds, 7); // the eighth half is the first beyond
    dx_heed_ration(NULL);
    dx_heed(NULL);
}

TEST(who_waits_no_more_ends_a_ration_before_it_is_used_up)
{
    atomic_bool over = false;
    dx_ration ration = {.steps_max = 10, .off = &over, .stop = &off};
    dx_heed(&over);
    dx_heed_ration(&ration);
    CHECK(dx_is_called_off() && !dx_ration_is_over(&ration));
    dx_heed_ration(NULL);
    dx_heed(NULL);
}

static void count(void *context)
{
    ++*(unsigned *)context;
}

TEST(who_works_tells_now_and_then_that_it_goes_on)
{
    unsigned told = 0;
    dx_heed_tell(count, &told);
    uint64_t before = dx_heed_looks();
    while (told < 2)
        CHECK(!dx_is_called_off());
    CHECK(dx_heed_looks() > before + told);
    dx_heed_tell(NULL, NULL);
    before = told;
    for (unsigned i = 0; i < 1000; i++)
        dx_is_called_off();
    CHECK_EQ(told, before);
}

TEST(a_pace_looks_after_many_steps_and_is_off_for_good)
{
    dx_pace pace = {.steps = 0};
    uint64_t before = dx_heed_looks();
    dx_heed(&off);
    CHECK(!dx_is_off(&pace, DX_PACE_STEPS - 1));
    CHECK_EQ(dx_heed_looks(), before);
    CHECK(dx_is_off(&pace, 1));
    CHECK_EQ(dx_heed_looks(), before + 1);
    dx_heed(NULL);
    CHECK(dx_is_off(&pace, 2 * DX_PACE_STEPS));
}

// Pigeons into too few holes: hard for clauses.
static dx_sat *pigeons(int holes)
{
    dx_sat *sat = dx_sat_new();
    int first[16][16];
    for (int p = 0; p <= holes; p++)
        for (int h = 0; h < holes; h++)
            first[p][h] = dx_sat_variable(sat);
    for (int p = 0; p <= holes; p++)
        dx_sat_add(sat, (size_t)holes, first[p]);
    for (int h = 0; h < holes; h++)
        for (int p = 0; p <= holes; p++)
            for (int q = 0; q < p; q++)
                dx_sat_add(sat, 2, (int[]){-first[p][h], -first[q][h]});
    return sat;
}

TEST(a_search_for_a_model_ends_when_it_is_called_off)
{
    bool yes;
    dx_sat *sat = pigeons(6);
    dx_heed(&off);
    CHECK_EQ(dx_sat_solve(sat, 0, NULL, NULL, &yes, NULL), DX_ERR_CANCELLED);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_sat_solve(sat, 0, NULL, NULL, &yes, NULL), DX_OK);
    CHECK(!yes);
    CHECK(dx_heed_looks() > before + 10); // while it searched
    dx_heed(NULL);
    dx_sat_free(sat);
}

TEST(a_proof_ends_when_it_is_called_off)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_validity answer;
    CHECK_EQ(dx_parse(store, "K[a] (p -> q) -> (K[a] p -> K[a] q)", &f, NULL),
             DX_OK);
    dx_valid_options options = {0};
    CHECK(dx_logic_find("S4", &options.logic));
    dx_heed(&off);
    CHECK_EQ(dx_valid(store, f, &options, &answer, NULL), DX_OK);
    CHECK_EQ(answer.verdict, DX_NOT_DECIDED);
    dx_validity_release(&answer);
    dx_heed(&on);
    CHECK_EQ(dx_valid(store, f, &options, &answer, NULL), DX_OK);
    CHECK_EQ(answer.verdict, DX_VALID);
    dx_validity_release(&answer);
    dx_heed(NULL);
    dx_formulas_free(store);
}

TEST(a_formula_is_not_evaluated_further_when_it_is_called_off)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 4);
    size_t a = dx_model_add_agent(model, "a");
    dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_model_set_partition(model, a, (uint32_t[]){0, 0, 1, 1});
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_formula f;
    CHECK_EQ(dx_parse(store, "K[a] K[a] (p | ~K[a] p)", &f, NULL), DX_OK);
    dx_heed(&off);
    CHECK_EQ(dx_evaluate(evaluator, f, &where, NULL), DX_ERR_CANCELLED);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_evaluate(evaluator, f, &where, NULL), DX_OK);
    CHECK(dx_heed_looks() >= before + 5); // once for each part
    dx_heed(NULL);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    dx_formulas_free(store);
}

// Exactly n of 2n variables, put together in a bad order.
static dx_bdd pairs(dx_bdd_manager *m, unsigned n)
{
    dx_bdd_var var[64];
    for (unsigned i = 0; i < 2 * n; i++)
        var[i] = dx_bdd_variable_new(m);
    dx_bdd all = DX_BDD_TRUE;
    for (unsigned i = 0; i < n; i++)
        all = dx_bdd_and(m, all,
                         dx_bdd_or(m, dx_bdd_variable(m, var[i]),
                                   dx_bdd_variable(m, var[n + i])));
    return all;
}

TEST(diagrams_are_not_built_further_when_that_is_called_off)
{
    dx_bdd_manager *m = dx_bdd_manager_new(NULL);
    dx_heed(&off);
    CHECK_EQ(pairs(m, 12), DX_BDD_INVALID);
    CHECK_EQ(dx_bdd_status(m), DX_ERR_CANCELLED);
    dx_bdd_manager_free(m);
    m = dx_bdd_manager_new(NULL);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK(pairs(m, 12) != DX_BDD_INVALID);
    CHECK(dx_bdd_steps(m) / (dx_heed_looks() - before) <= 2 * 4096);
    dx_heed(NULL);
    dx_bdd_manager_free(m);
}

TEST(whoever_has_a_budget_or_none_hears_it)
{
    CHECK(!dx_budget_is_spent(NULL, 1));
    dx_heed(&off);
    CHECK(dx_budget_is_spent(NULL, 1));
    CHECK(dx_budget_is_spent(&(dx_budget){0}, 1));
    dx_heed(NULL);
}

// A row of worlds, each of which is told apart only by how far the end is.
static dx_model *row_of(dx_formulas *store, size_t count)
{
    dx_model *model = dx_model_new(store, count);
    size_t a = dx_model_add_agent(model, "a");
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), count - 1);
    uint32_t *cell = dx_alloc(count, sizeof *cell);
    for (size_t w = 0; w < count; w++)
        cell[w] = (uint32_t)(w / 2);
    dx_model_set_partition(model, a, cell);
    size_t b = dx_model_add_agent(model, "b");
    for (size_t w = 0; w < count; w++)
        cell[w] = (uint32_t)((w + 1) / 2);
    dx_model_set_partition(model, b, cell);
    dx_free(cell);
    return model;
}

TEST(worlds_are_not_compared_further_when_that_is_called_off)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = row_of(store, 300), *small = NULL;
    dx_heed(&off);
    CHECK_EQ(dx_model_contract(model, DX_BISIM_RELATIONS, &small, NULL, NULL),
             DX_ERR_CANCELLED);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_model_contract(model, DX_BISIM_RELATIONS, &small, NULL, NULL),
             DX_OK);
    CHECK(dx_heed_looks() > before + 300); // in every round
    dx_heed(NULL);
    dx_model_free(small);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(a_product_is_not_made_further_when_it_is_called_off)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 1 << 14), *after = NULL;
    for (int a = 0; a < 8; a++)
        dx_model_add_agent(model, (char[]){(char)('a' + a), '\0'});
    dx_event_model *events = dx_event_model_new(store, "M");
    dx_event_model_add(events, "e", dx_formula_true(store));
    dx_event_model_add(events, "f", dx_formula_true(store));
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_model_product(evaluator, events, 0, 1 << 16, &after, NULL),
             DX_OK);
    CHECK(dx_heed_looks() > before + 8); // an agent at a time
    dx_model_free(after);
    dx_evaluator_free(evaluator);
    evaluator = dx_evaluator_new(model, NULL);
    dx_heed(&off);
    CHECK_EQ(dx_model_product(evaluator, events, 0, 1 << 16, &after, NULL),
             DX_ERR_CANCELLED);
    dx_heed(NULL);
    dx_evaluator_free(evaluator);
    dx_event_model_free(events);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(a_picture_is_not_drawn_further_when_it_is_called_off)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = row_of(store, 40);
    dx_text out = {0};
    dx_draw_options options = {.format = DX_DRAW_SVG};
    dx_error error = {.message = ""};
    dx_heed(&off);
    CHECK_EQ(dx_model_draw(model, &options, &out, &error), DX_ERR_CANCELLED);
    CHECK_EQ(out.length, 0);
    CHECK(error.message[0] != '\0');
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_model_draw(model, &options, &out, &error), DX_OK);
    CHECK(dx_heed_looks() > before + 100); // each sweep, line and label
    dx_heed(NULL);
    dx_text_release(&out);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(a_program_outside_is_not_waited_for_when_that_is_called_off)
{
    const char *const argv[] = {"sleep", "60", NULL};
    dx_filter run = {.argv = argv, .timeout_ms = 50000};
    dx_text out = {0};
    dx_heed(&off);
    CHECK_EQ(dx_filter_run(&run, "", 0, &out, NULL), DX_ERR_CANCELLED);
    dx_heed(NULL);
    dx_text_release(&out);
}

TEST(a_file_in_smcdel_s_format_is_not_read_further_when_it_is_called_off)
{
    static const char text[] = "VARS 1,2 LAW Top OBS a: 1 VALID? (1 | ~1)";
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file = NULL;
    dx_heed(&off);
    CHECK_EQ(dx_smcdel_read(store, text, sizeof text - 1, &file, NULL),
             DX_ERR_CANCELLED);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_smcdel_read(store, text, sizeof text - 1, &file, NULL), DX_OK);
    CHECK(dx_heed_looks() >= before + 4); // at each formula
    dx_heed(NULL);
    dx_smcdel_free(file);
    dx_formulas_free(store);
}
