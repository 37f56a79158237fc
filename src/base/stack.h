// base/stack.h -- room for recursion that goes deep.
//
// Formulas nest, and most of what is done with them recurses.  Written without
// recursion each of some thirty procedures would have a stack of its own and
// would no longer look like what it computes; so they recurse, and where a
// formula is deep they do it on a stack that is large enough:
//
//     dx_run_deep(dx_formula_depth(store, f), walk, &data);
//
// A few levels are run where the caller is; many on a thread of their own,
// which has no more to do with the caller's than that it waits: it gets no
// signals, and a panic comes back to where it was called from.

#ifndef DX_BASE_STACK_H
#define DX_BASE_STACK_H

#include "base/base.h"

// So many levels always fit into DX_STACK_BYTES with all that is around them:
// no recursion here takes more than 1 kB for one (make test-long measures it).
enum { DX_LEVELS_SHALLOW = 800 };

// Runs run(data) with room for `levels` levels of recursion.  A panic if
// memory for them has run out.
void dx_run_deep(size_t levels, void (*run)(void *data), void *data);

#endif
