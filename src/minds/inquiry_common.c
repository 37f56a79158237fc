// Common knowledge, as a node: cheap refutations first, then what one mind can
// say for all, and a walk through all doubts (minds/closure.h) last.

#include "minds/inquiry_private.h"

#include <assert.h>

// Is it found to hold in few steps?
static bool holds_at_once(dx_inquiry *q, dx_inquiry_node of,
                          const uint8_t *vector)
{
    enum { STEPS_FEW = 100000 };
    dx_effort *effort = &q->effort;
    uint64_t most = effort->steps_max, few = effort->steps + STEPS_FEW;
    if (most == 0 || few < most)
        effort->steps_max = few;
    bool holds = dx_inquiry_truth(q, of, vector);
    bool is_ours = effort->steps > few;
    effort->steps_max = most;
    if (effort->status == DX_ERR_LIMIT && is_ours &&
        (most == 0 || effort->steps <= most))
        effort->status = DX_OK;
    return holds && effort->status == DX_OK;
}

// Do the doubts of the group lead to all that the mind of `common` holds
// possible, since each of two sees one of two hands?
static bool leads_everywhere(dx_inquiry *q, const dx_node_data *common,
                             const dx_node_data *closure, const uint8_t *vector)
{
    if (common->kind != DX_NODE_MIND || closure->kind != DX_NODE_MIND)
        return false;
    dx_mind_data *m = q->minds.at[common->mind];
    const dx_closure *group = q->minds.at[closure->mind]->closure;
    uint64_t sees = 0;
    if (group == NULL || m->hearings.count > 0)
        return false;
    for (size_t i = 0; i < group->members.count; i++) {
        const dx_closure_member *member = &group->members.at[i];
        if (member->hearings.count > 0 ||
            !dx_by_hand_sees_one(&m->outlook, member->outlook.sees))
            return false;
        sees |= member->outlook.sees;
    }
    return !dx_by_hand_sees_one(&m->outlook, sees) &&
           dx_by_hand_connects(&m->outlook, dx_inquiry_stand(q, common, vector),
                               &q->effort);
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
        if (i == 0 && n->count > depth + 1 &&
            leads_everywhere(q, &q->nodes.at[q->operands.at[first + depth]],
                             &q->nodes.at[q->operands.at[first + depth + 1]],
                             vector))
            return dx_inquiry_truth(q, q->operands.at[first + depth], vector);
    }
    if (dx_inquiry_truth(q, q->operands.at[first + depth], vector))
        return true;
    if (n->count > depth + 1)
        return dx_inquiry_truth(q, q->operands.at[first + depth + 1], vector);
    if (q->effort.status == DX_OK)
        q->effort.status = DX_ERR_UNSUPPORTED;
    return false;
}
