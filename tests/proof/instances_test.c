// Quantifiers are counted before they are written out, never too many.

#include "proof/instances.h"

#include "base/random.h"
#include "base/text.h"
#include "logic/formula/parse.h"
#include "proof/expand.h"
#include "test.h"

static const uint64_t far = 1000000000;

static dx_formula parsed(dx_formulas *store, const char *text)
{
    dx_formula f;
    dx_error error;
    CHECKING("%s", text);
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_OK);
    return f;
}

static uint64_t least(const char *text, uint64_t most)
{
    dx_formulas *store = dx_formulas_new();
    uint64_t count = dx_instances_least(store, parsed(store, text), most);
    dx_formulas_free(store);
    return count;
}

TEST(instances_are_counted_where_the_variables_occur)
{
    CHECK_EQ(least("forall x in 1..30: forall y in 1..20: p(x,y)", 599), 600);
    CHECK_EQ(least("forall x in 1..30: forall y in 1..20: p(x)", 400), 30);
    CHECK_EQ(least("forall x in 1..30: q(x) & ~exists x in 1..20: p(x)", 599),
             20);
    CHECK_EQ(least("forall x in {a, b, a}: forall y in {x, c, d}: p(x,y)", 3),
             4);
    CHECK_EQ(least("forall x in 2..1: forall y in 1..900: p(x,y)", 10), 1);
    CHECK_EQ(least("forall x in 1..30: forall y in 1..x: p(x,y)", 29), 30);
    CHECK_EQ(least("forall x in 1..3: forall y in 1..3: p(x,y)", far), 1);
}

// A formula of quantifiers, with a body that mentions some of x, y and z.
static void add_random(dx_text *out, dx_random *random, unsigned depth)
{
    static const char *const domains[] = {"1..3",   "1..x", "{a, b, c}",
                                          "{y, a}", "2..1", "{1, 1, 2}"};
    static const char *const bodies[] = {"p(x)",     "p(y,z)", "q",
                                         "p(x,y,z)", "x = y",  "p(y,x)"};
    if (depth == 0 || dx_random_below(random, 5) == 0) {
        dx_text_add(out, bodies[dx_random_below(random, 6)]);
        return;
    }
    if (dx_random_below(random, 4) == 0) {
        dx_text_add(out, "(");
        add_random(out, random, depth - 1);
        dx_text_add(out, " & ");
        add_random(out, random, depth - 1);
        dx_text_add(out, ")");
        return;
    }
    dx_text_printf(out, "(forall %c in %s: ", "xyz"[dx_random_below(random, 3)],
                   domains[dx_random_below(random, 6)]);
    add_random(out, random, depth - 1);
    dx_text_add(out, ")");
}

TEST(no_more_instances_are_counted_than_nodes_are_made)
{
    unsigned written = 0, close = 0;
    for (unsigned seed = 0; seed < SAMPLE(2000u, 50000u); seed++) {
        dx_random random = dx_random_named(seed, 0, 0);
        dx_formulas *store = dx_formulas_new();
        dx_text text = {0};
        dx_error error;
        add_random(&text, &random, 6);
        dx_formula f = parsed(store, dx_text_string(&text)), out;
        size_t before = dx_formulas_count(store);
        if (dx_formula_expand(store, f, 100000, &out, &error) == DX_OK) {
            size_t made = dx_formulas_count(store) - before;
            // Asked about any bound below, it says no more than was made.
            for (uint64_t most = 1; most < 2 * made + 2; most *= 2) {
                uint64_t count = least(dx_text_string(&text), most);
                CHECK(count <= made + 1);
                close += 2 * count > made;
            }
            written++;
        }
        dx_text_release(&text);
        dx_formulas_free(store);
    }
    CHECK(written > 200 && close > 200);
}
