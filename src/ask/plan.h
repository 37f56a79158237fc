// ask/plan.h -- how a question will be answered, before it is.
//
// A plan is the route of the question (ask/engine.h), the same that runs, and
// what its first engine says it will do: for the engine by places, how every
// mind is worked out and about how much that takes.

#ifndef DX_ASK_PLAN_H
#define DX_ASK_PLAN_H

#include "ask/ask.h"
#include "base/vector.h"

// One mind of the question, or all of it.
typedef struct dx_plan_part {
    char *formula;
    // "sight", "places", "place by place", "hand by hand", "everywhere", "none"
    // of the engine by places; or the name of another.
    const char *engine;
    unsigned depth; // 0: the asker itself
    unsigned turn;
    size_t numbers, groups, places; // minds/inquiry/inquiry_plan.h
    double states, steps, stands;
} dx_plan_part;

typedef struct dx_plan {
    DX_VECTOR(dx_plan_part) parts; // the outermost first
    // The engines in turn, each for what those before it decline.
    unsigned engine_count;
    const char *engines[8];
} dx_plan;

void dx_plan_release(dx_plan *plan);

// The plan of a question from a seat, or from above if `view` is NULL.  A term
// is planned as its comparison with 0, by the engines that find values.  Errors
// as in ask/ask.h.
DX_MUST_USE dx_status dx_ask_plan(dx_formulas *store, const dx_view *view,
                                  const dx_moment *moment, dx_formula f,
                                  bool is_term, const dx_ask_options *options,
                                  dx_plan *out, dx_error *error);

// A line for each part and the engines behind the first; in JSON the members
// `plan`, an array of parts, and `engines`.
void dx_plan_say(const dx_plan *plan, dx_text *out);
void dx_plan_json(const dx_plan *plan, dx_text *out);

#endif
