// logic/dx/idle.h -- event models that no question uses.
//
// Where an event is used, the engines find out whether it leaves a variable's
// values.  One that is only written down is looked at here, at the worlds of
// the document as they are before any update: whoever uses it first should not
// be the first to hear.

#ifndef DX_LOGIC_DX_IDLE_H
#define DX_LOGIC_DX_IDLE_H

#include "logic/dx/engine.h"

// An error, with its place, if an event that is not used can happen at a world
// where a change of it leaves the values of its variable.  What the engine
// cannot answer is no error.
DX_MUST_USE dx_status dx_check_idle_events(const dx_document *document,
                                           dx_engine *engine, dx_error *error);

#endif
