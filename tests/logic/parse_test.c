// The language of formulas: what is read, what is printed, what is refused.

#include "logic/parse.h"

#include "base/text.h"
#include "logic/golden_formula.h"
#include "logic/print.h"
#include "test.h"

// Reads `text` and prints it again.
static const char *again(dx_formulas *store, const char *text, dx_text *out)
{
    dx_formula f;
    dx_error error;
    dx_text_clear(out);
    if (dx_parse(store, text, &f, &error) == DX_OK)
        dx_formula_print(store, f, out);
    else
        dx_text_printf(out, "%u:%u %s", error.line, error.column,
                       error.message);
    return dx_text_string(out);
}

TEST(golden_formulas_are_those_of_the_language)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    CHECK_EQ(dx_parse(store,
                      "K[a](p & q) -> <(a + b)*; ?p> 1/2*P[a](p) + "
                      "-1*P[a](q) >= 1/3",
                      &f, NULL),
             DX_OK);
    CHECK_EQ(golden_formula(store, "(imp (K a (and p q)) (dia (seq (star "
                                   "(union a b)) (test p)) (pge a ((1/2 p) "
                                   "(-1 q)) 1/3)))"),
             f);
    CHECK_EQ(dx_parse(store, "[+p] (explicit[h]@3 (q@4) & now>=2)", &f, NULL),
             DX_OK);
    CHECK_EQ(
        golden_belief_formula(store, "(plus p (and (Bh 3 (at q 4)) (now 2)))"),
        f);
    dx_formulas_free(store);
}

TEST(a_formula_is_printed_with_the_fewest_brackets)
{
    dx_formulas *store = dx_formulas_new();
    dx_text out = {0};
    CHECK_TEXT(again(store, "((K[a] (p)) & (q)) -> (r -> (~s))", &out),
               "K[a] p & q -> r -> ~s");
    dx_text_release(&out);
    dx_formulas_free(store);
}
