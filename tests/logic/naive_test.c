// The fast evaluator against the judge, on random models and formulas.

#include "logic/evaluate/evaluate.h"
#include "logic/formula/print.h"
#include "logic/naive.h"
#include "logic/random_model.h"
#include "test.h"

static void compare(uint64_t seed, random_shape shape, unsigned contents,
                    unsigned depth)
{
    CHECKING_SEED(seed);
    dx_random random = dx_random_named(2, seed, shape.frame);
    dx_formulas *store = dx_formulas_new();
    dx_model *model = random_model(store, &random, shape);
    dx_event_library *library = dx_event_library_new();
    dx_event_library_add(library, random_events(store, &random, shape.weights));
    dx_evaluator *evaluator = dx_evaluator_new(model, library);
    for (size_t i = 0; i < 4; i++) {
        dx_formula f = random_kernel_formula(store, &random, contents, depth);
        const dx_bitset *where;
        dx_error error;
        dx_status status = dx_evaluate(evaluator, f, &where, &error);
        dx_text text = {0};
        dx_formula_print(store, f, &text);
        CHECK_THAT(status == DX_OK || (status == DX_ERR_INPUT &&
                                       naive_may_lack_order(model, f)),
                   "seed %d, %s: %s", (int)seed, dx_text_string(&text),
                   error.message);
        for (size_t w = 0; status == DX_OK && w < where->size; w++)
            CHECK_THAT(dx_bitset_has(where, w) ==
                           naive_holds(model, library, f, w),
                       "seed %d, frame %d, world %zu of %zu: %s", (int)seed,
                       shape.frame, w, where->size, dx_text_string(&text));
        dx_text_release(&text);
    }
    dx_evaluator_free(evaluator);
    dx_event_library_free(library);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(the_evaluator_agrees_with_the_naive_one_on_static_formulas)
{
    for (uint64_t seed = 0; seed < 600; seed++)
        compare(
            seed, (random_shape){6, (random_frame)(seed % 3), .beliefs = true},
            RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_UPGRADES | RANDOM_PROGRAMS,
            3);
}

TEST(the_evaluator_agrees_with_the_naive_one_on_updates)
{
    for (uint64_t seed = 0; seed < 600; seed++)
        compare(seed,
                (random_shape){4, (random_frame)(seed % 3), .beliefs = true},
                RANDOM_GROUPS | RANDOM_ANNOUNCEMENTS | RANDOM_EVENTS, 3);
}

TEST(the_evaluator_agrees_with_the_naive_one_on_numbers)
{
    for (uint64_t seed = 0; seed < 600; seed++)
        compare(seed,
                (random_shape){5, (random_frame)(seed % 3), .weights = true},
                RANDOM_NUMBERS | RANDOM_ANNOUNCEMENTS | RANDOM_EVENTS, 2);
}

TEST(the_evaluator_agrees_with_the_naive_one_on_everything)
{
    for (uint64_t seed = 0; seed < 400; seed++)
        compare(seed, (random_shape){4, RANDOM_MIXED, true, true},
                RANDOM_ALL | RANDOM_UPGRADES, 3);
}
