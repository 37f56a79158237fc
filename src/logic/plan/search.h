// logic/plan/search.h -- finding a plan, or proving that there is none.
//
// Breadth first over states up to bisimulation, so the plan found is a
// shortest one; where all classes have been looked at and none has the goal,
// there is no plan of any length.  States are kept in canonical form and
// compared word by word.

#ifndef DX_LOGIC_PLAN_SEARCH_H
#define DX_LOGIC_PLAN_SEARCH_H

#include "logic/plan/update.h"

typedef enum dx_plan_result {
    DX_PLAN_FOUND,
    DX_PLAN_NONE,     // there is none: every class was looked at
    DX_PLAN_UNDECIDED // the limit came first, or something was left out
} dx_plan_result;

typedef struct dx_plan_options {
    uint64_t steps_max; // actions tried; 0: no limit
    bool serial;        // never through a state where somebody holds nothing
                        // possible
    bool greedy;        // the state with most parts of the goal first: often
                        // sooner found, not always a shortest plan
} dx_plan_options;

typedef struct dx_plan_found {
    dx_plan_result result;
    DX_VECTOR(uint32_t) actions; // numbers of the task's
    size_t classes;              // states met, up to bisimulation
    uint64_t steps;              // actions tried
    // Of a search that a limit ended which was not the caller's: which; else
    // "".
    dx_error limit;
    // Of an action that was left out somewhere, since how somebody looks on at
    // it is not settled there: why.  Then no plan is not proved.
    bool has_refused;
    dx_error refused;
} dx_plan_found;

void dx_plan_found_release(dx_plan_found *found);

// The state that a task begins with, contracted; the caller releases it.
DX_MUST_USE dx_status dx_task_begin(dx_task_engine *engine, dx_task_state *out,
                                    dx_error *error);

// Does one of the agents from .. to - 1 hold nothing possible at some world of
// the state, or at some designated one?
bool dx_task_is_bereft(const dx_task_state *state, size_t from, size_t to,
                       bool designated);

// DX_ERR_CANCELLED if it was called off (base/heed.h), with the classes and
// steps so far; the limits are an answer, not an error.
DX_MUST_USE dx_status dx_task_search(dx_task *task,
                                     const dx_plan_options *options,
                                     dx_plan_found *out, dx_error *error);

#endif
