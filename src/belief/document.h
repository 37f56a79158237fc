// belief/document.h -- a belief-base file: what it says and what it asks.
//
// docs/belief.md has the format.  A file gives any of three things and asks
// about them: a base (core, believes, infers, now), assumptions about a model
// that nobody has written down, and states with a context, which are a model.

#ifndef DX_BELIEF_DOCUMENT_H
#define DX_BELIEF_DOCUMENT_H

#include "belief/base.h"
#include "belief/decide.h"

typedef struct dx_belief_place {
    unsigned line, column;
} dx_belief_place;

typedef struct dx_belief_line {
    dx_formula written;
    dx_belief_source source;
} dx_belief_line;

typedef enum dx_belief_ask {
    DX_ASK_SAT,  // is it valid, satisfiable, unsatisfiable?
    DX_ASK_BASE, // is it true of the base?
    DX_ASK_TRUE, // is it true at a state of the model?
    DX_ASK_PLAN, // which expansions of the base make it true?
} dx_belief_ask;

typedef enum dx_belief_verdict {
    DX_BELIEF_VALID,
    DX_BELIEF_SATISFIABLE, // and not valid
    DX_BELIEF_UNSATISFIABLE,
} dx_belief_verdict;

// One step of `after`: +f or *f.
typedef struct dx_belief_step {
    bool is_revision;
    dx_formula written;
} dx_belief_step;

typedef struct dx_belief_query {
    dx_belief_ask kind;
    dx_belief_place place;
    char *title, *text; // title NULL: none
    dx_formula written, formula;
    DX_VECTOR(dx_belief_step) steps;
    size_t state;                 // of DX_ASK_TRUE
    DX_VECTOR(dx_formula) events; // of DX_ASK_PLAN: what may be expanded by
    uint32_t steps_max;           // and how often
    bool has_expectation, has_length;
    uint32_t expected_length;
    bool expected_truth;
    dx_belief_verdict expected_verdict;
} dx_belief_query;

typedef struct dx_belief_document {
    char *path;
    dx_formulas *store;
    dx_language language;
    bool has_time;
    uint32_t time;
    DX_VECTOR(dx_belief_line) base;
    DX_VECTOR(dx_formula) assumptions; // normal forms
    dx_preconditions preconditions;
    dx_belief_model model;
    DX_VECTOR(dx_name) state_names;
    DX_VECTOR(dx_belief_query) queries;
} dx_belief_document;

// Is this the name of such a file (.dxb)?
bool dx_is_belief_path(const char *path);

// Errors have file, line and column.
DX_MUST_USE dx_status dx_belief_document_read_text(
    const char *path, const char *text, size_t length, dx_belief_rule rule,
    dx_belief_document **out, dx_error *error);
// Drops its first questions.
void dx_belief_document_skip(dx_belief_document *document, size_t count);
void dx_belief_document_free(dx_belief_document *document);

// The base of the document, which must outlive it; the caller frees it.
DX_MUST_USE dx_status dx_belief_document_base(dx_belief_document *document,
                                              dx_base **out, dx_error *error);

// What there is to say to a query.
typedef struct dx_belief_reply {
    dx_status status; // and the error, if it is not DX_OK
    dx_error error;
    bool is_as_expected; // without an expectation: valid, satisfiable, true
    bool truth;          // of ask and true; of plan: there is one
    dx_belief_verdict verdict;
    bool has_model;
    dx_belief_model model;         // of a satisfiable formula
    dx_belief_model counter;       // where it fails, if it is not valid
    DX_VECTOR(dx_formula) core;    // written formulas that clash
    DX_VECTOR(dx_formula) because; // beliefs that imply what was asked
    bool is_smallest;
    DX_VECTOR(dx_formula) given_up; // by the revisions on the way
    bool is_refused;                // a revision contradicts the core
    int variable_count;
    DX_VECTOR(dx_formula) plan; // the events, as written
    size_t base_count;          // that were looked at for it
    bool is_hopeless;           // the base contradicts itself
} dx_belief_reply;

// Always answers; `dimacs` may be NULL.
void dx_belief_document_ask(dx_belief_document *document,
                            const dx_belief_query *query,
                            const dx_belief_limits *limits, dx_text *dimacs,
                            dx_belief_reply *out_reply);
void dx_belief_reply_release(dx_belief_reply *reply);

#endif
