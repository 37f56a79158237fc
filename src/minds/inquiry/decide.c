// Comparing a chance with a number need not weigh all worlds: once those looked
// at are so many that the others cannot overturn it, it is decided.  Heavy ones
// come first.  Where the mind is put together from parts, one for each kind
// that a place may hold, all parts are weighed without what is asked, which is
// quick, and then asked, again the heavy ones first.
//
// Only where nothing stands in another mind: there a chance is asked for again
// and again, and is better found once and remembered.

#include "minds/inquiry/inquiry_private.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

// What is weighed so far.
typedef struct scale {
    dx_natural with, without, all;
} scale;

static const scale nothing;

typedef struct weighed_item {
    size_t number;
    dx_natural weight;
} weighed_item;

static void scale_release(scale *s)
{
    dx_natural_release(&s->with);
    dx_natural_release(&s->without);
    dx_natural_release(&s->all);
}

// Is the comparison the same for the least that the chance can be by now and
// for the most?
static bool is_decided(const scale *s, dx_join join, dx_fraction threshold,
                       bool *out)
{
    if (dx_natural_is_zero(&s->all))
        return false; // there is no chance
    dx_natural most = dx_natural_copy(&s->all);
    dx_natural_subtract(&most, &s->without);
    dx_rational low = dx_rational_of_ratio(&s->with, &s->all);
    dx_rational high = dx_rational_of_ratio(&most, &s->all);
    dx_rational at = dx_rational_of(threshold);
    bool is_above = dx_rational_compare(&low, &at) > 0;
    bool is_below = dx_rational_compare(&high, &at) < 0;
    bool is_found = dx_rational_compare(&low, &high) == 0;
    *out = dx_inquiry_compare(join, &low, &at);
    bool is_order = join != DX_JOIN_EQUAL && join != DX_JOIN_NOT_EQUAL;
    bool is = is_above || is_below || is_found ||
              (is_order && *out == dx_inquiry_compare(join, &high, &at));
    dx_rational_release(&low);
    dx_rational_release(&high);
    dx_rational_release(&at);
    dx_natural_release(&most);
    return is;
}

static int heavier_first(const void *a, const void *b)
{
    const weighed_item *x = a, *y = b;
    int order = dx_natural_compare(&y->weight, &x->weight);
    return order != 0 ? order
                      : (x->number > y->number) - (x->number < y->number);
}

// The items, the heaviest first; what they weigh together is added to `all`.
static void sort_items(weighed_item *items, size_t count, dx_natural *all)
{
    for (size_t i = 0; i < count; i++)
        dx_natural_add(all, &items[i].weight);
    if (count > 0)
        qsort(items, count, sizeof *items, heavier_first);
}

static bool is_plain(const dx_mind_data *m)
{
    return m->kind == DX_MIND_CHANCE && m->closure == NULL &&
           m->patterns.count == 0 && m->hearings.count == 0 &&
           m->given == DX_NODE_NONE;
}

// Asks worlds until it is decided; false after an error, or if there are none.
static bool decide_mind(dx_inquiry *q, const dx_node_data *n,
                        const uint8_t *vector, dx_join join,
                        dx_fraction threshold, bool *out)
{
    dx_mind_data *m = q->minds.at[n->mind];
    const uint8_t *self = dx_inquiry_stand(q, n, vector);
    const dx_states *states = dx_outlook_run(
        &m->outlook, self, dx_inquiry_ignored(q, m, self), &q->effort);
    size_t count = states == NULL ? 0 : states->count, every = count / 64 + 1;
    weighed_item *items = dx_alloc(count + 1, sizeof *items);
    scale s = nothing;
    for (size_t i = 0; i < count; i++)
        items[i] = (weighed_item){i, states->weights[i]};
    sort_items(items, count, &s.all);
    bool is = false;
    for (size_t i = 0; i < count && !is && q->effort.status == DX_OK; i++) {
        bool holds = dx_inquiry_truth(q, m->asked,
                                      dx_states_key(states, items[i].number));
        dx_natural_add(holds ? &s.with : &s.without, &items[i].weight);
        is = (i % every == 0 || i + 1 == count) &&
             is_decided(&s, join, threshold, out);
    }
    dx_free(items);
    scale_release(&s);
    return is && q->effort.status == DX_OK;
}

// What the worlds of a part weigh, whatever is asked of them.
static dx_natural weight_of(dx_inquiry *q, const dx_node_data *part,
                            const uint8_t *vector)
{
    dx_mind_data *m = q->minds.at[part->mind];
    size_t numbers = m->outlook.inner.entries.count;
    bool *ignored = dx_alloc(numbers + 1, sizeof *ignored);
    dx_natural all = {0};
    for (size_t i = 0; i < numbers; i++)
        ignored[i] = true;
    const dx_states *states = dx_outlook_run(
        &m->outlook, dx_inquiry_stand(q, part, vector), ignored, &q->effort);
    for (size_t i = 0; states != NULL && i < states->count; i++)
        dx_natural_add(&all, &states->weights[i]);
    dx_outlook_order(&m->outlook, &all);
    dx_free(ignored);
    return all;
}

static bool decide_parts(dx_inquiry *q, const dx_node_data *n,
                         const uint8_t *vector, dx_join join,
                         dx_fraction threshold, bool *out)
{
    weighed_item *items = dx_alloc(n->count + 1, sizeof *items);
    scale s = nothing;
    bool is = false;
    for (uint32_t i = 0; i < n->count; i++) {
        const dx_node_data part = q->nodes.at[q->operands.at[n->first + i]];
        items[i] = (weighed_item){i, weight_of(q, &part, vector)};
    }
    sort_items(items, n->count, &s.all);
    for (uint32_t i = 0; i < n->count && !is && q->effort.status == DX_OK;
         i++) {
        const dx_part_found *share = dx_inquiry_share(
            q, q->operands.at[n->first + items[i].number], vector);
        if (share == NULL)
            break;
        assert(dx_natural_compare(&share->all, &items[i].weight) == 0);
        dx_natural without = dx_natural_copy(&share->all);
        dx_natural_subtract(&without, &share->with);
        dx_natural_add(&s.with, &share->with);
        dx_natural_add(&s.without, &without);
        dx_natural_release(&without);
        is =
            !dx_natural_is_zero(&s.all) && is_decided(&s, join, threshold, out);
    }
    for (uint32_t i = 0; i < n->count; i++)
        dx_natural_release(&items[i].weight);
    dx_free(items);
    scale_release(&s);
    return is && q->effort.status == DX_OK;
}

static bool are_parts_plain(const dx_inquiry *q, const dx_node_data *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const dx_node_data *part = &q->nodes.at[q->operands.at[n->first + i]];
        if (part->kind != DX_NODE_MIND || !is_plain(q->minds.at[part->mind]))
            return false;
    }
    return true;
}

bool dx_inquiry_decide(dx_inquiry *q, const dx_node_data *compares,
                       const uint8_t *vector, bool *out)
{
    dx_node_data a = q->nodes.at[q->operands.at[compares->first]];
    dx_node_data b = q->nodes.at[q->operands.at[compares->first + 1]];
    dx_join join = compares->join;
    if (a.kind == DX_NODE_NUMBER) {
        dx_node_data hold = a;
        a = b;
        b = hold;
        join = dx_join_turned_round(join);
    }
    if (b.kind != DX_NODE_NUMBER || q->effort.status != DX_OK)
        return false;
    q->decides = false; // inside
    bool is = a.kind == DX_NODE_MIND && is_plain(q->minds.at[a.mind]) &&
                      !q->minds.at[a.mind]->is_part
                  ? decide_mind(q, &a, vector, join, b.number, out)
              : a.kind == DX_NODE_PARTS && a.parts == DX_MIND_CHANCE &&
                      are_parts_plain(q, &a)
                  ? decide_parts(q, &a, vector, join, b.number, out)
                  : false;
    q->decides = true;
    return is;
}
