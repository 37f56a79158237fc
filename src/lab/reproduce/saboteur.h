// lab/reproduce/saboteur.h -- what the parts of Saboteur's experiment share.

#ifndef DX_LAB_REPRODUCE_SABOTEUR_H
#define DX_LAB_REPRODUCE_SABOTEUR_H

#include "agents/saboteur/trial.h"
#include "lab/reproduce/reproduce.h"

// Deals of different parts have nothing in common: beliefs are fitted, chosen
// and judged on different ones.
enum {
    DX_DEALS_OF_HABITS = 11,
    DX_DEALS_OF_CHOICE = 12,
    DX_DEALS_OF_JUDGING = 13,
    DX_DEALS_OF_PLAY = 14,
};

// Parts: each writes a table, or the members of an array in JSON.
DX_MUST_USE dx_status dx_saboteur_sweep(const dx_reproduce_options *options,
                                        dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_severe(const dx_reproduce_options *options,
                                         dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_beliefs(const dx_reproduce_options *options,
                                          dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_strangers(const dx_reproduce_options *options,
                                            dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_play(const dx_reproduce_options *options,
                                       dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_rivals(const dx_reproduce_options *options,
                                         dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_searches(const dx_reproduce_options *options,
                                           dx_text *out, dx_error *error);
DX_MUST_USE dx_status dx_saboteur_players(const dx_reproduce_options *options,
                                          dx_text *out, dx_error *error);

// What comes before the next member of an array in JSON.
static inline const char *dx_saboteur_comma(const dx_text *out)
{
    return out->length > 0 && out->at[out->length - 1] == '[' ? "" : ",\n";
}

// The graph with these ratios for all that is seen.
dx_saboteur_graph_believer dx_saboteur_even_graph(double alpha, double beta,
                                                  double threshold,
                                                  unsigned depth, double power);

#endif
