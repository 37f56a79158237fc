// A random deal: a random way through the table.

#include "worlds/deal_table_private.h"

#include <assert.h>
#include <string.h>

// Uniform in 0 .. bound - 1: as many random bits as the bound has, until they
// are below it.
static dx_count random_below(dx_random *random, dx_count bound)
{
    assert(bound > 0);
    if (bound <= UINT64_MAX)
        return dx_random_below(random, (uint64_t)bound);
    uint64_t top = (uint64_t)((bound - 1) >> 64);
    uint64_t mask = UINT64_MAX >> __builtin_clzll(top);
    for (;;) {
        dx_count high = dx_random_next(random) & mask;
        dx_count drawn = high << 64 | dx_random_next(random);
        if (drawn < bound)
            return drawn;
    }
}

static dx_tally edge_weight(const dx_deal_table *table, size_t edge)
{
    const dx_lay *at = &table->edges.at[edge];
    return dx_tally_multiply(dx_lay_ways(table, at),
                             table->states.at[at->target].ahead);
}

// One of the edges of `state`, each as likely as its weight.
static size_t random_edge(const dx_deal_table *table, dx_random *random,
                          size_t state)
{
    const dx_layered_state *at = &table->states.at[state];
    size_t chosen = at[1].edges;
    bool exact = at->ahead.quality == DX_EXACT;
    dx_count whole = exact ? random_below(random, at->ahead.whole) : 0;
    double value =
        exact ? 0 : dx_random_unit(random) * dx_tally_value(at->ahead);
    for (size_t e = at->edges; e < at[1].edges; e++) {
        dx_tally weight = edge_weight(table, e);
        if (dx_tally_is_zero(weight))
            continue;
        chosen = e; // the last one if rounding leaves something over
        if (exact ? whole < weight.whole : value < dx_tally_value(weight))
            break;
        whole -= weight.whole;
        value -= dx_tally_value(weight);
    }
    assert(chosen < at[1].edges);
    return chosen;
}

bool dx_deal_table_sample(const dx_deal_table *table, dx_random *random,
                          dx_dealt *out_dealt)
{
    size_t state = 0;
    if (dx_tally_is_zero(table->ways))
        return false;
    memset(out_dealt, 0, sizeof *out_dealt);
    for (size_t s = 0; s < table->plan.steps.count; s++) {
        const dx_fill_step *step = &table->plan.steps.at[s];
        const dx_lay *edge =
            &table->edges.at[random_edge(table, random, state)];
        out_dealt->count[dx_fill_step_place(&table->plan, step)]
                        [dx_fill_step_kind(&table->plan, step)] = edge->number;
        state = edge->target;
    }
    return true;
}
