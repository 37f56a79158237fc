// lab/stats.h -- estimates and how sure they are, honest for few games.
//
// The unit is the *deal*, not the game: the rotations of one deal are played
// with the same cards, so their results hang together.  A cluster is what one
// deal brought: a sum over its games and how many they were.
//
// Interval of a mean: Student's with the variance between clusters and one more
// deal imagined, as far off as the farthest: that makes up for skewed scores of
// few games and is soon forgotten.  But never narrower than what rare events
// leave open.  If nearly all deals gave the same value and k of n another one,
// the share of such deals may be as high as Wilson's upper bound for k of n;
// that, times how far those k lay off, bounds the half-width from below.  With
// k = 0 nothing is known of how far, and the range of the score stands in: 100
// games of 25 points each do not prove that the next one has 25.  What no
// interval can cover is the rare disaster that has not happened yet among
// scores that differ anyway.

#ifndef DX_LAB_STATS_H
#define DX_LAB_STATS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dx_cluster {
    double sum;
    unsigned count; // > 0
} dx_cluster;

// The values a score may take.  `is_bound`: the rules say so; otherwise it is
// only what was seen, and does not cap an interval.
typedef struct dx_range {
    double low, high;
    bool is_bound;
} dx_range;

typedef struct dx_mean {
    double mean, half; // half-width of the 95 % interval
    size_t clusters;   // 0: there is no mean
} dx_mean;

dx_mean dx_mean_estimate(const dx_cluster *clusters, size_t count,
                         dx_range range);

typedef struct dx_share {
    double share, low, high; // the 95 % interval
} dx_share;

// Wilson's interval for `hits` of `trials`; trials > 0, not necessarily whole.
dx_share dx_share_wilson(double hits, double trials);

// A share of games that come in clusters: Wilson's interval for as many
// independent games as would vary as much as these do.  Sums are hits.
dx_share dx_share_estimate(const dx_cluster *clusters, size_t count);

// Student's 97.5 % point, for freedom >= 1.
double dx_student(double freedom);

#endif
