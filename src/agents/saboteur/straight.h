// agents/saboteur/straight.h -- plays its role in the open, as the paper's
// agents do.

#ifndef DX_AGENTS_SABOTEUR_STRAIGHT_H
#define DX_AGENTS_SABOTEUR_STRAIGHT_H

#include "agents/saboteur/score.h"
#include "game/agent.h"
#include "games/saboteur/acts.h"

extern const dx_agent dx_agent_saboteur_straight;

// What it believes: claims at face value, and who did harm more often than
// good is a saboteur.
void dx_saboteur_tally(const dx_saboteur_acts *acts, const dx_saboteur *sight,
                       unsigned seat, dx_saboteur_belief *out);

// Where the gold lies by own looks and by claims, taken at face value.
void dx_saboteur_gold_by_claims(const dx_saboteur *sight, unsigned seat,
                                double *out);

// A memory that is the list of acts, for agents that need no more.
size_t dx_saboteur_acts_bytes(const dx_rules *rules, const dx_policy *self);
void dx_saboteur_acts_start(void *memory, const dx_policy *self,
                            const dx_view *view);
void dx_saboteur_acts_note(void *memory, const dx_policy *self,
                           const dx_view *view, unsigned noted);

#endif
