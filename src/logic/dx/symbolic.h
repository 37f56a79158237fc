// logic/dx/symbolic.h -- the questions of a document, answered without listing
// worlds.
//
// A document's variables become bits, its law a decision diagram, and what an
// agent sees becomes variables that the law defines (structure.h).  A listed
// model becomes the belief structure of its worlds.  Answers are those of
// check.h, in the same order of states; the engine is "symbolic".
//
// Not answered (DX_ERR_UNSUPPORTED): probabilities and `value`, probabilities
// that must add up, and claims about frames of a model given by variables.

#ifndef DX_LOGIC_DX_SYMBOLIC_H
#define DX_LOGIC_DX_SYMBOLIC_H

#include "logic/bdd/bdd.h"
#include "logic/dx/check.h"

typedef struct dx_symbolic dx_symbolic;

// Borrows the document; `options` may be NULL and bounds what the law, and
// then each question, may cost.
DX_MUST_USE dx_status dx_symbolic_new(const dx_document *document,
                                      const dx_bdd_options *options,
                                      dx_symbolic **out_symbolic,
                                      dx_error *error);
void dx_symbolic_free(dx_symbolic *symbolic);

// What it may spend from now on, in steps (dx_bdd_options); 0: whatever its
// limits allow.
void dx_symbolic_allow(dx_symbolic *symbolic, uint64_t steps);

// The number of states, in decimal.
void dx_symbolic_print_count(dx_symbolic *symbolic, dx_text *out);

// Answers; the caller releases the answer, also where there is none.
void dx_symbolic_ask(dx_symbolic *symbolic, const dx_query *query,
                     dx_check_options options, dx_check_answer *out);

#endif
