// agents/saboteur/wrecker.h -- a saboteur that makes the way dear; as a miner
// it plays as `bayes` does.

#ifndef DX_AGENTS_SABOTEUR_WRECKER_H
#define DX_AGENTS_SABOTEUR_WRECKER_H

#include "agents/saboteur/bayes.h"
#include "agents/saboteur/score.h"
#include "game/agent.h"

// The score of each legal move: for a miner that of `bayes`, for a saboteur
// what makes the way dear.  Writes what it goes by, and answers the end that
// the seat plays for, as a role (stake.h).
unsigned dx_saboteur_wrecker_score(const dx_saboteur_memory *memory,
                                   const dx_view *view,
                                   dx_saboteur_belief *belief, unsigned count,
                                   const dx_event *moves, double *out);

extern const dx_agent dx_agent_saboteur_wrecker;

#endif
