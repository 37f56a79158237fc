// door/tell_plan.h -- the one shape of a plan.

#ifndef DX_DOOR_TELL_PLAN_H
#define DX_DOOR_TELL_PLAN_H

#include "logic/plan/search.h"
#include "logic/plan/validate.h"

// A task, what was found, and what is to be said of it.
typedef struct dx_planned {
    const dx_task *task;
    const dx_plan_found *found;
    const dx_plan_verdict *verdict;
} dx_planned;

// `answer`: "plan", "none", "undecided", or "no" of one that was checked.
void dx_tell_plan(const dx_planned *planned, const char *answer, dx_text *out);
const char *dx_plan_word(dx_plan_result result);

#endif
