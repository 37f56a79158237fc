// game/worlds_chance.h -- chances by going through all worlds: the judge of
// those that are counted.

#ifndef DX_TESTS_GAME_WORLDS_CHANCE_H
#define DX_TESTS_GAME_WORLDS_CHANCE_H

#include "minds/consider.h"

// P(the worlds in which the fact holds), of all weight.  `out_exact` may be
// lost.  DX_ERR_UNSUPPORTED where chances are not defined.
DX_MUST_USE dx_status dx_worlds_chance(const dx_worlds *worlds,
                                       const dx_atom *atom, const int *args,
                                       dx_fraction *out_exact,
                                       double *out_chance);

#endif
