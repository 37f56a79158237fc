// agents/saboteur/trial.h -- rounds between policies by role, to measure: who
// wins, and what an observer would have believed at every turn.

#ifndef DX_AGENTS_SABOTEUR_TRIAL_H
#define DX_AGENTS_SABOTEUR_TRIAL_H

#include "game/agent.h"
#include "games/saboteur/bayes.h"

// One policy for all miners, one for all saboteurs; one round.
typedef struct dx_saboteur_cast {
    dx_rules rules;
    dx_policy miner, saboteur;
} dx_saboteur_cast;

// A cast by names: "straight", "graph1(alpha=4)"; `agents` ends with NULL.
DX_MUST_USE dx_status dx_saboteur_cast_read(
    const dx_agent *const *agents, const char *rules, const char *miner,
    const char *saboteur, dx_saboteur_cast *out, dx_error *error);

typedef struct dx_saboteur_round {
    bool found;         // the gold: miners won
    unsigned saboteurs; // as bits
    unsigned gold;      // where it lay
    unsigned turns;
} dx_saboteur_round;

// Called behind every act with what all have seen and what each seat has: the
// sights of seats, one behind the other.
typedef void dx_saboteur_watch(void *context, const dx_saboteur_acts *acts,
                               const dx_saboteur *sights,
                               const dx_saboteur *truth);

// Plays the deal `number` of `experiment`.
dx_saboteur_round dx_saboteur_trial(const dx_saboteur_cast *cast,
                                    uint64_t experiment, uint64_t number,
                                    dx_saboteur_watch *watch, void *context);

enum { DX_SABOTEUR_MARKED = 14 }; // of 67 turns; later ones count for the last

// How well beliefs about roles went: over observers who are miners, turns and
// other seats.
typedef struct dx_saboteur_marks {
    double log_loss, brier, gold_loss; // sums
    double count, gold_count;
    double bin_sum[10], bin_true[10], bin_count[10]; // of calibration
    // Pairs of observer and saboteur, those with P > 0.9 at some turn, and the
    // turns at which it came to that; and the same of innocents.
    double guilty, caught, turns, innocent, accused;
    // The loss by how often the table has gone round.
    double round_loss[DX_SABOTEUR_MARKED], round_count[DX_SABOTEUR_MARKED];
} dx_saboteur_marks;

double dx_saboteur_calibration(const dx_saboteur_marks *marks);

// A belief to be judged: the guilt of seats, and where the gold is (NULL: it
// has no opinion), by an observer's own sight after all acts.
typedef void dx_saboteur_believer(const void *context,
                                  const dx_saboteur_acts *acts,
                                  const dx_saboteur *sight, unsigned seat,
                                  double *out_guilt, double *out_gold);

typedef struct dx_saboteur_judged {
    dx_saboteur_believer *believer;
    const void *context;
    dx_saboteur_marks marks;
} dx_saboteur_judged;

// Plays a deal and marks `count` beliefs on it.
dx_saboteur_round dx_saboteur_judge(const dx_saboteur_cast *cast,
                                    uint64_t experiment, uint64_t number,
                                    unsigned count, dx_saboteur_judged *judged);

// Believers: `context` is dx_saboteur_graph_options with a power, or options of
// Bayes.
typedef struct dx_saboteur_graph_believer {
    dx_saboteur_graph_options options;
    double power;
} dx_saboteur_graph_believer;
dx_saboteur_believer dx_saboteur_by_graph;
dx_saboteur_believer dx_saboteur_by_bayes;
dx_saboteur_believer dx_saboteur_by_chance;

// Counts habits: how often miners and saboteurs do what where.
typedef struct dx_saboteur_census {
    double count[2][DX_HABIT_CONTEXTS][DX_HABIT_DEEDS];
} dx_saboteur_census;
void dx_saboteur_count_habits(const dx_saboteur_cast *cast, uint64_t experiment,
                              uint64_t number, dx_saboteur_census *census);

#endif
