// Parts of models: what is reached, and that facts move with their worlds.

#include "logic/evaluate/evaluate.h"
#include "logic/kripke/update.h"
#include "logic/random_model.h"
#include "test.h"

#include "base/memory.h"

// Six worlds in a row: a confuses 0 1, 2 3 and 4 5; b confuses 1 2 and 3 4.
static dx_model *row_of_six(dx_formulas *store)
{
    dx_model *model = dx_model_new(store, 6);
    dx_model_add_agent(model, "a");
    dx_model_add_agent(model, "b");
    dx_model_set_partition(model, 0, (uint32_t[]){0, 0, 1, 1, 2, 2});
    dx_model_set_partition(model, 1, (uint32_t[]){0, 1, 1, 2, 2, 3});
    return model;
}

static void check_reach(size_t world, size_t agent, size_t steps,
                        uint32_t first, uint32_t last)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = row_of_six(store);
    uint32_t *old;
    dx_model *part = dx_model_within_reach(model, world, agent, steps, &old);
    CHECK_EQ(dx_model_world_count(part), last - first + 1);
    for (uint32_t w = first; w <= last; w++)
        CHECK_EQ(old[w - first], w);
    CHECK_EQ(old[dx_model_actual(part)], world);
    dx_free(old);
    dx_model_free(part);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(the_first_step_is_the_agents_the_others_are_anybodys)
{
    check_reach(0, 0, 0, 0, 0);
    check_reach(0, 0, 1, 0, 1);
    check_reach(0, 0, 2, 0, 2);
    check_reach(0, 0, 3, 0, 3);
    check_reach(0, 0, 99, 0, 5);
    check_reach(0, 1, 1, 0, 0); // b confuses nothing with world 0
    check_reach(0, 1, 2, 0, 1); // but knows that a does
    check_reach(2, 1, 1, 1, 2);
    check_reach(2, 1, 2, 0, 3);
}

// a is sure of 1 at 0, b leads back to 0, and c from there on to 2: the way to
// 2 passes the start a second time.
TEST(a_way_may_pass_the_start_again)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 3);
    static const char *const names[] = {"a", "b", "c"};
    static const dx_edge edges[] = {{0, 1}, {1, 0}, {0, 2}};
    for (size_t a = 0; a < 3; a++) {
        dx_model_add_agent(model, names[a]);
        dx_model_set_edges(model, a, DX_KNOWLEDGE, 1, &edges[a]);
    }
    for (size_t steps = 0; steps < 5; steps++) {
        static const size_t sizes[] = {1, 2, 2, 3, 3};
        dx_model *part = dx_model_within_reach(model, 0, 0, steps, NULL);
        CHECK_EQ(dx_model_world_count(part), sizes[steps]);
        dx_model_free(part);
    }
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(restricting_moves_facts_values_and_cells_with_their_worlds)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(7, seed, 0);
        dx_formulas *store = dx_formulas_new();
        dx_model *model = random_model(
            store, &random, (random_shape){400, RANDOM_S5, .weights = true});
        size_t count = dx_model_world_count(model);
        dx_bitset keep = dx_bitset_new(count);
        uint32_t *old = dx_alloc(count, sizeof *old);
        size_t kept = 0, one_in = 1 + dx_random_below(&random, 4);
        for (uint32_t w = 0; w < count; w++)
            if (dx_random_below(&random, one_in) == 0) {
                dx_bitset_add(&keep, w);
                old[kept++] = w;
            }
        dx_model *part;
        dx_error error;
        CHECK_EQ(dx_model_restrict(model, &keep, &part, &error),
                 kept == 0 ? DX_ERR_EMPTY : DX_OK);
        for (size_t w = 0; w < kept; w++) {
            for (size_t p = 0; p < 3; p++)
                CHECK(dx_bitset_has(dx_model_proposition_worlds(part, p), w) ==
                      dx_bitset_has(dx_model_proposition_worlds(model, p),
                                    old[w]));
            CHECK_EQ(dx_model_values(part, 0)[w],
                     dx_model_values(model, 0)[old[w]]);
            for (size_t a = 0; a < 3; a++)
                CHECK_EQ(
                    dx_relation_has(dx_model_relation(part, a, DX_KNOWLEDGE), 0,
                                    w),
                    dx_relation_has(dx_model_relation(model, a, DX_KNOWLEDGE),
                                    old[0], old[w]));
        }
        if (kept > 0)
            dx_model_free(part);
        dx_free(old);
        dx_bitset_release(&keep);
        dx_model_free(model);
        dx_formulas_free(store);
    }
}
