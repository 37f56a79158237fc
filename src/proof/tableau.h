// proof/tableau.h -- the same question with pencil and paper.
//
// A prefixed tableau: lines "w1: K[a] p" that follow from lines above by the
// rules of proof/rules.h, cases for each disjunction, and a branch is closed
// when a world would have both f and ~f.  If all are closed the formula is
// unsatisfiable, and what was used on the way is a proof that can be read.

#ifndef DX_PROOF_TABLEAU_H
#define DX_PROOF_TABLEAU_H

#include "base/text.h"
#include "proof/procedure.h"

typedef struct dx_tableau_options {
    size_t steps_max; // lines written while searching, all told
    size_t lines_max; // printed; 0: none
    double seconds_max;
} dx_tableau_options;

// The outline is added to `out_proof`, which may be NULL, if the verdict is
// DX_UNSATISFIABLE.  An open tableau is DX_UNDECIDED unless
// dx_proof_rules_are_complete.
dx_outcome dx_tableau(const dx_problem *question,
                      const dx_tableau_options *options, dx_text *out_proof);

#endif
