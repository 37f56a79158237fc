// logic/dx/notes.h -- what is no error in a document but should be known.
//
// A weight of 0 at a world that the agent holds possible (the paper on Go Fish
// forbids it: CAUT), and beliefs that are no order of plausibility.

#ifndef DX_LOGIC_DX_NOTES_H
#define DX_LOGIC_DX_NOTES_H

#include "logic/dx/engine.h"

// Adds to the document's notes; `engine` is the document's own.
void dx_document_find_notes(dx_document *document, dx_engine *engine);

#endif
