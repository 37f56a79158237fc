// proof/instances.h -- how many instances quantifiers have, before they are
// written out.

#ifndef DX_PROOF_INSTANCES_H
#define DX_PROOF_INSTANCES_H

#include "logic/formula/formula.h"

// A range of more numbers is refused.
enum { DX_RANGE_MAX = 10000 };

// The greatest number of different instances that a body in `f` is known to
// have, counted no further than to be over `most`: at least so many nodes are
// made if the quantifiers are written out.  Sets of names and numbers and
// ranges of numbers are counted; any other domain may have one member.
uint64_t dx_instances_least(dx_formulas *store, dx_formula f, uint64_t most);

#endif
