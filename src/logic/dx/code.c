// The machine that runs compiled formulas.

#include "logic/dx/compile_private.h"

#include "base/memory.h"
#include "base/stack.h"

void dx_code_release(dx_code *code)
{
    dx_vector_release(&code->ops);
    dx_vector_release(&code->shared);
    dx_free(code->kept);
    code->kept = NULL;
}

static int64_t rest(int64_t a, int64_t b)
{
    int64_t r = a % b;
    return r < 0 ? r + b : r;
}

// Runs the operations from `i` up to `end` on the stack and returns its top.
// What is on the stack was proved when compiling, which the analyser cannot
// know.
// NOLINTBEGIN(clang-analyzer-core.*)
static int64_t *run(const dx_code *code, const int32_t *values, size_t i,
                    size_t end, int64_t *top)
{
    const dx_instruction *ops = code->ops.at;
    dx_code_kept *kept = code->kept;
    for (; i < end; i++) {
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
        case DX_OP_TRY:
            if (kept[op->operand + 1].stamp == kept->stamp) {
                *++top = kept[op->operand + 1].value;
                i = (size_t)op->number - 1;
            }
            break;
        case DX_OP_KEEP:
            kept[op->operand + 1] = (dx_code_kept){kept->stamp, *top};
            break;
        case DX_OP_CALL:
            if (kept[op->operand + 1].stamp == kept->stamp)
                *++top = kept[op->operand + 1].value;
            else
                top = run(code, values, code->shared.at[op->operand].start,
                          code->shared.at[op->operand].end, top);
            break;
        }
    }
    return top;
}

static int64_t run_all(const dx_code *code, const int32_t *values)
{
    int64_t stack[DX_CODE_STACK_MAX + 1];
    stack[0] = 0; // below the first value lies a 0
    return *run(code, values, 0, code->ops.count, stack);
}

typedef struct deep_run {
    const dx_code *code;
    const int32_t *values;
    int64_t result;
} deep_run;

static void run_there(void *data)
{
    deep_run *d = data;
    d->result = run_all(d->code, d->values);
}

int64_t dx_code_run(const dx_code *code, const int32_t *values)
{
    if (code->kept != NULL)
        code->kept->stamp++;
    if (code->levels <= DX_LEVELS_SHALLOW)
        return run_all(code, values);
    deep_run d = {code, values, 0};
    dx_run_deep(code->levels, run_there, &d);
    return d.result;
}

int64_t dx_code_run_from(const dx_code *code, size_t start)
{
    int64_t stack[DX_CODE_STACK_MAX + 1];
    stack[0] = 0;
    return *run(code, NULL, start, code->ops.count, stack);
}
// NOLINTEND(clang-analyzer-core.*)
