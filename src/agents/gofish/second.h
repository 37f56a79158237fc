// agents/gofish/second.h -- what the other of two players believes of one's own
// hand, for every hand that it may have: second-order belief at full size.
//
// If all ask for each rank that they may with equal chance, the weight of a
// pair of hands is
//
//     g1(hand of 1) * g2(hand of 2) * product over ranks of 1 / (in stock)!
//
// and each g is a fold of public events (dx_gofish_exact_public).  So what the
// other believes of one's hand is g1 weighed by what its own hand leaves for
// the stock, and only depends on how many ranks of each class of g1 it has how
// many cards of.  There are few such cases, and each is reckoned once.
//
// Chances are rounded; tests hold them to those of all histories.

#ifndef DX_AGENTS_GOFISH_SECOND_H
#define DX_AGENTS_GOFISH_SECOND_H

#include "agents/gofish/exact.h"

typedef struct dx_gofish_second dx_gofish_second;

// Before the deal.  For two players, of houses that keep books and hide
// catches.
dx_gofish_second *dx_gofish_second_new(const dx_rules *rules, unsigned seat);
void dx_gofish_second_free(dx_gofish_second *second);

// One event further, as the seat sees it.
void dx_gofish_second_follow(dx_gofish_second *second, dx_event event);

// In cases of this weight (they add up to 1 for each rank, but for what was
// left out) the other believes with this chance that the seat has a card of the
// rank.
typedef void dx_gofish_case(void *context, unsigned rank, double weight,
                            double chance);

// Visits the cases of all ranks.  Heavy cases come first; those for which more
// than `steps_max` steps (about a nanosecond each) would be needed are left out
// (0: no limit), and their weight is returned.
double dx_gofish_second_each(const dx_gofish_second *second, uint64_t steps_max,
                             dx_gofish_case *visit, void *context);

#endif
