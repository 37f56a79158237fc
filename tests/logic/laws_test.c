// Laws of the logic as property tests on random models.

#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "logic/kripke/update.h"
#include "logic/random_model.h"
#include "test.h"

#include "base/memory.h"

#include <string.h>

// One random model with event model A and formulas f, g, h.
typedef struct lab {
    uint64_t seed;
    dx_formulas *store;
    dx_model *model;
    dx_event_library *library;
    dx_evaluator *evaluator;
    dx_formula f, g, h;
} lab;

enum { SEEDS = 300 };

static lab lab_new(uint64_t seed, random_shape shape, unsigned contents)
{
    dx_random random = dx_random_named(3, seed, 0);
    lab l = {.seed = seed, .store = dx_formulas_new()};
    shape.frame = (random_frame)(seed % 3);
    l.model = random_model(l.store, &random, shape);
    l.library = dx_event_library_new();
    dx_event_library_add(l.library,
                         random_events(l.store, &random, shape.weights));
    l.f = random_kernel_formula(l.store, &random, contents, 2);
    l.g = random_kernel_formula(l.store, &random, contents, 2);
    l.h = random_kernel_formula(l.store, &random, contents, 2);
    l.evaluator = dx_evaluator_new(l.model, l.library);
    return l;
}

static void lab_release(lab *l)
{
    dx_evaluator_free(l->evaluator);
    dx_event_library_free(l->library);
    dx_model_free(l->model);
    dx_formulas_free(l->store);
}

// A law with %f, %g, %h for the formulas of the lab.
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

static const dx_bitset *worlds_of(const lab *l, dx_formula f)
{
    const dx_bitset *where;
    dx_error error;
    CHECK_THAT(dx_evaluate(l->evaluator, f, &where, &error) == DX_OK,
               "seed %d: %s", (int)l->seed, error.message);
    return where;
}

static void check_law(const lab *l, const char *law)
{
    dx_formula f = law_formula(l, law);
    dx_text text = {0};
    dx_formula_print(l->store, f, &text);
    CHECK_THAT(
        dx_bitset_count(worlds_of(l, f)) == dx_model_world_count(l->model),
        "seed %d: %s fails: %s", (int)l->seed, law, dx_text_string(&text));
    dx_text_release(&text);
}

static void check_laws(random_shape shape, unsigned contents,
                       const char *const *laws, size_t count)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, shape, contents);
        for (size_t i = 0; i < count; i++)
            check_law(&l, laws[i]);
        lab_release(&l);
    }
}
#define CHECK_LAWS(shape, contents, laws)                                      \
    check_laws(shape, contents, laws, sizeof(laws) / sizeof *(laws))

static const random_shape any_model = {8, RANDOM_MIXED, .beliefs = true};
static const random_shape weighted = {6, RANDOM_MIXED, .weights = true};

TEST(announcements_reduce_to_what_was_known_before)
{
    static const char *const laws[] = {
        "[!%f] p <-> (%f -> p)",
        "[!%f] ~%g <-> (%f -> ~[!%f] %g)",
        "[!%f](%g & %h) <-> ([!%f] %g & [!%f] %h)",
        "[!%f] K[a] %g <-> (%f -> K[a] [!%f] %g)",
        "[!%f] B[b] %g <-> (%f -> B[b]([!%f] %g given %f))",
        "[!%f] [!%g] %h <-> [!(%f & [!%f] %g)] %h",
        "[!%f] [(a+b)*] %g <-> (%f -> [(?%f;(a+b);?%f)*] [!%f] %g)",
        "<!%f> %g <-> ~[!%f] ~%g",
        "[?!%f] %g <-> ((%f -> [!%f] %g) & (~%f -> [!~%f] %g))",
        "<?!%f> %g <-> [?!%f] %g",
    };
    CHECK_LAWS(any_model, RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_ANNOUNCEMENTS,
               laws);
}

TEST(announcing_a_tautology_changes_nothing)
{
    static const char *const laws[] = {
        "[!(%f | ~%f)] %g <-> %g",
        "<!(%f -> %f)> %g <-> %g",
        "[a,b !(%f | ~%f)] %g <-> %g",
        "[a,b ?!true] %g <-> %g",
    };
    CHECK_LAWS(any_model, RANDOM_ALL & ~RANDOM_NUMBERS, laws);
}

TEST(probabilities_after_an_announcement_are_conditional_ones)
{
    static const char *const laws[] = {
        "<!%f> P[a](%g) >= 1/2 <-> (%f & P[a](<!%f> %g given %f) >= 1/2)",
        "<!%f> P[b](%g) = 1/3 <-> (%f & P[b](<!%f> %g given %f) = 1/3)",
        "P[a](%f given true) >= 1/4 <-> P[a](%f) >= 1/4",
        "P[a](true) >= 0 -> P[a](%f) + P[a](~%f) = 1",
        "P[a](%f & %g) > 0 -> P[a](%g given %f) > 0",
    };
    CHECK_LAWS(weighted, RANDOM_GROUPS, laws);
}

TEST(common_knowledge_is_a_fixpoint)
{
    static const char *const laws[] = {
        "C[a,b] %f <-> E[a,b] (%f & C[a,b] %f)",
        "E[a,b] %f <-> (K[a] %f & K[b] %f)",
        "C[a,b,c] %f -> C[a,b] %f",
        "(C[a,b] (%f -> E[a,b] %f) & E[a,b] %f) -> C[a,b] %f",
        "[(a+b)*] %f <-> (%f & C[a,b] %f)",
        "[a;(a+b)*] %f -> K[a] (%f & C[a,b] %f)",
        "D[a] %f <-> K[a] %f",
        "K[a] %f -> D[a,b] %f",
        "M[a] %f <-> ~K[a] ~%f",
        "Kw[a] %f <-> (K[a] %f | K[a] ~%f)",
    };
    CHECK_LAWS(any_model, RANDOM_ALL & ~RANDOM_NUMBERS, laws);
}

TEST(common_knowledge_is_the_greatest_fixpoint)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, any_model, RANDOM_GROUPS);
        dx_formula limit = dx_formula_true(l.store);
        for (size_t i = 0; i <= dx_model_world_count(l.model); i++) {
            l.h = limit;
            limit = law_formula(&l, "E[a,b] (%f & %h)");
        }
        CHECK(dx_bitset_equal(worlds_of(&l, limit),
                              worlds_of(&l, law_formula(&l, "C[a,b] %f"))));
        lab_release(&l);
    }
}

// What event e0 does to p, and what each agent takes it for.
TEST(events_reduce_to_what_was_known_before)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, any_model,
                        RANDOM_GROUPS | RANDOM_BELIEF | RANDOM_EVENTS);
        const dx_event_model *A = dx_event_library_at(l.library, 0);
        dx_formula g = l.g, knows[3];
        size_t count = 0;
        l.f = dx_event_model_precondition(A, 0);
        check_law(&l, "[A,e0] ~%g <-> (%f -> ~[A,e0] %g)");
        check_law(&l, "[A,e0](%g & %h) <-> ([A,e0] %g & [A,e0] %h)");
        check_law(&l, "<A,e0> %g <-> (%f & [A,e0] %g)");
        dx_name a = dx_names_find(dx_formulas_names(l.store), "a");
        static const char *const after[] = {"K[a] [A,e0] %g", "K[a] [A,e1] %g",
                                            "K[a] [A,e2] %g"};
        for (size_t e = 0; e < dx_event_model_count(A); e++)
            if (dx_event_model_linked(A, a, 0, e))
                knows[count++] = law_formula(&l, after[e]);
        l.h = dx_formula_all(l.store, DX_AND, count, knows);
        check_law(&l, "[A,e0] K[a] %g <-> (%f -> %h)");
        l.g = dx_formula_atom(l.store, "p");
        for (size_t i = 0; i < dx_event_model_assignment_count(A, 0); i++) {
            dx_assignment change = dx_event_model_assignment(A, 0, i);
            if (change.target == dx_formula_atom(l.store, "p"))
                l.g = change.value;
        }
        check_law(&l, "[A,e0] p <-> (%f -> %g)");
        l.g = g;
        lab_release(&l);
    }
}

TEST(a_public_event_is_an_announcement)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, weighted, RANDOM_GROUPS | RANDOM_NUMBERS);
        dx_event_library_add(l.library, dx_events_public(l.store, "say", l.f));
        check_law(&l, "[say,e] %g <-> [!%f] %g");
        check_law(&l, "<say,e> %g <-> <!%f> %g");
        lab_release(&l);
    }
}

static const char *const everybody_names[] = {"a", "b", "c"};
static const dx_people everybody = {3, everybody_names};

TEST(telling_a_group_is_a_semi_private_event)
{
    static const char *const group_names[] = {"a", "c"};
    dx_people group = {2, group_names};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, weighted, RANDOM_GROUPS | RANDOM_NUMBERS);
        dx_event_library_add(
            l.library,
            dx_events_semi_private(l.store, "tell", group, everybody, l.f));
        check_law(&l, "[a,c !%f] %g <-> [tell,yes] %g");
        check_law(&l, "<a,c !%f> %g <-> <tell,yes> %g");
        check_law(&l, "[a,c ?!%f] %g <-> ([tell,yes] %g & [tell,no] %g)");
        check_law(&l, "[a,b,c ?!%f] K[b] p <-> [?!%f] K[b] p");
        lab_release(&l);
    }
}

TEST(who_hears_a_private_announcement_is_the_only_one_to_learn)
{
    static const char *const hearer[] = {"a"};
    dx_people group = {1, hearer};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, any_model, RANDOM_GROUPS);
        dx_event_library_add(
            l.library,
            dx_events_private(l.store, "whisper", group, everybody, l.f));
        check_law(&l, "[whisper,e] K[a] p <-> (%f -> K[a](%f -> p))");
        check_law(&l, "[whisper,e] K[b] p <-> (%f -> K[b] p)");
        check_law(&l, "[whisper,e] K[b] K[a] p <-> (%f -> K[b] K[a] p)");
        dx_event_library_add(
            l.library,
            dx_events_suspicion(l.store, "hm", group, everybody, l.f));
        check_law(&l, "[hm,nothing] K[b] p <-> K[b] p");
        check_law(&l, "[hm,nothing] K[a] M[b] p <-> "
                      "K[a] (M[b] p & (%f -> M[b](%f & p)))");
        lab_release(&l);
    }
}

TEST(a_lie_is_believed_by_all_but_the_liar)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, any_model, RANDOM_GROUPS);
        dx_event_library_add(
            l.library, dx_events_lie(l.store, "lie", "a", everybody, l.f));
        check_law(&l, "[lie,lie] B[b] p <-> (K[a] ~%f -> (M[b] K[a] %f & "
                      "B[b](p given K[a] %f) | ~M[b] K[a] %f & "
                      "B[b](p given K[a] ~%f)))");
        check_law(&l, "[lie,lie] K[b] p <-> (K[a] ~%f -> "
                      "K[b](K[a] %f | K[a] ~%f -> p))");
        check_law(&l, "[lie,lie] K[a] p <-> (K[a] ~%f -> K[a](K[a] ~%f -> p))");
        lab_release(&l);
    }
}

TEST(changes_are_seen_by_whom_they_are_made_for)
{
    static const char *const hearer[] = {"a"};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, any_model, RANDOM_GROUPS);
        dx_assignment change = {dx_formula_atom(l.store, "p"), l.f};
        dx_event_library_add(
            l.library, dx_events_public_change(l.store, "open", 1, &change));
        dx_event_library_add(l.library,
                             dx_events_private_change(l.store, "secret",
                                                      (dx_people){1, hearer},
                                                      everybody, 1, &change));
        check_law(&l, "[open,e] p <-> %f");
        check_law(&l, "[open,e] C[a,b] p <-> C[a,b] %f");
        check_law(&l, "[secret,e] K[a] p <-> K[a] %f");
        check_law(&l, "[secret,e] K[b] p <-> K[b] p");
        lab_release(&l);
    }
}

// Does every formula hold in `part` where it holds in the lab's model?
static void check_same(const lab *l, const dx_model *part, const uint32_t *old,
                       dx_formula there, dx_formula here)
{
    dx_evaluator *evaluator = dx_evaluator_new(part, l->library);
    const dx_bitset *where;
    dx_error error;
    CHECK_EQ(dx_evaluate(evaluator, there, &where, &error), DX_OK);
    for (size_t w = 0; w < where->size; w++)
        CHECK_THAT(dx_bitset_has(where, w) ==
                       dx_bitset_has(worlds_of(l, here), old[w]),
                   "seed %d, world %zu", (int)l->seed, w);
    dx_evaluator_free(evaluator);
}

static const random_shape everything = {8, RANDOM_MIXED, true, true};

TEST(the_generated_part_means_the_same)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, everything, RANDOM_ALL);
        uint32_t *old;
        dx_model *part =
            dx_model_generated(l.model, dx_model_actual(l.model), &old);
        CHECK_EQ(old[dx_model_actual(part)], dx_model_actual(l.model));
        check_same(&l, part, old, l.f, l.f);
        dx_free(old);
        dx_model_free(part);
        lab_release(&l);
    }
}

// Formulas of depth two, and K[a] before them: three steps.
TEST(what_is_in_reach_decides_what_an_agent_knows)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, everything, RANDOM_BELIEF | RANDOM_NUMBERS);
        size_t world = dx_model_actual(l.model);
        dx_model *part = dx_model_within_reach(l.model, world, 0, 3, NULL);
        dx_evaluator *evaluator = dx_evaluator_new(part, NULL);
        const dx_bitset *where;
        dx_error error;
        dx_formula f = law_formula(&l, "K[a] %f");
        CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
        CHECK(dx_bitset_has(where, dx_model_actual(part)) ==
              dx_bitset_has(worlds_of(&l, f), world));
        dx_evaluator_free(evaluator);
        dx_model_free(part);
        lab_release(&l);
    }
}

TEST(a_restricted_model_is_the_model_after_an_announcement)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, everything, RANDOM_ALL);
        const dx_bitset *keep = worlds_of(&l, l.f);
        dx_model *part;
        dx_error error;
        dx_status status = dx_model_restrict(l.model, keep, &part, &error);
        CHECK_EQ(status, dx_bitset_is_empty(keep) ? DX_ERR_EMPTY : DX_OK);
        if (status == DX_OK) {
            uint32_t *old = dx_alloc_raw(keep->size, sizeof *old);
            size_t count = 0;
            for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
                 w = dx_bitset_next(keep, w + 1))
                old[count++] = (uint32_t)w;
            CHECK_EQ(count, dx_model_world_count(part));
            check_same(&l, part, old, l.g, law_formula(&l, "[!%f] %g"));
            dx_free(old);
            dx_model_free(part);
        }
        lab_release(&l);
    }
}

TEST(a_told_model_is_the_model_after_telling)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, everything, RANDOM_ALL);
        dx_agent_set both = {{1 << 0 | 1 << 1}};
        dx_model *told = dx_model_tell(l.model, &both, worlds_of(&l, l.f));
        uint32_t *old = dx_alloc_raw(dx_model_world_count(told), sizeof *old);
        for (uint32_t w = 0; w < dx_model_world_count(told); w++)
            old[w] = w;
        check_same(&l, told, old, l.g, law_formula(&l, "[a,b ?!%f] %g"));
        dx_free(old);
        dx_model_free(told);
        lab_release(&l);
    }
}

TEST(a_product_is_the_model_after_an_event)
{
    size_t made = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        lab l = lab_new(seed, everything, RANDOM_ALL);
        dx_model *product;
        dx_error error;
        dx_status status =
            dx_model_product(l.evaluator, dx_event_library_at(l.library, 0), 0,
                             1000, &product, &error);
        bool can = dx_bitset_has(worlds_of(&l, law_formula(&l, "<A,e0> true")),
                                 dx_model_actual(l.model));
        CHECK_EQ(status == DX_OK, can);
        if (can) {
            dx_evaluator *evaluator = dx_evaluator_new(product, l.library);
            const dx_bitset *where;
            CHECK_EQ(dx_evaluate(evaluator, l.g, &where, &error), DX_OK);
            CHECK(dx_bitset_has(where, dx_model_actual(product)) ==
                  dx_bitset_has(worlds_of(&l, law_formula(&l, "[A,e0] %g")),
                                dx_model_actual(l.model)));
            dx_evaluator_free(evaluator);
            dx_model_free(product);
            made++;
        }
        lab_release(&l);
    }
    CHECK(made > SEEDS / 4);
}
