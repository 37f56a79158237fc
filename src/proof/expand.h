// proof/expand.h -- formulas without quantifiers and comparisons.
//
// There is no model here whose domains could be asked, so quantifiers range
// over sets and ranges that are written out: `forall x in {a, b}: K[x] p` is
// `K[a] p & K[b] p`.  Comparisons of what is left (numbers and names, which
// stand for themselves) are decided on the spot, and what can be reckoned is:
// `p(1 + 1)` is `p(2)`.  Comparisons with `now` are left alone: belief bases
// answer them.

#ifndef DX_PROOF_EXPAND_H
#define DX_PROOF_EXPAND_H

#include "base/base.h"
#include "base/vector.h"
#include "logic/formula/formula.h"

// Answers DX_ERR_UNSUPPORTED for named domains and for comparisons that only
// a model could decide, DX_ERR_LIMIT if the result would have more than
// `nodes_max` nodes.
DX_MUST_USE dx_status dx_formula_expand(dx_formulas *store, dx_formula f,
                                        size_t nodes_max, dx_formula *out,
                                        dx_error *error);

// The members of a set or range that is written out, in order.  The caller
// releases the list.
typedef DX_VECTOR(dx_formula) dx_members;
DX_MUST_USE dx_status dx_expand_domain(dx_formulas *store, dx_formula domain,
                                       dx_members *out, dx_error *error);

#endif
