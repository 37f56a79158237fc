// Which engine is chosen for a document, what it was estimated to cost, and
// that listing can be stopped and resumed.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "logic/dx/engine.h"
#include "logic/dx/estimate.h"
#include "test.h"

#include <string.h>

static dx_document *read_text(const char *text)
{
    dx_document *document;
    dx_error error;
    dx_status status =
        dx_document_read_text("test", text, strlen(text), &document, &error);
    CHECK_THAT(status == DX_OK, "%u:%u: %s", error.line, error.column,
               error.message);
    return document;
}

// All questions of the text are answered as expected, and by this engine.
static void check_engine(const char *text, const char *engine_name)
{
    dx_document *document = read_text(text);
    dx_engine *engine;
    dx_error error;
    CHECK_EQ(
        dx_engine_new(document, DX_ENGINE_AUTOMATIC, NULL, &engine, &error),
        DX_OK);
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer answer;
        dx_engine_ask(engine, &document->queries.at[i],
                      (dx_check_options){.states_max = 5}, &answer);
        CHECK_THAT(answer.status == DX_OK, "line %u: %s",
                   answer.query->place.line, answer.error.message);
        CHECK_THAT(answer.is_as_expected &&
                       strcmp(answer.engine, engine_name) == 0,
                   "line %u: %s", answer.query->place.line, answer.engine);
        dx_check_answer_release(&answer);
    }
    dx_engine_free(engine);
    dx_document_free(document);
}

static const char sum_and_product[] =
    "agents s, p\nvars x, y: 2..198\nlaw x < y & x + y <= 200\n"
    "sees s: x + y\n p: x * y\n"
    "let knows(a) = exists n in 2..198: K[a] x = n\n"
    "count true expect 9702\n"
    "after !K[s] ~knows(p); !knows(p); !knows(s): count true expect 1\n";

static const char chain[] =
    "agents a, b\nvars n: 0..60000\n"
    "sees a: (n + 1) - (n + 1) mod 2\n b: n - n mod 2\nactual n = 7\n"
    "true K[a] n > 0 & K[b] K[a] n > 0\n"
    "true C[a,b] n > 0 expect false\n";

static const char cards[] =
    "agents a, b, c\nvars a1, a2, a3, a4, b1, b2, b3, b4, c1, c2: 0..9\n"
    "law a1 < a2 & a2 < a3 & a3 < a4 & b1 < b2 & b2 < b3 & b3 < b4 & c1 < c2\n"
    "law distinct(a1, a2, a3, a4, b1, b2, b3, b4, c1, c2)\n"
    "sees a: a1, a2, a3, a4\n b: b1, b2, b3, b4\n c: c1, c2\n"
    "count true expect 3150\n"
    "after !K[a] (a1 + a2 + a3 + a4) mod 10 = 6: valid ~K[c] a1 = 0 | a1 = 0\n";

TEST(what_can_be_listed_and_is_hard_to_draw_is_listed)
{
    check_engine(sum_and_product, "explicit");
    check_engine(chain, "explicit");
    check_engine(cards, "explicit");
}

static const char muddy[] =
    "agents 1..18\nvars m(agents): bool\n"
    "sees i in agents: m(j) for j in agents if j != i\n"
    "count true expect 262144\n"
    "after !exists i in agents: m(i): count Kw[1] m(1) expect 1\n";

static const char private_talk[] =
    "agents a, b\nvars p, q: bool\nsees a: p\n b: q\nactual p & q\n"
    "events ta = private a: q\nevents tb = private b: p\n"
    "after ta, e; tb, e; ta, e; tb, e; ta, e; tb, e; ta, e; tb, e; ta, e; "
    "tb, e; ta, e; tb, e; ta, e; tb, e; ta, e; tb, e; ta, e; tb, e; ta, e; "
    "tb, e: count true expect 1050625\n";

TEST(what_is_easy_to_draw_and_long_to_list_is_drawn)
{
    check_engine(muddy, "symbolic");
    check_engine(private_talk, "symbolic");
}

// The same twenty announcements, listed: the model is contracted on the way.
TEST(twenty_private_announcements_can_be_listed)
{
    dx_document *document = read_text(private_talk);
    dx_checker *checker;
    dx_error error;
    CHECK_EQ(
        dx_checker_new(document, &dx_build_default_limits, &checker, &error),
        DX_OK);
    dx_check_answer answer;
    dx_checker_ask(checker, &document->queries.at[0], (dx_check_options){0},
                   &answer);
    CHECK_EQ(answer.status, DX_OK);
    CHECK_EQ(answer.count, 1050625);
    dx_check_answer_release(&answer);
    dx_checker_free(checker);
    dx_document_free(document);
}

// Eight prisoners, of examples/logic/prisoners.dx: a million worlds.
LONG_TEST(events_that_may_leave_too_many_worlds_are_drawn)
{
    dx_text text;
    CHECK_EQ(dx_text_read_file(dx_test_path("../examples/logic/prisoners.dx"),
                               1 << 16, &text, NULL),
             DX_OK);
    char *n = strstr((char *)dx_text_string(&text), "const n = ");
    CHECK(n != NULL);
    memcpy(n, "const n=8   ", 12);
    check_engine(text.at, "symbolic");
    dx_text_release(&text);
}

TEST(probabilities_are_asked_of_listed_worlds)
{
    check_engine("agents 1..14\nvars m(agents): bool\n"
                 "sees i in agents: m(j) for j in agents if j != i\n"
                 "count P[1](m(1)) = 1/2 expect 16384\n",
                 "explicit");
}

static void check_estimate(const char *text, double worlds)
{
    dx_document *document = read_text(text);
    dx_builder *builder = dx_builder_new(document);
    dx_listing listing;
    dx_error error;
    CHECK_EQ(dx_builder_estimate(builder, &listing, &error), DX_OK);
    dx_estimate e = dx_estimate_of(document, listing);
    CHECK_THAT(e.worlds > worlds / 4 && e.worlds < worlds * 4,
               "%g worlds of %g", e.worlds, worlds);
    CHECK(e.steps >= e.worlds && e.explicit_cost > e.steps);
    dx_builder_free(builder);
    dx_document_free(document);
}

TEST(worlds_are_estimated_without_listing_them)
{
    check_estimate(sum_and_product, 9702);
    check_estimate(chain, 60001);
    check_estimate(muddy, 262144);
    check_estimate("vars x(1..40): 0..9\nlaw sum i in 1..2: x(i) = 9\n"
                   "law forall i in 3..40: x(i) mod 2 = 0\ncount true\n",
                   10 * 3.637978807091713e26);
}

// Russian cards with a truth for each hand and card: who has it.  Laws end in
// `wide`, which may make each of them read all variables.
static char *dealt(int a, int b, int c, const char *wide)
{
    dx_text text = {0};
    dx_text_printf(&text,
                   "agents anne, bill, cath\nset cards = 1..%d\n"
                   "vars a(cards), b(cards), c(cards): bool\n"
                   "law forall i in cards: (a(i) & ~b(i) & ~c(i)) | "
                   "(~a(i) & b(i) & ~c(i)) | (~a(i) & ~b(i) & c(i)) %s\n"
                   "law (count i in cards: a(i)) = %d %s\n"
                   "law (count i in cards: b(i)) = %d %s\n"
                   "sees anne: a(i) for i in cards\n"
                   "sees bill: b(i) for i in cards\n"
                   "sees cath: c(i) for i in cards\n"
                   "count (count i in cards: b(i)) = %d",
                   a + b + c, wide, a, wide, b, wide, b);
    return dx_text_take(&text);
}

// Six, six and two cards: walked hand by hand 181 million values, since a card
// in two hands would be found when the third has been dealt.
TEST(laws_that_would_be_asked_late_are_asked_early)
{
    char *text = dealt(6, 6, 2, "");
    dx_document *document = read_text(text);
    dx_builder *builder = dx_builder_new(document);
    dx_listing listing;
    dx_model *model;
    dx_error error;
    CHECK_EQ(dx_builder_estimate(builder, &listing, &error), DX_OK);
    CHECK_EQ(dx_builder_run(builder, &dx_build_default_limits, &error), DX_OK);
    size_t steps = dx_builder_steps(builder);
    CHECK(steps < 6000000);
    CHECK_THAT((double)steps / 4 < listing.steps &&
                   listing.steps < 4 * (double)steps,
               "%g steps of %zu", listing.steps, steps);
    CHECK_EQ(dx_builder_finish(builder, &model, &error), DX_OK);
    CHECK_EQ(dx_model_world_count(model), 84084);
    dx_model_free(model);
    dx_builder_free(builder);
    dx_document_free(document);
    dx_free(text);
}

TEST(cards_held_by_truths_are_listed)
{
    char *text = dealt(6, 6, 2, "");
    dx_text asked = {0};
    dx_text_printf(&asked, "%s expect 84084\n", text);
    check_engine(dx_text_string(&asked), "explicit");
    dx_text_release(&asked);
    dx_free(text);
}

// The cells of every agent, world by world.
static void check_same(const dx_model *a, const dx_model *b)
{
    CHECK_EQ(dx_model_world_count(a), dx_model_world_count(b));
    for (size_t agent = 0; agent < dx_model_agent_count(a); agent++)
        for (size_t w = 0; w < dx_model_world_count(a); w++)
            CHECK_EQ(dx_model_relation(a, agent, DX_KNOWLEDGE)->cell[w],
                     dx_model_relation(b, agent, DX_KNOWLEDGE)->cell[w]);
}

TEST(a_listing_that_was_paused_goes_on_where_it_was)
{
    dx_document *document = read_text(cards);
    dx_model *at_once, *in_parts;
    dx_error error;
    CHECK_EQ(
        dx_build_model(document, &dx_build_default_limits, &at_once, &error),
        DX_OK);
    dx_builder *builder = dx_builder_new(document);
    dx_listing listing;
    CHECK_EQ(dx_builder_estimate(builder, &listing, &error), DX_OK);
    dx_build_limits limits = dx_build_default_limits;
    size_t pauses = 0;
    for (limits.steps_max = 1000;
         dx_builder_run(builder, &limits, &error) != DX_OK;
         limits.steps_max += 7919, pauses++)
        CHECK_EQ(dx_builder_steps(builder), limits.steps_max);
    CHECK(pauses > 10);
    CHECK_EQ(dx_builder_finish(builder, &in_parts, &error), DX_OK);
    check_same(at_once, in_parts);
    dx_model_free(at_once);
    dx_model_free(in_parts);
    dx_builder_free(builder);
    dx_document_free(document);
}

// The worlds of six cards under random laws, which end in `wide`; and steps.
static dx_model *deal(uint64_t seed, const char *wide, size_t *steps)
{
    static const char hand[] = "abc";
    dx_random random = dx_random_named(seed, 0, 0);
    int a = (int)dx_random_below(&random, 4);
    char *hands = dealt(a, 3, 3 - a, wide);
    dx_text text = {0};
    dx_text_printf(&text, "%s\n", hands);
    for (int i = 0; i < 3; i++) {
        dx_text_add(&text, "law (");
        for (int k = 0; k < 3; k++)
            dx_text_printf(&text, "%s %s%c(%d)", k > 0 ? " |" : "",
                           dx_random_below(&random, 2) > 0 ? "~" : "",
                           hand[dx_random_below(&random, 3)],
                           1 + (int)dx_random_below(&random, 6));
        dx_text_printf(&text, ") %s\n", wide);
    }
    dx_document *document = read_text(dx_text_string(&text));
    dx_builder *builder = dx_builder_new(document);
    dx_model *model = NULL;
    dx_error error;
    if (dx_builder_run(builder, &dx_build_default_limits, &error) == DX_OK)
        CHECK_EQ(dx_builder_finish(builder, &model, &error), DX_OK);
    *steps = dx_builder_steps(builder);
    dx_builder_free(builder);
    dx_document_free(document);
    dx_text_release(&text);
    dx_free(hands);
    return model;
}

TEST(what_is_foreseen_leaves_the_same_worlds_in_the_same_order)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        CHECKING_SEED(seed);
        size_t early, late;
        dx_model *foreseen = deal(seed, "", &early);
        dx_model *plain = deal(seed,
                               "| ((count i in cards: a(i)) + (count i in "
                               "cards: (b(i) | c(i)))) mod 100 = 99",
                               &late);
        CHECK_EQ(foreseen == NULL, plain == NULL);
        CHECK(early * 2 < late);
        if (plain == NULL)
            continue;
        check_same(foreseen, plain);
        for (size_t v = 0; v < dx_model_variable_count(plain); v++)
            for (size_t w = 0; w < dx_model_world_count(plain); w++)
                CHECK_EQ(dx_model_values(foreseen, v)[w],
                         dx_model_values(plain, v)[w]);
        dx_model_free(foreseen);
        dx_model_free(plain);
    }
}

// What an event makes is counted before it is made, after updates and inside
// formulas.
TEST(a_product_that_is_too_large_is_refused_early)
{
    dx_document *document =
        read_text("agents a, b\nvars p(1..8): bool\nsees a: p(1)\n"
                  "actual forall i in 1..8: p(i)\n"
                  "events M { event e pre p(1) event f event g\n"
                  "  a: {e f g} b: {e f} {g} }\n"
                  "after M, e: value P[a](p(2))\n"
                  "after M, e; M, f: value P[a](p(2))\n"
                  "true [M,e][M,f] P[a](p(2)) = 1/2\n");
    dx_build_limits limits = dx_build_default_limits;
    limits.products_max = 1000;
    dx_engine *engine;
    dx_error error;
    CHECK_EQ(
        dx_engine_new(document, DX_ENGINE_EXPLICIT, &limits, &engine, &error),
        DX_OK);
    for (size_t i = 0; i < document->queries.count; i++) {
        CHECKING("question %zu", i);
        dx_check_answer answer;
        dx_engine_ask(engine, &document->queries.at[i],
                      (dx_check_options){.states_max = 5}, &answer);
        CHECK_EQ(answer.status, i == 0 ? DX_OK : DX_ERR_LIMIT);
        if (i > 0)
            CHECK_THAT(strstr(answer.error.message,
                              "'M' has 1664 worlds, more than 1000") != NULL,
                       "said: %s", answer.error.message);
        dx_check_answer_release(&answer);
    }
    dx_engine_free(engine);
    dx_document_free(document);
}
