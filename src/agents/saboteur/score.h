// agents/saboteur/score.h -- what a move is worth to a miner or a saboteur who
// believes this much of roles and gold.
//
// One score for all agents, so that where they differ, their beliefs do.

#ifndef DX_AGENTS_SABOTEUR_SCORE_H
#define DX_AGENTS_SABOTEUR_SCORE_H

#include "agents/saboteur/forecast.h"

// How likely each seat is a saboteur, and where the gold lies.
typedef struct dx_saboteur_belief {
    double guilt[DX_SABOTEUR_SEATS];
    double gold[DX_SABOTEUR_GOALS];
} dx_saboteur_belief;

// What the scores are made of; a unit is one tunnel nearer to the gold.
typedef struct dx_saboteur_weights {
    double block, unblock, unblock_self, map, crush;
    double hinder; // a break by a saboteur
    double waste;  // a good tunnel that a saboteur throws away
    double ahead;  // for the best tunnel of the next turn; 0: not looked at
} dx_saboteur_weights;

extern const dx_saboteur_weights dx_saboteur_plain;

// Writes the score of each legal move of `seat`, by its own sight.
void dx_saboteur_score(const dx_saboteur *sight, unsigned seat,
                       const dx_saboteur_belief *belief,
                       const dx_saboteur_weights *weights, unsigned role,
                       unsigned count, const dx_event *moves, double *out);

// The first of the best.
unsigned dx_saboteur_best(unsigned count, const double *scores);

// How good a card is to have for a miner: what throws it away loses that.
double dx_saboteur_card_worth(const dx_saboteur *sight, unsigned kind,
                              const dx_saboteur_belief *belief);

// Fills in the reason of a move.
struct dx_thought;
void dx_saboteur_give_reason(struct dx_thought *thought,
                             const dx_saboteur *sight, dx_event move,
                             const dx_saboteur_belief *belief, double score);

#endif
