// minds/layers.h -- back through the worlds of a mind.
//
// All layers of an elimination are kept.  Forward, every state has the weight
// of the ways to it; backward, the weight of the ways from it to the end.  The
// product of the two, with the step in between, is the weight of all worlds
// that take that step; and from a final state one finds back to a world.

#ifndef DX_MINDS_LAYERS_H
#define DX_MINDS_LAYERS_H

#include "base/random.h"
#include "minds/elimination.h"

typedef struct dx_layers {
    dx_deal_run stand;
    dx_elimination_run run;
    dx_states *states;  // before each step, and at the end
    dx_natural **times; // what factors multiplied states by; NULL: by nothing
    size_t bytes;
} dx_layers;

// The first layer, of an order of this kind; false if there is no world.
// Released in either case.
bool dx_layers_begin(dx_layers *layers, dx_outlook *outlook, dx_order_kind kind,
                     const uint8_t *self, const bool *ignored,
                     dx_effort *effort);
void dx_layers_end(dx_layers *layers);

// Makes the layers behind the first.  With `most` (0: no limit) no state is
// followed further once a layer has so many; answers whether there are no
// others.
bool dx_layers_go(dx_layers *layers, size_t most);

// A step: what was just laid, and how that scales, is in the run; factors
// multiply by `times` (NULL: by nothing); `weight` have all worlds that take
// it, of `all` there are.
typedef void dx_pass(void *context, const dx_elimination_run *run,
                     const dx_natural *times, const dx_natural *weight,
                     const dx_natural *all);

// Goes through every step of the worlds of a planned outlook.  `all` is 0 and
// gets the weight of all worlds; what is spent is in the effort.
void dx_passes_go(dx_outlook *outlook, dx_order_kind kind, const uint8_t *self,
                  dx_pass *pass, void *context, dx_natural *all,
                  dx_effort *effort);

// Writes a world that the mind holds possible where it sees `self`: what lies
// in every place, and what was chosen.  With `vector`, one that has these
// numbers of the inner scope; with `random`, one drawn by weight, otherwise the
// first that is found.  On the way in, `dealt` has what lies in the places that
// the mind sees.  `ignored` as in dx_outlook_run, from which the vector is.
// False if there is none, or the effort is spent.
bool dx_outlook_world(dx_outlook *outlook, const uint8_t *self,
                      const bool *ignored, const uint8_t *vector,
                      dx_random *random, dx_dealt *dealt, dx_effort *effort);

#endif
