// lab/reproduce/gofish.h -- the parts of the Go Fish paper's experiments.

#ifndef DX_LAB_REPRODUCE_GOFISH_H
#define DX_LAB_REPRODUCE_GOFISH_H

#include "lab/reproduce/reproduce.h"
#include "lab/stats.h"

// The strategies of the paper's table, in its order; then its learner.
enum { DX_PAPER_STRATEGIES = 6, DX_PAPER_PLAYERS };
extern const char *const dx_paper_strategies[DX_PAPER_STRATEGIES];
// Table 1: how often the row beats the column; -1 on the diagonal.
extern const double dx_paper_table[DX_PAPER_PLAYERS][DX_PAPER_PLAYERS];

// How often `row` beats `column`, each deal with both in both seats, until
// there are as many games as wanted or the time is over.
dx_share dx_paper_duel(const dx_reproduce_options *options,
                       const dx_policy *row, const dx_policy *column,
                       unsigned *out_games);

DX_MUST_USE dx_status dx_paper_rules(const dx_reproduce_options *options,
                                     dx_rules *out, dx_error *error);
DX_MUST_USE dx_status dx_paper_policy(const dx_reproduce_options *options,
                                      const dx_rules *rules, const char *name,
                                      dx_policy *out, dx_error *error);

// Each writes its part: a table for people, or a JSON value.
typedef dx_status dx_paper_part(const dx_reproduce_options *options,
                                dx_text *out, dx_error *error);
dx_paper_part dx_paper_learning, dx_paper_worlds, dx_paper_beliefs,
    dx_paper_second, dx_paper_figures;

#endif
