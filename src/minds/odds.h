// minds/odds.h -- how likely a move is, under an assumption.

#ifndef DX_MINDS_ODDS_H
#define DX_MINDS_ODDS_H

#include "minds/mixture.h"

static inline bool dx_assumes_nothing(const dx_assumption *assumption)
{
    return assumption == NULL || assumption->kind == DX_ASSUME_NONE;
}

// Does it take a mind to tell how `seat` would move?
static inline bool dx_assumes_mind(const dx_assumption *assumption,
                                   unsigned seat)
{
    return assumption != NULL && assumption->kind != DX_ASSUME_NONE &&
           assumption->kind != DX_ASSUME_UNIFORM &&
           (assumption->kind == DX_ASSUME_MIXTURE ||
            assumption->policy[seat].agent != NULL);
}

// By which policy `seat` is assumed to move, where it takes a mind.
static inline dx_policy dx_assumed_policy(const dx_assumption *assumption,
                                          unsigned seat)
{
    return assumption->kind == DX_ASSUME_MIXTURE ? dx_mixture_policy(assumption)
                                                 : assumption->policy[seat];
}

// What a move of its takes, in the steps of agents (dx_agent.steps).
unsigned dx_assumed_steps(const dx_assumption *assumption, unsigned seat);

// The likelihood of each of the `count` legal moves of the view's seat, whose
// turn it is.  `mind` is one of the assumed policy at that seat, or NULL where
// none is assumed.
void dx_assumed_odds(const dx_assumption *assumption, const dx_view *view,
                     dx_mind *mind, unsigned count, const dx_event *moves,
                     dx_fraction *out_odds);

// The same for move number k alone, which may take less; *out_peak is the
// likelihood of the likeliest move.
dx_fraction dx_assumed_odds_of(const dx_assumption *assumption,
                               const dx_view *view, dx_mind *mind,
                               unsigned count, const dx_event *moves,
                               unsigned k, double *out_peak);

// The likelihood of a move that was made though its odds are 0, where that is
// forgiven (DX_REFUTED_BEST): any of the `count` legal ones.
dx_fraction dx_forgiven_odds(const dx_assumption *assumption, unsigned count);

#endif
