// lab/sprt.h -- when to stop: a sequential test on differences per deal.
//
// Wald's test in its generalised form for a mean with unknown variance: after
// n deals with mean difference m and variance v the log-likelihood ratio of
// "the difference is `high`" against "it is `low`" is
//
//     n (high - low) (m - (low + high) / 2) / v
//
// and the test ends when it leaves (log(risk / (1 - risk)), the negative).
// It is asked after every deal, in the order of the deals, so that the answer
// does not depend on who played when.
//
// What is compared: with two line-ups or more, the score of entry 1 (or of the
// team) in line-up 1 minus that in line-up 2; with one, the score of entry 1
// minus the mean of the other entries.
//
// Where all differences are the same, v would be 0: one more difference, a
// point away, is always imagined; and there is no answer before
// DX_SPRT_DEALS_MIN deals.

#ifndef DX_LAB_SPRT_H
#define DX_LAB_SPRT_H

#include "lab/results.h"

enum { DX_SPRT_DEALS_MIN = 16 };

typedef enum dx_verdict {
    DX_VERDICT_NONE, // not yet
    DX_VERDICT_LOW,
    DX_VERDICT_HIGH,
} dx_verdict;

typedef struct dx_sprt {
    double low, high; // the two differences that are weighed
    bool in_spreads;  // both are given in standard deviations of a deal
    double risk;      // of each kind of error
    // What has been seen so far.
    unsigned deals;
    double mean, squares; // Welford's
    double ratio, bound;  // the log-likelihood ratio and where it ends
    dx_verdict verdict;
} dx_sprt;

// The usual test: is the difference 0, or a tenth of a standard deviation?
dx_sprt dx_sprt_usual(void);

// Can this schedule be tested at all?  (A single line-up of a team cannot.)
bool dx_sprt_fits(const dx_schedule *schedule);

// Takes in the deals that are complete in `results` and behind those seen so
// far, up to the first that settles it.
dx_verdict dx_sprt_look(dx_sprt *sprt, const dx_results *results);

// One difference.
dx_verdict dx_sprt_add(dx_sprt *sprt, double difference);

// "stopped after 312 deals: ..." or why it did not.
void dx_sprt_explain(const dx_sprt *sprt, dx_text *out);

#endif
