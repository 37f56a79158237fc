// Parts that an expression has more than once, compiled and run once.
//
// Definitions that use each other make expressions that are small as a graph
// and huge as a tree (six phone calls of gossip: some hundred parts, millions
// of leaves).  A part that occurs again is called instead: its code stands
// where it was met first, framed by TRY and KEEP, and its value is kept for the
// state at hand.  Short code does without: it is made first, and only what
// outgrows it is counted and compiled again.

#include "logic/dx/compile_private.h"

#include "logic/formula/parts.h"

#include <assert.h>

// What can be worth keeping.
static bool is_worth_it(dx_kind kind)
{
    dx_family family = dx_kind_family(kind);
    return (family == DX_FAMILY_BOOLEAN && kind != DX_NOT) ||
           family == DX_FAMILY_MEMBER || dx_kind_binds(kind);
}

// Parts are counted up to this; what is beyond is not shared, and neither is
// what costs less than to look it up.
enum { COUNTED_MAX = 1 << 22, COST_MIN = 6, COST_MAX = 1 << 20 };

static uint32_t sum(uint32_t a, uint32_t b)
{
    return a + b < COST_MAX ? a + b : COST_MAX;
}

static uint32_t count(dx_compiler *c, dx_formula f);

static uint32_t count_instances(dx_compiler *c, dx_formula f)
{
    dx_compile_list list = {0};
    uint32_t cost = 1;
    if (dx_compile_instances(c, f, &list) == DX_OK)
        for (size_t i = 0; i < list.count; i++)
            cost = sum(cost, count(c, list.at[i]));
    dx_vector_release(&list);
    return cost;
}

// About how many steps the part takes.  Notes that, and in the last bit whether
// it was met again.
static uint32_t count(dx_compiler *c, dx_formula f)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    if (kind == DX_APPLY || kind == DX_NUMBER ||
        c->met.pairs.count > COUNTED_MAX)
        return 1;
    uint32_t known = dx_pair_map_find(&c->met, f, 0);
    if (known != UINT32_MAX) {
        dx_pair_map_put(&c->met, f, 0, known | 1);
        return known >> 1;
    }
    uint32_t cost = 1;
    if (dx_kind_binds(kind))
        cost = count_instances(c, f);
    else
        for (size_t i = 0; i < dx_formula_count(c->store, f); i++)
            if (dx_formula_operand_is_node(c->store, f, i))
                cost = sum(cost, count(c, dx_formula_operand(c->store, f, i)));
    dx_pair_map_put(&c->met, f, 0, cost << 1);
    return cost;
}

void dx_share_count(dx_compiler *c, dx_formula f)
{
    dx_error *error = c->error;
    c->error = NULL; // what is wrong will be found again
    (void)count(c, f);
    c->error = error;
}

// Is it worth a place of its own?
static bool is_shared(const dx_compiler *c, dx_formula f)
{
    uint32_t known = dx_pair_map_find(&c->met, f, 0);
    return is_worth_it(dx_formula_kind(c->store, f)) && known != UINT32_MAX &&
           (known & 1) && known >> 1 >= COST_MIN;
}

size_t dx_share_variable_end(const dx_codes *program, size_t start, size_t end)
{
    size_t last = 0;
    for (size_t i = start; i < end; i++) {
        const dx_instruction *op = &program->ops.at[i];
        size_t reads = op->op == DX_OP_LOAD ? op->operand + (size_t)1 : 0;
        if (op->op == DX_OP_CALL || op->op == DX_OP_TRY)
            reads = program->shared.at[op->operand].variable_end;
        if (op->op == DX_OP_TRY)
            i = (size_t)op->number - 1;
        last = reads > last ? reads : last;
    }
    return last;
}

// The slot of a part whose code was taken back.
#define FORGOTTEN (UINT32_MAX - 1)

static dx_status call(dx_compiler *c, uint32_t slot, dx_code_part *part)
{
    assert(slot < c->parts.count);
    const dx_compiled_part *known = &c->parts.at[slot];
    *part = known->part;
    if (known->is_constant)
        return dx_compile_emit(c, DX_OP_PUSH, 0, known->constant);
    size_t deepest = c->depth + known->stack;
    c->highest = deepest > c->highest ? deepest : c->highest;
    return c->highest > DX_CODE_STACK_MAX
               ? dx_compile_too_large(c)
               : dx_compile_emit(c, DX_OP_CALL, slot, 0);
}

size_t dx_codes_length(const dx_codes *program, size_t start, size_t end)
{
    size_t count = 0;
    for (size_t i = start; i < end; i++, count++)
        if (program->ops.at[i].op == DX_OP_TRY)
            i = (size_t)program->ops.at[i].number - 1;
    return count;
}

// What is called is looked at once, and after what calls it.
void dx_code_add_variables(const dx_code *code, dx_bitset *set)
{
    const dx_codes *program = code->program;
    DX_VECTOR(uint32_t) calls = {0};
    dx_bitset met = dx_bitset_new(program == NULL ? 0 : program->shared.count);
    size_t i = code->start, end = program == NULL ? i : code->end;
    for (size_t next = 0;; next++) {
        for (; i < end; i++) {
            const dx_instruction *op = &program->ops.at[i];
            if (op->op == DX_OP_LOAD)
                dx_bitset_add(set, op->operand);
            if (op->op != DX_OP_CALL || dx_bitset_has(&met, op->operand))
                continue;
            dx_bitset_add(&met, op->operand);
            dx_vector_push(&calls, op->operand);
        }
        if (next == calls.count)
            break;
        i = program->shared.at[calls.at[next]].start;
        end = program->shared.at[calls.at[next]].end;
    }
    dx_bitset_release(&met);
    dx_vector_release(&calls);
}

dx_status dx_share_begin(dx_compiler *c, dx_formula f, dx_shared_part *out,
                         dx_code_part *part)
{
    *out = (dx_shared_part){0};
    if (!is_shared(c, f))
        return DX_OK;
    uint32_t slot = dx_pair_map_find(&c->slot_of, f, 0);
    if (slot != UINT32_MAX && slot != FORGOTTEN) {
        out->is_done = true;
        return call(c, slot, part);
    }
    assert(c->parts.count == c->program->shared.count); // one slot each
    *out = (dx_shared_part){.is_open = true,
                            .slot = (uint32_t)c->parts.count,
                            .start = c->program->ops.count,
                            .depth = c->depth,
                            .highest = c->highest};
    c->highest = c->depth;
    dx_vector_push(&c->program->shared,
                   (dx_code_part_kept){.start = out->start});
    dx_vector_push(&c->parts, (dx_compiled_part){.formula = f});
    return dx_compile_emit(c, DX_OP_TRY, out->slot, 0);
}

dx_status dx_share_end(dx_compiler *c, const dx_shared_part *shared,
                       const dx_code_part *part)
{
    if (!shared->is_open)
        return DX_OK;
    dx_compiled_part *known = &c->parts.at[shared->slot];
    assert(c->highest >= shared->depth);
    known->part = *part;
    known->stack = c->highest - shared->depth;
    if (shared->highest > c->highest)
        c->highest = shared->highest;
    dx_pair_map_put(&c->slot_of, known->formula, 0, shared->slot);
    known->is_constant =
        dx_compile_is_constant(c, shared->start + 1, &known->constant);
    if (known->is_constant) {
        dx_compile_take_back(c, shared->start, shared->depth);
        return dx_compile_emit(c, DX_OP_PUSH, 0, known->constant);
    }
    dx_status status = dx_compile_emit(c, DX_OP_KEEP, shared->slot, 0);
    size_t end = c->program->ops.count;
    dx_code_part_kept *kept = &c->program->shared.at[shared->slot];
    c->program->ops.at[shared->start].number = (int64_t)end;
    kept->end = end;
    kept->variable_end =
        dx_share_variable_end(c->program, shared->start + 1, end);
    return status;
}

void dx_share_forget(dx_compiler *c, size_t from)
{
    for (size_t i = c->parts.count; i-- > 0;) {
        const dx_compiled_part *known = &c->parts.at[i];
        if (c->program->shared.at[i].start < from)
            return;
        c->program->shared.at[i].end = 0;
        if (!known->is_constant &&
            dx_pair_map_find(&c->slot_of, known->formula, 0) == i)
            dx_pair_map_put(&c->slot_of, known->formula, 0, FORGOTTEN);
    }
}

void dx_share_release(dx_compiler *c)
{
    dx_pair_map_release(&c->met);
    dx_pair_map_release(&c->slot_of);
    dx_vector_release(&c->parts);
}
