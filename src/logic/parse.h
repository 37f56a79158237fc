// logic/parse.h -- from text to formulas.
//
// The language of docs/formulas.md, in ASCII or with the usual signs (¬ ∧ ∨ →
// ↔ □ ◇ ≤ ≥ ≠ ∀ ∃ ∈).  Errors give line and column, what was found and what
// was expected.

#ifndef DX_LOGIC_PARSE_H
#define DX_LOGIC_PARSE_H

#include "base/base.h"
#include "logic/formula.h"
#include "logic/lexer.h"

// Reads all of `text` as one formula.
DX_MUST_USE dx_status dx_parse(dx_formulas *store, const char *text,
                               dx_formula *out_formula, dx_error *error);

// Reads the longest formula, term or domain at the lexer's place and stops
// before the first token that cannot belong to it: for languages that contain
// formulas.
DX_MUST_USE dx_status dx_parse_formula(dx_lexer *lexer, dx_formulas *store,
                                       dx_formula *out_formula,
                                       dx_error *error);
DX_MUST_USE dx_status dx_parse_term(dx_lexer *lexer, dx_formulas *store,
                                    dx_formula *out_term, dx_error *error);
DX_MUST_USE dx_status dx_parse_domain(dx_lexer *lexer, dx_formulas *store,
                                      dx_formula *out_domain, dx_error *error);

#endif
