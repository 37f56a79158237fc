// belief/witnesses.h -- solutions that are remembered, to answer no at once.
//
// Most things that a base is asked do not follow from it, and each time the
// solver finds a state that shows it.  Such a state says no to many other
// questions as well, so the last 64 are kept until the base changes: for each
// variable one word says in which of them it is true, and a question that one
// of them refutes is answered by looking at a word.

#ifndef DX_BELIEF_WITNESSES_H
#define DX_BELIEF_WITNESSES_H

#include "base/vector.h"
#include "sat/solver.h"

enum { DX_WITNESSES_MAX = 64 };

typedef struct dx_witnesses {
    DX_VECTOR(uint64_t) is_true; // by variable, a bit for each witness
    int known[DX_WITNESSES_MAX]; // the variables that each one has
    unsigned count, next;        // next is where the next one goes
} dx_witnesses;

// The base has changed: none is one any more.
void dx_witnesses_forget(dx_witnesses *witnesses);
void dx_witnesses_release(dx_witnesses *witnesses);

// Is the literal false in one of them?
bool dx_witnesses_refute(const dx_witnesses *witnesses, int literal);

// Keeps the last solution of the solver.
void dx_witnesses_keep(dx_witnesses *witnesses, const dx_sat *sat);

#endif
