// cli/belief.h -- belief-base files, answered: for doxa sat and doxa check.

#ifndef DX_CLI_BELIEF_H
#define DX_CLI_BELIEF_H

#include "belief/document.h"

// What is wanted, and what came of it so far.
typedef struct dx_belief_check {
    bool has_details;   // models and cores too
    dx_text *json;      // append objects here instead of printing; may be NULL
    size_t *questions;  // in it already
    size_t only;        // the number of the one question wanted; 0: all
    const char *ask;    // questions instead of the file's; may be NULL
    const char *dimacs; // where to write the clauses; NULL: nowhere
    dx_belief_rule rule;
    dx_belief_limits limits;
    bool all_yes;        // false after an answer that was not expected
    bool any_undecided;  // a question met its limit
    bool is_interrupted; // the search was stopped
} dx_belief_check;

// Answers the questions of the file.  A file that is wrong, or a question that
// cannot be answered, ends it with an error; a limit does not.
DX_MUST_USE dx_status dx_check_beliefs(dx_belief_check *check, const char *path,
                                       dx_error *error);

#endif
