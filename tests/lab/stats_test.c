// Intervals: known values, and that they cover what they say they cover.

#include "base/memory.h"
#include "base/random.h"
#include "lab/stats.h"
#include "test.h"

#include <math.h>

static bool near(double got, double want, double by)
{
    return fabs(got - want) <= by;
}

// From the tables in the back of every textbook.
TEST(students_points_are_those_of_the_tables)
{
    CHECK(near(dx_student(1), 12.706, 0.001));
    CHECK(near(dx_student(2), 4.303, 0.001));
    CHECK(near(dx_student(3), 3.182, 0.005));
    CHECK(near(dx_student(5), 2.571, 0.001));
    CHECK(near(dx_student(10), 2.228, 0.001));
    CHECK(near(dx_student(30), 2.042, 0.001));
    CHECK(near(dx_student(1e9), 1.95996, 0.00001));
}

// Wilson (1927): 0 of 10 reaches up to 3.84 / 13.84; 5 of 10 is 0.237 to 0.763.
TEST(wilsons_interval_is_right_at_the_ends_and_in_the_middle)
{
    dx_share none = dx_share_wilson(0, 10);
    CHECK(none.low == 0 && near(none.high, 0.2775, 0.0001));

    dx_share all = dx_share_wilson(10, 10);
    CHECK(all.high == 1 && near(all.low, 0.7225, 0.0001));

    dx_share half = dx_share_wilson(5, 10);
    CHECK(near(half.low, 0.2366, 0.0001) && near(half.high, 0.7634, 0.0001));
}

TEST(a_mean_of_few_games_uses_students_point)
{
    // 1, 2, 3 and an imagined deal one point off: mean 2, variance (2 + 1) / 2,
    // of the mean a third of that; 4.303 times its root.
    const dx_cluster games[] = {{1, 1}, {2, 1}, {3, 1}};
    dx_mean mean = dx_mean_estimate(games, 3, (dx_range){0, 100, true});
    CHECK(near(mean.mean, 2, 1e-12) && near(mean.half, 3.0424, 0.001));
}

TEST(one_game_says_nothing_beyond_the_range_of_the_score)
{
    const dx_cluster game[] = {{20, 1}};
    dx_mean mean = dx_mean_estimate(game, 1, (dx_range){0, 25, true});
    CHECK(mean.mean == 20 && mean.half == 25);

    CHECK_EQ(dx_mean_estimate(NULL, 0, (dx_range){0, 25, true}).clusters, 0);
}

TEST(equal_scores_do_not_make_a_mean_certain)
{
    dx_cluster games[100];
    for (unsigned i = 0; i < 100; i++)
        games[i] = (dx_cluster){25, 1};
    dx_mean mean = dx_mean_estimate(games, 100, (dx_range){0, 25, true});
    // Wilson's bound for 0 of 100 is 3.84 / 103.84, times 25 points.
    CHECK(mean.mean == 25 && near(mean.half, 25 * 3.8415 / 103.8415, 0.001));
}

TEST(rotations_of_a_deal_are_not_independent_games)
{
    // Ten deals, each played in four rotations with the same result: as sure
    // as ten games, not as forty.
    dx_cluster deals[10], games[10];
    for (unsigned i = 0; i < 10; i++) {
        deals[i] = (dx_cluster){4.0 * i, 4};
        games[i] = (dx_cluster){i, 1};
    }
    dx_range range = {0, 9, false};
    CHECK(near(dx_mean_estimate(deals, 10, range).half,
               dx_mean_estimate(games, 10, range).half, 1e-12));

    for (unsigned i = 0; i < 10; i++) {
        deals[i] = (dx_cluster){i < 5 ? 4 : 0, 4};
        games[i] = (dx_cluster){i < 5, 1};
    }
    CHECK(near(dx_share_estimate(deals, 10).high,
               dx_share_estimate(games, 10).high, 0.02));
}

// How often the interval holds the truth, in 2000 simulated tournaments.
typedef double drawing(dx_random *random);

static unsigned covered(drawing *draw, double truth, unsigned games,
                        dx_range range)
{
    enum { TOURNAMENTS = 2000 };
    unsigned hits = 0;
    dx_cluster *results = dx_alloc(games, sizeof *results);
    for (unsigned t = 0; t < TOURNAMENTS; t++) {
        dx_random random = dx_random_named(11, games, t);
        for (unsigned i = 0; i < games; i++)
            results[i] = (dx_cluster){draw(&random), 1};
        dx_mean mean = dx_mean_estimate(results, games, range);
        hits += fabs(mean.mean - truth) <= mean.half;
    }
    dx_free(results);
    return hits * 1000 / TOURNAMENTS;
}

static double even(dx_random *random)
{
    return (double)dx_random_below(random, 11);
}

// Nearly always 25, now and then 20: what strong Hanabi players score.
static double nearly_perfect(dx_random *random)
{
    return dx_random_below(random, 50) == 0 ? 20 : 25;
}

// A long tail: half of the scores are 0 or 1, one in thirty is over 10.
static double tailed(dx_random *random)
{
    return floor(-3 * log(1 - dx_random_unit(random)));
}

// Mostly nothing, sometimes much.
static double skewed(dx_random *random)
{
    return dx_random_below(random, 10) == 0 ? 10 : 0;
}

TEST(intervals_of_means_cover_the_truth_as_often_as_they_say)
{
    static const unsigned games[] = {3, 10, 30, 100, 400};
    for (unsigned i = 0; i < 5; i++) {
        unsigned n = games[i];
        unsigned a = covered(even, 5, n, (dx_range){0, 10, true});
        unsigned b = covered(nearly_perfect, 24.9, n, (dx_range){0, 25, true});
        unsigned c = covered(skewed, 1, n, (dx_range){0, 10, true});
        unsigned d = covered(tailed, 1 / (exp(1.0 / 3) - 1), n,
                             (dx_range){0, 20, false});
        CHECK_THAT(a >= 940, "even: %u of 1000 at %u games", a, n);
        CHECK_THAT(b >= 935, "nearly perfect: %u of 1000 at %u", b, n);
        CHECK_THAT(c >= 935, "skewed: %u of 1000 at %u", c, n);
        CHECK_THAT(d >= (n < 30 ? 900 : 935), "tailed: %u of 1000 at %u", d, n);
    }
    // And they are not simply wide.
    unsigned a = covered(even, 5, 100, (dx_range){0, 10, true});
    CHECK_THAT(a <= 970, "even: %u of 1000 at 100 games", a);
}

TEST(intervals_of_shares_cover_the_truth_with_rotated_deals)
{
    enum { TOURNAMENTS = 2000, DEALS = 60 };
    unsigned hits = 0;
    for (unsigned t = 0; t < TOURNAMENTS; t++) {
        dx_random random = dx_random_named(12, 0, t);
        dx_cluster deals[DEALS];
        // Each deal has its own chance of a win, so its games hang together.
        for (unsigned i = 0; i < DEALS; i++) {
            double chance = dx_random_below(&random, 2) == 0 ? 0.1 : 0.5;
            deals[i] = (dx_cluster){0, 3};
            for (unsigned r = 0; r < 3; r++)
                deals[i].sum += dx_random_unit(&random) < chance;
        }
        dx_share share = dx_share_estimate(deals, DEALS);
        hits += share.low <= 0.3 && 0.3 <= share.high;
    }
    CHECK_THAT(hits * 1000 / TOURNAMENTS >= 935, "%u of %u", hits, TOURNAMENTS);
}

TEST(an_interval_ends_where_the_scores_do)
{
    dx_cluster games[3] = {{0, 1}, {0, 1}, {1, 1}};
    dx_mean free = dx_mean_estimate(games, 3, (dx_range){0, 1});
    dx_mean floored =
        dx_mean_estimate(games, 3, (dx_range){0, 1, .has_floor = true});
    dx_mean bound =
        dx_mean_estimate(games, 3, (dx_range){0, 1, .is_bound = true});
    CHECK(free.low == free.mean - free.half && free.low < 0);
    CHECK(free.high == free.mean + free.half && free.high > 1);
    CHECK(floored.low == 0 && floored.high == free.high);
    CHECK(bound.low == 0 && bound.high == 1);
    // The half-width itself is what it was: it is for comparing.
    CHECK(floored.half == free.half);
}
