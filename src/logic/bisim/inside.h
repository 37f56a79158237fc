// logic/bisim/inside.h -- what the files of bisimulation share.

#ifndef DX_LOGIC_BISIM_INSIDE_H
#define DX_LOGIC_BISIM_INSIDE_H

#include "logic/bisim/bisim.h"
#include "logic/bisim/refine.h"

// A formula that holds at u and fails at v, or DX_FORMULA_NONE if nothing
// split them.
DX_MUST_USE dx_status dx_refinement_distinguish(const dx_refinement *refinement,
                                                size_t u, size_t v,
                                                dx_formula *out_formula,
                                                dx_error *error);

// Both models side by side: world w of `b` becomes na + w, where na is the
// number of worlds of `a`.  Facts and agents are those of `a`.
DX_MUST_USE dx_status dx_model_beside(const dx_model *a, const dx_model *b,
                                      dx_model **out_model, dx_error *error);

#endif
