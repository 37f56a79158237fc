// Estimates over clusters: sums of the deals, their spread around what the mean
// would give them, and intervals from that.  Two passes, so that the spread
// does not suffer from a large mean.

#include "lab/stats.h"

#include <math.h>

#define NORMAL_POINT 1.959963984540054 // 97.5 %

// Exact for one and two degrees of freedom, then the expansion of Fisher and
// Cornish (1960), which is within 0.2 % from three on.
double dx_student(double freedom)
{
    if (freedom < 2)
        return 12.706204736432095;
    if (freedom < 3)
        return 4.302652729911275;
    double z = NORMAL_POINT, z2 = z * z, v = freedom;
    double g1 = z * (z2 + 1) / 4;
    double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double g4 =
        z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
    return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
}

typedef struct totals {
    double sum, games;
    double spread;   // squared distances of the clusters' sums from their share
    double farthest; // the largest of them
} totals;

static totals add_up(const dx_cluster *clusters, size_t count)
{
    totals t = {0};
    for (size_t i = 0; i < count; i++) {
        t.sum += clusters[i].sum;
        t.games += clusters[i].count;
    }
    double mean = t.sum / t.games;
    for (size_t i = 0; i < count; i++) {
        double off = clusters[i].sum - mean * clusters[i].count;
        t.spread += off * off;
        t.farthest = fmax(t.farthest, off * off);
    }
    return t;
}

// The variance of the mean: that of a ratio of sums, since the last deal may
// have fewer games than the others.
static double variance_of_mean(const totals *t, size_t count)
{
    double n = (double)count;
    return n / (n - 1) * t->spread / (t->games * t->games);
}

static double value(dx_cluster cluster)
{
    return cluster.sum / cluster.count;
}

// The value that more than half of the clusters have, if one does (the vote of
// Boyer and Moore finds the only candidate; the caller counts).
static double likely_majority(const dx_cluster *clusters, size_t count)
{
    double candidate = 0;
    size_t votes = 0;
    for (size_t i = 0; i < count; i++) {
        double v = value(clusters[i]);
        if (votes == 0)
            candidate = v;
        votes = votes == 0 || v == candidate ? votes + 1 : votes - 1;
    }
    return candidate;
}

// What rare values leave open, as the head of stats.h explains.
static double half_for_rare(const dx_cluster *clusters, size_t count,
                            dx_range range)
{
    double common = likely_majority(clusters, count), off = 0;
    size_t others = 0;
    for (size_t i = 0; i < count; i++) {
        double distance = fabs(value(clusters[i]) - common);
        others += distance > 0;
        off += distance;
    }
    if (others * 2 >= count && others > 0)
        return 0; // no value is common: Student's interval is enough
    dx_share share = dx_share_wilson((double)others, (double)count);
    double far = others > 0 ? off / (double)others
                            : fmax(common - range.low, range.high - common);
    return (share.high - share.share) * far;
}

dx_mean dx_mean_estimate(const dx_cluster *clusters, size_t count,
                         dx_range range)
{
    if (count == 0)
        return (dx_mean){0};
    totals t = add_up(clusters, count);
    t.spread += t.farthest; // the deal that is imagined
    double half = half_for_rare(clusters, count, range);
    if (count > 1)
        half = fmax(half, dx_student((double)count - 1) *
                              sqrt(variance_of_mean(&t, count)));
    else
        half = fmax(half, range.high - range.low);
    if (range.is_bound)
        half = fmin(half, range.high - range.low);
    double mean = t.sum / t.games;
    dx_mean estimate = {mean, half, count, mean - half, mean + half};
    if (range.is_bound || range.has_floor)
        estimate.low = fmax(estimate.low, fmin(mean, range.low));
    if (range.is_bound)
        estimate.high = fmin(estimate.high, fmax(mean, range.high));
    return estimate;
}

dx_share dx_share_wilson(double hits, double trials)
{
    double z2 = NORMAL_POINT * NORMAL_POINT, share = hits / trials;
    double middle = (hits + z2 / 2) / (trials + z2);
    double half = NORMAL_POINT / (trials + z2) *
                  sqrt(fmax(0, hits * (trials - hits) / trials + z2 / 4));
    return (dx_share){share, hits == 0 ? 0 : fmax(0, middle - half),
                      hits == trials ? 1 : fmin(1, middle + half)};
}

dx_share dx_share_estimate(const dx_cluster *clusters, size_t count)
{
    if (count == 0)
        return (dx_share){.high = 1};
    totals t = add_up(clusters, count);
    double share = t.sum / t.games, alone = (double)count;
    // Between one game a deal and all games apart; nothing is known about it
    // where all games went alike.
    if (count > 1 && t.spread > 0) {
        double as_many = share * (1 - share) / variance_of_mean(&t, count);
        alone = fmin(fmax(as_many, (double)count), t.games);
    }
    dx_share estimate = dx_share_wilson(share * alone, alone);
    estimate.share = share;
    return estimate;
}
