// game/kinds.h -- what kind of player sits where: a posterior over kinds with
// a place for a stranger, who is none of them.
//
//     dx_kinds_begin(&rule, players, &kinds);
//     dx_kinds_see(&rule, &kinds, seat, likely);   // again and again
//     chance = kinds.weight[seat][kind];
//
// `likely` says for each kind how likely the deed was.  The last kind is the
// stranger; its likelihood is whatever the caller finds broad, dx_kinds_broad
// if nothing better is at hand.  So that no single deed decides, each kind does
// anything now and then (`lapse`), and no kind falls below a part of its prior
// (`floor`), so that nobody is ever written off.  People at one table tend to
// be alike: a deed counts for the other seats too, to the power of `share`.

#ifndef DX_GAME_KINDS_H
#define DX_GAME_KINDS_H

#include "game/event.h"

enum { DX_PLAYER_KINDS = 48 };

typedef struct dx_kinds_rule {
    unsigned count; // at most DX_PLAYER_KINDS, the stranger included
    double prior[DX_PLAYER_KINDS]; // adds up to 1
    double share, lapse, floor;    // each from 0 to 1
} dx_kinds_rule;

typedef struct dx_kinds {
    unsigned seats;
    double weight[DX_SEATS_MAX][DX_PLAYER_KINDS]; // of a seat adds up to 1
} dx_kinds;

void dx_kinds_begin(const dx_kinds_rule *rule, unsigned seats, dx_kinds *out);

// A deed of `seat`; `likely` has a number for each kind.
void dx_kinds_see(const dx_kinds_rule *rule, dx_kinds *kinds, unsigned seat,
                  const double *likely);

// The mean of what the known kinds make of a deed: what a stranger may do.
double dx_kinds_broad(const dx_kinds_rule *rule, const double *likely);

// What a stranger may do who has been watched: of `all` deeds so far `same`
// were like this one.  The first few say little; after `patience` of them they
// count as much as what is broad.
double dx_kinds_learnt(double broad, unsigned same, unsigned all,
                       double patience);

#endif
