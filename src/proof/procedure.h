// proof/procedure.h -- what the procedures of this room have in common.

#ifndef DX_PROOF_PROCEDURE_H
#define DX_PROOF_PROCEDURE_H

#include "proof/core.h"
#include "proof/logics.h"
#include "proof/sketch.h"

// Can the formula hold somewhere in a model of the logic?
typedef enum dx_verdict {
    DX_UNDECIDED,     // the limit came first, or it is not for this procedure
    DX_SATISFIABLE,   // with a sketch of a model
    DX_UNSATISFIABLE, // so that its negation is valid
} dx_verdict;

typedef struct dx_question {
    dx_core *core;
    dx_node formula; // can it hold?
    dx_logic logic;
    size_t worlds_max;  // made while searching
    unsigned basic_max; // atoms and boxes that make a type; 14 at most
    double seconds_max;
} dx_question;

// Worlds on demand, with a SAT solver (unravel.c).  The sketch, to be
// released by the caller, is written if the verdict is DX_SATISFIABLE; unless
// dx_proof_rules_are_complete it may be wrong, and has to be checked.
dx_verdict dx_unravel(const dx_question *question, dx_sketch *out_sketch);

// A model of exactly `worlds` worlds; never answers DX_UNSATISFIABLE.
dx_verdict dx_small_model(const dx_question *question, size_t worlds,
                          dx_sketch *out_sketch);

// Elimination of types.  DX_UNDECIDED if there are too many, for groups
// (distributed knowledge), and where relations are Euclidean but not
// transitive.
dx_verdict dx_types(const dx_question *question, dx_sketch *out_sketch);

#endif
