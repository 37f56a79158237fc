// Belief structures against the explicit engine: random Kripke models of every
// kind, with event models, as structures.

#include "logic/evaluate/evaluate.h"
#include "logic/formula/print.h"
#include "logic/naive.h"
#include "logic/random_model.h"
#include "logic/structure/structure.h"
#include "test.h"

typedef struct pair {
    dx_formulas *store;
    dx_model *model;
    dx_event_library *library;
    dx_evaluator *evaluator;
    dx_structure *structure;
    size_t answered;
} pair;

static pair pair_new(dx_random *random, random_shape shape)
{
    pair p = {.store = dx_formulas_new()};
    p.model = random_model(p.store, random, shape);
    p.library = dx_event_library_new();
    dx_event_library_add(p.library, random_events(p.store, random, false));
    p.evaluator = dx_evaluator_new(p.model, p.library);
    CHECK_EQ(dx_structure_of_model(p.model, NULL, &p.structure, NULL), DX_OK);
    dx_structure_set_library(p.structure, p.library);
    return p;
}

static void pair_free(pair *p)
{
    dx_structure_free(p->structure);
    dx_evaluator_free(p->evaluator);
    dx_event_library_free(p->library);
    dx_model_free(p->model);
    dx_formulas_free(p->store);
}

static bool holds_at(pair *p, dx_formula f, size_t world)
{
    size_t bits = 0;
    bool state[16], holds = false;
    while (dx_model_world_count(p->model) > (size_t)1 << bits)
        bits++;
    for (size_t i = 0; i < bits; i++)
        state[i] = world >> (bits - 1 - i) & 1;
    CHECK_EQ(dx_structure_holds(p->structure, f, state, &holds, NULL), DX_OK);
    return holds;
}

static void compare(pair *p, dx_formula f, uint64_t seed)
{
    const dx_bitset *where;
    dx_error error;
    dx_bdd ignored;
    dx_text text = {0};
    dx_formula_print(p->store, f, &text);
    // Both refuse where there is no order to revise.
    dx_status listed = dx_evaluate(p->evaluator, f, &where, &error);
    CHECK_THAT(listed == DX_OK || (listed == DX_ERR_INPUT &&
                                   naive_may_lack_order(p->model, f)),
               "seed %d, %s: %s", (int)seed, dx_text_string(&text),
               error.message);
    dx_status status = dx_structure_where(p->structure, f, &ignored, &error);
    CHECK_THAT(status == listed || status == DX_ERR_UNSUPPORTED,
               "seed %d, %s: %s", (int)seed, dx_text_string(&text),
               error.message);
    for (size_t w = 0; status == DX_OK && w < where->size; w++)
        CHECK_THAT(dx_bitset_has(where, w) == holds_at(p, f, w),
                   "seed %d, world %zu of %zu: %s", (int)seed, w, where->size,
                   dx_text_string(&text));
    p->answered += status == listed;
    dx_text_release(&text);
}

static size_t compare_many(uint64_t seeds, random_shape shape,
                           unsigned contents, unsigned depth)
{
    size_t answered = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(7, seed, contents);
        shape.frame = (random_frame)(seed % 3);
        pair p = pair_new(&random, shape);
        for (size_t i = 0; i < 4; i++)
            compare(&p,
                    random_kernel_formula(p.store, &random, contents, depth),
                    seed);
        answered += p.answered;
        pair_free(&p);
    }
    return answered;
}

TEST(belief_structures_agree_with_kripke_models_on_static_formulas)
{
    // Of 2,000, nearly all; in the next of 4,000 and of 3,200.
    CHECK(compare_many(500, (random_shape){7, .beliefs = true},
                       RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_UPGRADES |
                           RANDOM_PROGRAMS,
                       3) > 1990);
}

TEST(belief_structures_agree_with_kripke_models_on_events)
{
    CHECK(compare_many(1000, (random_shape){5, .beliefs = true},
                       RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_UPGRADES |
                           RANDOM_EVENTS,
                       3) > 3980);
}

TEST(belief_structures_agree_with_kripke_models_on_all_updates)
{
    CHECK(
        compare_many(800, (random_shape){4, .beliefs = true},
                     (RANDOM_ALL | RANDOM_UPGRADES) & ~(unsigned)RANDOM_NUMBERS,
                     4) > 3180);
}

TEST(belief_structures_agree_with_kripke_models_on_numbers)
{
    // Probabilities are the explicit engine's.
    CHECK(compare_many(600, (random_shape){5}, RANDOM_ALL, 3) > 1000);
}
