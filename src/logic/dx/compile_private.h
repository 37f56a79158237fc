// logic/dx/compile_private.h -- what the compiler's files share.

#ifndef DX_LOGIC_DX_COMPILE_PRIVATE_H
#define DX_LOGIC_DX_COMPILE_PRIVATE_H

#include "base/pair_map.h"
#include "logic/dx/compile.h"

enum {
    DX_CODE_OPS_MAX = 1 << 20,    // of one expression
    DX_PROGRAM_OPS_MAX = 1 << 22, // of all that share parts
    DX_CODE_STACK_MAX = 256,
};

typedef enum dx_op {
    DX_OP_PUSH,
    DX_OP_LOAD,
    DX_OP_NOT,
    DX_OP_UNLESS, // and: if the top is 0 go on at the operand, else drop it
    DX_OP_IF,     // or: if the top is not 0 go on at the operand, else drop it
    DX_OP_EQUAL,
    DX_OP_NOT_EQUAL,
    DX_OP_LESS,
    DX_OP_LESS_EQUAL,
    DX_OP_ADD,
    DX_OP_SUBTRACT,
    DX_OP_MULTIPLY,
    DX_OP_SCALE,       // the top times a number
    DX_OP_SCALE_BELOW, // what is below the top times a number
    DX_OP_MODULO,
    DX_OP_TRY,  // a shared part: push its value and go on behind it, if known
    DX_OP_KEEP, // its end: the top is its value
    DX_OP_CALL, // push its value, running it if it is not known
} dx_op;

// What is known of a part of the code.
typedef struct dx_code_part {
    int64_t low, high, over;
    bool is_truth, is_name;
} dx_code_part;

// A part that is shared and was compiled.
typedef struct dx_compiled_part {
    dx_formula formula;
    dx_code_part part;
    size_t stack;     // what it needs at most
    bool is_constant; // no code at all, but this value
    int64_t constant;
} dx_compiled_part;

typedef struct dx_compiler {
    const dx_document *document;
    dx_formulas *store;
    dx_codes *program;
    dx_file_place place;
    dx_error *error;
    size_t ops_max;
    bool is_too_long; // there were more
    size_t depth;     // of the stack at this point
    size_t highest;   // the most that it was, since a shared part began
    dx_pair_map met;  // compile_share.c: which parts come again
    dx_pair_map slot_of;
    DX_VECTOR(dx_compiled_part) parts; // by slot
} dx_compiler;

dx_status dx_compile_complain(dx_compiler *c, dx_formula f, const char *what);
dx_status dx_compile_too_large(dx_compiler *c);
dx_status dx_compile_emit(dx_compiler *c, dx_op op, uint32_t operand,
                          int64_t number);

// Is what was compiled from `start` on one constant?
bool dx_compile_is_constant(const dx_compiler *c, size_t start, int64_t *out);
// Drops the code from `start` on, where the stack was `depth` deep.
void dx_compile_take_back(dx_compiler *c, size_t start, size_t depth);

// compile_share.c.  Counts the parts of `f` that come again; then begin and
// end stand around the compilation of a part, which `is_done` already if it was
// compiled before.
typedef struct dx_shared_part {
    bool is_open, is_done;
    uint32_t slot;
    size_t start, depth, highest;
} dx_shared_part;
void dx_share_count(dx_compiler *c, dx_formula f);
DX_MUST_USE dx_status dx_share_begin(dx_compiler *c, dx_formula f,
                                     dx_shared_part *out, dx_code_part *part);
DX_MUST_USE dx_status dx_share_end(dx_compiler *c, const dx_shared_part *shared,
                                   const dx_code_part *part);
// The code from `from` on was taken back.
void dx_share_forget(dx_compiler *c, size_t from);
void dx_share_release(dx_compiler *c);

// The value of code without variables and calls, from `start` on.
int64_t dx_codes_run_from(const dx_codes *program, size_t start);
// 1 + the last variable that the code from `start` to `end` reads.
size_t dx_share_variable_end(const dx_codes *program, size_t start, size_t end);

// A term, and a formula.
dx_status dx_compile_number(dx_compiler *c, dx_formula f, dx_code_part *out);
dx_status dx_compile_truth(dx_compiler *c, dx_formula f);

// The body of a quantifier, sum or count for each member of its domain; the
// caller releases the list also when this fails.
typedef DX_VECTOR(dx_formula) dx_compile_list;
dx_status dx_compile_instances(dx_compiler *c, dx_formula f,
                               dx_compile_list *out);
dx_status dx_compile_gathering(dx_compiler *c, dx_formula f, dx_code_part *out);

// Numbers and what is done with them.
dx_status dx_compile_arithmetic(dx_compiler *c, dx_formula f,
                                dx_code_part *out);
dx_status dx_compile_comparison(dx_compiler *c, dx_formula f, dx_op op,
                                bool negated);
// The value of a part that reads no variable.
dx_status dx_compile_fixed(dx_compiler *c, dx_formula f, const char *complaint,
                           dx_fraction *out);

#endif
