// Belief that revises: laws of conditional belief, of what is learnt and of
// what becomes plausible, on random models with three ranked agents, nested, in
// both engines.
//
// The laws are those of van Benthem (2007, "Dynamic logic for belief revision")
// and of Baltag and Smets (2008, "A qualitative theory of dynamic interactive
// belief revision").

#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"
#include "logic/random_model.h"
#include "logic/structure/structure.h"
#include "test.h"

#include "base/memory.h"

static const char *const laws[] = {
    // A condition and what it is made of.
    "B[a] %g <-> B[a](%g given true)",
    "B[b](%g given %f) <-> (M[b] %f -> M[b](%f & Safe[b](%f -> %g)))",
    "B[a] %g <-> M[a] Safe[a] %g",
    "Safe[c] %f -> (%g -> B[c](%f given %g))",
    "Safe[a] %f -> %f & Safe[a] Safe[a] %f",
    "K[b] %f -> Safe[b] %f",
    "Strong[a] %f <-> M[a] %f & K[a](%f -> Safe[a] %f)",
    // Learning.
    "[!%f] B[a](%h given %g) <-> (%f -> B[a]([!%f] %h given %f & [!%f] %g))",
    "[!%f] Safe[b] %g <-> (%f -> Safe[b](%f -> [!%f] %g))",
    // All of f before all else.
    "[radical %f] B[a](%h given %g) <-> "
    "(M[a](%f & [radical %f] %g) & "
    "B[a]([radical %f] %h given %f & [radical %f] %g) | "
    "~M[a](%f & [radical %f] %g) & "
    "B[a]([radical %f] %h given [radical %f] %g))",
    "[radical %f] K[b] %g <-> K[b] [radical %f] %g",
    "[b radical %f] B[a](%h given %g) <-> "
    "B[a]([b radical %f] %h given [b radical %f] %g)",
    "M[c] p -> [c radical p] (Strong[c] p & B[c] p)",
    // The best of f before all else.
    "[conservative %f] B[b](%h given %g) <-> "
    "(B[b](~[conservative %f] %g given %f) & "
    "B[b]([conservative %f] %h given [conservative %f] %g) | "
    "~B[b](~[conservative %f] %g given %f) & "
    "B[b]([conservative %f] %h given %f & [conservative %f] %g))",
    // What just happened counts first: an event of rank 0 and one of rank 1.
    "%f -> ([up,yes] %g <-> [radical %f] %g)",
    "~%f -> ([up,no] %g <-> [radical %f] %g)",
};

typedef struct lab {
    uint64_t seed;
    dx_formulas *store;
    dx_model *model;
    dx_event_library *library;
    dx_evaluator *evaluator;
    dx_structure *structure;
    dx_formula f, g, h;
} lab;

static const char *const names[] = {"a", "b", "c"};

// yes, where f, before no, where not f; nobody tells them apart.
static dx_event_model *upgrade_by_event(const lab *l)
{
    dx_event_model *events = dx_event_model_new(l->store, "up");
    size_t yes = dx_event_model_add(events, "yes", l->f);
    size_t no =
        dx_event_model_add(events, "no", dx_formula_not(l->store, l->f));
    for (size_t a = 0; a < 3; a++) {
        for (size_t e = 0; e < 2; e++) {
            dx_event_model_link(events, names[a], e, yes);
            dx_event_model_link(events, names[a], e, no);
        }
        dx_event_model_rank(events, names[a], no, 1);
    }
    return events;
}

static lab lab_new(uint64_t seed)
{
    dx_random random = dx_random_named(31, seed, 0);
    lab l = {.seed = seed, .store = dx_formulas_new()};
    l.model = random_model(l.store, &random, (random_shape){6, RANDOM_S5});
    size_t count = dx_model_world_count(l.model);
    uint32_t *ranks = dx_alloc(count, sizeof *ranks);
    for (size_t a = 0; a < 3; a++) {
        for (size_t w = 0; w < count; w++)
            ranks[w] = (uint32_t)dx_random_below(&random, 3);
        dx_model_set_ranks(l.model, a, ranks);
    }
    dx_free(ranks);
    unsigned contents = RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_UPGRADES;
    l.f = random_kernel_formula(l.store, &random, contents, 2);
    l.g = random_kernel_formula(l.store, &random, contents, 2);
    l.h = random_kernel_formula(l.store, &random, contents, 1);
    l.library = dx_event_library_new();
    dx_event_library_add(l.library, upgrade_by_event(&l));
    l.evaluator = dx_evaluator_new(l.model, l.library);
    CHECK_EQ(dx_structure_of_model(l.model, NULL, &l.structure, NULL), DX_OK);
    dx_structure_set_library(l.structure, l.library);
    return l;
}

static void lab_release(lab *l)
{
    dx_structure_free(l->structure);
    dx_evaluator_free(l->evaluator);
    dx_event_library_free(l->library);
    dx_model_free(l->model);
    dx_formulas_free(l->store);
}

static dx_formula law_formula(const lab *l, const char *law)
{
    dx_text text = {0};
    for (const char *c = law; *c != '\0'; c++) {
        if (*c != '%') {
            dx_text_add_char(&text, *c);
            continue;
        }
        dx_formula which = *++c == 'f' ? l->f : *c == 'g' ? l->g : l->h;
        dx_text_add_char(&text, '(');
        dx_formula_print(l->store, which, &text);
        dx_text_add_char(&text, ')');
    }
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(l->store, dx_text_string(&text), &f, &error) == DX_OK,
               "%s: %s", dx_text_string(&text), error.message);
    dx_text_release(&text);
    return f;
}

static void check_law(const lab *l, const char *law)
{
    dx_formula f = law_formula(l, law);
    const dx_bitset *where;
    dx_error error;
    CHECK_THAT(dx_evaluate(l->evaluator, f, &where, &error) == DX_OK,
               "seed %d: %s: %s", (int)l->seed, law, error.message);
    CHECK_THAT(dx_bitset_count(where) == dx_model_world_count(l->model),
               "seed %d: %s fails", (int)l->seed, law);
    bool is_valid = false;
    CHECK_THAT(
        dx_structure_valid(l->structure, f, &is_valid, NULL, &error) == DX_OK,
        "seed %d: %s, symbolically: %s", (int)l->seed, law, error.message);
    CHECK_THAT(is_valid, "seed %d: %s fails symbolically", (int)l->seed, law);
}

static void check_laws(uint64_t from, uint64_t to)
{
    for (uint64_t seed = from; seed < to; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed);
        for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
            check_law(&l, laws[i]);
        lab_release(&l);
    }
}

TEST(belief_obeys_the_laws_of_revision)
{
    check_laws(0, 150);
}

LONG_TEST(belief_obeys_the_laws_of_revision_on_many_models)
{
    check_laws(150, 100000);
}
