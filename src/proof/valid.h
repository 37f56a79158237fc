// proof/valid.h -- in every model of a logic, or a countermodel.
//
//     dx_validity answer;
//     dx_valid_options options = {.logic = S5};
//     if (dx_valid(store, f, &options, &answer, &error) == DX_OK) {
//         if (answer.verdict == DX_NOT_VALID)
//             ... answer.model: f is false at its actual world
//         dx_validity_release(&answer);
//     }
//
// Premises are local: f follows from g and h if f is true at every world, of
// every model of the logic, where g and h are.
//
// Asked for satisfiability instead, the same search looks for a world where
// f and the premises are true, and `model` is that.

#ifndef DX_PROOF_VALID_H
#define DX_PROOF_VALID_H

#include "base/text.h"
#include "logic/kripke/model.h"
#include "proof/logics.h"

typedef enum dx_valid_verdict {
    DX_VALID,     // or, asked for satisfiability, not satisfiable: no model
    DX_NOT_VALID, // or satisfiable: there is a model
    DX_NOT_DECIDED,
} dx_valid_verdict;

typedef struct dx_valid_options {
    dx_logic logic;
    size_t premise_count;
    const dx_formula *premises;
    bool satisfiable;
    size_t worlds_max;  // made in a search; 0: 20000
    double seconds_max; // CPU time of it all; 0: 10
    size_t proof_lines; // at most, in the outline; 0: no outline
} dx_valid_options;

typedef struct dx_validity {
    dx_valid_verdict verdict;
    const char *engine; // which procedure decided; static
    // DX_NOT_VALID: the model, checked to be one of the logic and to refute
    // (or satisfy) the formula at its actual world.
    dx_model *model;
    // DX_VALID: the outline, if asked for and found.
    dx_text proof;
    char reason[240]; // DX_NOT_DECIDED: why, and what may help;
    bool ran_out;     // of worlds or time: more of them may
} dx_validity;

// The answer belongs to the caller and lives no longer than `store`.
DX_MUST_USE dx_status dx_valid(dx_formulas *store, dx_formula f,
                               const dx_valid_options *options,
                               dx_validity *out_answer, dx_error *error);
void dx_validity_release(dx_validity *answer);

#endif
