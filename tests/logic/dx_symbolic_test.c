// The two engines on the same documents: every example, and thousands of
// random ones with laws, sights, event models and updates.

#include "logic/dx/engine.h"
#include "logic/dx/symbolic.h"
#include "logic/formula/print.h"
#include "logic/random_formula.h"
#include "test.h"

#include "base/memory.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

typedef struct tally {
    size_t compared, refused, failed; // questions
    size_t bereft;                    // agents who held nothing possible
    size_t groups;                    // who held nothing possible together
} tally;

static const dx_check_options options = {.states_max = 50, .explain = true};

static void compare_states(const dx_check_answer *a, const dx_check_answer *b,
                           const char *name)
{
    CHECK_EQ(a->state_count, b->state_count);
    for (size_t i = 0; i < a->state_count; i++) {
        CHECK_EQ(a->states[i].count, b->states[i].count);
        for (size_t f = 0; f < a->states[i].count; f++)
            CHECK_THAT(strcmp(a->states[i].facts[f], b->states[i].facts[f]) ==
                           0,
                       "%s, line %u: %s and %s", name, a->query->place.line,
                       a->states[i].facts[f], b->states[i].facts[f]);
        // Long names, and those of worlds that look alike, are numbers.
        const char *x = a->states[i].name, *y = b->states[i].name;
        CHECK_THAT(x[0] == 'w' || strcmp(x, y) == 0, "%s, line %u: %s and %s",
                   name, a->query->place.line, x, y);
    }
}

static bool is_among(const dx_bereft_list *list, dx_bereft one)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].agent == one.agent && list->at[i].group == one.group &&
            list->at[i].attitude == one.attitude)
            return list->at[i].is_here == one.is_here;
    return false;
}

static void compare_answers(const dx_check_answer *a, const dx_check_answer *b,
                            const char *name, tally *t)
{
    unsigned line = a->query->place.line;
    if (b->status == DX_ERR_UNSUPPORTED) {
        t->refused++;
        return;
    }
    CHECK_THAT(a->status == b->status, "%s, line %u: '%s' and '%s'", name, line,
               a->status == DX_OK ? "" : a->error.message,
               b->status == DX_OK ? "" : b->error.message);
    if (a->status != DX_OK) {
        CHECK_THAT(strcmp(a->error.message, b->error.message) == 0 ||
                       a->status != DX_ERR_EMPTY,
                   "%s, line %u: '%s' and '%s'", name, line, a->error.message,
                   b->error.message);
        CHECK_EQ(a->error.line, b->error.line);
        t->failed++;
        return;
    }
    t->compared++;
    CHECK_THAT(a->truth == b->truth, "%s, line %u: symbolically %s", name, line,
               b->truth ? "true" : "false");
    bool counts =
        a->query->kind == DX_QUERY_WHERE || a->query->kind == DX_QUERY_COUNT;
    CHECK_THAT(!counts || a->count == b->count, "%s, line %u: %zu and %zu",
               name, line, a->count, b->count);
    CHECK_EQ(a->is_as_expected, b->is_as_expected);
    compare_states(a, b, name);
    CHECK_THAT(a->bereft.count == b->bereft.count,
               "%s, line %u: %zu and %zu "
               "hold nothing possible",
               name, line, a->bereft.count, b->bereft.count);
    for (size_t i = 0; i < a->bereft.count; i++, t->bereft++) {
        t->groups += a->bereft.at[i].group != DX_FORMULA_NONE;
        CHECK_THAT(is_among(&b->bereft, a->bereft.at[i]), "%s, line %u", name,
                   line);
    }
    if (b->has_explanation)
        CHECK_EQ(b->explanation.step[0].holds, a->truth);
}

// `contract_at`: of the explicit engine; 0 for as it is.
static void compare_document(const dx_document *document, const char *name,
                             size_t contract_at, tally *t)
{
    dx_checker *explicit_ = NULL;
    dx_engine *symbolic = NULL;
    dx_error error, other;
    dx_build_limits limits = dx_build_default_limits;
    limits.contract_at = contract_at;
    // What has more is refused at the usual limit too, only later.
    limits.worlds_max = SAMPLE((size_t)1 << 16, limits.worlds_max);
    dx_status status = dx_checker_new(document, &limits, &explicit_, &error);
    dx_status again =
        dx_engine_new(document, DX_ENGINE_SYMBOLIC, NULL, &symbolic, &other);
    if (again == DX_ERR_UNSUPPORTED || status == DX_ERR_LIMIT) {
        t->refused++;
    } else {
        CHECK_THAT(status == again, "%s: '%s' and '%s'", name,
                   status == DX_OK ? "" : error.message,
                   again == DX_OK ? "" : other.message);
        for (size_t i = 0; i < document->queries.count && status == DX_OK;
             i++) {
            dx_check_answer a, b;
            dx_checker_ask(explicit_, &document->queries.at[i], options, &a);
            dx_engine_ask(symbolic, &document->queries.at[i], options, &b);
            compare_answers(&a, &b, name, t);
            dx_check_answer_release(&a);
            dx_check_answer_release(&b);
        }
    }
    dx_checker_free(explicit_);
    dx_engine_free(symbolic);
}

static size_t compare_files(const char *pattern, tally *t)
{
    glob_t found;
    CHECK_EQ(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        dx_document *document;
        dx_error error;
        dx_status status =
            dx_document_read(found.gl_pathv[i], &document, &error);
        CHECK_THAT(status == DX_OK, "%s: %s", found.gl_pathv[i], error.message);
        compare_document(document, found.gl_pathv[i], 0, t);
        compare_document(document, found.gl_pathv[i], 1, t);
        dx_document_free(document);
    }
    size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

TEST(both_engines_answer_every_example_alike)
{
    tally t = {0};
    size_t files = compare_files("examples/logic/*.dx", &t);
    files += compare_files("tests/dx/[!l]*.dx", &t);
    files += compare_files("tests/dx/listed.dx", &t);
    CHECK(files >= 12);
    CHECK_THAT(t.compared > 300, "only %zu questions", t.compared);
}

// ---- Random documents ----

typedef struct writer {
    dx_random random;
    random_formulas about_states, about_knowledge, about_anything;
    dx_text out;
} writer;

static size_t below(writer *w, size_t bound)
{
    return (size_t)dx_random_below(&w->random, bound);
}

static const char *pick(writer *w, size_t count, const char *const *list)
{
    return list[below(w, count)];
}

static const char *const agent_names[] = {"a", "b", "c"};
static const char *const atom_names[] = {"p", "q"};
static const char *const thing_names[] = {"x", "y"};
static const char *const event_names[] = {"A"}; // a model, and its first event
#define PICK(w, ...)                                                           \
    pick(w, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),            \
         (const char *[]){__VA_ARGS__})

static void add_formula(writer *w, const random_formulas *shape)
{
    dx_text_add_char(&w->out, '(');
    dx_formula_print(shape->store, random_formula(shape, &w->random), &w->out);
    dx_text_add_char(&w->out, ')');
}

static void add_sight(writer *w)
{
    if (below(w, 2) == 0)
        dx_text_add(&w->out, PICK(w, "p", "q", "x", "y", "n", "x + y", "x * y",
                                  "x - 2*y", "(x + 1) mod 2"));
    else
        add_formula(w, &w->about_states);
}

static void add_model(writer *w)
{
    dx_text_add(&w->out, "agents a, b, c\nvars p, q: bool\n x: 0..2\n y: 1..3\n"
                         " n: {red, green, blue}\n");
    for (size_t i = below(w, 3); i > 0; i--) {
        dx_text_add(&w->out, "law ");
        add_formula(w, &w->about_states);
        dx_text_add_char(&w->out, '\n');
    }
    for (size_t a = 0; a < 3; a++)
        for (size_t i = below(w, 4); i > 0; i--) {
            dx_text_printf(&w->out, "sees %s: ", agent_names[a]);
            add_sight(w);
            dx_text_add_char(&w->out, '\n');
        }
}

static void add_post(writer *w)
{
    switch (below(w, 4)) {
    case 0:
        dx_text_printf(&w->out, "%s := ", PICK(w, "p", "q"));
        add_formula(w, &w->about_knowledge);
        break;
    case 1:
        // The last may leave its values: then both engines say so.
        dx_text_add(&w->out,
                    PICK(w, "x := (x + 1) mod 3", "x := y - 1, y := x + 1",
                         "x := 2", "y := x * y"));
        break;
    case 2:
        dx_text_add(&w->out, PICK(w, "n := red", "n := blue", "p := ~p",
                                  "p := q, q := p"));
        break;
    default:
        dx_text_add(&w->out, "q := true");
    }
}

static void add_events(writer *w)
{
    static const char *const names[] = {"A", "e1", "e2"};
    size_t count = 1 + below(w, 3);
    dx_text_add(&w->out, "events A {\n");
    for (size_t e = 0; e < count; e++) {
        dx_text_printf(&w->out, " event %s", names[e]);
        if (below(w, 3) > 0) {
            dx_text_add(&w->out, " pre ");
            add_formula(w, &w->about_knowledge);
        }
        if (below(w, 2) > 0) {
            dx_text_add(&w->out, " post ");
            add_post(w);
        }
        dx_text_add_char(&w->out, '\n');
    }
    for (size_t a = 0; a < 3; a++) {
        if (below(w, 4) == 0)
            continue; // sees what happens
        for (size_t i = 1 + below(w, 4); i > 0; i--)
            dx_text_printf(&w->out, " %s: %s -> %s\n", agent_names[a],
                           names[below(w, count)], names[below(w, count)]);
    }
    dx_text_add(&w->out, "}\n");
}

static void add_zoo(writer *w)
{
    static const char *const kinds[] = {
        "public", "private a, b:", "semiprivate c:", "lie a:", "suspicion b:"};
    for (size_t i = 0; i < 5; i++) {
        dx_text_printf(&w->out, "events Z%zu = %s ", i, kinds[i]);
        add_formula(w,
                    below(w, 2) == 0 ? &w->about_states : &w->about_knowledge);
        dx_text_add_char(&w->out, '\n');
    }
    dx_text_add(&w->out, "events Z5 = change b: x := (x + y) mod 3\n");
}

static void add_step(writer *w)
{
    switch (below(w, 4)) {
    case 0:
        dx_text_add(&w->out, PICK(w, "!", "?!", "a !", "b, c ?!"));
        add_formula(w, &w->about_anything);
        break;
    case 1:
        dx_text_add(&w->out, "A, A");
        break;
    default:
        dx_text_add(&w->out,
                    PICK(w, "Z0, e", "Z1, e", "Z1, skip", "Z2, yes", "Z3, lie",
                         "Z3, truth", "Z4, nothing", "Z4, e", "Z5, e"));
    }
}

// A comparison that gathers something, of states or of knowledge.
static void add_gathering(writer *w)
{
    switch (below(w, 3)) {
    case 0:
        dx_text_add(&w->out, "(count i in {a, b, c}: (K[i] ");
        add_formula(w, &w->about_knowledge);
        dx_text_printf(&w->out, ") + x >= %zu)", below(w, 5));
        break;
    case 1:
        dx_text_add(&w->out, "(y*(count i in 0..2: (x = i & ");
        add_formula(w, &w->about_states);
        dx_text_printf(&w->out, ")) < %zu)", below(w, 4));
        break;
    default:
        dx_text_add(&w->out, "(sum i in 1..3: i*x - count j in {1, 3}: (y = j");
        dx_text_add(&w->out, PICK(w, " & M[a] p", " | q", ""));
        dx_text_printf(&w->out, ") = %zu)", below(w, 8));
    }
}

static void add_question(writer *w)
{
    for (size_t i = 0, count = below(w, 4); i < count; i++) {
        dx_text_add(&w->out, i == 0 ? "after " : "; ");
        add_step(w);
        dx_text_add(&w->out, i + 1 == count ? ": " : "");
    }
    dx_text_printf(&w->out, "%s ",
                   PICK(w, "true at x = 0 & y = 1 & n = red & p & q:", "valid",
                        "where", "count"));
    if (below(w, 3) == 0) {
        add_gathering(w);
        dx_text_add(&w->out, PICK(w, " & ", " | ", " <-> "));
    }
    add_formula(w, &w->about_anything);
    dx_text_add_char(&w->out, '\n');
}

static writer writer_new(uint64_t seed, dx_formulas *store)
{
    random_formulas shape = {.store = store,
                             .depth = 2,
                             .atoms = {2, atom_names},
                             .things = {2, thing_names},
                             .agents = {3, agent_names},
                             .names = {1, event_names}};
    random_formulas_allow(&shape, 13,
                          (dx_kind[]){DX_APPLY, DX_NOT, DX_AND, DX_OR,
                                      DX_IMPLIES, DX_IFF, DX_EQUAL, DX_LESS,
                                      DX_GREATER_EQUAL, DX_NUMBER, DX_ADD,
                                      DX_SUBTRACT, DX_MULTIPLY});
    writer w = {.random = dx_random_named(11, seed, 0), .about_states = shape};
    random_formulas_allow(&shape, 20,
                          (dx_kind[]){DX_KNOWS,
                                      DX_POSSIBLE,
                                      DX_KNOWS_WHETHER,
                                      DX_BELIEVES,
                                      DX_EVERYBODY,
                                      DX_COMMON,
                                      DX_DISTRIBUTED,
                                      DX_ANNOUNCE,
                                      DX_ANNOUNCE_DUAL,
                                      DX_TELL_WHETHER,
                                      DX_TELL,
                                      DX_TELL_DUAL,
                                      DX_TELL_GROUP_WHETHER,
                                      DX_EVENT,
                                      DX_EVENT_DUAL,
                                      DX_BOX,
                                      DX_STEP,
                                      DX_STAR,
                                      DX_CHOICE,
                                      DX_TEST});
    w.about_knowledge = shape;
    w.about_knowledge.is_allowed[DX_EVENT] = false;
    w.about_knowledge.is_allowed[DX_EVENT_DUAL] = false;
    shape.depth = 3;
    w.about_anything = shape;
    return w;
}

static void compare_random(uint64_t seed, tally *t)
{
    dx_formulas *store = dx_formulas_new();
    writer w = writer_new(seed, store);
    add_model(&w);
    add_events(&w);
    add_zoo(&w);
    for (size_t i = 0; i < 8; i++)
        add_question(&w);
    dx_document *document;
    dx_error error;
    char name[32];
    snprintf(name, sizeof name, "seed-%d", (int)seed);
    dx_status status = dx_document_read_text(name, dx_text_string(&w.out),
                                             w.out.length, &document, &error);
    // The reader knows some events that can never happen.
    CHECK_THAT(status == DX_OK || strstr(error.message, "contradiction"),
               "%s, line %u: %s\n%s", name, error.line, error.message,
               dx_text_string(&w.out));
    if (status == DX_OK) {
        compare_document(document, name, seed % 2, t);
        dx_document_free(document);
    }
    dx_text_release(&w.out);
    dx_formulas_free(store);
}

TEST(both_engines_answer_random_documents_alike)
{
    tally t = {0};
    unsigned documents = SAMPLE(150, 2000);
    for (uint64_t seed = 0; seed < documents; seed++) {
        CHECKING_SEED(seed);
        compare_random(seed, &t);
    }
    CHECK_EQ(t.refused, 0);
    CHECK_THAT(t.bereft > documents / 5, "only %zu held nothing possible",
               t.bereft);
    CHECK_THAT(t.groups > documents / 50, "only %zu groups did", t.groups);
    CHECK_THAT(t.compared > 3 * documents,
               "only %zu questions were answered, %zu failed", t.compared,
               t.failed);
}

// ---- Contraction with probabilities, of which the symbolic engine knows none

static void add_chances(writer *w)
{
    dx_text_add(&w->out, "weight a: x + 1\n"
                         "weight b: 1 if p else 2 if x > 0\n"
                         "events L {\n"
                         " event e prob 1/3 if p else 1/2\n"
                         " event f post p := ~p prob 1/4\n"
                         " a: {e f}\n"
                         " b: e -> f, f -> {e f}\n"
                         "}\n");
}

static void add_chance_question(writer *w)
{
    size_t steps = 2 + below(w, 3);
    dx_text_add(&w->out, "after ");
    for (size_t i = 0; i < steps; i++) {
        dx_text_add(&w->out, i == 0 ? "" : "; ");
        if (below(w, 2) == 0)
            dx_text_add(&w->out, PICK(w, "L, e", "L, f"));
        else
            add_step(w);
    }
    bool is_value = below(w, 2) == 0;
    dx_text_printf(&w->out, ": %s P[%s](",
                   is_value ? "value at x = 0 & y = 1 & n = red & p & q:"
                            : "count",
                   agent_names[below(w, 3)]);
    add_formula(w, &w->about_knowledge);
    dx_text_add(&w->out, is_value ? ")\n" : ") > 1/2\n");
}

static void compare_contracted(const dx_document *document, const char *name,
                               tally *t)
{
    dx_checker *plain, *contracted;
    dx_error error;
    dx_build_limits never = dx_build_default_limits, always = never;
    never.contract_at = SIZE_MAX;
    always.contract_at = 1;
    if (dx_checker_new(document, &never, &plain, &error) != DX_OK)
        return;
    CHECK_EQ(dx_checker_new(document, &always, &contracted, &error), DX_OK);
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer a, b;
        dx_checker_ask(plain, &document->queries.at[i], options, &a);
        dx_checker_ask(contracted, &document->queries.at[i], options, &b);
        compare_answers(&a, &b, name, t);
        CHECK_THAT(a.status != DX_OK || dx_fraction_equal(a.value, b.value),
                   "%s, line %u", name, a.query->place.line);
        dx_check_answer_release(&a);
        dx_check_answer_release(&b);
    }
    dx_checker_free(plain);
    dx_checker_free(contracted);
}

TEST(contracted_models_give_the_same_chances)
{
    tally t = {0};
    unsigned documents = SAMPLE(100, 2000);
    for (uint64_t seed = 0; seed < documents; seed++) {
        CHECKING_SEED(seed);
        dx_formulas *store = dx_formulas_new();
        writer w = writer_new(1000 + seed, store);
        add_model(&w);
        add_events(&w);
        add_zoo(&w);
        add_chances(&w);
        for (size_t i = 0; i < 6; i++)
            add_chance_question(&w);
        dx_document *document;
        dx_error error;
        char name[32];
        snprintf(name, sizeof name, "seed-%d", (int)seed);
        if (dx_document_read_text(name, dx_text_string(&w.out), w.out.length,
                                  &document, &error) == DX_OK) {
            compare_contracted(document, name, &t);
            dx_document_free(document);
        } else {
            CHECK_THAT(strstr(error.message, "contradiction"), "%s: %s\n%s",
                       name, error.message, dx_text_string(&w.out));
        }
        dx_text_release(&w.out);
        dx_formulas_free(store);
    }
    CHECK_THAT(t.compared > documents, "only %zu were answered, %zu failed",
               t.compared, t.failed);
}

TEST(a_law_of_a_document_that_explodes_ends_at_its_limit)
{
    static const char text[] =
        "agents anne\nvars card(1..20): 1..20\n"
        "law forall i in 1..20: forall j in 1..20: i = j | card(i) != card(j)\n"
        "sees anne: card(1)\nvalid Kw[anne] card(1) = 1\n";
    dx_document *document;
    dx_symbolic *symbolic;
    dx_error error;
    dx_bdd_options limits = {.nodes_max = 1 << 15};
    CHECK_EQ(dx_document_read_text("cards", text, sizeof text - 1, &document,
                                   &error),
             DX_OK);
    CHECK_EQ(dx_symbolic_new(document, &limits, &symbolic, &error),
             DX_ERR_LIMIT);
    CHECK_EQ(error.line, 3);
    CHECK(strstr(error.message, "32768") != NULL);
    dx_document_free(document);
}
