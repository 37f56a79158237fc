// logic/dx/compile.h -- formulas and terms over one state, as fast code.
//
// Laws, sights and weights are asked of millions of states.  They speak of the
// state alone (no knowledge, no updates), so they become a postfix program
// over whole numbers.  Fractions are kept whole by a denominator that is known
// when compiling, and bounds on every intermediate number make sure that
// nothing can overflow.

#ifndef DX_LOGIC_DX_COMPILE_H
#define DX_LOGIC_DX_COMPILE_H

#include "base/bitset.h"
#include "logic/dx/document.h"

#include <stdint.h>

typedef struct dx_instruction {
    uint32_t op;
    uint32_t operand; // a variable, or where to go on
    int64_t number;
} dx_instruction;

// A part of the code that is run once and then called: where it stands, and
// what it was worth at the time `stamp`.
typedef struct dx_code_part_kept {
    size_t start, end;   // end 0: it is not used
    size_t variable_end; // 1 + the last variable that it reads; 0: none
    uint64_t stamp;
    int64_t value;
} dx_code_part_kept;

// Expressions that share parts.
typedef struct dx_codes {
    DX_VECTOR(dx_instruction) ops;
    DX_VECTOR(dx_code_part_kept) shared;
    size_t levels; // how deep they may call each other
    uint64_t now;
} dx_codes;

typedef struct dx_code {
    dx_codes *program;
    bool is_own; // nobody else's
    size_t start, end;
    int64_t over;        // the value is the result over this
    int64_t low, high;   // bounds of the result
    size_t variable_end; // 1 + the last variable that is read; 0: none
    bool is_truth;       // a formula: the result is 0 or 1
} dx_code;

// The code of `f`; on DX_OK the caller releases it.  Errors point at `place`.
DX_MUST_USE dx_status dx_compile(const dx_document *document, dx_formula f,
                                 dx_file_place place, dx_code *out,
                                 dx_error *error);
void dx_code_release(dx_code *code);

// The codes of many expressions in one program, which must outlive them.  On
// failure there are none.
DX_MUST_USE dx_status dx_compile_all(const dx_document *document, size_t count,
                                     const dx_placed *expressions,
                                     dx_codes *program, dx_code *out,
                                     dx_error *error);
void dx_codes_release(dx_codes *program);
// How many steps from `start` to `end`, parts that are shared left out.
size_t dx_codes_length(const dx_codes *program, size_t start, size_t end);
// Adds the variables that it reads to a set of `variable_end` or more.
void dx_code_add_variables(const dx_code *code, dx_bitset *set);

// Adds the laws that `law` is made of: the parts of a conjunction, the
// instances of `forall x in {..}: f`.  Each can then be checked as soon as the
// variables that it reads itself have values.
typedef DX_VECTOR(dx_placed) dx_placed_list;
void dx_split_law(const dx_document *document, dx_placed law,
                  dx_placed_list *out);

// Runs it on a state: one value a variable, as in the document.  Truth is 0
// or 1.  Not in two threads at once: parts that are shared are kept in it.
int64_t dx_code_run(const dx_code *code, const int32_t *values);

// The same where variables get their values one after the other.  `since[e]`
// is the time at which the last of the first e variables got its value (1 if e
// is 0), by the clock `program->now`, which the caller moves on before each:
// what reads only variables that are as old is not computed again.
int64_t dx_code_run_since(const dx_code *code, const int32_t *values,
                          const uint64_t *since);

#endif
