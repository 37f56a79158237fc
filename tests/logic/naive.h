// naive.h -- the judge: definitions world by world, nothing clever.
//
// Relations are matrices, every update makes a new model, nothing is
// remembered.  Only for small models, and only what random_model.h writes.

#ifndef DX_TEST_NAIVE_H
#define DX_TEST_NAIVE_H

#include "logic/kripke/event_model.h"
#include "logic/kripke/model.h"

// Does `f` hold at `world`?  `library` may be NULL.
bool naive_holds(const dx_model *model, const dx_event_library *library,
                 dx_formula f, size_t world);

#endif
