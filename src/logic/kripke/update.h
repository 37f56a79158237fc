// logic/kripke/update.h -- models made from other models by leaving out worlds
// or by telling some agents something.
//
// What needs no formula to be evaluated; the product with an event model does
// and is in logic/evaluate/evaluate.h.

#ifndef DX_LOGIC_KRIPKE_UPDATE_H
#define DX_LOGIC_KRIPKE_UPDATE_H

#include "base/vector.h"
#include "logic/kripke/model.h"

// The worlds of `keep` only; DX_ERR_EMPTY if there are none.  An actual world
// that is not kept is replaced by the first that is.
DX_MUST_USE dx_status dx_model_restrict(const dx_model *model,
                                        const dx_bitset *keep,
                                        dx_model **out_model, dx_error *error);
// The agents learn whether the world is in `where`, and the others see that
// they do.
dx_model *dx_model_tell(const dx_model *model, const dx_agent_set *agents,
                        const dx_bitset *where);
// The part of a model that matters, standing at `world`: what can be reached
// from there by anybody in any number of steps; or in at most `steps` steps
// of which the first is `agent`'s (so that K[agent] f means the same as in the
// whole model if f nests fewer than `steps` attitudes).  out_old (caller
// frees; may be NULL) says which old world each new one is.
dx_model *dx_model_generated(const dx_model *model, size_t world,
                             uint32_t **out_old);
dx_model *dx_model_within_reach(const dx_model *model, size_t world,
                                size_t agent, size_t steps, uint32_t **out_old);

#endif
