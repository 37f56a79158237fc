// logic/dx/plan.h -- which updates lead to a goal: `plan goal f using ..`.

#ifndef DX_LOGIC_DX_PLAN_H
#define DX_LOGIC_DX_PLAN_H

#include "logic/dx/check.h"

// Breadth first over models up to bisimulation, from the actual world of
// `model`: numbers of query->steps_given in `out_steps` (the caller releases
// it), a shortest plan, or *out_found is false and there is none.  DX_ERR_LIMIT
// if more than a thousand models were met first.
DX_MUST_USE dx_status dx_document_plan(const dx_document *document,
                                       const dx_model *model,
                                       const dx_query *query, bool *out_found,
                                       dx_plan_steps *out_steps,
                                       dx_error *error);

#endif
