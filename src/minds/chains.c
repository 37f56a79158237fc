// A chain must have several minds among its links; otherwise its numbers are
// few, and run along by themselves.

#include "minds/chains.h"

#include "base/memory.h"
#include "minds/inquiry_private.h"

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

// Chains among what a node is made of; what else reads a slot is put into
// `others`.
static void look_for_chains(const dx_inquiry *q, dx_inquiry_node of,
                            dx_chains *out, dx_chains *others)
{
    const dx_node_data *n = &q->nodes.at[of];
    if (is_chain(q, n))
        add_chain(q, of, out);
    else if (n->kind == DX_NODE_JOIN)
        for (uint32_t i = 0; i < n->count; i++)
            look_for_chains(q, q->operands.at[n->first + i], out, others);
    else
        list_slots(q, of, others);
}

dx_chains *dx_inquiry_find_chains(dx_inquiry *q, dx_mind_data *m)
{
    dx_number_scope *inner = &m->outlook.inner;
    dx_chains *c = dx_alloc(1, sizeof *c), others = {0};
    if (m->given == DX_NODE_NONE && m->hearings.count == 0)
        look_for_chains(q, m->asked, c, &others);
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
        dx_vector_push(&inner->entries,
                       (dx_entry){.ceiling = 1, .guard = DX_SLOT_NONE});
    }
    dx_vector_release(&others.slots);
    return c;
}

void dx_inquiry_use_chains(dx_inquiry *q, const dx_chains *c)
{
    for (size_t i = 0; i < c->of.count; i++) {
        dx_node_data *n = &q->nodes.at[c->of.at[i].node];
        *n = (dx_node_data){.kind = DX_NODE_LEAST,
                            .scope = n->scope,
                            .reading = {.slot = c->of.at[i].slot},
                            .number = dx_fraction_int(1),
                            .is_settled = true};
    }
}
