// worlds/deal_table.h -- all deals of a space at once, by dynamic programming.
//
// A table holds, for every way in which part of the cards can have been laid,
// in how many ways that can be completed.  Once it is built, the number of
// arrangements and random deals are read off it.
//
//     dx_deal_table *table;
//     if (dx_deal_table_new(&space, 1000000, &table) == DX_OK)
//         dx_tally all = dx_deal_table_total(table);
//     dx_deal_table_free(table);
//
// A table does not change and may be read by several threads.

#ifndef DX_WORLDS_DEAL_TABLE_H
#define DX_WORLDS_DEAL_TABLE_H

#include "base/random.h"
#include "worlds/deal_space.h"

#include <stdbool.h>

typedef struct dx_deal_table dx_deal_table;

// Builds the table of `space`, which is copied.  A space without deals has a
// table with total 0.  Answers DX_ERR_LIMIT if it would take more than
// `steps_max` steps from one state to the next (8 bytes each, 64 for each
// state).  On DX_OK the caller owns the table.
DX_MUST_USE dx_status dx_deal_table_new(const dx_deal_space *space,
                                        size_t steps_max,
                                        dx_deal_table **out_table);
void dx_deal_table_free(dx_deal_table *table);

// The number of arrangements.
dx_tally dx_deal_table_total(const dx_deal_table *table);

// Draws an arrangement, all equally likely (up to rounding where the total is
// rounded), and writes how many of each kind lie where.  Returns false, and
// leaves the output alone, if there is none.
bool dx_deal_table_sample(const dx_deal_table *table, dx_random *random,
                          dx_dealt *out_dealt);

// The number of deals: of different contents, kinds told apart but not cards.
// Limits as for dx_deal_table_new.
DX_MUST_USE dx_status dx_deals_count(const dx_deal_space *space,
                                     size_t steps_max, dx_tally *out_deals);

// One deal and its weight; borrowed until it returns.  False stops the visits.
typedef bool dx_deal_visit(void *context, const dx_dealt *dealt,
                           dx_tally weight);

// Visits every deal once, in an order that depends on the space only.
// Answers DX_ERR_LIMIT, and visits none, if there are more than `deals_max`
// deals or if counting them exceeds `steps_max`.
DX_MUST_USE dx_status dx_deals_each(const dx_deal_space *space,
                                    size_t steps_max, size_t deals_max,
                                    dx_deal_visit *visit, void *context);

#endif
