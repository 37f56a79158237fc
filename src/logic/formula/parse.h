// logic/formula/parse.h -- from text to formulas.
//
// The language of docs/formulas.md, in ASCII or with the usual signs (¬ ∧ ∨ →
// ↔ ≤ ≥ ≠ ∀ ∃ ∈ ⊤ ⊥ ·).  Errors give line and column, what was found and what
// was expected.
//
//     dx_formula f;
//     if (dx_parse(store, "K[anne] p -> p", &f, &error) != DX_OK)
//         fprintf(stderr, "%u:%u: %s\n", error.line, error.column,
//                 error.message);
//
// Formulas may nest DX_FORMULA_DEPTH_MAX deep, and brackets that only group
// DX_BRACKETS_MAX; more is DX_ERR_LIMIT.  All other errors are DX_ERR_SYNTAX.

#ifndef DX_LOGIC_FORMULA_PARSE_H
#define DX_LOGIC_FORMULA_PARSE_H

#include "base/base.h"
#include "base/text.h"
#include "logic/formula/formula.h"
#include "logic/formula/lexer.h"

enum { DX_BRACKETS_MAX = 1000000 };

// Reads all of `text` as one formula.
DX_MUST_USE dx_status dx_parse(dx_formulas *store, const char *text,
                               dx_formula *out_formula, dx_error *error);

// Reads the longest formula, term or domain at the lexer's place and stops
// before the first token that cannot belong to it: for languages that contain
// formulas.  After an error the lexer is at the end of its text.
DX_MUST_USE dx_status dx_parse_formula(dx_lexer *lexer, dx_formulas *store,
                                       dx_formula *out_formula,
                                       dx_error *error);
DX_MUST_USE dx_status dx_parse_term(dx_lexer *lexer, dx_formulas *store,
                                    dx_formula *out_term, dx_error *error);
DX_MUST_USE dx_status dx_parse_domain(dx_lexer *lexer, dx_formulas *store,
                                      dx_formula *out_domain, dx_error *error);

// What a piece of text can be.  `p` and `hand(b,6s)` are written alike as
// facts and as things: only their use decides.
typedef enum dx_sort {
    DX_SORT_FORMULA,
    DX_SORT_TERM,
    DX_SORT_EITHER,
    DX_SORT_DOMAIN,
} dx_sort;

// Reads a formula or a term, whichever it is, and says which.
DX_MUST_USE dx_status dx_parse_expression(dx_lexer *lexer, dx_formulas *store,
                                          dx_formula *out_node,
                                          dx_sort *out_sort, dx_error *error);

// Says so if the text does not end behind `after`, which was read.
DX_MUST_USE dx_status dx_parse_end(dx_lexer *lexer, dx_formulas *store,
                                   dx_formula after, dx_error *error);

// Is `name` a word of the language, so that as a name it must be written
// between two `?
bool dx_is_reserved(const char *name, size_t length);

#endif
