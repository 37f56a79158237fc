// proof/reduce.h -- from formulas to the core: updates are reasoned away.
//
// Public announcements and what is told to a group before everybody's eyes
// are translated by their reduction axioms, of which the central one is
//
//     [!f] K[a] g  <->  (f -> K[a] (f -> [!f] g)).
//
// Instead of rewriting from the outside in, the translation carries the
// updates that surround a place: "g after u" for each subformula g and each
// list of updates u that it meets, once each.  Common knowledge after an
// announcement, which no such axiom reaches, becomes a fixpoint whose
// unfolding carries the conditions.

#ifndef DX_PROOF_REDUCE_H
#define DX_PROOF_REDUCE_H

#include "base/base.h"
#include "proof/core.h"

// `f` has been through dx_formula_expand.  Answers DX_ERR_UNSUPPORTED, naming
// the operator, for what has no meaning in a bare Kripke model (probability,
// time, event models, belief bases), DX_ERR_LIMIT past `nodes_max` core nodes.
DX_MUST_USE dx_status dx_reduce(dx_core *core, dx_formula f, size_t nodes_max,
                                dx_node *out, dx_error *error);

#endif
