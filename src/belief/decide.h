// belief/decide.h -- can formulas of L+ be true together?
//
// Yes, with a model that the judge (model.h) has checked; or no, with a core:
// some of the formulas that clash, none of which can be left out unless the
// limits ended the search for fewer.

#ifndef DX_BELIEF_DECIDE_H
#define DX_BELIEF_DECIDE_H

#include "belief/model.h"
#include "sat/solver.h"

typedef struct dx_belief_limits {
    size_t literals_max; // of the clauses; 0: 10 million
    size_t bases_max;    // that are looked at for a plan; 0: 100,000
    dx_sat_limits search;
} dx_belief_limits;

// Normal forms of L+ that are to be true at one state of one model.
typedef struct dx_belief_question {
    dx_language *language;
    const dx_preconditions *preconditions; // may be NULL
    size_t count;
    const dx_formula *formulas;
    const dx_belief_limits *limits; // may be NULL
    dx_text *dimacs;                // NULL, or where to write the clauses
} dx_belief_question;

typedef struct dx_belief_answer {
    bool is_satisfiable;
    dx_belief_model model;  // if it is
    DX_VECTOR(size_t) core; // if not: numbers of formulas, in order
    bool core_is_minimal;
    int variable_count;
} dx_belief_answer;

// Answers DX_ERR_LIMIT or DX_ERR_CANCELLED if there was no answer in time.  On
// DX_OK the caller releases the answer.
DX_MUST_USE dx_status dx_belief_decide(const dx_belief_question *question,
                                       dx_belief_answer *out_answer,
                                       dx_error *error);
void dx_belief_answer_release(dx_belief_answer *answer);

#endif
