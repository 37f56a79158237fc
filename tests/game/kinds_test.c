// A posterior with a stranger: Bayes' rule where nothing is added, and the laws
// of what is.

#include "base/random.h"
#include "game/kinds.h"
#include "test.h"

#include <math.h>

static const dx_kinds_rule plain = {.count = 3, .prior = {0.5, 0.3, 0.2}};

TEST(kinds_without_smoothing_follow_bayes_rule)
{
    const double first[] = {0.9, 0.1, 0.5}, second[] = {0.2, 0.8, 0.5};
    dx_kinds kinds;
    dx_kinds_begin(&plain, 2, &kinds);
    dx_kinds_see(&plain, &kinds, 1, first);
    dx_kinds_see(&plain, &kinds, 1, second);
    double a = 0.5 * 0.9 * 0.2, b = 0.3 * 0.1 * 0.8, c = 0.2 * 0.5 * 0.5;
    CHECK(fabs(kinds.weight[1][0] - a / (a + b + c)) < 1e-12);
    CHECK(fabs(kinds.weight[1][2] - c / (a + b + c)) < 1e-12);
    CHECK(fabs(kinds.weight[0][0] - 0.5) < 1e-12); // nothing is lent
}

TEST(kinds_share_evidence_to_a_degree)
{
    dx_kinds_rule rule = plain;
    rule.share = 0.5;
    const double likely[] = {0.9, 0.1, 0.5};
    dx_kinds kinds;
    dx_kinds_begin(&rule, 3, &kinds);
    dx_kinds_see(&rule, &kinds, 0, likely);
    double a = 0.5 * sqrt(0.9), b = 0.3 * sqrt(0.1), c = 0.2 * sqrt(0.5);
    CHECK(fabs(kinds.weight[2][0] - a / (a + b + c)) < 1e-12);
    CHECK(kinds.weight[0][0] > kinds.weight[2][0]);
}

// Whatever is seen: chances add up to one, no kind falls below its floor, and
// one deed moves no odds by more than the lapse allows.
TEST(kinds_are_never_written_off)
{
    dx_kinds_rule rule = {.count = 5,
                          .prior = {0.4, 0.3, 0.1, 0.1, 0.1},
                          .share = 0.3,
                          .lapse = 0.05,
                          .floor = 0.02};
    for (uint64_t seed = 0; seed < 50; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 0);
        dx_kinds kinds;
        dx_kinds_begin(&rule, 4, &kinds);
        for (unsigned deed = 0; deed < 40; deed++) {
            double likely[5], sum = 0;
            for (unsigned k = 0; k < 5; k++)
                likely[k] = dx_random_below(&random, 4) == 0
                                ? 0
                                : (double)dx_random_below(&random, 100) / 100;
            dx_kinds_see(&rule, &kinds, (unsigned)(deed % 4), likely);
            for (unsigned k = 0; k < 5; k++) {
                double weight = kinds.weight[deed % 4][k];
                sum += weight;
                CHECK(weight * (1 + rule.floor) >=
                      rule.floor * rule.prior[k] - 1e-12);
            }
            CHECK(fabs(sum - 1) < 1e-9);
        }
    }
}

TEST(kinds_make_nothing_of_what_nobody_does)
{
    const double never[] = {0, 0, 0};
    dx_kinds kinds;
    dx_kinds_begin(&plain, 1, &kinds);
    dx_kinds_see(&plain, &kinds, 0, never);
    CHECK(fabs(kinds.weight[0][0] - 0.5) < 1e-12);
    CHECK(fabs(dx_kinds_broad(&plain, (const double[]){0.2, 0.4, 9}) - 0.3) <
          1e-12);
}

TEST(a_stranger_is_expected_to_do_what_it_has_done)
{
    CHECK(fabs(dx_kinds_learnt(0.1, 0, 0, 4) - 0.1) < 1e-12);
    CHECK(fabs(dx_kinds_learnt(0.1, 4, 4, 4) - 0.55) < 1e-12);
    CHECK(dx_kinds_learnt(0.1, 0, 4, 4) < 0.1);
}
