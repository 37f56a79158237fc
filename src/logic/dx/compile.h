// logic/dx/compile.h -- formulas and terms over one state, as fast code.
//
// Laws, sights and weights are asked of millions of states.  They speak of the
// state alone (no knowledge, no updates), so they become a postfix program
// over whole numbers.  Fractions are kept whole by a denominator that is known
// when compiling, and bounds on every intermediate number make sure that
// nothing can overflow.

#ifndef DX_LOGIC_DX_COMPILE_H
#define DX_LOGIC_DX_COMPILE_H

#include "logic/dx/document.h"

#include <stdint.h>

typedef struct dx_instruction {
    uint32_t op;
    uint32_t operand; // a variable, or where to go on
    int64_t number;
} dx_instruction;

// A part of the code that is run at most once a state, however often it is
// called.
typedef struct dx_code_range {
    size_t start, end;
} dx_code_range;

// What such a part was worth in the run `stamp`.
typedef struct dx_code_kept {
    uint64_t stamp;
    int64_t value;
} dx_code_kept;

typedef struct dx_code {
    DX_VECTOR(dx_instruction) ops;
    DX_VECTOR(dx_code_range) shared;
    dx_code_kept *kept;  // one a shared part, and one that counts the runs
    int64_t over;        // the value is the result over this
    int64_t low, high;   // bounds of the result
    size_t variable_end; // 1 + the last variable that is read; 0: none
    size_t levels;       // how deep shared parts may call each other
    bool is_truth;       // a formula: the result is 0 or 1
} dx_code;

// The code of `f`; on DX_OK the caller releases it.  Errors point at `place`.
DX_MUST_USE dx_status dx_compile(const dx_document *document, dx_formula f,
                                 dx_file_place place, dx_code *out,
                                 dx_error *error);
void dx_code_release(dx_code *code);

// Runs it on a state: one value a variable, as in the document.  Truth is 0
// or 1.  Not in two threads at once: parts that are shared are kept in it.
int64_t dx_code_run(const dx_code *code, const int32_t *values);

#endif
