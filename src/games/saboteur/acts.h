// games/saboteur/acts.h -- what every seat did in a round, as all saw it.
//
// Beliefs about roles come from acts: how a tunnel or a rock-fall changed the
// way to each goal, whose tools were broken or mended, what was said about a
// goal.  All of it is public, so one list serves every belief of every seat.

#ifndef DX_GAMES_SABOTEUR_ACTS_H
#define DX_GAMES_SABOTEUR_ACTS_H

#include "games/saboteur/distance.h"

enum { DX_SABOTEUR_ACTS_MAX = 80 }; // 67 cards, and a word for each map

typedef struct dx_saboteur_act {
    uint8_t verb, who;
    uint8_t target; // of a break or mend the seat, of a look or claim the goal
    uint8_t word;   // of a claim: 0 gold, 1 stone
    uint8_t card;   // of a tunnel, break or mend
    int8_t x, y;    // of a tunnel or rock-fall
    bool hampered;  // a tool of the seat was broken
    // The tunnels that were missing to each goal before and after.
    uint8_t before[DX_SABOTEUR_GOALS], after[DX_SABOTEUR_GOALS];
    // How likely a hand of that size has a card that brings each goal nearer by
    // a whole tunnel, in percent: could the seat have done better?
    uint8_t better[DX_SABOTEUR_GOALS];
    uint8_t looked; // goals that the seat had looked at, as bits
    // What others had said of each goal: how often gold, how often stone.
    uint8_t gold_said[DX_SABOTEUR_GOALS], stone_said[DX_SABOTEUR_GOALS];
    uint8_t up;        // goals that were up before, as bits
    uint8_t contested; // of a claim: others had looked there
} dx_saboteur_act;

// A plain value; all zeros but for what dx_saboteur_acts_begin writes.
typedef struct dx_saboteur_acts {
    dx_saboteur table; // a bystander's sight
    uint8_t steps[DX_SABOTEUR_GOALS];
    // Kinds of open tunnels that bring each goal nearer somewhere, as bits.
    uint8_t useful[DX_SABOTEUR_GOALS];
    unsigned count; // in this round
    dx_saboteur_act at[DX_SABOTEUR_ACTS_MAX];
} dx_saboteur_acts;

void dx_saboteur_acts_begin(dx_saboteur_acts *acts, const dx_rules *rules);

// One event further, whole or as any seat saw it.
void dx_saboteur_acts_follow(dx_saboteur_acts *acts, dx_event event);

// Does the act change the board, so that before and after differ?
static inline bool dx_saboteur_act_builds(const dx_saboteur_act *act)
{
    return act->verb == DX_SABOTEUR_DIG || act->verb == DX_SABOTEUR_CRUSH;
}

// By how much it brought the gold nearer, in tunnels, where gold lies at each
// goal with these chances; below 0: further away.
double dx_saboteur_act_gain(const dx_saboteur_act *act, const double *gold);

#endif
