// logic/formula/print_short.h -- formulas for messages, which must end.

#ifndef DX_LOGIC_FORMULA_PRINT_SHORT_H
#define DX_LOGIC_FORMULA_PRINT_SHORT_H

#include "logic/formula/print.h"

// Prints as dx_formula_print does, with dots behind `parts_max` parts.
void dx_formula_print_short(const dx_formulas *store, dx_formula f,
                            size_t parts_max, dx_text *out);
// The same, and what a definition has a name for is called by it.
void dx_formula_print_named(const dx_formulas *store, dx_formula f,
                            size_t parts_max, dx_text *out);

#endif
