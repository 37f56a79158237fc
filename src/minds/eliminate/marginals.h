// minds/eliminate/marginals.h -- every step through the worlds of a mind, with
// the weight of all worlds that take it.

#ifndef DX_MINDS_ELIMINATE_MARGINALS_H
#define DX_MINDS_ELIMINATE_MARGINALS_H

#include "minds/eliminate/run.h"

// A step: what was just laid is in the run; `load` is what the step itself
// weighs, `weight` all worlds that take it, `all` all there are.
typedef void dx_marginal_step(void *context, const dx_deal_run *run,
                              dx_load load, const dx_natural *weight,
                              const dx_natural *all);

// Goes through the dynamic programme of a planned outlook, forward and back.
// `all` is 0 and gets the weight of all worlds; what is spent is in the effort.
void dx_marginals_go(dx_outlook *outlook, const uint8_t *self,
                     dx_marginal_step *step, void *context, dx_natural *all,
                     dx_effort *effort);

#endif
