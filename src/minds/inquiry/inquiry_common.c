// Common knowledge, as a node: cheap refutations first, then what one mind can
// say for all, and a walk through all doubts (minds/inquiry/closure.h) last.

#include "minds/inquiry/inquiry_private.h"

#include <assert.h>

// A step of a walk is short.
enum { STEPS_FEW = 100000, STEPS_OF_WALK = 2000000 };

// Up to so many steps more; answers the limit before.
static uint64_t limit_steps(dx_effort *effort, uint64_t steps)
{
    uint64_t most = effort->steps_max, few = effort->steps + steps;
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
    uint64_t most = limit_steps(&q->effort, STEPS_FEW);
    bool holds = dx_inquiry_truth(q, of, vector);
    bool is_found = q->effort.status == DX_OK;
    lift_limit(&q->effort, most);
    if (m != NULL && m->own_count + m->hearings.count == 0)
        m->gave_up = !is_found;
    return holds && is_found;
}

// Do the doubts of the group lead to all that the mind of `common` holds
// possible, since each of two sees one of two hands?
static bool leads_everywhere(dx_inquiry *q, dx_inquiry_group group,
                             const dx_node_data *common, const uint8_t *vector,
                             bool at_once)
{
    uint64_t sees = 0;
    if (common->kind != DX_NODE_MIND || group.seats == 0 ||
        !dx_mechanism_is_on(q->effort.mechanisms, DX_BY_WALK))
        return false;
    dx_mind_data *m = q->minds.at[common->mind];
    if (m->hearings.count > 0 || m->outlook.frame != group.frame)
        return false;
    for (uint64_t left = group.seats; left != 0; left &= left - 1) {
        uint64_t seen = group.frame->sees[__builtin_ctzll(left)];
        if (!dx_by_hand_sees_one(&m->outlook, seen))
            return false;
        sees |= seen;
    }
    if (dx_by_hand_sees_one(&m->outlook, sees))
        return false;
    uint64_t most =
        limit_steps(&q->effort, at_once ? STEPS_OF_WALK : UINT32_MAX);
    bool leads = dx_by_hand_connects(
        &m->outlook, dx_inquiry_stand(q, common, vector), &q->effort);
    lift_limit(&q->effort, most);
    dx_mechanism_note(q->effort.mechanisms, DX_BY_WALK, 0);
    return leads;
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
        if (i == 0 &&
            leads_everywhere(q, n->group,
                             &q->nodes.at[q->operands.at[first + depth]],
                             vector, n->count == depth + 1))
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
