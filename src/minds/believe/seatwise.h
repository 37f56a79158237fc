// minds/believe/seatwise.h -- belief under a policy, seat by seat.
//
// The weight of a world is that of its deal times, for every other seat, how
// likely that seat's moves are; and each factor hangs on what that seat sees
// alone.  So there is a table for each seat (minds/believe/seat_table.h), and
// worlds are put together from cases of the tables that go together: listed
// where they are few, and otherwise drawn, case by case by weight, so that
// every world that is drawn has weight.

#ifndef DX_MINDS_BELIEVE_SEATWISE_H
#define DX_MINDS_BELIEVE_SEATWISE_H

#include "minds/partners.h"
#include "minds/reckoner.h"

typedef struct dx_seatwise dx_seatwise;

// The tables for the seat of `view`, which is borrowed as all else is, for
// about so many steps of policies.  Events that are `dropped` (view->count
// flags; may be NULL) are not weighed.  NULL, and why, if it takes too much,
// is stopped, or the game does not say what events brought.
dx_seatwise *dx_seatwise_new(const dx_view *view,
                             const dx_assumption *assumption,
                             const bool *dropped, uint64_t steps, dx_toil *toil,
                             dx_status *out_status);
void dx_seatwise_free(dx_seatwise *seatwise);

// Visits all worlds with weight, with their pasts.  DX_ERR_LIMIT, and none is
// visited, if there are more than `worlds_max` of them, or too many cases to
// put together, or some case was not tried.
DX_MUST_USE dx_status dx_seatwise_each(dx_seatwise *seatwise, size_t worlds_max,
                                       dx_visit *visit, void *context);

// Draws so many times, and visits the worlds with weight: in the mean, each as
// often as it is to be times its weight.  DX_ERR_LIMIT if all draws together
// take too much.
DX_MUST_USE dx_status dx_seatwise_draw(dx_seatwise *seatwise, size_t draws,
                                       dx_random *random, dx_visit *visit,
                                       void *context);

// Where not every case was tried, all worlds drawn so far are worth no more
// than so many, however many they are; infinite where every case was.
double dx_seatwise_worth(const dx_seatwise *seatwise);

#endif
