// What can be said of a mind's worlds before all their cards are laid.
//
// To know something a mind goes through its worlds, looking for one where it is
// not so.  While they are laid group by group, some numbers are complete before
// the others, and they may settle it: once one of two alternatives is so, no
// world that begins like this is worth being followed.  Others can still get so
// many cards and no more, which may be too few.  So what is asked is evaluated
// with what is known of the numbers, in three values.

#include "minds/inquiry/inquiry_private.h"

#include <assert.h>
#include <string.h>

enum { UNKNOWN = 2 };
static_assert((int)UNKNOWN == (int)DX_PATTERN_OPEN, "open is unknown");

typedef struct sight {
    dx_inquiry *q;
    const uint8_t *vector;
    const uint8_t *more; // that each number may get; NULL: none
    bool recalls;        // no mind is opened for it
    bool *is_unasked;    // one would have to be; may be NULL
} sight;

static bool is_complete(const sight *s, dx_reading reading)
{
    return s->more == NULL || reading.slot == DX_SLOT_NONE ||
           s->more[reading.slot] == 0;
}

// Is a number that is not complete large enough already, or will it never be?
static unsigned foresee_least(const sight *s, const dx_node_data *n)
{
    int64_t value = dx_reading_value(n->reading, s->vector);
    unsigned more = s->more[n->reading.slot];
    if (more == DX_MORE_ANY)
        return UNKNOWN;
    return value >= n->number.top         ? 1
           : value + more < n->number.top ? 0
                                          : UNKNOWN;
}

// Is all that a node depends on complete?
static bool is_all_complete(const sight *s, dx_inquiry_node of)
{
    const dx_node_data *n = &s->q->nodes.at[of];
    if (n->kind == DX_NODE_COUNT || n->kind == DX_NODE_LEAST)
        return is_complete(s, n->reading);
    if (n->kind == DX_NODE_PATTERN && n->count == 0)
        return s->q->patterns.at[n->pattern].value != UNKNOWN;
    for (uint32_t i = 0; i < n->told_count; i++)
        if (!is_all_complete(s, s->q->operands.at[n->told + i]))
            return false;
    for (uint32_t i = 0; i < n->count; i++)
        if (n->kind == DX_NODE_MIND
                ? !is_complete(s, s->q->readings.at[n->first + i])
                : !is_all_complete(s, s->q->operands.at[n->first + i]))
            return false;
    return true;
}

// What was found of a node before.
static unsigned recall(const sight *s, dx_inquiry_node of)
{
    const dx_node_data *n = &s->q->nodes.at[of];
    if (n->minds == 0)
        return dx_inquiry_truth(s->q, of, s->vector);
    unsigned found = n->kind == DX_NODE_MIND
                         ? dx_inquiry_recall(s->q, of, s->vector)
                         : UNKNOWN;
    *s->is_unasked |= found == UNKNOWN;
    return found;
}

static unsigned foresee(const sight *s, dx_inquiry_node of);

// What decided it last is looked at first.
static unsigned foresee_join(const sight *s, dx_node_data *n)
{
    unsigned decides = n->join == DX_JOIN_OR, all = !decides;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t k = i == 0 ? n->decided : i == n->decided ? 0 : i;
        unsigned part = foresee(s, s->q->operands.at[n->first + k]);
        if (part == decides) {
            n->decided = k;
            return decides;
        }
        if (part == UNKNOWN)
            all = UNKNOWN;
    }
    return all;
}

static unsigned foresee_iff(const sight *s, const dx_node_data *n)
{
    unsigned a = foresee(s, s->q->operands.at[n->first]);
    unsigned b = a == UNKNOWN ? a : foresee(s, s->q->operands.at[n->first + 1]);
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a == b;
}

static unsigned foresee_select(const sight *s, const dx_node_data *n)
{
    const dx_inquiry_node *operand = s->q->operands.at + n->first;
    for (uint32_t i = 0; i < n->count; i += 2) {
        unsigned holds = foresee(s, operand[i]);
        if (holds != 0)
            return holds == UNKNOWN ? UNKNOWN : foresee(s, operand[i + 1]);
    }
    return 0;
}

// One part may say that something is possible, or that it is not known.
static unsigned foresee_parts(const sight *s, dx_node_data *n)
{
    unsigned decides = n->parts == DX_MIND_POSSIBLE, all = !decides;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t k = i == 0 ? n->decided : i == n->decided ? 0 : i;
        dx_inquiry_node part = s->q->operands.at[n->first + k];
        if (!is_all_complete(s, part)) {
            all = UNKNOWN;
            continue;
        }
        const dx_part_found *share = dx_inquiry_share(s->q, part, s->vector);
        if (share == NULL)
            return UNKNOWN;
        if (decides ? share->some : share->none) {
            n->decided = k;
            return decides;
        }
    }
    return all;
}

static unsigned foresee(const sight *s, dx_inquiry_node of)
{
    dx_node_data *n = &s->q->nodes.at[of];
    assert(n->is_settled);
    if (n->kind == DX_NODE_JOIN && n->join == DX_JOIN_NOT) {
        unsigned inner = foresee(s, s->q->operands.at[n->first]);
        return inner == UNKNOWN ? UNKNOWN : !inner;
    }
    if (n->kind == DX_NODE_JOIN &&
        (n->join == DX_JOIN_AND || n->join == DX_JOIN_OR))
        return foresee_join(s, n);
    if (n->kind == DX_NODE_JOIN && n->join == DX_JOIN_IFF)
        return foresee_iff(s, n);
    if (n->kind == DX_NODE_PATTERN)
        return n->count > 0 ? foresee(s, s->q->operands.at[n->first])
                            : s->q->patterns.at[n->pattern].value;
    if (n->kind == DX_NODE_SELECT)
        return foresee_select(s, n);
    if (n->kind == DX_NODE_LEAST && !is_complete(s, n->reading))
        return foresee_least(s, n);
    if (n->kind == DX_NODE_PARTS && !s->recalls &&
        (n->parts == DX_MIND_KNOWS || n->parts == DX_MIND_POSSIBLE))
        return foresee_parts(s, n);
    if ((n->kind == DX_NODE_COMMON && s->more != NULL) ||
        !is_all_complete(s, of))
        return UNKNOWN;
    if (s->recalls)
        return recall(s, of);
    return dx_inquiry_truth(s->q, of, s->vector);
}

// Is a world left in: 0, 1 or UNKNOWN.
static unsigned is_left_in(const sight *s, const dx_foreseeing *f)
{
    const dx_mind_data *m = f->mind;
    unsigned all = 1;
    for (size_t i = 0; i < m->hearings.count; i++) {
        unsigned heard = foresee(s, m->hearings.at[i].heard);
        if (heard != UNKNOWN && heard != m->hearings.at[i].holds)
            return 0;
        all = heard == UNKNOWN ? UNKNOWN : all;
    }
    unsigned given = m->given == DX_NODE_NONE ? 1 : foresee(s, m->given);
    return given == 1 ? all : given;
}

dx_tells dx_inquiry_says(const void *context, const uint8_t *vector,
                         const uint8_t *more, bool recalls)
{
    const dx_foreseeing *f = context;
    bool is_unasked = false;
    sight s = {f->inquiry, vector, more, recalls, &is_unasked};
    unsigned left_in = is_left_in(&s, f);
    unsigned asked = left_in == 1 ? foresee(&s, f->mind->asked) : UNKNOWN;
    return left_in == 0 ? DX_TELLS_NONE
           : asked == 1 ? DX_TELLS_YES
           : asked == 0 ? DX_TELLS_NO
           : is_unasked ? DX_TELLS_UNKNOWN
                        : DX_TELLS_OPEN;
}
