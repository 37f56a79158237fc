// The machine that runs compiled formulas.

#include "logic/dx/compile_private.h"

#include "base/memory.h"
#include "base/stack.h"

#include <assert.h>

void dx_codes_release(dx_codes *program)
{
    dx_vector_release(&program->ops);
    dx_vector_release(&program->shared);
}

void dx_code_release(dx_code *code)
{
    if (code->is_own && code->program != NULL) {
        dx_codes_release(code->program);
        dx_free(code->program);
    }
    *code = (dx_code){0};
}

static int64_t rest(int64_t a, int64_t b)
{
    assert(b > 0); // checked when compiling
    int64_t r = a % b;
    return r < 0 ? r + b : r;
}

// What the machine works on.
typedef struct machine {
    const dx_instruction *ops;
    dx_code_part_kept *shared;
    const int32_t *values;
    const uint64_t *since; // NULL: only what is from now counts
    uint64_t now;
} machine;

static bool is_known(const machine *m, const dx_code_part_kept *part)
{
    return m->since == NULL ? part->stamp == m->now
                            : part->stamp >= m->since[part->variable_end];
}

// Runs the operations from `i` up to `end` on the stack and returns its top.
// What is on the stack was proved when compiling, which the analyser cannot
// know.
// NOLINTBEGIN(clang-analyzer-core.*)
static int64_t *run(const machine *m, size_t i, size_t end, int64_t *top)
{
    const dx_instruction *ops = m->ops;
    const int32_t *values = m->values;
    for (; i < end; i++) {
        const dx_instruction *op = &ops[i];
        dx_code_part_kept *part;
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
            part = &m->shared[op->operand];
            if (is_known(m, part)) {
                *++top = part->value;
                i = (size_t)op->number - 1;
            }
            break;
        case DX_OP_KEEP:
            m->shared[op->operand].stamp = m->now;
            m->shared[op->operand].value = *top;
            break;
        case DX_OP_CALL:
            part = &m->shared[op->operand];
            if (is_known(m, part))
                *++top = part->value;
            else
                top = run(m, part->start, part->end, top);
            break;
        }
    }
    return top;
}

// What is to be run, and where there is room for it, if parts call each other.
typedef struct call {
    machine machine;
    size_t from, to;
    int64_t result;
} call;

static void run_there(void *data)
{
    call *c = data;
    int64_t stack[DX_CODE_STACK_MAX + 1];
    stack[0] = 0; // below the first value lies a 0
    const int64_t *top = run(&c->machine, c->from, c->to, stack);
    assert(top == stack || top == stack + 1); // one value, or no code
    c->result = *top;
}
// NOLINTEND(clang-analyzer-core.*)

static int64_t start(const dx_codes *program, const int32_t *values,
                     const uint64_t *since, size_t from, size_t to)
{
    assert(from <= to && to <= program->ops.count);
    call c = {.machine = {program->ops.at, program->shared.at, values, since,
                          program->now},
              .from = from,
              .to = to};
    if (program->levels <= DX_LEVELS_SHALLOW)
        run_there(&c);
    else
        dx_run_deep(program->levels, run_there, &c);
    return c.result;
}

int64_t dx_code_run(const dx_code *code, const int32_t *values)
{
    code->program->now++;
    return start(code->program, values, NULL, code->start, code->end);
}

int64_t dx_code_run_since(const dx_code *code, const int32_t *values,
                          const uint64_t *since)
{
    return start(code->program, values, since, code->start, code->end);
}

int64_t dx_codes_run_from(const dx_codes *program, size_t from)
{
    return start(program, NULL, NULL, from, program->ops.count);
}
