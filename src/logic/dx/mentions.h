// logic/dx/mentions.h -- which operators a document, or one of its questions,
// uses: what an engine has to be prepared for.

#ifndef DX_LOGIC_DX_MENTIONS_H
#define DX_LOGIC_DX_MENTIONS_H

#include "logic/dx/document.h"

// Does a question, in its formula, its updates or any event model of the
// document, contain an operator of a kind from `first` to `last`?
bool dx_query_mentions(const dx_document *document, const dx_query *query,
                       dx_kind first, dx_kind last);

// Does any of them?
bool dx_document_mentions(const dx_document *document, dx_kind first,
                          dx_kind last);

#endif
