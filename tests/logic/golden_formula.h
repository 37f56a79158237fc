// golden_formula.h -- reads the formulas of the golden files.
//
// They are s-expressions: (K a (imp p q)), (pge a ((1/2 p)) 1/3),
// (box (star (union a b)) p); the heads of belief formulas are there too:
// (at p 3), (now 3), (Bh 2 p), (Bm p), (Im p), (plus p q).

#ifndef DX_TEST_GOLDEN_FORMULA_H
#define DX_TEST_GOLDEN_FORMULA_H

#include "logic/formula/formula.h"

// The formula; a text that is none fails the test that asks for it.  `and`
// and `or` with many operands are one node, as written.
dx_formula golden_formula(dx_formulas *store, const char *text);

// The same for belief bases, where `and` is binary and leans to the left.
dx_formula golden_belief_formula(dx_formulas *store, const char *text);

#endif
