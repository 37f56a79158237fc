// logic/evaluate/explain.h -- why an answer is what it is.
//
// A false K, C, E, D, box or "valid" has a counterexample: the world where it
// fails, and the path of worlds that cannot be told apart which leads there.
// A true "possible" has a witness.  The path ends at a formula that can be
// seen to hold or fail by looking at the facts, or that needs no path.

#ifndef DX_LOGIC_EVALUATE_EXPLAIN_H
#define DX_LOGIC_EVALUATE_EXPLAIN_H

#include "base/text.h"
#include "logic/evaluate/evaluate.h"

typedef struct dx_step {
    dx_name agent;      // who confuses the world before with this one;
                        // DX_NAME_NONE: an update, or the start
    size_t world;       // in `model`
    dx_formula formula; // what is claimed there
    bool holds;         // and whether it is so
    char why[120];      // in words: "anne considers it possible"
} dx_step;

// The path and its worlds' names (the models of updates are gone by the time
// it is read).  Released by dx_explanation_release.
typedef struct dx_explanation {
    size_t count;
    dx_step *step;
    char **world_name;
} dx_explanation;

DX_MUST_USE dx_status dx_explain(dx_evaluator *evaluator, dx_formula f,
                                 size_t world, dx_explanation *out,
                                 dx_error *error);
void dx_explanation_release(dx_explanation *explanation);

// In words, one line a step; and as a JSON array.
void dx_explanation_print(const dx_explanation *explanation,
                          const dx_formulas *store, dx_text *out);
void dx_explanation_print_json(const dx_explanation *explanation,
                               const dx_formulas *store, dx_text *out);

#endif
