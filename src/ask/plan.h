// ask/plan.h -- how a question will be answered, before it is.
//
// A question is planned as a whole: for every mind that it speaks of, how that
// mind is worked out and about how much it takes; no engine is tried and then
// given up for another.  What the asker's own sight decides takes nothing.

#ifndef DX_ASK_PLAN_H
#define DX_ASK_PLAN_H

#include "ask/ask.h"
#include "base/vector.h"

// One mind of the question, or all of it.
typedef struct dx_plan_part {
    char *formula;
    // "sight", "places", "place by place", "hand by hand", "everywhere", "none"
    // of the engine by places; or "belief", "histories".
    const char *engine;
    unsigned depth; // 0: the asker itself
    unsigned turn;
    size_t numbers, groups, places; // minds/inquiry_plan.h
    double states, steps, stands;
} dx_plan_part;

typedef struct dx_plan {
    DX_VECTOR(dx_plan_part) parts; // the outermost first
} dx_plan;

void dx_plan_release(dx_plan *plan);

// The plan of a question from a seat, or from above if `view` is NULL.  Errors
// as in ask/ask.h.
DX_MUST_USE dx_status dx_ask_plan(dx_formulas *store, const dx_view *view,
                                  const dx_moment *moment, dx_formula f,
                                  const dx_ask_options *options, dx_plan *out,
                                  dx_error *error);

// A line for each part, and an array in JSON.
void dx_plan_say(const dx_plan *plan, dx_text *out);
void dx_plan_json(const dx_plan *plan, dx_text *out);

#endif
