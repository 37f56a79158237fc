// belief/base_private.h -- what the files of the base share.

#ifndef DX_BELIEF_BASE_PRIVATE_H
#define DX_BELIEF_BASE_PRIVATE_H

#include "belief/base.h"
#include "belief/encode.h"
#include "belief/prefix.h"
#include "belief/refuters.h"
#include "belief/timeline.h"

// At least `low` and at most `high` of some formulas.
typedef struct dx_base_bounds {
    size_t first, count, low, high;
} dx_base_bounds;

struct dx_base {
    dx_language *language;
    const dx_preconditions *preconditions;
    dx_sat *sat;
    dx_circuit *circuit;
    dx_encoder encoder; // of the one state 0: any alternative
    dx_timeline timeline;
    uint32_t time;
    uint32_t found_time; // of the state that was found last
    // While it is assumed, every volatile belief that is held is true.
    int held;
    dx_refuters refuters; // against what does not follow, now
    DX_VECTOR(dx_base_belief) beliefs;
    dx_pair_map number_of; // of a normal form: the last belief that was it
    DX_VECTOR(dx_base_bounds) bounds;
    DX_VECTOR(dx_formula) bounded; // normal forms that the bounds count
};

// The literal of a normal form of L0.
int dx_base_literal(dx_base *base, dx_formula normal);

// Solves under the literals and at `time`.
DX_MUST_USE dx_status dx_base_solve(dx_base *base, size_t count,
                                    const int *literals, uint32_t time,
                                    const dx_sat_limits *limits,
                                    bool *out_satisfiable, dx_error *error);

// The number of the belief that this normal form is, held or not, or
// UINT32_MAX.
uint32_t dx_base_number(const dx_base *base, dx_formula normal);

// Puts a normal form in.
void dx_base_put(dx_base *base, dx_formula written, dx_formula normal,
                 dx_belief_source source);

// Formulas of L+ asked of a base after events that were expanded (ask.c).  The
// first search that fails is the status, and answers after it say nothing.
typedef struct dx_base_inquiry {
    dx_base *base;
    dx_formulas *store;
    const dx_sat_limits *limits;
    dx_error *error;
    dx_status status;
    dx_prefixes prefixes;
    dx_pair_map known; // answers to (formula, prefix)
} dx_base_inquiry;

void dx_base_inquiry_init(dx_base_inquiry *q, dx_base *base,
                          const dx_sat_limits *limits, dx_error *error);
void dx_base_inquiry_release(dx_base_inquiry *q);
// Of a normal form.
bool dx_base_inquiry_holds(dx_base_inquiry *q, dx_formula normal,
                           uint32_t prefix);
bool dx_base_inquiry_is_consistent(dx_base_inquiry *q, uint32_t prefix);

#endif
