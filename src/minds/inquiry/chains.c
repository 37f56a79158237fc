// A chain has several minds among its links; what is left of minds is a chain
// of one link each.  Whether they are used, or all their numbers run along, is
// decided where hands are planned (minds/message/by_hand.h).
//
// The node of a chain of one link is that of its link, so it is kept under
// another number.  If it stands in other links too, there are none of these.

#include "minds/inquiry/chains.h"

#include "base/memory.h"
#include "minds/inquiry/inquiry_private.h"

#include <assert.h>
#include <string.h>

enum { MINDS_LEAST = 3 };

void dx_chains_free(dx_chains *chains)
{
    if (chains == NULL)
        return;
    dx_vector_release(&chains->of);
    dx_vector_release(&chains->links);
    dx_vector_release(&chains->slots);
    dx_free(chains->is_only_here);
    dx_free(chains);
}

static bool is_chain(const dx_inquiry *q, const dx_node_data *n)
{
    uint32_t minds = 0;
    if (n->kind != DX_NODE_JOIN ||
        (n->join != DX_JOIN_OR && n->join != DX_JOIN_AND))
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        minds += q->nodes.at[q->operands.at[n->first + i]].minds > 0;
    return minds >= MINDS_LEAST;
}

static void add_slot(dx_chains *c, dx_reading reading)
{
    if (reading.slot != DX_SLOT_NONE)
        dx_vector_push(&c->slots, reading.slot);
}

// The slots that a node reads.
static void list_slots(const dx_inquiry *q, dx_inquiry_node of, dx_chains *out)
{
    const dx_node_data *n = &q->nodes.at[of];
    if (n->kind == DX_NODE_COUNT || n->kind == DX_NODE_LEAST)
        add_slot(out, n->reading);
    for (uint32_t i = 0; i < n->count; i++)
        if (n->kind == DX_NODE_MIND)
            add_slot(out, q->readings.at[n->first + i]);
        else
            list_slots(q, q->operands.at[n->first + i], out);
    for (uint32_t i = 0; i < n->told_count; i++)
        list_slots(q, q->operands.at[n->told + i], out);
}

static void add_chain(const dx_inquiry *q, dx_inquiry_node of, dx_chains *out)
{
    const dx_node_data *n = &q->nodes.at[of];
    dx_chain chain = {.node = of,
                      .is_or = n->join == DX_JOIN_OR,
                      .first = out->links.count,
                      .count = n->count};
    for (uint32_t i = 0; i < n->count; i++) {
        dx_link link = {.node = q->operands.at[n->first + i],
                        .first = out->slots.count};
        list_slots(q, link.node, out);
        link.count = out->slots.count - link.first;
        dx_vector_push(&out->links, link);
    }
    dx_vector_push(&out->of, chain);
}

// Does it ask minds, and is it true or false?
static bool is_single(const dx_inquiry *q, const dx_node_data *n)
{
    if (n->minds == 0)
        return false;
    if (n->kind == DX_NODE_MIND)
        return q->minds.at[n->mind]->kind != DX_MIND_CHANCE;
    return n->kind == DX_NODE_COMMON ||
           (n->kind == DX_NODE_JOIN && n->join >= DX_JOIN_EQUAL);
}

static void add_single(const dx_inquiry *q, dx_inquiry_node of, dx_chains *out)
{
    dx_link link = {.node = of, .first = out->slots.count};
    for (size_t i = 0; i < out->of.count; i++)
        if (out->of.at[i].node == of)
            return;
    list_slots(q, of, out);
    link.count = out->slots.count - link.first;
    dx_vector_push(&out->of, (dx_chain){.node = of,
                                        .is_or = true,
                                        .first = out->links.count,
                                        .count = 1});
    dx_vector_push(&out->links, link);
}

// Chains among what a node is made of; what else reads a slot is put into
// `others`.
static void look_for_chains(const dx_inquiry *q, dx_inquiry_node of,
                            bool with_singles, dx_chains *out,
                            dx_chains *others)
{
    const dx_node_data *n = &q->nodes.at[of];
    if (is_chain(q, n))
        add_chain(q, of, out);
    else if (with_singles && is_single(q, n))
        add_single(q, of, out);
    else if (n->kind == DX_NODE_JOIN)
        for (uint32_t i = 0; i < n->count; i++)
            look_for_chains(q, q->operands.at[n->first + i], with_singles, out,
                            others);
    else
        list_slots(q, of, others);
}

static bool stands_in(const dx_inquiry *q, dx_inquiry_node of,
                      dx_inquiry_node in)
{
    const dx_node_data *n = &q->nodes.at[in];
    bool stands = of == in;
    for (uint32_t i = 0; n->kind != DX_NODE_MIND && i < n->count && !stands;
         i++)
        stands = stands_in(q, of, q->operands.at[n->first + i]);
    for (uint32_t i = 0; i < n->told_count && !stands; i++)
        stands = stands_in(q, of, q->operands.at[n->told + i]);
    return stands;
}

// Does a chain's node stand in a link of another?
static bool are_entangled(const dx_inquiry *q, const dx_chains *c)
{
    for (size_t i = 0; i < c->of.count; i++)
        for (size_t k = 0; k < c->links.count; k++)
            if (!(c->of.at[i].count == 1 && c->of.at[i].first == k) &&
                stands_in(q, c->of.at[i].node, c->links.at[k].node))
                return true;
    return false;
}

static bool link_holds(void *context, uint32_t node, const uint8_t *vector)
{
    return dx_inquiry_truth(context, node, vector);
}

dx_chains *dx_inquiry_find_chains(dx_inquiry *q, dx_mind_data *m)
{
    dx_number_scope *inner = &m->outlook.inner;
    dx_chains *c = dx_alloc(1, sizeof *c), others = {0};
    bool may_have = m->given == DX_NODE_NONE && m->hearings.count == 0 &&
                    dx_mechanism_is_on(q->effort.mechanisms, DX_BY_CHAINS);
    if (may_have)
        look_for_chains(q, m->asked, true, c, &others);
    if (may_have && are_entangled(q, c)) {
        dx_chains_free(c);
        others.slots.count = 0;
        c = dx_alloc(1, sizeof *c);
        look_for_chains(q, m->asked, false, c, &others);
    }
    size_t count = inner->entries.count;
    if (c->of.count == 0 || count + c->of.count > DX_ENTRIES_MAX) {
        dx_chains_free(c);
        dx_vector_release(&others.slots);
        return NULL;
    }
    c->is_only_here = dx_alloc(count + c->of.count, sizeof *c->is_only_here);
    memset(c->is_only_here, true, count * sizeof *c->is_only_here);
    for (size_t i = 0; i < others.slots.count; i++)
        c->is_only_here[others.slots.at[i]] = false;
    for (size_t i = 0; i < c->of.count; i++) {
        c->of.at[i].slot = (uint16_t)inner->entries.count;
        dx_vector_push(&inner->entries, (dx_entry){.ceiling = 1});
    }
    dx_vector_release(&others.slots);
    c->holds = link_holds;
    c->context = q;
    return c;
}

void dx_inquiry_use_chains(dx_inquiry *q, dx_chains *c)
{
    for (size_t i = 0; i < c->of.count; i++) {
        const dx_chain *chain = &c->of.at[i];
        dx_node_data old = q->nodes.at[chain->node];
        if (c->links.at[chain->first].node == chain->node) {
            c->links.at[chain->first].node = (uint32_t)q->nodes.count;
            dx_vector_push(&q->nodes, old);
        }
        q->nodes.at[chain->node] =
            (dx_node_data){.kind = DX_NODE_LEAST,
                           .scope = old.scope,
                           .reading = {.slot = chain->slot},
                           .number = dx_fraction_int(1),
                           .is_settled = true};
    }
}
