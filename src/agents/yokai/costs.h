// agents/yokai/costs.h -- what the belief bases of Yokai cost: sizes, and the
// CPU time of questions, revisions and plans, in games of `logic`.

#ifndef DX_AGENTS_YOKAI_COSTS_H
#define DX_AGENTS_YOKAI_COSTS_H

#include "base/vector.h"

#include <stdint.h>

typedef DX_VECTOR(double) dx_yokai_times; // in milliseconds

typedef struct dx_yokai_costs {
    unsigned positions;
    int variables, clauses; // of the largest base that played
    dx_yokai_times ask;     // does it follow that a card has a colour?
    dx_yokai_times two;     // can the other deduce it?
    dx_yokai_times build;   // the base of level two
    dx_yokai_times revise;  // an event that is news
    dx_yokai_times plan;    // four actions, alpha_G1
    dx_yokai_times regroup; // two families from the square, exactly
    unsigned plans, rounds; // found; proposals in all
    int plan_variables;     // of the largest solver that proposed
} dx_yokai_costs;

// Adds what one game of two `logic` players costs; deal number `deal` of
// `seed`.
void dx_yokai_costs_play(dx_yokai_costs *costs, uint64_t seed, uint64_t deal);
// Adds one exact regrouping of two families, of colours at random.
void dx_yokai_costs_regroup(dx_yokai_costs *costs, uint64_t seed,
                            uint64_t deal);
void dx_yokai_costs_release(dx_yokai_costs *costs);

// The timed theory of a game, from the start to so many actions.
typedef struct dx_yokai_timed {
    int variables, clauses;
    double build, ask; // milliseconds; one question at the start, the mean
} dx_yokai_timed;
dx_yokai_timed dx_yokai_costs_timed(const char *rules, unsigned times);

#endif
