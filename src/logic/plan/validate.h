// logic/plan/validate.h -- does a plan do what it is for, and at what price?
//
// Besides the goal there is a question that validators do not ask: whom does
// the plan leave with nothing possible?  An agent whose beliefs are refuted by
// what it notices believes everything, the goal included; a plan that works by
// that is valid by the letter and worth nothing.

#ifndef DX_LOGIC_PLAN_VALIDATE_H
#define DX_LOGIC_PLAN_VALIDATE_H

#include "logic/plan/search.h"

// Where a formula fails: the smallest part of it that does, and the agent whose
// mind it is about (UINT32_MAX: nobody's).
typedef struct dx_plan_fault {
    size_t event; // whose precondition it is
    dx_formula part;
    uint32_t agent;
} dx_plan_fault;

// An agent that holds nothing possible, for the first time behind this many
// steps: at a world that may be the real one, or only at one that somebody
// holds possible.
typedef struct dx_plan_loss {
    uint32_t agent;
    size_t step;
    bool is_real;
} dx_plan_loss;

typedef struct dx_plan_verdict {
    bool holds;
    size_t steps;                    // that could be done
    bool is_cut;                     // the next one could not
    DX_VECTOR(dx_plan_fault) faults; // of it, or of the goal
    DX_VECTOR(dx_plan_loss) losses;
} dx_plan_verdict;

void dx_plan_verdict_release(dx_plan_verdict *verdict);

// Called with the state before the first step (step 0) and after each.
typedef void dx_plan_watch(void *context, const dx_task *task, size_t step,
                           const dx_task_state *state);

DX_MUST_USE dx_status dx_task_validate(dx_task *task, size_t count,
                                       const uint32_t *actions,
                                       dx_plan_watch *watch, void *context,
                                       dx_plan_verdict *out, dx_error *error);

// The number of an action, UINT32_MAX if there is none of that name.
uint32_t dx_task_find_action(const dx_task *task, const char *name);

#endif
