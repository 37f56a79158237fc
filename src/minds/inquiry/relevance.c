// Which numbers of cards still matter, given those that a mind sees.
//
// "The card in that slot is also in another hand" compares the slot with every
// kind there is.  A mind that sees the slot need only count the one kind that
// lies there; to keep the others apart would cost a state for every hand.  So
// before a run, what is asked is gone through with the seen numbers put in:
// what they decide falls away, and what only stood beside it is ignored.

#include "minds/inquiry/inquiry_private.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

typedef struct relevance {
    dx_inquiry *q;
    const uint8_t *vector; // of the inner scope, as far as it is seen
    const uint8_t *more;   // what is not, may get any number
    bool *ignored;
} relevance;

// Do the seen numbers decide it?
static bool is_known(const relevance *r, dx_inquiry_node of)
{
    const dx_node_data *n = &r->q->nodes.at[of];
    bool is_truth = n->kind == DX_NODE_SELECT || n->kind == DX_NODE_PARTS ||
                    dx_inquiry_is_truth(r->q, of);
    return is_truth &&
           dx_inquiry_foresee(r->q, of, r->vector, r->more) != DX_OPEN;
}

static void need(const relevance *r, dx_reading reading)
{
    if (reading.slot != DX_SLOT_NONE)
        r->ignored[reading.slot] = false;
}

static void collect(const relevance *r, dx_inquiry_node of);

static void collect_selected(const relevance *r, const dx_node_data *n)
{
    for (uint32_t i = 0; i < n->count; i += 2) {
        dx_inquiry_node condition = r->q->operands.at[n->first + i];
        if (dx_inquiry_foresee(r->q, condition, r->vector, r->more) == 0)
            continue;
        collect(r, condition);
        collect(r, r->q->operands.at[n->first + i + 1]);
    }
}

// Marks what a node needs, unless it is decided without.
static void collect(const relevance *r, dx_inquiry_node of)
{
    if (of == DX_NODE_NONE || is_known(r, of))
        return;
    const dx_node_data *n = &r->q->nodes.at[of];
    for (uint32_t i = 0; i < n->told_count; i++)
        collect(r, r->q->operands.at[n->told + i]);
    if (n->kind == DX_NODE_COUNT || n->kind == DX_NODE_LEAST)
        need(r, n->reading);
    else if (n->kind == DX_NODE_MIND)
        for (uint32_t i = 0; i < n->count; i++)
            need(r, r->q->readings.at[n->first + i]);
    else if (n->kind == DX_NODE_SELECT)
        collect_selected(r, n);
    else
        for (uint32_t i = 0; i < n->count; i++)
            collect(r, r->q->operands.at[n->first + i]);
}

const bool *dx_inquiry_ignored(dx_inquiry *q, dx_mind_data *m,
                               const uint8_t *self)
{
    if (m->ignored == NULL)
        return NULL;
    size_t count = m->outlook.inner.entries.count;
    assert(m->is_closed && m->closure == NULL);
    uint8_t *vector = dx_alloc(2 * count + 1, 1), *more = vector + count;
    uint64_t hidden = m->outlook.frame->all & ~m->outlook.sees;
    for (size_t i = 0; i < count; i++) {
        const dx_entry *e = &m->outlook.inner.entries.at[i];
        vector[i] =
            dx_entry_clamp(e, dx_reading_value(m->outlook.passed[i], self));
        more[i] = (e->places & hidden) != 0 ? DX_MORE_ANY : 0;
    }
    relevance r = {q, vector, more, m->ignored};
    memset(m->ignored, true, count * sizeof *m->ignored);
    collect(&r, m->asked);
    collect(&r, m->given);
    for (size_t i = 0; i < m->hearings.count; i++)
        collect(&r, m->hearings.at[i].heard);
    dx_free(vector);
    if (memchr(m->ignored, true, count * sizeof *m->ignored) == NULL)
        return NULL;
    dx_mechanism_note(q->effort.mechanisms, DX_BY_RELEVANCE, 0);
    return m->ignored;
}
