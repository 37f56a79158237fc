// logic/formula/memo.h -- a number for each formula that was met.
//
// Formulas share their parts, so whoever walks one as if it were a tree may
// walk for ever: thirty definitions that use the one before twice are a
// thousand million leaves and sixty nodes.  A memo makes it one visit a node.

#ifndef DX_LOGIC_FORMULA_MEMO_H
#define DX_LOGIC_FORMULA_MEMO_H

#include "logic/formula/formula.h"

// Nothing was noted; so no noted number is this.
#define DX_MEMO_NONE UINT32_MAX

typedef struct dx_memo_pair {
    dx_formula formula;
    uint32_t number;
} dx_memo_pair;

// A memo of zeros is empty.
typedef struct dx_formula_memo {
    dx_memo_pair *pair; // open addressing; the number of a free one is NONE
    size_t room, count; // room is a power of two, or 0
} dx_formula_memo;

uint32_t dx_formula_memo_find(const dx_formula_memo *memo, dx_formula f);
// Notes a number, or changes the one there was.
void dx_formula_memo_put(dx_formula_memo *memo, dx_formula f, uint32_t number);
void dx_formula_memo_release(dx_formula_memo *memo);

#endif
