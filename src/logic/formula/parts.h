// logic/formula/parts.h -- what occurs in a formula.

#ifndef DX_LOGIC_FORMULA_PARTS_H
#define DX_LOGIC_FORMULA_PARTS_H

#include "logic/formula/formula.h"

// Does the kind bind its operand 0, a variable over the domain 1, in its
// operand 2?
static inline bool dx_kind_binds(dx_kind kind)
{
    dx_family family = dx_kind_family(kind);
    return family == DX_FAMILY_QUANTIFIER || family == DX_FAMILY_GATHER;
}

// Is `f`, or a part of it, of such a kind?
typedef bool dx_kind_test(dx_kind kind);
bool dx_formula_mentions(const dx_formulas *store, dx_formula f,
                         dx_kind_test *is_such);

#endif
