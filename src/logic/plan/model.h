// logic/plan/model.h -- a state as a model of the explicit kernel, to be drawn,
// asked and compared.

#ifndef DX_LOGIC_PLAN_MODEL_H
#define DX_LOGIC_PLAN_MODEL_H

#include "logic/kripke/model.h"
#include "logic/plan/task.h"

// World w of the state is world w of the model; the first designated one is its
// actual world.  Over the task's store; the caller frees it.
dx_model *dx_task_model(const dx_task *task, const dx_task_state *state);

#endif
