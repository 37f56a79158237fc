// minds/eliminate/trace.h -- one world of a mind, found again in its dynamic
// programme.

#ifndef DX_MINDS_ELIMINATE_TRACE_H
#define DX_MINDS_ELIMINATE_TRACE_H

#include "base/random.h"
#include "minds/eliminate/outlook.h"

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
