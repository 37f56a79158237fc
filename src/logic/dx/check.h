// logic/dx/check.h -- the questions of a document, answered on explicit worlds.
//
//     dx_checker *checker;
//     if (dx_checker_new(document, &dx_build_default_limits, &checker,
//                        &error) != DX_OK)
//         ...
//     for (size_t i = 0; i < document->queries.count; i++) {
//         dx_check_answer answer;
//         dx_checker_ask(checker, &document->queries.at[i], options, &answer);
//         ...
//         dx_check_answer_release(&answer);
//     }
//     dx_checker_free(checker);
//
// After updates the question is about the updated model: `where`, `count` and
// `valid` speak of all its worlds, `true` and `value` of the one that the
// place (or the actual world) has become.  Questions that begin with the same
// updates share them.

#ifndef DX_LOGIC_DX_CHECK_H
#define DX_LOGIC_DX_CHECK_H

#include "logic/dx/build.h"
#include "logic/dx/document.h"
#include "logic/evaluate/explain.h"
#include "logic/kripke/bereft.h"

typedef struct dx_checker dx_checker;

// Builds the model.  Borrows the document.
DX_MUST_USE dx_status dx_checker_new(const dx_document *document,
                                     const dx_build_limits *limits,
                                     dx_checker **out_checker, dx_error *error);
void dx_checker_free(dx_checker *checker);

const dx_model *dx_checker_model(const dx_checker *checker);

typedef struct dx_check_options {
    size_t states_max; // of `where`, to be named
    bool explain;      // find counterexamples and witnesses
} dx_check_options;

// A world in words: its name, and the facts that hold there.
typedef struct dx_state_text {
    char *name;
    size_t count;
    char **facts; // "p", "x=4"
} dx_state_text;

// Numbers of query->steps_given, one after another.
typedef DX_VECTOR(uint32_t) dx_plan_steps;

typedef struct dx_check_answer {
    const dx_query *query;
    // Not DX_OK: there is no answer (an announcement that leaves no world, an
    // event that cannot happen, a limit), and `error` says why and where.
    dx_status status;
    dx_error error;
    bool truth;        // true, valid, plan, frame
    size_t count;      // where, count: worlds; else of the updated model
    char *large_count; // the count in decimal if it is beyond size_t, or NULL
    const char *engine;
    dx_fraction value; // value
    // plan, where `truth`: which of query->steps_given, one after another.
    dx_plan_steps plan;
    size_t state_count;
    dx_state_text *states; // where: the first states_max of them
    bool is_as_expected;   // or yes, where nothing was expected
    // frame: the breach; true at several worlds: where it is not.  Or NULL.
    char *because;
    // Agents to whom updates left no world, where the question looks at them.
    dx_bereft_list bereft;
    bool has_explanation; // of the truth of true and valid
    dx_explanation explanation;
} dx_check_answer;

// Answers; the caller releases the answer, also where there is none.
void dx_checker_ask(dx_checker *checker, const dx_query *query,
                    dx_check_options options, dx_check_answer *out);
void dx_check_answer_release(dx_check_answer *answer);

// ---- For other engines ----

// Sets is_as_expected, except where states are expected.
void dx_check_compare(dx_check_answer *answer);
// Gives an error without a place that of the question; returns `status`.
dx_status dx_check_at_query(const dx_document *document,
                            dx_check_answer *answer, dx_status status);
// Adds the text, and clears it.
void dx_check_add_fact(dx_state_text *state, dx_text *text);
// The value of a variable: by name if it has names, else the number.
void dx_check_print_value(const dx_document *document, dx_formula term,
                          int32_t value, dx_text *out);

#endif
