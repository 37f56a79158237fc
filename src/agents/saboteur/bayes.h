// agents/saboteur/bayes.h -- plays by exact beliefs about roles and gold.

#ifndef DX_AGENTS_SABOTEUR_BAYES_H
#define DX_AGENTS_SABOTEUR_BAYES_H

#include "agents/saboteur/score.h"
#include "game/agent.h"
#include "games/saboteur/bayes.h"

extern const dx_agent dx_agent_saboteur_bayes;

// The memory of who goes by Bayes' rule: acts, and what follows from them.
typedef struct dx_saboteur_memory {
    dx_saboteur_acts acts;
    dx_saboteur_bayes bayes;
} dx_saboteur_memory;

size_t dx_saboteur_memory_bytes(const dx_rules *rules, const dx_policy *self);
void dx_saboteur_memory_begin(void *memory, const dx_policy *self,
                              const dx_view *view);
void dx_saboteur_memory_note(void *memory, const dx_policy *self,
                             const dx_view *view, unsigned noted);

#endif
