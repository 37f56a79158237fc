// sat/cardinality.h -- counting with clauses: at least, at most, exactly.
//
// A totalizer (Bailleux and Boufkhad 2003): the literals are the leaves of a
// balanced tree, and each inner node holds, in unary, how many below it are
// true.  Its outputs can be assumed as well as asserted, so one network
// answers every bound:
//
//     dx_sat_count(sat, 5, cards, 3, outputs);
//     dx_sat_add(sat, 1, (int[]){-outputs[2]}); // at most two of five

#ifndef DX_SAT_CARDINALITY_H
#define DX_SAT_CARDINALITY_H

#include "sat/solver.h"

// outputs[i] becomes a literal that is true exactly if at least i + 1 of the
// `count` literals are, for i < bound.  `bound` <= `count`.  About
// count * bound * log(count) clauses.
void dx_sat_count(dx_sat *sat, size_t count, const int *literals, size_t bound,
                  int *outputs);

// Any k is fine: more than `count` or fewer than none gives no clause or a
// contradiction.  If `unless` is not 0, the bound holds only where the literal
// `unless` is false.
void dx_sat_at_most(dx_sat *sat, size_t count, const int *literals, size_t k,
                    int unless);
void dx_sat_at_least(dx_sat *sat, size_t count, const int *literals, size_t k,
                     int unless);
void dx_sat_exactly(dx_sat *sat, size_t count, const int *literals, size_t k,
                    int unless);

#endif
