// logic/formula/print.h -- from formulas to text.
//
// With the fewest brackets, and so that reading it gives the same formula
// again.  Terms, programs and domains print as they are written inside
// formulas.  Names that are no names of the language (words, blanks) are
// written between two `; one that has a ` or a line break in it cannot be
// read back.

#ifndef DX_LOGIC_FORMULA_PRINT_H
#define DX_LOGIC_FORMULA_PRINT_H

#include "base/text.h"
#include "logic/formula/formula.h"

// A formula that shares its parts can be too long to be written out: behind a
// million parts come dots.
void dx_formula_print(const dx_formulas *store, dx_formula f, dx_text *out);

// The same with the signs of logic: ¬ ∧ ∨ → ↔ ≤ ≥ ≠ ∀ ∃ ∈ ⊤ ⊥ ·.
void dx_formula_print_unicode(const dx_formulas *store, dx_formula f,
                              dx_text *out);

#endif
