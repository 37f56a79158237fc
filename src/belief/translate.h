// belief/translate.h -- L+ as clauses.
//
// A formula is satisfiable in some model (S, Cxt) exactly if the clauses are.
// The variables are the facts and beliefs of S, of which only those that occur
// matter; the time of S by its thresholds now>=t; one for each implicit belief
// after each prefix of events (prefix.h): one modality per prefix, since after
// d expansions the alternatives live d steps later; and, for each implicit
// belief that is to be denied, the facts and beliefs of one state of the
// context where it fails.  More states are never needed, so the answer has at
// most one for each denied belief.

#ifndef DX_BELIEF_TRANSLATE_H
#define DX_BELIEF_TRANSLATE_H

#include "belief/model.h"
#include "sat/circuit.h"

typedef struct dx_translation dx_translation;

typedef struct dx_translation_limits {
    size_t literals_max; // of the clauses
    double end;          // of dx_cpu_seconds; 0: none
} dx_translation_limits;

// Borrows all it is given; `preconditions` may be NULL.  The clauses go to
// `sat`.
dx_translation *dx_translation_new(dx_language *language,
                                   const dx_preconditions *preconditions,
                                   dx_sat *sat, dx_translation_limits limits);
void dx_translation_free(dx_translation *translation);

// The literal that says that `f`, a normal form of L+, is true at S.  All are
// asked for before dx_translation_close, which adds the context.
int dx_translation_literal(dx_translation *translation, dx_formula f);
DX_MUST_USE dx_status dx_translation_close(dx_translation *translation,
                                           dx_error *error);

// The model that the last solution of the solver describes.
void dx_translation_model(dx_translation *translation,
                          dx_belief_model *out_model);

// Lines "c 7 is p@0 here" for the variables that mean something.
void dx_translation_legend(const dx_translation *translation, dx_text *out);

#endif
