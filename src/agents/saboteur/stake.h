// agents/saboteur/stake.h -- what a seat plays for, given the gold it has.
//
// Most gold wins the game.  In its last round that is not always the own
// side's success: a miner who leads by more than saboteurs are paid would
// rather see the gold lost than have another miner take the largest card.

#ifndef DX_AGENTS_SABOTEUR_STAKE_H
#define DX_AGENTS_SABOTEUR_STAKE_H

#include "games/saboteur/saboteur.h"

// The seat's chance to win the game (ties are shared) if the gold is found in
// this round, which is the last one, and if it is not.
typedef struct dx_saboteur_stake {
    double found, lost;
} dx_saboteur_stake;

// By what the seat sees, and how likely others are saboteurs.
dx_saboteur_stake dx_saboteur_stake_of(const dx_saboteur *sight, unsigned seat,
                                       const double *guilt);

// The role whose end the seat serves: its own, unless this is the last of
// several rounds and the other end gives it more.
unsigned dx_saboteur_aim(const dx_saboteur *sight, unsigned seat,
                         const double *guilt);

#endif
