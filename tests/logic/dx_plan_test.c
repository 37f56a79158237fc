// `plan goal f using ..` against asking for f after each short row of steps.

#include "logic/dx/check.h"
#include "logic/formula/print.h"
#include "logic/random_formula.h"
#include "test.h"

#include <stdio.h>

enum { STEPS = 3, WORLDS_MOST = 6 };

static const char *const agent_names[] = {"a", "b"};
static const char *const atom_names[] = {"p", "q"};

typedef struct writer {
    dx_random random;
    random_formulas facts, anything;
    bool has_events;
    char steps[STEPS][400], goal[400];
    dx_text out;
} writer;

static size_t below(writer *w, size_t bound)
{
    return (size_t)dx_random_below(&w->random, bound);
}

static void add_formula(writer *w, const random_formulas *shape, dx_text *out)
{
    dx_text_add_char(out, '(');
    dx_formula_print(shape->store, random_formula(shape, &w->random), out);
    dx_text_add_char(out, ')');
}

static void add_worlds(writer *w)
{
    size_t worlds = 3 + below(w, WORLDS_MOST - 2);
    dx_text_add(&w->out, "agents a, b\nvars p, q: bool\n");
    for (size_t v = 0; v < worlds; v++)
        dx_text_printf(&w->out, "world w%zu: %sp, %sq\n", v,
                       below(w, 2) == 0 ? "~" : "",
                       below(w, 2) == 0 ? "~" : "");
    for (size_t a = 0; a < 2; a++) {
        size_t split = 1 + below(w, worlds - 1);
        dx_text_printf(&w->out, "links %c:", "ab"[a]);
        for (size_t v = 0; v < worlds; v++)
            dx_text_printf(&w->out, "%s w%zu",
                           v == 0       ? " {"
                           : v == split ? "} {"
                                        : "",
                           a == 0 ? v
                           : v < (worlds + 1) / 2
                               ? 2 * v
                               : 2 * (v - (worlds + 1) / 2) + 1);
        dx_text_add(&w->out, "}\n");
    }
    const char *source = below(w, 2) == 0 ? "rank" : "weight";
    for (size_t v = 0; v < worlds && below(w, 3) > 0; v++)
        dx_text_printf(&w->out, "%s b: w%zu %zu\n", source, v, below(w, 3));
    dx_text_printf(&w->out, "actual w%zu\nevents E {\n event e pre ",
                   below(w, worlds));
    add_formula(w, &w->facts, &w->out);
    dx_text_add(&w->out, " post p := ");
    add_formula(w, &w->facts, &w->out);
    dx_text_add(&w->out, "\n event f\n a: {e f}\n}\n");
}

static void choose_questions(writer *w)
{
    dx_text text = {0};
    for (size_t i = 0; i < STEPS; i++) {
        dx_text_clear(&text);
        if (i == 0 && w->has_events)
            dx_text_add(&text, "E, e");
        else {
            dx_text_add(&text, i < 2 ? "!" : "a ?!");
            add_formula(w, &w->anything, &text);
        }
        snprintf(w->steps[i], sizeof w->steps[i], "%s", dx_text_string(&text));
    }
    dx_text_clear(&text);
    bool is_chance = below(w, 2) == 0;
    dx_text_printf(&text, is_chance ? "P[%c]" : "K[%c]", "ab"[below(w, 2)]);
    add_formula(w, &w->anything, &text);
    dx_text_printf(&text, is_chance ? " = %zu/%zu" : "", below(w, 3),
                   2 + below(w, 2));
    snprintf(w->goal, sizeof w->goal, "%s", dx_text_string(&text));
    dx_text_release(&text);
}

// The plan first, then the goal after no step, after one, after two.
static void add_questions(writer *w)
{
    dx_text_printf(&w->out, "plan goal %s using %s; %s; %s\ntrue %s\n", w->goal,
                   w->steps[0], w->steps[1], w->steps[2], w->goal);
    for (size_t i = 0; i < STEPS; i++)
        dx_text_printf(&w->out, "after %s: true %s\n", w->steps[i], w->goal);
    for (size_t i = 0; i < STEPS * STEPS; i++)
        dx_text_printf(&w->out, "after %s; %s: true %s\n", w->steps[i / STEPS],
                       w->steps[i % STEPS], w->goal);
}

// How many steps it takes, by asking: 0, 1, 2, or 3 for more or never.
static size_t length_by_asking(dx_checker *checker, const dx_document *document)
{
    size_t least = 3;
    for (size_t i = 1; i < document->queries.count; i++) {
        const dx_query *query = &document->queries.at[i];
        dx_check_answer answer;
        dx_checker_ask(checker, query, (dx_check_options){0}, &answer);
        if (answer.status == DX_OK && answer.truth &&
            query->steps.count < least)
            least = query->steps.count;
        dx_check_answer_release(&answer);
    }
    return least;
}

static void check_plan(writer *w, unsigned *planned, unsigned *refused)
{
    dx_document *document;
    dx_checker *checker;
    dx_error error;
    dx_status status = dx_document_read_text("plan", dx_text_string(&w->out),
                                             w->out.length, &document, &error);
    CHECK_THAT(status == DX_OK, "%u:%u: %s\n%s", error.line, error.column,
               error.message, dx_text_string(&w->out));
    CHECK_EQ(
        dx_checker_new(document, &dx_build_default_limits, &checker, &error),
        DX_OK);
    dx_check_answer answer;
    dx_checker_ask(checker, &document->queries.at[0], (dx_check_options){0},
                   &answer);
    size_t length = length_by_asking(checker, document);
    *refused += answer.status != DX_OK;
    *planned += answer.status == DX_OK && answer.truth;
    if (answer.status == DX_OK && length < 3)
        CHECK_THAT(answer.truth && answer.plan.count == length,
                   "%zu steps are enough, not %zu:\n%s", length,
                   answer.truth ? answer.plan.count : SIZE_MAX,
                   dx_text_string(&w->out));
    else
        CHECK_THAT(answer.status != DX_OK || !answer.truth ||
                       answer.plan.count > 2,
                   "no row of %zu steps does it:\n%s", answer.plan.count,
                   dx_text_string(&w->out));
    dx_check_answer_release(&answer);
    dx_checker_free(checker);
    dx_document_free(document);
}

static writer writer_new(uint64_t seed, dx_formulas *store)
{
    random_formulas shape = {.store = store,
                             .depth = 2,
                             .atoms = {2, atom_names},
                             .agents = {2, agent_names}};
    random_formulas_allow(&shape, 4,
                          (dx_kind[]){DX_APPLY, DX_NOT, DX_AND, DX_IMPLIES});
    writer w = {.random = dx_random_named(41, seed, 0), .facts = shape};
    random_formulas_allow(&shape, 6,
                          (dx_kind[]){DX_KNOWS, DX_POSSIBLE, DX_BELIEVES,
                                      DX_DISTRIBUTED, DX_SAFE, DX_STRONG});
    // What is not contracted grows with events: every third has events, and
    // nothing in it that bisimilar worlds differ in.
    w.has_events = seed % 3 == 0;
    for (size_t i = 0; i < 3 && w.has_events; i++)
        shape.is_allowed[(dx_kind[]){DX_DISTRIBUTED, DX_SAFE, DX_STRONG}[i]] =
            false;
    w.anything = shape;
    return w;
}

TEST(a_plan_is_as_short_as_asking_after_every_row_of_steps_says)
{
    unsigned planned = 0, refused = 0, documents = SAMPLE(30, 5000);
    for (uint64_t seed = 0; seed < documents; seed++) {
        CHECKING_SEED(seed);
        dx_formulas *store = dx_formulas_new();
        writer w = writer_new(seed, store);
        add_worlds(&w);
        choose_questions(&w);
        add_questions(&w);
        check_plan(&w, &planned, &refused);
        dx_text_release(&w.out);
        dx_formulas_free(store);
    }
    CHECK_THAT(planned > documents / 5, "only %u plans", planned);
    CHECK_THAT(refused < documents / 5, "%u are undecided", refused);
}
