// Common knowledge, as a node: cheap refutations first, then what one mind can
// say for all, and a walk through all doubts (minds/inquiry/closure.h) last.

#include "minds/inquiry/inquiry_private.h"

#include <assert.h>

enum { STEPS_FEW = 100000 };

// Up to a few steps more; answers the limit before.
static uint64_t limit_steps(dx_effort *effort)
{
    uint64_t most = effort->steps_max, few = effort->steps + STEPS_FEW;
    if (most == 0 || few < most)
        effort->steps_max = few;
    return most;
}

// No limit but the one before.
static void lift_limit(dx_effort *effort, uint64_t most)
{
    bool is_ours = effort->steps > effort->steps_max;
    effort->steps_max = most;
    if (effort->status == DX_ERR_LIMIT && is_ours &&
        (most == 0 || effort->steps <= most))
        effort->status = DX_OK;
}

// Is it found to hold in few steps?  A mind that stands in one place only is
// not asked again.
static bool holds_at_once(dx_inquiry *q, dx_inquiry_node of,
                          const uint8_t *vector)
{
    const dx_node_data *n = &q->nodes.at[of];
    dx_mind_data *m = n->kind == DX_NODE_MIND ? q->minds.at[n->mind] : NULL;
    if (m != NULL && m->gave_up)
        return false;
    uint64_t most = limit_steps(&q->effort);
    bool holds = dx_inquiry_truth(q, of, vector);
    bool is_found = q->effort.status == DX_OK;
    lift_limit(&q->effort, most);
    if (m != NULL && m->own_count + m->hearings.count == 0)
        m->gave_up = !is_found;
    return holds && is_found;
}

// What everybody knows refutes, what all see together proves.
bool dx_inquiry_truth_of_common(dx_inquiry *q, const dx_node_data *n,
                                const uint8_t *vector)
{
    uint32_t first = n->first, depth = (uint32_t)n->number.top;
    assert(n->count == depth + 1 || n->count == depth + 2);
    for (uint32_t i = 0; i < depth; i++) {
        if (!dx_inquiry_truth(q, q->operands.at[first + i], vector))
            return false;
        if (i == 0 && holds_at_once(q, q->operands.at[first + depth], vector))
            return true;
    }
    if (dx_inquiry_truth(q, q->operands.at[first + depth], vector))
        return true;
    if (n->count > depth + 1)
        return dx_inquiry_truth(q, q->operands.at[first + depth + 1], vector);
    if (q->effort.status == DX_OK)
        q->effort.status = DX_ERR_UNSUPPORTED;
    return false;
}
