// logic/dx/update.h -- a document's model after updates, carried out.
//
// Where questions are asked under an announcement without making a new model
// (after.h), a picture needs the model itself.

#ifndef DX_LOGIC_DX_UPDATE_H
#define DX_LOGIC_DX_UPDATE_H

#include "logic/dx/document.h"
#include "logic/evaluate/evaluate.h"
#include "logic/kripke/model.h"

// Replaces *model, which the caller owns, by the model after `steps`.  Errors
// stand at the step that cannot be made: one that leaves no world, or, where
// the document has an actual world, one that cannot happen there.
DX_MUST_USE dx_status dx_document_update(const dx_document *document,
                                         size_t count,
                                         const dx_query_step *steps,
                                         dx_model **model, dx_error *error);

// The model after an upgrade, `radical f` or `conservative f`.
DX_MUST_USE dx_status dx_document_upgrade(dx_evaluator *evaluator,
                                          const dx_model *model,
                                          const dx_query_step *step,
                                          dx_model **out, dx_error *error);

#endif
