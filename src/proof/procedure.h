// proof/procedure.h -- what the procedures of this room have in common.

#ifndef DX_PROOF_PROCEDURE_H
#define DX_PROOF_PROCEDURE_H

#include "proof/core.h"
#include "proof/draft.h"
#include "proof/logics.h"

// Can the formula hold somewhere in a model of the logic?
typedef enum dx_outcome {
    DX_UNDECIDED,     // the limit came first, or it is not for this procedure
    DX_SATISFIABLE,   // with a draft of a model
    DX_UNSATISFIABLE, // so that its negation is valid
} dx_outcome;

// Why the elimination of types has no answer: something for the reader.
typedef struct dx_hardness {
    bool has_groups;      // distributed knowledge is not for it,
    bool is_euclidean;    // nor are K5 and KD5
    unsigned basic_count; // atoms and boxes that are too many, or 0
} dx_hardness;

typedef struct dx_problem {
    dx_core *core;
    dx_node formula; // can it hold?
    dx_logic logic;
    size_t worlds_max;  // made while searching
    unsigned basic_max; // atoms and boxes that make a type; 14 at most
    double seconds_max;
    dx_hardness *hardness; // may be NULL
} dx_problem;

// Worlds on demand, with a SAT solver (unravel.c).  The draft, to be
// released by the caller, is written if the verdict is DX_SATISFIABLE; unless
// dx_proof_rules_are_complete it may be wrong, and has to be checked.
dx_outcome dx_unravel(const dx_problem *question, dx_draft *out_draft);

// A model of exactly `worlds` worlds; never answers DX_UNSATISFIABLE.
dx_outcome dx_small_model(const dx_problem *question, size_t worlds,
                          dx_draft *out_draft);

// Elimination of types.  DX_UNDECIDED if there are too many, for groups
// (distributed knowledge), and where relations are Euclidean but not
// transitive.
dx_outcome dx_types(const dx_problem *question, dx_draft *out_draft);

#endif
