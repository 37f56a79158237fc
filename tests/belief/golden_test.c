// Every formula of the golden file, in both readings of Definition 6.

#include "belief/decide.h"
#include "logic/golden_formula.h"
#include "logic/golden_model.h"
#include "test.h"

#include <string.h>

static bool is_satisfiable(dx_language *language, dx_formula f)
{
    dx_belief_question question = {
        .language = language, .count = 1, .formulas = &f};
    dx_belief_answer answer;
    dx_error error;
    CHECK_THAT(dx_belief_decide(&question, &answer, &error) == DX_OK, "%s",
               error.message);
    bool yes = answer.is_satisfiable;
    CHECK(yes || answer.core.count == 1);
    dx_belief_answer_release(&answer);
    return yes;
}

static const char *verdict(const char *text, dx_belief_rule rule)
{
    dx_formulas *store = dx_formulas_new();
    dx_language language;
    dx_language_init(&language, store, "m");
    language.rule = rule;
    dx_error error;
    dx_formula f = golden_belief_formula(store, text), not_f;
    CHECK_THAT(dx_language_formula(&language, dx_formula_not(store, f),
                                   DX_BELIEF_LPLUS, &not_f, &error) == DX_OK,
               "%s: %s", text, error.message);
    CHECK_EQ(dx_language_formula(&language, f, DX_BELIEF_LPLUS, &f, &error),
             DX_OK);
    bool can_hold = is_satisfiable(&language, f);
    bool can_fail = is_satisfiable(&language, not_f);
    dx_language_release(&language);
    dx_formulas_free(store);
    return !can_hold ? "unsat" : can_fail ? "contingent" : "valid";
}

static void check_file(const char *path, const char *name, const char *key,
                       dx_belief_rule rule)
{
    json_t *file = golden_file(path), *one;
    const json_t *list = json_object_get(file, name);
    size_t i;
    CHECK_THAT(json_array_size(list) > 0, "%s is empty", name);
    json_array_foreach (list, i, one) {
        const char *text = golden_text(one, "f");
        CHECKING("%s %zu, %s: %s", name, i, key, text);
        CHECK_TEXT(verdict(text, rule), golden_text(one, key));
    }
    json_decref(file);
}

static void check_list(const char *name, const char *key, dx_belief_rule rule)
{
    check_file("yokai_logic.json", name, key, rule);
}

TEST(the_papers_figure_and_axioms_have_the_golden_verdicts)
{
    check_file("yokai_rules.json", "figure2", "verdict", DX_EXPAND_REPAIRED);
    check_file("yokai_rules.json", "axiom_checks", "verdict",
               DX_EXPAND_REPAIRED);
}

TEST(verdicts_agree_with_the_golden_ones)
{
    check_list("curated", "verdict", DX_EXPAND_REPAIRED);
    check_list("random", "verdict", DX_EXPAND_REPAIRED);
}

TEST(verdicts_under_the_literal_definition_agree_with_the_golden_ones)
{
    check_list("curated", "literal_def6", DX_EXPAND_LITERAL);
    check_list("random", "literal_def6", DX_EXPAND_LITERAL);
}
