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

// May an engine refuse `f` since it asks for the best of worlds that no one
// order holds: is there a conservative upgrade, and an agent that holds worlds
// possible at which it holds others possible, or an event that may make one?
bool naive_may_lack_order(const dx_model *model, dx_formula f);

#endif
