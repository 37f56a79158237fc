// agents/saboteur/mask.h -- a saboteur that plays the miner for a while.

#ifndef DX_AGENTS_SABOTEUR_MASK_H
#define DX_AGENTS_SABOTEUR_MASK_H

#include "agents/saboteur/score.h"

// How it pretends.
typedef struct dx_saboteur_mask {
    double help;  // what a helpful tunnel is worth to it, as part of its gain
    double turns; // it begins to do harm when so many tunnels are missing
    double blown; // and when the table holds it guilty with more than this
} dx_saboteur_mask;

// Is it time to drop the mask?  `exposed` is how guilty the table finds it.
bool dx_saboteur_mask_is_off(const dx_saboteur_mask *mask,
                             const dx_saboteur *sight,
                             const dx_saboteur_belief *belief, double exposed);

// The scores of a saboteur with its mask on.
void dx_saboteur_mask_score(const dx_saboteur_mask *mask,
                            const dx_saboteur *sight, unsigned seat,
                            const dx_saboteur_belief *belief,
                            const dx_saboteur_weights *weights, unsigned count,
                            const dx_event *moves, double *out);

#endif
