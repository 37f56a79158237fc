// Random documents: what the builder makes of laws and sights must be what the
// evaluator says of the same formulas on the model without them.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "logic/dx/build.h"
#include "logic/evaluate/evaluate.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// Terms under `mod` must be whole: no division inside.
static void write_whole(dx_random *random, dx_text *out)
{
    static const char *const terms[] = {"x", "x + y", "x * y - 3", "y - x",
                                        "m(1) + 2 * m(2)"};
    dx_text_add(out, terms[dx_random_below(random, 5)]);
}

static void write_comparison(dx_random *random, dx_text *out)
{
    static const char *const signs[] = {" = ",  " != ", " < ",
                                        " <= ", " > ",  " >= "};
    if (dx_random_below(random, 4) == 0) {
        dx_text_add_char(out, '(');
        write_whole(random, out);
        dx_text_add(out, ") mod 3");
    } else {
        write_whole(random, out);
    }
    dx_text_add(out, signs[dx_random_below(random, 6)]);
    if (dx_random_below(random, 3) == 0) {
        dx_text_add(out, "(");
        write_whole(random, out);
        dx_text_add(out, ") / 2");
    } else {
        write_whole(random, out);
    }
}

static void write_formula(dx_random *random, int depth, dx_text *out)
{
    static const char *const atoms[] = {"p",
                                        "q",
                                        "c = red",
                                        "c != d",
                                        "c in {red, blue}",
                                        "x in 1..2",
                                        "exists i in 1..2: m(i) = x",
                                        "sum i in 1..2: i*m(i)/2 > x",
                                        "count i in {1, 2}: (m(i) = 5) = x",
                                        "forall i in 1..2: m(i) < y + i"};
    static const char *const signs[] = {" & ", " | ", " -> ", " <-> "};
    uint64_t kind = dx_random_below(random, 5);
    dx_text_add_char(out, '(');
    if (depth == 0 || kind == 0) {
        dx_text_add(out, atoms[dx_random_below(random, 10)]);
    } else if (kind == 1) {
        write_comparison(random, out);
    } else if (kind == 2) {
        dx_text_add_char(out, '~');
        write_formula(random, depth - 1, out);
    } else {
        write_formula(random, depth - 1, out);
        dx_text_add(out, signs[dx_random_below(random, 4)]);
        write_formula(random, depth - 1, out);
    }
    dx_text_add_char(out, ')');
}

static const char head[] = "agents anne, bob\n"
                           "vars p, q: bool\n"
                           "     x, y: 1..3\n"
                           "     c, d: {red, green, blue}\n"
                           "     m(1..2): {0, 5, 2}\n";

// One sight; now and then one whose numbers need more than 32 bits.
static void write_sight(dx_random *random, dx_text *out)
{
    static const char *const plain[] = {"x", "c", "m(2)", "p"};
    uint64_t kind = dx_random_below(random, 4);
    if (kind == 0)
        dx_text_add(out, plain[dx_random_below(random, 4)]);
    else if (kind == 1)
        write_formula(random, 1, out);
    else if (kind == 2)
        write_whole(random, out);
    else
        dx_text_add(out, "(x + y * 3) * 1000003 * 1009");
}

static dx_document *read_text(const char *text, uint64_t seed)
{
    dx_document *document;
    dx_error error;
    dx_status status =
        dx_document_read_text("test", text, strlen(text), &document, &error);
    CHECK_THAT(status == DX_OK, "seed %zu: %u:%u: %s\n%s", (size_t)seed,
               error.line, error.column, error.message, text);
    return document;
}

static dx_model *build(const dx_document *document)
{
    dx_model *model;
    dx_error error;
    dx_status status =
        dx_build_model(document, &dx_build_default_limits, &model, &error);
    if (status == DX_ERR_EMPTY)
        return NULL;
    CHECK_THAT(status == DX_OK, "%s", error.message);
    return model;
}

// Does agent `a` see the same at two worlds of the full model?
static bool sees_alike(const dx_document *document, dx_evaluator *evaluator,
                       size_t a, size_t v, size_t w)
{
    for (size_t i = 0; i < document->sights.count; i++) {
        const dx_placed *sight = &document->sights.at[i];
        if (sight->agent != a)
            continue;
        const dx_bitset *where;
        dx_fraction one, other;
        dx_error error;
        if (dx_evaluate(evaluator, sight->formula, &where, &error) == DX_OK) {
            if (dx_bitset_has(where, v) != dx_bitset_has(where, w))
                return false;
            continue;
        }
        CHECK(dx_evaluate_term(evaluator, sight->formula, v, &one, &error) ==
              DX_OK);
        CHECK(dx_evaluate_term(evaluator, sight->formula, w, &other, &error) ==
              DX_OK);
        if (!dx_fraction_equal(one, other))
            return false;
    }
    return true;
}

// The worlds of the full model where every law holds.
static dx_bitset lawful(const dx_document *document, dx_evaluator *evaluator)
{
    const dx_bitset *where;
    dx_error error;
    dx_bitset set = dx_bitset_new((size_t)2 * 2 * 3 * 3 * 3 * 3 * 3 *
                                  3); // states without a law
    dx_bitset_fill(&set);
    for (size_t i = 0; i < document->laws.count; i++) {
        dx_status status = dx_evaluate(evaluator, document->laws.at[i].formula,
                                       &where, &error);
        CHECK_THAT(status == DX_OK, "%s", error.message);
        dx_bitset_and(&set, where);
    }
    return set;
}

static void check_worlds(const dx_document *document, const dx_model *model,
                         const dx_model *full, const dx_bitset *expected,
                         uint64_t seed)
{
    size_t count = model == NULL ? 0 : dx_model_world_count(model);
    CHECK_THAT(count == dx_bitset_count(expected), "seed %zu: %zu worlds",
               (size_t)seed, count);
    size_t old = dx_bitset_next(expected, 0);
    for (size_t w = 0; w < count; w++, old = dx_bitset_next(expected, old + 1))
        for (size_t v = 0; v < dx_model_variable_count(model); v++)
            CHECK_EQ(dx_model_values(model, v)[w],
                     dx_model_values(full, v)[old]);
    (void)document;
}

// Checks cells on random pairs: all of them would be too many.
static void check_cells(const dx_document *document, const dx_model *model,
                        dx_evaluator *evaluator, const dx_bitset *expected,
                        dx_random *random, uint64_t seed)
{
    size_t count = dx_model_world_count(model);
    size_t *old = dx_alloc(count, sizeof *old);
    old[0] = dx_bitset_next(expected, 0);
    for (size_t w = 1; w < count; w++)
        old[w] = dx_bitset_next(expected, old[w - 1] + 1);
    for (int i = 0; i < 60; i++) {
        size_t v = dx_random_below(random, count);
        size_t w = dx_random_below(random, count);
        for (size_t a = 0; a < 2; a++)
            CHECK_THAT(dx_relation_has(
                           dx_model_relation(model, a, DX_KNOWLEDGE), v, w) ==
                           sees_alike(document, evaluator, a, old[v], old[w]),
                       "seed %zu: agent %zu, worlds %zu and %zu", (size_t)seed,
                       a, v, w);
    }
    dx_free(old);
}

static void check_document(uint64_t seed)
{
    CHECKING_SEED(seed);
    dx_random random = dx_random_named(seed, 0, 0);
    dx_text text = {0};
    dx_text_add(&text, head);
    for (uint64_t i = dx_random_below(&random, 4); i > 0; i--) {
        dx_text_add(&text, "law ");
        write_formula(&random, 3, &text);
        dx_text_add_char(&text, '\n');
    }
    for (uint64_t i = dx_random_below(&random, 5); i > 0; i--) {
        dx_text_printf(
            &text, "sees %s: ", dx_random_below(&random, 2) ? "anne" : "bob");
        write_sight(&random, &text);
        dx_text_add_char(&text, '\n');
    }
    dx_document *document = read_text(dx_text_string(&text), seed);
    dx_model *model = build(document);
    // The same store for both, so that formulas keep their handles.
    dx_document bare = *document;
    bare.laws.count = bare.sights.count = 0;
    dx_model *full = build(&bare);
    dx_evaluator *evaluator = dx_evaluator_new(full, NULL);
    dx_bitset expected = lawful(document, evaluator);

    check_worlds(document, model, full, &expected, seed);
    if (model != NULL)
        check_cells(document, model, evaluator, &expected, &random, seed);

    dx_bitset_release(&expected);
    dx_evaluator_free(evaluator);
    dx_model_free(full);
    dx_model_free(model);
    dx_document_free(document);
    dx_text_release(&text);
}

TEST(a_built_model_has_the_worlds_and_cells_that_its_formulas_say)
{
    for (uint64_t seed = 0; seed < 50; seed++)
        check_document(seed);
}

LONG_TEST(many_built_models_have_the_worlds_and_cells_that_they_say)
{
    for (uint64_t seed = 1000; seed < 4000; seed++)
        check_document(seed);
}
