#include "belief/language.h"

#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// What is printed for the normal form, or the error.
static const char *normal(const char *text, bool is_belief)
{
    static char out[400];
    dx_formulas *store = dx_formulas_new();
    dx_language language;
    dx_language_init(&language, store, "m");
    dx_formula f;
    dx_error error;
    dx_text printed = {0};
    CHECK_THAT(dx_parse(store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    dx_status status =
        is_belief
            ? dx_language_belief(&language, f, &f, &error)
            : dx_language_formula(&language, f, DX_BELIEF_LPLUS, &f, &error);
    if (status == DX_OK)
        dx_formula_print(store, f, &printed);
    else
        dx_text_add(&printed, error.message);
    snprintf(out, sizeof out, "%s", dx_text_string(&printed));
    dx_text_release(&printed);
    dx_language_release(&language);
    dx_formulas_free(store);
    return out;
}

TEST(what_people_write_is_short_for_a_few_kinds)
{
    CHECK_TEXT(normal("p | q", true), "~(~p & ~q)");
    CHECK_TEXT(normal("p | q | r", true), "~(~~(~p & ~q) & ~r)");
    CHECK_TEXT(normal("p | q | r", false), "~(~p & ~q & ~r)");
    CHECK_TEXT(normal("p -> q", true), "~(p & ~q)");
    CHECK_TEXT(normal("p <-> q", true), "~(p & ~q) & ~(q & ~p)");
    CHECK_TEXT(normal("(p & q) & r", true), "p & q & r");
    CHECK_TEXT(normal("p & (q & r)", true), "p & (q & r)");
    CHECK_TEXT(normal("false", true), "~true");
    CHECK_TEXT(normal("now > 2", true), "now >= 3");
    CHECK_TEXT(normal("2 > now", true), "~now >= 2");
    CHECK_TEXT(normal("now = 2", true), "now >= 2 & ~now >= 3");
    CHECK_TEXT(normal("explicit[m] (p -> q)", false), "explicit[m] ~(p & ~q)");
    CHECK_TEXT(normal("forall i in 1..2: p(i)@(i + 1)", true),
               "p(1)@2 & p(2)@3");
}

TEST(what_is_not_in_the_language_is_refused_with_a_reason)
{
    CHECK_TEXT(normal("explicit[h] p", false),
               "only the agent whose base it is has beliefs without a time; "
               "of others write explicit[h]@3 f");
    CHECK_TEXT(normal("explicit[m]@1 p", false),
               "the agent whose base it is has its beliefs now; write "
               "explicit[m] f");
    CHECK_TEXT(normal("implicit[h] p", false),
               "only the agent whose base it is has implicit beliefs");
    CHECK_TEXT(normal("implicit[m] implicit[m] p", false),
               "implicit belief does not stand inside a belief");
    CHECK_TEXT(normal("explicit[m] [+p] q", false),
               "an expansion does not stand inside a belief");
    CHECK_TEXT(normal("[+now >= 2] p", false),
               "a base is not expanded by the time, which passes by one with "
               "every expansion (a file says what time it is with `now 3`)");
    CHECK_TEXT(normal("(p & q)@3", false),
               "in a belief base a time belongs to a fact: p@3, or "
               "explicit[h]@3 f");
    CHECK_TEXT(normal("now >= 1/2", false),
               "a time is a whole number from 0 to 999999, or a const "
               "that was defined before");
    CHECK_TEXT(normal("K[m] p", false),
               "knowledge is for `doxa check` and `doxa valid`; belief bases "
               "have explicit[m] f and implicit[m] f");
}

TEST(expansions_nest_only_so_deep)
{
    dx_formulas *store = dx_formulas_new();
    dx_language language;
    dx_language_init(&language, store, "m");
    dx_formula p = dx_formula_atom(store, "p"), f = p, out;
    for (unsigned i = 0; i < DX_EXPANSIONS_MAX; i++)
        f = dx_formula_binary(store, DX_EXPAND, p, f);
    CHECK_EQ(dx_language_formula(&language, f, DX_BELIEF_LPLUS, &out, NULL),
             DX_OK);
    f = dx_formula_binary(store, DX_EXPAND, p, f);
    CHECK_EQ(dx_language_formula(&language, f, DX_BELIEF_LPLUS, &out, NULL),
             DX_ERR_LIMIT);
    dx_language_release(&language);
    dx_formulas_free(store);
}
