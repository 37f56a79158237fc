// agents/saboteur/graph.h -- plays by the paper's belief graphs.

#ifndef DX_AGENTS_SABOTEUR_GRAPH_H
#define DX_AGENTS_SABOTEUR_GRAPH_H

#include "game/agent.h"

extern const dx_agent dx_agent_saboteur_graph1;
extern const dx_agent dx_agent_saboteur_graph2;

#endif
