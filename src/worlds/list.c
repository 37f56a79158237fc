// Counting deals and visiting them one by one.

#include "worlds/deal_table_private.h"

dx_status dx_deals_count(const dx_deal_space *space, size_t steps_max,
                         dx_tally *out_deals)
{
    dx_deal_table *table = NULL;
    dx_status status = dx_deal_table_build(space, false, steps_max, &table);
    if (status != DX_OK)
        return status;
    *out_deals = table->ways;
    dx_deal_table_free(table);
    return DX_OK;
}

typedef struct walker {
    const dx_deal_table *table;
    dx_deal_visit *visit;
    void *context;
    dx_dealt dealt;
} walker;

// All ways from `state` on, which lies in layer `step`.  The depth is the
// number of cells, at most kinds times places.
static bool walk_on(walker *walk, size_t step, size_t state)
{
    const dx_deal_table *table = walk->table;
    if (step == table->plan.steps.count)
        return walk->visit(walk->context, &walk->dealt,
                           dx_deal_space_weight(&table->space, &walk->dealt));
    const dx_fill_step *at = &table->plan.steps.at[step];
    unsigned place = dx_fill_step_place(&table->plan, at);
    unsigned kind = dx_fill_step_kind(&table->plan, at);
    uint8_t *cell = &walk->dealt.count[place][kind];
    const dx_layered_state *from = &table->states.at[state];
    bool goes_on = true;
    for (size_t e = from->edges; goes_on && e < from[1].edges; e++) {
        const dx_lay *edge = &table->edges.at[e];
        if (dx_tally_is_zero(table->states.at[edge->target].ahead))
            continue;
        *cell = (uint8_t)edge->number;
        goes_on = walk_on(walk, step + 1, edge->target);
    }
    *cell = 0;
    return goes_on;
}

dx_status dx_deals_each(const dx_deal_space *space, size_t steps_max,
                        size_t deals_max, dx_deal_visit *visit, void *context)
{
    walker walk = {.visit = visit, .context = context};
    dx_deal_table *table = NULL;
    dx_status status = dx_deal_table_build(space, false, steps_max, &table);
    if (status != DX_OK)
        return status;
    walk.table = table;
    if (table->ways.quality != DX_EXACT || table->ways.whole > deals_max)
        status = DX_ERR_LIMIT;
    else if (!dx_tally_is_zero(table->ways))
        walk_on(&walk, 0, 0);
    dx_deal_table_free(table);
    return status;
}
