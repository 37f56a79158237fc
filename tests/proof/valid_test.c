#include "proof/expand.h"
#include "proof/valid.h"

#include "base/memory.h"
#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "proof/draft.h"
#include "random_formula.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_formula read(dx_formulas *store, const char *text)
{
    dx_formula f;
    dx_error error;
    dx_status status = dx_parse(store, text, &f, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    return f;
}

// Is `f` false at the actual world of the answer's model, which is of the
// logic?
static bool is_refuted(const dx_validity *answer, dx_formula f, dx_logic logic)
{
    const dx_bitset *where;
    dx_error error;
    dx_evaluator *evaluator = dx_evaluator_new(answer->model, NULL);
    bool is = dx_evaluate(evaluator, f, &where, &error) == DX_OK &&
              !dx_bitset_has(where, dx_model_actual(answer->model)) &&
              dx_model_is_of_logic(answer->model, logic);
    dx_evaluator_free(evaluator);
    return is;
}

static dx_valid_verdict decide(const char *text, dx_logic logic)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f = read(store, text);
    // Few worlds, so that types soon have the last word on C, where a proof
    // is looked for in vain; and no clock that decides.
    dx_valid_options options = {.logic = logic,
                                .proof_lines = strstr(text, "C[") ? 0 : 20,
                                .worlds_max = 50,
                                .seconds_max = 1000};
    dx_validity answer;
    dx_error error;
    dx_status status = dx_valid(store, f, &options, &answer, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    dx_valid_verdict verdict = answer.verdict;
    CHECK_THAT(verdict != DX_NOT_VALID || is_refuted(&answer, f, logic),
               "%s: the countermodel is none", text);
    dx_validity_release(&answer);
    dx_formulas_free(store);
    return verdict;
}

static bool always(dx_logic logic)
{
    return logic == dx_logic_closed(logic);
}

// Checks that `text` is valid in exactly the logics that `is_valid` says. (What
// two degrees of belief have to do with each other is for degrees_test.c.)
static void check_everywhere(const char *text, bool (*is_valid)(dx_logic logic))
{
    for (size_t i = 0; i < dx_logic_count; i++) {
        dx_logic logic = dx_logics[i].logic;
        if ((logic & DX_JOINT) && is_valid != always &&
            strstr(text, "b]") != NULL)
            continue;
        dx_valid_verdict want = is_valid(logic) ? DX_VALID : DX_NOT_VALID;
        dx_valid_verdict got = decide(text, logic);
        // Types, which do induction, are not for K5 and KD5.
        if (got == DX_NOT_DECIDED && strstr(text, "C[") != NULL &&
            (logic & DX_EUCLIDEAN) && !(logic & DX_TRANSITIVE))
            continue;
        CHECK_THAT(got == want, "%s in %s should be %s", text,
                   dx_logics[i].name, want == DX_VALID ? "valid" : "not valid");
    }
}

static bool never(dx_logic logic)
{
    return !always(logic);
}

static bool is_reflexive(dx_logic logic)
{
    return logic & DX_REFLEXIVE;
}

static bool is_serial(dx_logic logic)
{
    return logic & DX_SERIAL;
}

static bool is_symmetric(dx_logic logic)
{
    return logic & DX_SYMMETRIC;
}

static bool is_transitive(dx_logic logic)
{
    return logic & DX_TRANSITIVE;
}

static bool is_euclidean(dx_logic logic)
{
    return logic & DX_EUCLIDEAN;
}

static bool converges(dx_logic logic)
{
    return logic & (DX_SYMMETRIC | DX_EUCLIDEAN);
}

static bool is_reflexive_after_a_step(dx_logic logic)
{
    return logic & (DX_REFLEXIVE | DX_EUCLIDEAN);
}

// There is a way from each world back to itself.
static bool can_return(dx_logic logic)
{
    return is_reflexive(logic) || (is_serial(logic) && is_symmetric(logic));
}

static bool is_kd45(dx_logic logic)
{
    return is_serial(logic) && is_transitive(logic) && is_euclidean(logic);
}

TEST(every_axiom_holds_in_exactly_the_logics_that_have_it)
{
    check_everywhere("K[a](p -> q) -> (K[a] p -> K[a] q)", always);
    check_everywhere("K[a] p -> p", is_reflexive);
    check_everywhere("K[a] p -> M[a] p", is_serial);
    check_everywhere("p -> K[a] M[a] p", is_symmetric);
    check_everywhere("K[a] p -> K[a] K[a] p", is_transitive);
    check_everywhere("M[a] p -> K[a] M[a] p", is_euclidean);
}

TEST(axioms_interact_as_they_should)
{
    // .2: wherever two steps lead, one world can be reached from both.
    check_everywhere("M[a] K[a] p -> K[a] M[a] p", converges);
    // One is right about what one is right about.
    check_everywhere("K[a](K[a] p -> p)", is_reflexive_after_a_step);
    check_everywhere("~K[a] false", is_serial);
    check_everywhere("M[a] K[a] p <-> K[a] p", is_kd45);
    check_everywhere("K[a] K[b] p -> K[b] K[a] p", never);
    check_everywhere("K[a] K[b] p -> K[a] p", is_reflexive);
    check_everywhere("K[a] p & K[a] q <-> K[a](p & q)", always);
    check_everywhere("K[a](p | q) -> K[a] p | K[a] q", never);
    check_everywhere("Kw[a] p <-> Kw[a] ~p", always);
    check_everywhere("B[a] p <-> K[a] p", always);
}

TEST(groups_obey_their_axioms)
{
    check_everywhere("E[a,b] p <-> K[a] p & K[b] p", always);
    check_everywhere("C[a,b] p <-> E[a,b](p & C[a,b] p)", always);
    check_everywhere("E[a,b] p & C[a,b](p -> E[a,b] p) -> C[a,b] p", always);
    check_everywhere("C[a,b] p -> p", can_return);
    check_everywhere("C[a,b] p -> C[a,b] C[a,b] p", always);
    check_everywhere("E[a,b] E[a,b] p -> C[a,b] p", never);
    check_everywhere("K[a] p -> D[a,b] p", always);
    check_everywhere("D[a,b] p -> K[a] p | K[b] p", never);
    check_everywhere("D[a,b] p -> p", is_reflexive);
    check_everywhere("D[a,b] p -> D[a,b] D[a,b] p", is_transitive);
    check_everywhere("K[a] p & K[b](p -> q) -> D[a,b] q", always);
    check_everywhere("[(a + b)*] p <-> p & [a + b][(a + b)*] p", always);
    check_everywhere("[a; b] p <-> K[a] K[b] p", always);
    check_everywhere("[?q] p <-> (q -> p)", always);
}

TEST(announcements_obey_their_reduction_axioms)
{
    check_everywhere("[!p] q <-> (p -> q)", always);
    check_everywhere("[!p] ~K[a] q <-> (p -> ~[!p] K[a] q)", always);
    check_everywhere("[!p] K[a] q <-> (p -> K[a](p -> [!p] q))", always);
    check_everywhere("[!p][!K[a] q] r <-> [!(p & [!p] K[a] q)] r", always);
    check_everywhere("<!p> K[a] q <-> p & [!p] K[a] q", always);
    check_everywhere("[!p] K[a] p", always);
    check_everywhere("[!p] C[a,b] p", always);
    check_everywhere("[?!p] Kw[a] p", always);
    check_everywhere("[a !p] K[a] p", always);
    check_everywhere("[a !p] K[b] p", never);
    check_everywhere("[a ?!p] K[b] Kw[a] p", always);
    check_everywhere("[!K[a] p] K[a] p", always);
}

TEST(the_moore_sentence_is_false_once_announced)
{
    check_everywhere("[!(p & ~K[a] p)] ~(p & ~K[a] p)", always);
    check_everywhere("[!(p & ~K[a] p)] K[a] p", always);
    check_everywhere("[!(p & ~K[a] p)] (p & ~K[a] p)", never);
    check_everywhere("~(p & ~K[a] p)", never);
}

TEST(quantifiers_and_comparisons_are_written_out)
{
    check_everywhere("(forall x in {a, b}: K[x] p) <-> E[a,b] p", always);
    check_everywhere("(exists i in 1..3: p(i)) <-> p(1) | p(2) | p(3)", always);
    check_everywhere("forall x in {a, b}: forall y in {a, b}: "
                     "(x = y | K[x] p | ~K[x] p)",
                     always);
    check_everywhere("hand(a,6s) -> K[b] hand(a,6s)", never);
    check_everywhere("3 < 4 & 1/2 <= 1/2 & a != b & a in {a, b}", always);
}

TEST(premises_are_used)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula premises[] = {read(store, "K[a](p | q)"),
                             read(store, "M[a] p -> K[a] p")};
    dx_formula f = read(store, "K[a] p | K[a] q");
    dx_logic s5;
    CHECK(dx_logic_find("S5", &s5));
    dx_valid_options options = {
        .logic = s5, .premise_count = 2, .premises = premises};
    dx_validity answer;
    dx_error error;

    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);
    CHECK_EQ(answer.verdict, DX_VALID);
    dx_validity_release(&answer);

    options.premise_count = 1;
    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);
    CHECK_EQ(answer.verdict, DX_NOT_VALID);
    CHECK(is_refuted(&answer, f, s5));
    CHECK_EQ(dx_model_world_count(answer.model), 2);
    dx_validity_release(&answer);

    options.satisfiable = true;
    options.premise_count = 2;
    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);
    CHECK_EQ(answer.verdict, DX_NOT_VALID); // there is a model
    CHECK_EQ(dx_model_world_count(answer.model), 1);
    dx_validity_release(&answer);
    dx_formulas_free(store);
}

TEST(two_muddy_children_are_told_and_know)
{
    // Each sees the other; somebody is muddy; a cannot tell; so b is muddy.
    dx_formulas *store = dx_formulas_new();
    dx_formula f = read(store, "C[a,b](Kw[a] mb & Kw[b] ma) & ~Kw[a] ma -> "
                               "[!(ma | mb)] [!~K[a] ma] K[b] mb");
    dx_validity answer;
    dx_error error;
    dx_logic s5;
    CHECK(dx_logic_find("S5", &s5));
    dx_valid_options options = {.logic = s5};

    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);

    CHECK_EQ(answer.verdict, DX_VALID);
    dx_validity_release(&answer);
    dx_formulas_free(store);
}

TEST(what_has_no_meaning_in_every_model_is_refused)
{
    const char *const texts[] = {"P[a](p) >= 1/2",
                                 "prev p",
                                 "x = 3",
                                 "forall x in hand(a): K[x] p",
                                 "public p",
                                 "explicit[a] p",
                                 "C[agents] p",
                                 "E[agents - {a}] p -> K[b] p",
                                 "K[f(1)] p -> K[f(2)] p"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dx_formulas *store = dx_formulas_new();
        dx_formula f = read(store, texts[i]);
        dx_valid_options options = {0};
        dx_validity answer;
        dx_error error;
        // `x = 3` compares two names that stand for themselves.
        dx_status want = i == 2 ? DX_OK : DX_ERR_UNSUPPORTED;
        dx_status got = dx_valid(store, f, &options, &answer, &error);
        CHECK_THAT(got == want, "%s", texts[i]);
        if (got == DX_OK)
            dx_validity_release(&answer);
        dx_formulas_free(store);
    }
}

// A random model of the logic, with up to five worlds.
static dx_draft random_sketch(dx_random *random, dx_logic logic,
                              const dx_core *core)
{
    dx_draft s = dx_draft_new(1 + dx_random_below(random, 5),
                              dx_core_agents(core), dx_core_atoms(core));
    uint64_t density = 2 + dx_random_below(random, 4);
    for (size_t i = 0; i < s.agents * s.worlds; i++)
        for (size_t v = 0; v < s.worlds; v++)
            if (dx_random_below(random, density) == 0)
                dx_bitset_add(&s.step[i], v);
    for (size_t p = 0; p < s.atoms; p++)
        for (size_t w = 0; w < s.worlds; w++)
            if (dx_random_below(random, 2))
                dx_bitset_add(&s.holds[p], w);
    dx_draft_close(&s, logic);
    return s;
}

// Is `f` true everywhere in `count` random models of the logic?
static bool survives(dx_formulas *store, dx_formula f, dx_logic logic,
                     dx_random *random, unsigned count)
{
    dx_core *core = dx_core_new(store);
    const char *const names[] = {"a", "b"};
    for (int i = 0; i < 2; i++)
        dx_core_agent(core, dx_names_add(dx_formulas_names(store), names[i]));
    dx_core_atom(core, dx_formula_atom(store, "p"));
    dx_core_atom(core, dx_formula_atom(store, "q"));
    bool is_true = true;
    for (unsigned i = 0; i < count && is_true; i++) {
        dx_draft sketch = random_sketch(random, logic, core);
        dx_model *model = dx_draft_model(&sketch, core);
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        const dx_bitset *where;
        dx_error error;
        CHECK(dx_model_is_of_logic(model, logic));
        CHECK_EQ(dx_evaluate(evaluator, f, &where, &error), DX_OK);
        is_true = dx_bitset_count(where) == dx_model_world_count(model);
        dx_evaluator_free(evaluator);
        dx_model_free(model);
        dx_draft_release(&sketch);
    }
    dx_core_free(core);
    return is_true;
}

// Random implications, of which a good part is valid.
static dx_formula random_claim(dx_formulas *store, dx_random *random)
{
    unsigned what = DX_TEST_UPDATES;
    dx_formula parts[5];
    for (int i = 0; i < 5; i++)
        parts[i] = dx_random_formula(store, random, 2, what);
    return dx_formula_implies(store, dx_formula_all(store, DX_AND, 4, parts),
                              parts[4]);
}

TEST(what_is_valid_is_true_in_random_models_and_what_is_not_is_refuted)
{
    unsigned valid = 0, claims = SAMPLE(1000, 10000);
    for (uint64_t seed = 0; seed < claims; seed++) {
        CHECKING_SEED(seed);
        dx_formulas *store = dx_formulas_new();
        dx_random random = dx_random_named(56, seed, 0);
        dx_formula f = random_claim(store, &random);
        dx_logic logic = dx_logics[seed % dx_logic_count].logic;
        dx_valid_options options = {.logic = logic};
        dx_validity answer;
        dx_error error;
        CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);
        CHECK(answer.verdict != DX_NOT_DECIDED);
        if (answer.verdict == DX_VALID)
            CHECK(survives(store, f, logic, &random, 20));
        else
            CHECK(is_refuted(&answer, f, logic));
        valid += answer.verdict == DX_VALID;
        dx_validity_release(&answer);
        dx_formulas_free(store);
    }
    CHECK(valid > claims / 6 && valid < claims - claims / 6);
}

TEST(a_formula_of_depth_fifty_ends_at_its_limit)
{
    dx_text text = {0};
    dx_error error;
    CHECK_EQ(dx_text_read_file(dx_test_path("proof/depth-50.txt"), 1 << 20,
                               &text, &error),
             DX_OK);
    dx_formulas *store = dx_formulas_new();
    dx_formula f = read(store, dx_text_string(&text));
    dx_valid_options options = {.worlds_max = 200};
    dx_validity answer;

    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);

    CHECK_EQ(answer.verdict, DX_NOT_DECIDED);
    CHECK(strstr(answer.reason, "200 worlds") != NULL);
    dx_validity_release(&answer);
    dx_formulas_free(store);
    dx_text_release(&text);
}

// A world for every box, and a round of the solver for every world.
TEST(a_chain_of_many_boxes_is_refuted)
{
    static const char *const parts[] = {"K[a] ", "K[a] K[b] ", "~K[a] ~K[b] "};
    static const char *const logics[] = {"K", "KD45", "S4", "S5"};
    for (size_t i = 0; i < 12; i++) {
        dx_formulas *store = dx_formulas_new();
        dx_text text = {0};
        for (size_t k = 0; k < 150; k++)
            dx_text_add(&text, parts[i / 4]);
        dx_text_add(&text, "p");
        dx_formula f = read(store, dx_text_string(&text));
        dx_valid_options options = {.seconds_max = 1000};
        dx_validity answer;
        dx_error error = {.message = ""};
        CHECK(dx_logic_find(logics[i % 4], &options.logic));
        CHECKING("%s.. in %s", parts[i / 4], logics[i % 4]);
        CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);
        CHECK_EQ(answer.verdict, DX_NOT_VALID);
        CHECK(is_refuted(&answer, f, options.logic));
        dx_validity_release(&answer);
        dx_text_release(&text);
        dx_formulas_free(store);
    }
}

TEST(updates_that_multiply_are_cut_off)
{
    // Each telling of a doubles what is known of a, forty times over.
    dx_formulas *store = dx_formulas_new();
    dx_text text = {0};
    for (int i = 0; i < 40; i++)
        dx_text_printf(&text, "[a ?!p%d] ", i);
    dx_text_add(&text, "K[a] q");
    dx_formula f = read(store, dx_text_string(&text));
    dx_valid_options options = {0};
    dx_validity answer;
    dx_error error;

    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_ERR_LIMIT);

    dx_formulas_free(store);
    dx_text_release(&text);
}

static const char *expanded(const char *text)
{
    static char out[200];
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_text printed = {0};
    dx_error error;
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_OK);
    if (dx_formula_expand(store, f, 1000, &f, &error) == DX_OK)
        dx_formula_print(store, f, &printed);
    else
        dx_text_add(&printed, error.message);
    snprintf(out, sizeof out, "%s", dx_text_string(&printed));
    dx_text_release(&printed);
    dx_formulas_free(store);
    return out;
}

TEST(quantifiers_and_sums_are_written_out)
{
    CHECK_TEXT(expanded("forall i in 1..1+1: p(i) -> p(i + 1)"),
               "(p(1) -> p(2)) & (p(2) -> p(3))");
    CHECK_TEXT(expanded("exists i in 0..3: i mod 2 = 1 & q(2*i, -i)"),
               "false & q(0,0) | true & q(2,-1) | false & q(4,-2) | "
               "true & q(6,-3)");
    CHECK_TEXT(expanded("p@(3 - 1) & now >= 1 + 1 & 1 + 1 in {2}"),
               "p@2 & now >= 2 & true");
    CHECK_TEXT(expanded("p(1/(1 - 1))"),
               "a sum or quotient that is no number of 64 bits");
}
