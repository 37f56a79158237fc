// logic/dx/estimate.h -- about what a document costs each engine.
//
// The explicit engine's cost is its worlds times what is asked of each: worlds
// are estimated by walking down the tree of values at random a few times
// (Knuth 1975, "Estimating the efficiency of backtrack programs"), without
// listing any.  The symbolic engine's cost cannot be foreseen, diagrams being
// what they are; but what it takes at least can: a number of n values is n
// sets, a sum of two such numbers n * n intersections.
//
// Costs are in nanoseconds of the machine on which the figures in estimate.c
// were measured.  The same document has the same estimate everywhere, so that
// the same engine answers.

#ifndef DX_LOGIC_DX_ESTIMATE_H
#define DX_LOGIC_DX_ESTIMATE_H

#include "logic/dx/builder.h"

typedef struct dx_estimate {
    double steps, worlds;  // of listing
    double explicit_cost;  // rather too low
    double symbolic_least; // what it takes at least
} dx_estimate;

// Given what listing the worlds will take (dx_builder_estimate).
dx_estimate dx_estimate_of(const dx_document *document, dx_listing listing);

#endif
