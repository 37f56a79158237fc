// The procedures judge each other, and the explicit engine judges them all.

#include "logic/evaluate/evaluate.h"
#include "logic/formula/print.h"
#include "proof/expand.h"
#include "proof/procedure.h"
#include "proof/reduce.h"
#include "proof/rules.h"
#include "proof/tableau.h"
#include "random_formula.h"
#include "test.h"

typedef struct trial {
    dx_formulas *store;
    dx_core *core;
    dx_formula f;
    dx_problem question;
    const char *logic;
    int seed;
    dx_text text;
} trial;

// `parts` random formulas at once: the more, the less likely to be satisfied.
static trial begin(uint64_t seed, unsigned depth, unsigned parts, unsigned what)
{
    dx_random random = dx_random_named(55, seed, what);
    trial t = {.store = dx_formulas_new(), .seed = (int)seed};
    const dx_logic_entry *entry = &dx_logics[seed % dx_logic_count];
    t.f = dx_random_formula(t.store, &random, depth, what);
    for (unsigned i = 1; i < parts; i++)
        t.f = dx_formula_and(t.store, t.f,
                             dx_random_formula(t.store, &random, depth, what));
    t.core = dx_core_new(t.store);
    t.logic = entry->name;
    t.question = (dx_problem){.core = t.core,
                              .logic = entry->logic,
                              .worlds_max = 100,
                              .basic_max = 9,
                              .seconds_max = 1000}; // no clock decides
    dx_formula_print(t.store, t.f, &t.text);
    dx_error error;
    CHECK_EQ(dx_reduce(t.core, t.f, 100000, &t.question.formula, &error),
             DX_OK);
    return t;
}

static void finish(trial *t)
{
    dx_core_free(t->core);
    dx_formulas_free(t->store);
    dx_text_release(&t->text);
}

#define CHECK_TRIAL(t, condition)                                              \
    CHECK_THAT(condition, "seed %d, %s: %s", (t)->seed, (t)->logic,            \
               dx_text_string(&(t)->text))

// Is the sketch a model of the logic in which f is true at world 0?
static bool is_right(const trial *t, dx_draft *sketch)
{
    dx_model *model = dx_draft_model(sketch, t->core);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_error error;
    bool is = dx_model_is_of_logic(model, t->question.logic) &&
              dx_evaluate(evaluator, t->f, &where, &error) == DX_OK &&
              dx_bitset_has(where, 0);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return is;
}

static bool is_complete(const trial *t)
{
    return dx_proof_rules_are_complete(t->core, t->question.logic);
}

static dx_outcome by_unravelling(trial *t)
{
    dx_draft sketch;
    dx_outcome verdict = dx_unravel(&t->question, &sketch);
    if (verdict == DX_SATISFIABLE) {
        CHECK_TRIAL(t, is_right(t, &sketch) || !is_complete(t));
        dx_draft_release(&sketch);
    }
    return verdict;
}

static dx_outcome by_types(trial *t)
{
    dx_draft sketch;
    dx_outcome verdict = dx_types(&t->question, &sketch);
    if (verdict == DX_SATISFIABLE) {
        CHECK_TRIAL(t, is_right(t, &sketch));
        dx_draft_release(&sketch);
    }
    return verdict;
}

// Is there a model of at most three worlds?
static bool by_search(trial *t)
{
    for (size_t n = 1; n <= 3; n++) {
        dx_draft sketch;
        if (dx_small_model(&t->question, n, &sketch) != DX_SATISFIABLE)
            continue;
        CHECK_TRIAL(t, is_right(t, &sketch));
        dx_draft_release(&sketch);
        return true;
    }
    return false;
}

static dx_outcome by_tableau(trial *t)
{
    dx_tableau_options options = {.steps_max = 4000, .seconds_max = 1000};
    return dx_tableau(&t->question, &options, NULL);
}

typedef struct tally {
    unsigned yes, no, types, tableaux, small;
} tally;

// Everybody is asked; whoever has an answer has the same one.
static void judge(trial *t, tally *sum)
{
    dx_outcome unravelled = by_unravelling(t), types = by_types(t);
    dx_outcome tableau = by_tableau(t);
    bool small = by_search(t);
    // A model that may be a mere guess is not counted.
    if (!is_complete(t) && unravelled == DX_SATISFIABLE)
        unravelled = DX_UNDECIDED;
    bool yes = unravelled == DX_SATISFIABLE || types == DX_SATISFIABLE ||
               tableau == DX_SATISFIABLE || small;
    bool no = unravelled == DX_UNSATISFIABLE || types == DX_UNSATISFIABLE ||
              tableau == DX_UNSATISFIABLE;
    CHECK_TRIAL(t, !(yes && no));
    sum->yes += yes;
    sum->no += no;
    sum->types += types != DX_UNDECIDED;
    sum->tableaux += tableau != DX_UNDECIDED;
    sum->small += small;
}

static tally judge_many(uint64_t count, unsigned depth, unsigned parts,
                        unsigned what)
{
    tally sum = {0};
    for (uint64_t seed = 0; seed < count; seed++) {
        CHECKING_SEED(seed);
        trial t = begin(seed, depth, parts, what);
        judge(&t, &sum);
        finish(&t);
    }
    return sum;
}

TEST(four_procedures_agree_on_random_formulas)
{
    unsigned count = SAMPLE(500, 10000);
    tally sum = judge_many(count, 4, 1, 0);

    CHECK_EQ(sum.yes + sum.no, count);
    CHECK(sum.no > count / 20 && sum.types > count / 2);
    CHECK(sum.tableaux > count - count / 20);
}

TEST(four_procedures_agree_on_conjunctions_that_are_hard_to_satisfy)
{
    unsigned count = SAMPLE(500, 2000);
    tally sum = judge_many(count, 3, 4, 0);

    CHECK_EQ(sum.yes + sum.no, count);
    CHECK(sum.no > count / 4 && sum.types > count / 4);
    CHECK(sum.tableaux > count - count / 20);
}

TEST(four_procedures_agree_on_updates)
{
    unsigned count = SAMPLE(500, 2000);
    tally sum = judge_many(count, 3, 3, DX_TEST_UPDATES);

    CHECK_EQ(sum.yes + sum.no, count);
    CHECK(sum.no > count / 8 && sum.types > count / 8);
    CHECK(sum.tableaux > count - count / 8);
}

TEST(three_procedures_agree_on_distributed_knowledge)
{
    unsigned count = SAMPLE(300, 2000);
    tally sum = judge_many(count, 3, 3, DX_TEST_DISTRIBUTED);

    CHECK(sum.yes + sum.no > count - count / 15);
    CHECK(sum.no > count / 8 && sum.tableaux > count - count / 8);
}

TEST(four_procedures_agree_on_common_knowledge_and_stars)
{
    unsigned count = SAMPLE(250, 1000);
    tally sum = judge_many(count, 3, 2, DX_TEST_COMMON | DX_TEST_UPDATES);

    CHECK(sum.yes + sum.no > count - count / 10);
    CHECK(sum.no > count / 10 && sum.types > count / 4);
}
