// The sequential test: it decides, rarely wrongly, and never on nothing.

#include "base/random.h"
#include "lab/sprt.h"
#include "test.h"

#include <math.h>
#include <string.h>

// Differences of a point up or down, with the given chance of up.
static dx_verdict simulate(double chance, unsigned seed, unsigned *deals)
{
    dx_sprt sprt = {.low = 0, .high = 0.2, .risk = 0.05};
    dx_random random = dx_random_named(20, seed, 0);
    while (sprt.verdict == DX_VERDICT_NONE && sprt.deals < 20000)
        dx_sprt_add(&sprt, dx_random_unit(&random) < chance ? 1 : -1);
    *deals = sprt.deals;
    return sprt.verdict;
}

// Wald: the chance of a wrong verdict is at most about the risk.
TEST(a_wrong_verdict_is_as_rare_as_was_asked_for)
{
    unsigned wrong = 0, deals;
    for (unsigned seed = 0; seed < 400; seed++) {
        CHECKING_SEED(seed);
        wrong += simulate(0.5, seed, &deals) != DX_VERDICT_LOW;
        wrong += simulate(0.6, 1000 + seed, &deals) != DX_VERDICT_HIGH;
    }
    CHECK_THAT(wrong <= 800 * 7 / 100, "%u of 800 verdicts are wrong", wrong);
}

TEST(equal_differences_do_not_break_the_test)
{
    dx_sprt sprt = dx_sprt_usual();
    for (unsigned i = 0; i < DX_SPRT_DEALS_MIN - 1; i++) {
        CHECK_EQ(dx_sprt_add(&sprt, 1), DX_VERDICT_NONE);
        CHECK(isfinite(sprt.ratio));
    }
    CHECK_EQ(dx_sprt_add(&sprt, 1), DX_VERDICT_HIGH);

    sprt = dx_sprt_usual();
    while (sprt.verdict == DX_VERDICT_NONE && sprt.deals < 5000) {
        dx_sprt_add(&sprt, 0);
        CHECK(isfinite(sprt.ratio));
    }
    CHECK_EQ(sprt.verdict, DX_VERDICT_LOW);
}

TEST(it_says_why_it_stopped)
{
    dx_sprt sprt = dx_sprt_usual();
    dx_text why = {0};
    dx_sprt_explain(&sprt, &why);
    CHECK(strstr(dx_text_string(&why), "no verdict after 0 deals") != NULL);

    for (unsigned i = 0; i < DX_SPRT_DEALS_MIN; i++)
        dx_sprt_add(&sprt, 3);
    dx_text_clear(&why);
    dx_sprt_explain(&sprt, &why);
    CHECK(strstr(dx_text_string(&why), "stopped after 16 deals") != NULL);
    dx_text_release(&why);
}
