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

// Guards.  In "here is one, and there is one" the second number matters only
// where the first is not 0; if that is so wherever it stands, it is guarded.

typedef struct guarding {
    const dx_inquiry *q;
    dx_number_scope *scope;
    bool *met; // numbers that were met before
} guarding;

typedef struct guard {
    uint16_t slot;
    uint8_t least;
} guard;

static void meet(const guarding *g, dx_reading reading, guard by)
{
    if (reading.slot == DX_SLOT_NONE)
        return;
    assert(reading.slot < g->scope->entries.count);
    dx_entry *entry = &g->scope->entries.at[reading.slot];
    bool first = !g->met[reading.slot];
    g->met[reading.slot] = true;
    if (by.slot == reading.slot)
        by.slot = DX_SLOT_NONE;
    if (first) {
        entry->guard = by.slot;
        entry->least = by.least;
    } else if (entry->guard != by.slot || entry->least != by.least) {
        entry->guard = DX_SLOT_NONE;
    }
}

static void guard_node(const guarding *g, dx_inquiry_node of, guard by);

// A plain fact, by which others can be guarded.
static bool is_plain(const guarding *g, dx_inquiry_node of, guard *out)
{
    const dx_node_data *n = &g->q->nodes.at[of];
    if (n->kind != DX_NODE_LEAST || n->reading.slot == DX_SLOT_NONE ||
        n->number.top <= n->reading.add)
        return false;
    assert(n->number.top - n->reading.add <= UINT8_MAX);
    *out = (guard){n->reading.slot, (uint8_t)(n->number.top - n->reading.add)};
    return true;
}

// The first plain fact of a conjunction guards all the others.
static void guard_and(const guarding *g, const dx_node_data *n, guard by)
{
    const dx_inquiry_node *operand = g->q->operands.at + n->first;
    guard inner = by;
    uint32_t first = 0;
    while (first < n->count && !is_plain(g, operand[first], &inner))
        first++;
    for (uint32_t i = 0; i < n->count; i++)
        guard_node(g, operand[i], i == first ? by : inner);
}

// A condition guards the value behind it.
static void guard_select(const guarding *g, const dx_node_data *n, guard by)
{
    const dx_inquiry_node *operand = g->q->operands.at + n->first;
    for (uint32_t i = 0; i < n->count; i += 2) {
        guard inner = by;
        (void)is_plain(g, operand[i], &inner);
        guard_node(g, operand[i], by);
        guard_node(g, operand[i + 1], inner);
    }
}

static void guard_node(const guarding *g, dx_inquiry_node of, guard by)
{
    if (of == DX_NODE_NONE)
        return;
    const dx_node_data *n = &g->q->nodes.at[of];
    for (uint32_t i = 0; i < n->told_count; i++)
        guard_node(g, g->q->operands.at[n->told + i], by);
    if (n->kind == DX_NODE_COUNT || n->kind == DX_NODE_LEAST)
        meet(g, n->reading, by);
    else if (n->kind == DX_NODE_MIND)
        for (uint32_t i = 0; i < n->count; i++)
            meet(g, g->q->readings.at[n->first + i], by);
    else if (n->kind == DX_NODE_JOIN && n->join == DX_JOIN_AND)
        guard_and(g, n, by);
    else if (n->kind == DX_NODE_SELECT)
        guard_select(g, n, by);
    else
        for (uint32_t i = 0; i < n->count; i++)
            guard_node(g, g->q->operands.at[n->first + i], by);
}

void dx_inquiry_guard(dx_inquiry *q, dx_mind_data *m)
{
    dx_number_scope *scope = &m->outlook.inner;
    if (!dx_mechanism_is_on(q->effort.mechanisms, DX_BY_GUARDS))
        return;
    guarding g = {q, scope, dx_alloc(scope->entries.count + 1, sizeof *g.met)};
    guard none = {DX_SLOT_NONE, 0};
    guard_node(&g, m->asked, none);
    guard_node(&g, m->given, none);
    for (size_t i = 0; i < m->hearings.count; i++)
        guard_node(&g, m->hearings.at[i].heard, none);
    dx_free(g.met);
}
