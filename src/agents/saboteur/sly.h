// agents/saboteur/sly.h -- saboteurs with a hidden agenda: the test of beliefs.

#ifndef DX_AGENTS_SABOTEUR_SLY_H
#define DX_AGENTS_SABOTEUR_SLY_H

#include "game/agent.h"

// Helps at first, to be trusted, and turns late; and one that hardly ever
// helps.  As miners both play straight.
extern const dx_agent dx_agent_saboteur_sly;
extern const dx_agent dx_agent_saboteur_shy;

#endif
