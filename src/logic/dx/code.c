// The machine that runs compiled formulas.

#include "logic/dx/compile_private.h"

void dx_code_release(dx_code *code)
{
    dx_vector_release(&code->ops);
}

static int64_t rest(int64_t a, int64_t b)
{
    int64_t r = a % b;
    return r < 0 ? r + b : r;
}

// What is on the stack was proved when compiling, which the analyser cannot
// know.
// NOLINTBEGIN(clang-analyzer-core.*)
int64_t dx_code_run(const dx_code *code, const int32_t *values)
{
    int64_t stack[DX_CODE_STACK_MAX + 1];
    int64_t *top = stack; // the topmost; below the first value lies a 0
    *top = 0;
    const dx_instruction *ops = code->ops.at;
    for (size_t i = 0; i < code->ops.count; i++) {
        const dx_instruction *op = &ops[i];
        switch ((dx_op)op->op) {
        case DX_OP_PUSH:
            *++top = op->number;
            break;
        case DX_OP_LOAD:
            *++top = values[op->operand];
            break;
        case DX_OP_NOT:
            *top = !*top;
            break;
        case DX_OP_UNLESS:
        case DX_OP_IF:
            if ((*top != 0) == (op->op == DX_OP_IF))
                i = op->operand - 1;
            else
                top--;
            break;
        case DX_OP_EQUAL:
            top--, *top = top[0] == top[1];
            break;
        case DX_OP_NOT_EQUAL:
            top--, *top = top[0] != top[1];
            break;
        case DX_OP_LESS:
            top--, *top = top[0] < top[1];
            break;
        case DX_OP_LESS_EQUAL:
            top--, *top = top[0] <= top[1];
            break;
        case DX_OP_ADD:
            top--, *top = top[0] + top[1];
            break;
        case DX_OP_SUBTRACT:
            top--, *top = top[0] - top[1];
            break;
        case DX_OP_MULTIPLY:
            top--, *top = top[0] * top[1];
            break;
        case DX_OP_SCALE:
            *top *= op->number;
            break;
        case DX_OP_SCALE_BELOW:
            top[-1] *= op->number;
            break;
        case DX_OP_MODULO:
            top--, *top = rest(top[0], top[1]);
            break;
        }
    }
    return *top;
}
// NOLINTEND(clang-analyzer-core.*)
