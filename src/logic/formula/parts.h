// logic/formula/parts.h -- what occurs in a formula.

#ifndef DX_LOGIC_FORMULA_PARTS_H
#define DX_LOGIC_FORMULA_PARTS_H

#include "logic/formula/formula.h"

// Is `f`, or a part of it, of this family?
bool dx_formula_mentions(const dx_formulas *store, dx_formula f,
                         dx_family family);

#endif
