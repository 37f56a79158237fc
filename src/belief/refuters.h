// belief/refuters.h -- solutions that are remembered, to answer no at once.
//
// Most things that a base is asked do not follow from it, and each time the
// solver finds a state that shows it.  Such a state says no to many other
// questions as well, so the last 64 are kept until the base changes: for each
// variable one word says in which of them it is true, and a question that one
// of them refutes is answered by looking at a word.

#ifndef DX_BELIEF_REFUTERS_H
#define DX_BELIEF_REFUTERS_H

#include "base/vector.h"
#include "sat/solver.h"

enum { DX_REFUTERS_MAX = 64 };

typedef struct dx_refuters {
    DX_VECTOR(uint64_t) is_true; // by variable, a bit for each solution
    int known[DX_REFUTERS_MAX];  // the variables that each one has
    unsigned count, next;        // next is where the next one goes
} dx_refuters;

// The base has changed: none is one any more.
void dx_refuters_forget(dx_refuters *refuters);
void dx_refuters_release(dx_refuters *refuters);

// Is the literal false in one of them?
bool dx_refuters_refute(const dx_refuters *refuters, int literal);

// Keeps the last solution of the solver.
void dx_refuters_keep(dx_refuters *refuters, const dx_sat *sat);

#endif
