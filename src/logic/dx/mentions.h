// logic/dx/mentions.h -- which operators a document, or one of its questions,
// uses: what an engine has to be prepared for.

#ifndef DX_LOGIC_DX_MENTIONS_H
#define DX_LOGIC_DX_MENTIONS_H

#include "logic/dx/document.h"
#include "logic/formula/parts.h"

static inline bool dx_kind_is_chance(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_PROBABILITY;
}

// What bisimilar worlds may differ in: contraction joins worlds of weight 0
// with others, whose own plausibility Safe and Strong look at, and D is about
// groups.
static inline bool dx_kind_needs_all_worlds(dx_kind kind)
{
    return kind == DX_DISTRIBUTED || kind == DX_SAFE || kind == DX_STRONG;
}

// Does a question, in its formula, its updates or any event model of the
// document, contain an operator of such a kind?
bool dx_query_mentions(const dx_document *document, const dx_query *query,
                       dx_kind_test *is_such);

// Does any of them?
bool dx_document_mentions(const dx_document *document, dx_kind_test *is_such);

#endif
