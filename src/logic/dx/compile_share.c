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

// What can be worth keeping.
static bool is_worth_it(dx_kind kind)
{
    dx_family family = dx_kind_family(kind);
    return (family == DX_FAMILY_BOOLEAN && kind != DX_NOT) ||
           family == DX_FAMILY_MEMBER || dx_kind_binds(kind);
}

// Parts are counted up to this; what is beyond is not shared.
enum { COUNTED_MAX = 1 << 22, ONCE = 1, AGAIN = 2 };

static void count_instances(dx_compiler *c, dx_formula f)
{
    dx_compile_list list = {0};
    if (dx_compile_instances(c, f, &list) == DX_OK)
        for (size_t i = 0; i < list.count; i++)
            dx_share_count(c, list.at[i]);
    dx_vector_release(&list);
}

void dx_share_count(dx_compiler *c, dx_formula f)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    if (kind == DX_APPLY || kind == DX_NUMBER ||
        c->met.pairs.count > COUNTED_MAX)
        return;
    if (dx_pair_map_find(&c->met, f, 0) != UINT32_MAX) {
        dx_pair_map_put(&c->met, f, 0, AGAIN);
        return;
    }
    dx_pair_map_put(&c->met, f, 0, ONCE);
    if (dx_kind_binds(kind)) {
        count_instances(c, f);
        return;
    }
    for (size_t i = 0; i < dx_formula_count(c->store, f); i++)
        if (dx_formula_operand_is_node(c->store, f, i))
            dx_share_count(c, dx_formula_operand(c->store, f, i));
}

// The slot of a part whose code was taken back.
#define FORGOTTEN (UINT32_MAX - 1)

static dx_status call(dx_compiler *c, uint32_t slot, dx_code_part *part)
{
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

dx_status dx_share_begin(dx_compiler *c, dx_formula f, dx_shared_part *out,
                         dx_code_part *part)
{
    *out = (dx_shared_part){0};
    if (!is_worth_it(dx_formula_kind(c->store, f)) ||
        dx_pair_map_find(&c->met, f, 0) != AGAIN)
        return DX_OK;
    uint32_t slot = dx_pair_map_find(&c->slot_of, f, 0);
    if (slot != UINT32_MAX && slot != FORGOTTEN) {
        out->is_done = true;
        return call(c, slot, part);
    }
    *out = (dx_shared_part){.is_open = true,
                            .slot = (uint32_t)c->parts.count,
                            .start = c->code->ops.count,
                            .depth = c->depth,
                            .highest = c->highest};
    c->highest = c->depth;
    dx_vector_push(&c->code->shared, (dx_code_range){.start = out->start});
    dx_vector_push(&c->parts, (dx_compiled_part){.formula = f});
    return dx_compile_emit(c, DX_OP_TRY, out->slot, 0);
}

dx_status dx_share_end(dx_compiler *c, const dx_shared_part *shared,
                       const dx_code_part *part)
{
    if (!shared->is_open)
        return DX_OK;
    dx_compiled_part *known = &c->parts.at[shared->slot];
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
    size_t end = c->code->ops.count;
    c->code->ops.at[shared->start].number = (int64_t)end;
    c->code->shared.at[shared->slot].end = end;
    return status;
}

void dx_share_forget(dx_compiler *c, size_t from)
{
    for (size_t i = c->parts.count; i-- > 0;) {
        const dx_compiled_part *known = &c->parts.at[i];
        if (c->code->shared.at[i].start < from)
            return;
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
