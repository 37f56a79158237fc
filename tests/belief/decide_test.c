#include "belief/decide.h"

#include "base/memory.h"
#include "belief/naive.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct setting {
    dx_formulas *store;
    dx_language language;
} setting;

static setting new_setting(void)
{
    setting s = {.store = dx_formulas_new()};
    return s;
}

static void release(setting *s)
{
    dx_language_release(&s->language);
    dx_formulas_free(s->store);
}

static dx_formula formula(setting *s, const char *text)
{
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(s->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    CHECK_THAT(dx_language_formula(&s->language, f, DX_BELIEF_LPLUS, &f,
                                   &error) == DX_OK,
               "%s: %s", text, error.message);
    return f;
}

static bool decide(setting *s, size_t count, const dx_formula *formulas,
                   dx_belief_answer *answer)
{
    dx_belief_question question = {
        .language = &s->language, .count = count, .formulas = formulas};
    dx_error error;
    CHECK_THAT(dx_belief_decide(&question, answer, &error) == DX_OK, "%s",
               error.message);
    return answer->is_satisfiable;
}

static bool can_hold(setting *s, dx_formula f)
{
    dx_belief_answer answer;
    bool yes = decide(s, 1, &f, &answer);
    dx_belief_answer_release(&answer);
    return yes;
}

static void check_random(uint64_t seed, dx_belief_rule rule)
{
    setting s = new_setting();
    dx_language_init(&s.language, s.store, "m");
    s.language.rule = rule;
    dx_random random = dx_random_named(seed, rule, 0);
    unsigned depth = (unsigned)dx_random_below(&random, 3) + 1;
    dx_formula raw = naive_formula(&s.language, &random, depth), f;
    dx_text text = {0};
    dx_formula_print(s.store, raw, &text);
    CHECKING("seed %llu: %s", (unsigned long long)seed, dx_text_string(&text));
    dx_text_release(&text);
    CHECK_EQ(dx_language_formula(&s.language, raw, DX_BELIEF_LPLUS, &f, NULL),
             DX_OK);
    CHECK_EQ(can_hold(&s, f), naive_is_satisfiable(&s.language, raw));
    release(&s);
}

TEST(random_formulas_are_decided_as_by_trying_all_models)
{
    for (uint64_t seed = 0; seed < SAMPLE(300, 10000); seed++)
        check_random(seed, DX_EXPAND_REPAIRED);
}

TEST(random_formulas_are_decided_literally_as_by_trying_all_models)
{
    for (uint64_t seed = 0; seed < SAMPLE(200, 10000); seed++)
        check_random(seed, DX_EXPAND_LITERAL);
}

TEST(a_core_names_the_formulas_that_clash_and_no_others)
{
    setting s = new_setting();
    dx_language_init(&s.language, s.store, "m");
    dx_formula all[] = {formula(&s, "explicit[m] (q@0 -> r@0)"),
                        formula(&s, "p@0"), formula(&s, "explicit[m] p@0"),
                        formula(&s, "~implicit[m] q@0"),
                        formula(&s, "explicit[m] (p@0 -> q@0)")};
    dx_belief_answer answer;
    CHECK(!decide(&s, 5, all, &answer));
    CHECK(answer.core_is_minimal);
    CHECK_EQ(answer.core.count, 3);
    CHECK_EQ(answer.core.at[0], 2);
    CHECK_EQ(answer.core.at[1], 3);
    CHECK_EQ(answer.core.at[2], 4);
    dx_belief_answer_release(&answer);
    release(&s);
}

TEST(a_successful_event_needs_its_precondition)
{
    setting s = new_setting();
    dx_language_init(&s.language, s.store, "m");
    dx_preconditions all = {0};
    dx_formula event = formula(&s, "p@1");
    dx_precondition needs = {event, formula(&s, "implicit[m] q@0")};
    dx_vector_push(&all, needs);
    dx_formula f[] = {formula(&s, "<+p@1> explicit[m] p@1"),
                      formula(&s, "~implicit[m] q@0")};
    dx_belief_question question = {.language = &s.language,
                                   .preconditions = &all,
                                   .count = 2,
                                   .formulas = f};
    dx_belief_answer answer;
    CHECK_EQ(dx_belief_decide(&question, &answer, NULL), DX_OK);
    CHECK(!answer.is_satisfiable);
    CHECK_EQ(answer.core.count, 2);
    dx_belief_answer_release(&answer);
    f[1] = formula(&s, "~implicit[m] p@1");
    CHECK_EQ(dx_belief_decide(&question, &answer, NULL), DX_OK);
    CHECK(answer.is_satisfiable);
    dx_belief_answer_release(&answer);
    dx_vector_release(&all);
    release(&s);
}

TEST(a_question_too_large_is_refused)
{
    setting s = new_setting();
    dx_language_init(&s.language, s.store, "m");
    dx_formula f = formula(&s, "~implicit[m](p@0 & q@0 & r@0 & s@0) & "
                               "implicit[m](p@0 | q@0 | r@0 | s@0)");
    dx_belief_limits limits = {.literals_max = 20};
    dx_belief_question question = {
        .language = &s.language, .count = 1, .formulas = &f, .limits = &limits};
    dx_belief_answer answer;
    dx_error error;
    CHECK_EQ(dx_belief_decide(&question, &answer, &error), DX_ERR_LIMIT);
    CHECK_TEXT(error.message,
               "as clauses the question has more than 20 literals");
    release(&s);
}

static bool stop_at_once(void *state)
{
    (void)state;
    return true;
}

TEST(a_search_that_is_stopped_says_so)
{
    setting s = new_setting();
    dx_language_init(&s.language, s.store, "m");
    dx_formula f = formula(&s, "p@0");
    dx_belief_limits limits = {.search = {.stop = stop_at_once}};
    dx_belief_question question = {
        .language = &s.language, .count = 1, .formulas = &f, .limits = &limits};
    dx_belief_answer answer;
    CHECK_EQ(dx_belief_decide(&question, &answer, NULL), DX_ERR_CANCELLED);
    release(&s);
}

TEST(the_clauses_of_a_question_can_be_written_down)
{
    setting s = new_setting();
    dx_language_init(&s.language, s.store, "m");
    dx_formula f = formula(&s, "now >= 2 & ~p@0");
    dx_text out = {0};
    dx_belief_question question = {
        .language = &s.language, .count = 1, .formulas = &f, .dimacs = &out};
    dx_belief_answer answer;
    CHECK_EQ(dx_belief_decide(&question, &answer, NULL), DX_OK);
    CHECK_TEXT(dx_text_string(&out),
               "c belief base as clauses; the last are the formulas\n"
               "c 2 is now >= 2 here\n"
               "c 3 is p@0 here\n"
               "p cnf 4 5\n"
               "1 0\n-4 2 0\n-4 -3 0\n-2 3 4 0\n4 0\n");
    dx_belief_answer_release(&answer);
    dx_text_release(&out);
    release(&s);
}
