// games/saboteur/bayes.h -- who is a saboteur and where the gold lies, by
// Bayes' rule.
//
// Worlds are who is a saboteur times where the gold lies: 9 to 630 for a miner.
// What a seat did is weighed by how often each *kind* of miner, and each kind
// of saboteur, does such a thing in such a situation: the tables of habits.def,
// counted in games on other deals.  A situation is what all could see: how far
// it is to the gold as that seat may know it in that world, whether a hand of
// that size would likely have had a tunnel that helps, how much the table
// suspects the seat whose tool is broken or mended, whether a word about a goal
// is true in that world.  Who sits there may be of any kind of its side, or a
// *stranger* of a kind that was not counted, who does anything at times and
// else what anybody does, harm rather as a saboteur: likelihoods are mixed, so
// that who is of another kind is neither cleared nor convicted by what that
// kind happens to do.  With some chance all of one side are of one kind.
//
// All of that is public, so one reckoning serves every seat; a seat then knows
// its own role and what it looked at.  What others believe is the same with
// what they know.

#ifndef DX_GAMES_SABOTEUR_BAYES_H
#define DX_GAMES_SABOTEUR_BAYES_H

#include "games/saboteur/graph.h"

enum {
    DX_HABIT_PLAIN, // kinds of miners: who goes by a tally, and
    DX_HABIT_KEEN,  // who looks ahead
    DX_HABIT_MINERS,
    DX_HABIT_STRAIGHT = DX_HABIT_MINERS, // kinds of saboteurs from here on
    DX_HABIT_SLY,
    DX_HABIT_COUNTED, // kinds that there are tables of
    // None of these: one of miners, one of saboteurs.
    DX_HABIT_STRANGER = DX_HABIT_COUNTED,
    DX_HABIT_KINDS = DX_HABIT_STRANGER + DX_SABOTEUR_ROLES,
    DX_HABIT_CONTEXTS = 11, // of a turn, and of a word about a goal
    DX_HABIT_DEEDS = 20,
};

// Where a seat was and what it did, in one world.
typedef struct dx_saboteur_habit {
    uint8_t context, deed;
} dx_saboteur_habit;

typedef struct dx_saboteur_bayes_options {
    double temper;                // of log-likelihoods; 1: as they are
    double throws;                // the same for throwing a card away
    double tools;                 // and for breaking and mending others' tools
    double mix[DX_HABIT_COUNTED]; // of kinds of miners, and of saboteurs
    double alike; // the chance that all of one side are of one kind
    // The chances of a stranger: where each may be of any kind, and that the
    // one kind of a side is none that was counted.
    double stranger, strangers;
    double lean; // how far harm is a deed of strange saboteurs
} dx_saboteur_bayes_options;

extern const dx_saboteur_bayes_options dx_saboteur_bayes_normal;

// All that is reckoned from the acts of a round: plain.
typedef struct dx_saboteur_bayes {
    dx_saboteur_bayes_options options;
    dx_saboteur_worlds worlds;
    unsigned goals, acts; // acts so far
    // The log-likelihood of each seat's acts, by kind and place of the gold.
    double log[DX_SABOTEUR_SEATS][DX_HABIT_KINDS][DX_SABOTEUR_GOALS];
    // What the table suspects, by the paper's factors.
    double factor[DX_SABOTEUR_WORLDS_MAX];
} dx_saboteur_bayes;

void dx_saboteur_bayes_begin(dx_saboteur_bayes *bayes,
                             const dx_saboteur_bayes_options *options,
                             const dx_saboteur *table);

// One act further.
void dx_saboteur_bayes_act(dx_saboteur_bayes *bayes,
                           const dx_saboteur_act *act);

// Catches up with the acts of the round that it was begun for.
void dx_saboteur_bayes_follow(dx_saboteur_bayes *bayes,
                              const dx_saboteur_acts *acts);

// What the act is in a world with the gold at `gold`.
dx_saboteur_habit dx_saboteur_habit_of(const dx_saboteur_bayes *bayes,
                                       const dx_saboteur_act *act,
                                       unsigned gold);

// The weights of all worlds (set by set of saboteurs, goal by goal) for a seat
// with this role that knows what lies at goals, or DX_HOLE.  DX_BYSTANDER has
// no role.  `out` has room for all sets times DX_SABOTEUR_GOALS.
void dx_saboteur_bayes_weigh(const dx_saboteur_bayes *bayes, unsigned seat,
                             unsigned role, const uint8_t *treasure,
                             double *out);

// How likely each seat is a saboteur, and where the gold lies, by a seat's own
// sight.
void dx_saboteur_bayes_believe(const dx_saboteur_bayes *bayes,
                               const dx_saboteur *sight, unsigned seat,
                               double *out_guilt, double *out_gold);

// How many times likelier an act was for a saboteur than for a miner, where
// gold lies with these chances.
double dx_saboteur_bayes_ratio(const dx_saboteur_bayes *bayes,
                               const dx_saboteur_act *act, const double *gold);

extern const dx_source dx_saboteur_bayes_source;

#endif
