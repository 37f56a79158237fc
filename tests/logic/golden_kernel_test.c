// Every case of the golden files of the kernel.

#include "logic/evaluate/evaluate.h"
#include "logic/golden_formula.h"
#include "logic/golden_model.h"
#include "test.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool lists(const json_t *names, const char *name)
{
    size_t i;
    json_t *one;
    json_array_foreach (names, i, one)
        if (strcmp(json_string_value(one), name) == 0)
            return true;
    return false;
}

static void check_formula(dx_evaluator *evaluator, const char *name,
                          const json_t *json, dx_formula f)
{
    const dx_model *model = dx_evaluator_model(evaluator);
    const dx_bitset *worlds;
    dx_error error;
    CHECK_THAT(dx_evaluate(evaluator, f, &worlds, &error) == DX_OK,
               "%s, %s: %s", name, golden_text(json, "f"), error.message);
    const json_t *true_at = json_object_get(json, "true_at");
    dx_text world = {0};
    for (size_t w = 0; w < worlds->size; w++) {
        dx_text_clear(&world);
        dx_model_print_world(model, w, &world);
        const char *id = dx_text_string(&world);
        CHECK_THAT(dx_bitset_has(worlds, w) == lists(true_at, id),
                   "%s, %s at %s: we say %s", name, golden_text(json, "f"), id,
                   dx_bitset_has(worlds, w) ? "true" : "false");
    }
    dx_text_release(&world);
}

static void check_case(const json_t *json)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = golden_model(store, json_object_get(json, "model"));
    dx_event_library *library =
        golden_events(store, json_object_get(json, "event_models"));
    golden_declare_events(model, library);
    size_t i;
    json_t *one;
    const json_t *formulas = json_object_get(json, "formulas");
    json_array_foreach (formulas, i, one)
        golden_declare(model, golden_formula(store, golden_text(one, "f")));
    dx_evaluator *evaluator = dx_evaluator_new(model, library);
    json_array_foreach (formulas, i, one)
        check_formula(evaluator, golden_text(json, "name"), one,
                      golden_formula(store, golden_text(one, "f")));
    dx_evaluator_free(evaluator);
    dx_event_library_free(library);
    dx_model_free(model);
    dx_formulas_free(store);
}

static void check_cases(const char *file)
{
    json_t *json = golden_file(file), *one;
    const json_t *cases = json_object_get(json, "cases");
    size_t i;
    CHECK_THAT(json_array_size(cases) > 0, "%s has no cases", file);
    json_array_foreach (cases, i, one)
        check_case(one);
    json_decref(json);
}

TEST(the_kernel_agrees_with_the_golden_cases)
{
    check_cases("kernel_cases.json");
}

TEST(the_kernel_agrees_with_the_golden_random_models)
{
    check_cases("kernel_random.json");
}

TEST(the_kernel_agrees_with_the_golden_kemps_cards)
{
    check_cases("kemps_kernel.json");
}
