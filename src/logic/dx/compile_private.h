// logic/dx/compile_private.h -- what the compiler's files share.

#ifndef DX_LOGIC_DX_COMPILE_PRIVATE_H
#define DX_LOGIC_DX_COMPILE_PRIVATE_H

#include "logic/dx/compile.h"

enum { DX_CODE_OPS_MAX = 1 << 20, DX_CODE_STACK_MAX = 256 };

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
} dx_op;

typedef struct dx_compiler {
    const dx_document *document;
    dx_formulas *store;
    dx_code *code;
    dx_file_place place;
    dx_error *error;
    size_t depth; // of the stack at this point
} dx_compiler;

// What is known of a part of the code.
typedef struct dx_code_part {
    int64_t low, high, over;
    bool is_truth, is_name;
} dx_code_part;

dx_status dx_compile_complain(dx_compiler *c, dx_formula f, const char *what);
dx_status dx_compile_too_large(dx_compiler *c);
dx_status dx_compile_emit(dx_compiler *c, dx_op op, uint32_t operand,
                          int64_t number);

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
