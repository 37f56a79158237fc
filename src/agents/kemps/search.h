// agents/kemps/search.h -- the thinker's turn: which hand to end it with.

#ifndef DX_AGENTS_KEMPS_SEARCH_H
#define DX_AGENTS_KEMPS_SEARCH_H

#include "agents/kemps/habit.h"
#include "agents/kemps/weigh.h"
#include "game/agent.h"

typedef struct dx_kemps_search_options {
    unsigned order, worlds;
    const dx_budget *budget; // a step is an imagined game
} dx_kemps_search_options;

typedef struct dx_kemps_plan {
    dx_kemps_bag hand; // to end the turn with
    char rule[24], words[160];
} dx_kemps_plan;

// A hand that the turn could end with, and what it gains over the first of
// them: Kemps over imagined games, or by how much more it weighs at a glance.
typedef struct dx_kemps_gain {
    dx_kemps_bag hand;
    double gain;
} dx_kemps_gain;

// All that were looked at; `out` has room for DX_KEMPS_CANDIDATES.
unsigned dx_kemps_gains(const dx_view *view,
                        const dx_kemps_search_options *options,
                        dx_kemps_gain *out);

// Plans the turn of the view's seat as it was before its first swap.  Depends
// on the view and the options only.
void dx_kemps_search(const dx_view *view,
                     const dx_kemps_search_options *options,
                     dx_kemps_plan *out_plan);

#endif
