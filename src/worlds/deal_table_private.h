// worlds/deal_table_private.h -- the graph behind a deal table.
//
// Layer s holds the states before step s, the last layer the one state in
// which everything lies.  An edge puts a number of cards into the cell of its
// step.  `ahead` is the weight of all ways from a state to the end; every
// state is reachable, so it never exceeds the total.

#ifndef DX_WORLDS_DEAL_TABLE_PRIVATE_H
#define DX_WORLDS_DEAL_TABLE_PRIVATE_H

#include "worlds/deal_table.h"
#include "worlds/fill_order_private.h"

typedef struct dx_lay {
    uint32_t target; // a state of the next layer
    uint8_t number;  // of cards put into the cell
    uint8_t cards;   // of the kind that were left to choose from
} dx_lay;

typedef struct dx_layered_state {
    dx_count key;
    size_t edges; // its first; the next state's first ends them
    dx_tally ahead;
} dx_layered_state;

struct dx_deal_table {
    dx_deal_space space; // with the bounds that can fail
    dx_fill_order plan;
    DX_VECTOR(dx_layered_state) states; // one more than there are
    DX_VECTOR(dx_lay) edges;
    size_t *layer;    // layer[s] is the first state of layer s
    dx_count *choose; // [n (n + 1) / 2 + k]: n choose k, or 1 for deals
    dx_tally ways;    // to lay them all
};

// In how many ways the cards of `edge` can be chosen.
static inline dx_tally dx_lay_ways(const dx_deal_table *table,
                                   const dx_lay *edge)
{
    unsigned row = edge->cards * (edge->cards + 1U) / 2;
    return dx_tally_of(table->choose[row + edge->number]);
}

// A table of arrangements, or of deals, each of which counts once.
dx_status dx_deal_table_build(const dx_deal_space *space, bool weighs,
                              size_t steps_max, dx_deal_table **out_table);

#endif
