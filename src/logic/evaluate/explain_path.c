// Paths for explanations: one step, a shortest path of a group, a run of a
// program.
//
// Each is asked for only when the evaluator has found that there is one.  The
// path of a group is a search in breadth, in which the members of a cell are
// walked once: linear in worlds and edges.  The run of a program is found
// without search, from sets: the worlds from which the rest of the program can
// lead to the end say which way to turn, at a sequence, a choice and each turn
// of a star (run_star draws rings around the end, as many as the shortest run
// has turns).

#include "base/memory.h"
#include "logic/evaluate/inside.h"

#include <assert.h>

size_t dx_context_successor(const dx_context *context,
                            const dx_relation *relation, size_t world,
                            const dx_bitset *into)
{
    (void)context;
    if (dx_bitset_has(into, world) && dx_relation_has(relation, world, world))
        return world;
    if (relation->cell == NULL) {
        for (size_t i = relation->first[world]; i < relation->first[world + 1];
             i++)
            if (dx_bitset_has(into, relation->target[i]))
                return relation->target[i];
        return DX_NOT_FOUND;
    }
    for (size_t v = dx_bitset_next(into, 0); v < into->size;
         v = dx_bitset_next(into, v + 1))
        if (relation->cell[v] == relation->cell[world])
            return v;
    return DX_NOT_FOUND;
}

static bool all_lead(const dx_context *context, const dx_agent_set *agents,
                     size_t w, size_t v)
{
    for (DX_EACH_AGENT(a, agents))
        if (!dx_relation_has(dx_model_relation(context->model, a, DX_KNOWLEDGE),
                             w, v))
            return false;
    return true;
}

size_t dx_context_joint_successor(const dx_context *context,
                                  const dx_agent_set *agents, size_t world,
                                  const dx_bitset *into)
{
    if (dx_bitset_has(into, world) && all_lead(context, agents, world, world))
        return world;
    for (size_t v = dx_bitset_next(into, 0); v < into->size;
         v = dx_bitset_next(into, v + 1))
        if (all_lead(context, agents, world, v))
            return v;
    return DX_NOT_FOUND;
}

// A search in breadth: who first led to each world, and from where.
typedef struct search {
    const dx_context *context;
    dx_hop *from; // .world DX_NOT_FOUND: not reached
    DX_VECTOR(uint32_t) queue;
} search;

static void visit(search *s, size_t agent, size_t from, size_t to)
{
    if (!dx_bitset_has(&s->context->alive, to) ||
        s->from[to].world != DX_NOT_FOUND)
        return;
    s->from[to] = (dx_hop){agent, from};
    dx_vector_push(&s->queue, (uint32_t)to);
}

// Members of the cells that have been opened are taken off their lists, so
// that each is walked once.
static void spread(search *s, size_t agent, size_t w, dx_lists *cells,
                   uint8_t *is_open)
{
    const dx_relation *relation =
        dx_model_relation(s->context->model, agent, DX_KNOWLEDGE);
    if (relation->cell == NULL) {
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            visit(s, agent, w, relation->target[i]);
        return;
    }
    assert(is_open != NULL); // whoever has cells has a list of them
    size_t cell = relation->cell[w];
    if (is_open[cell])
        return;
    is_open[cell] = 1;
    for (size_t i = cells->first[cell]; i < cells->first[cell + 1]; i++)
        visit(s, agent, w, cells->list[i]);
}

static size_t search_group(search *s, const dx_agent_set *agents, size_t world,
                           const dx_bitset *into)
{
    const dx_model *model = s->context->model;
    dx_lists cells[DX_AGENTS_MAX] = {0};
    uint8_t *is_open[DX_AGENTS_MAX] = {0};
    for (DX_EACH_AGENT(a, agents)) {
        const dx_relation *r = dx_model_relation(model, a, DX_KNOWLEDGE);
        if (r->cell == NULL)
            continue;
        cells[a] = dx_relation_members(r, into->size);
        is_open[a] = dx_alloc(r->cell_count, sizeof **is_open);
    }
    size_t found = DX_NOT_FOUND, next = 0, w = world;
    for (;;) {
        for (DX_EACH_AGENT(a, agents))
            spread(s, a, w, &cells[a], is_open[a]);
        if (next == s->queue.count)
            break;
        w = s->queue.at[next++];
        if (dx_bitset_has(into, w)) {
            found = w;
            break;
        }
    }
    for (size_t a = 0; a < DX_AGENTS_MAX; a++) {
        dx_lists_release(&cells[a]);
        dx_free(is_open[a]);
    }
    return found;
}

bool dx_context_path(const dx_context *context, const dx_agent_set *agents,
                     size_t world, const dx_bitset *into, dx_path *out)
{
    search s = {.context = context,
                .from = dx_alloc_raw(into->size, sizeof *s.from)};
    for (size_t w = 0; w < into->size; w++)
        s.from[w].world = DX_NOT_FOUND;
    size_t found = search_group(&s, agents, world, into);
    assert(found == DX_NOT_FOUND || dx_bitset_has(into, found));
    size_t start = out->count;
    // Backwards from the end; the start may be on the way again only as the
    // end itself, so the walk stops at its first return there.
    for (size_t w = found; w != DX_NOT_FOUND;) {
        dx_hop hop = {s.from[w].agent, w};
        dx_vector_push(out, hop);
        w = s.from[w].world == world ? DX_NOT_FOUND : s.from[w].world;
    }
    for (size_t i = start, k = out->count; i + 1 < k; i++) {
        dx_hop swap = out->at[i];
        out->at[i] = out->at[--k];
        out->at[k] = swap;
    }
    dx_free(s.from);
    dx_vector_release(&s.queue);
    return found != DX_NOT_FOUND;
}

// The worlds from which the program can lead into `set`; in place.
static dx_status diamond(dx_context *context, dx_formula program,
                         dx_bitset *set)
{
    dx_bitset_xor(set, &context->alive);
    dx_status status = dx_context_pdl_box(context, program, set);
    dx_bitset_xor(set, &context->alive);
    return status;
}

static size_t end_of(const dx_path *path, size_t start, size_t world)
{
    return path->count == start ? world : path->at[path->count - 1].world;
}

static dx_status run_sequence(dx_context *context, dx_formula program,
                              size_t from, size_t world, const dx_bitset *into,
                              dx_path *out)
{
    const dx_formulas *store = context->evaluator->store;
    size_t count = dx_formula_count(store, program), start = out->count;
    if (from + 1 == count)
        return dx_context_run(context, dx_formula_operand(store, program, from),
                              world, into, out);
    dx_bitset middle = dx_bitset_copy(into);
    dx_status status = DX_OK;
    for (size_t i = count; i > from + 1 && status == DX_OK; i--)
        status = diamond(context, dx_formula_operand(store, program, i - 1),
                         &middle);
    if (status == DX_OK)
        status =
            dx_context_run(context, dx_formula_operand(store, program, from),
                           world, &middle, out);
    dx_bitset_release(&middle);
    if (status != DX_OK)
        return status;
    return run_sequence(context, program, from + 1, end_of(out, start, world),
                        into, out);
}

// Rings around `into`: from ring k the program leads into ring k - 1.
static dx_status run_star(dx_context *context, dx_formula body, size_t world,
                          const dx_bitset *into, dx_path *out)
{
    DX_VECTOR(dx_bitset) rings = {0};
    dx_vector_push(&rings, dx_bitset_copy(into));
    dx_status status = DX_OK;
    while (status == DX_OK &&
           !dx_bitset_has(&rings.at[rings.count - 1], world)) {
        dx_bitset ring = dx_bitset_copy(&rings.at[rings.count - 1]);
        status = diamond(context, body, &ring);
        dx_bitset_or(&ring, &rings.at[rings.count - 1]);
        bool is_stuck = dx_bitset_equal(&ring, &rings.at[rings.count - 1]);
        dx_vector_push(&rings, ring);
        if (is_stuck)
            break;
    }
    for (size_t k = rings.count - 1; k > 0 && status == DX_OK; k--) {
        size_t start = out->count;
        if (dx_bitset_has(&rings.at[k - 1], world))
            continue;
        status = dx_context_run(context, body, world, &rings.at[k - 1], out);
        world = end_of(out, start, world);
    }
    assert(status != DX_OK || dx_bitset_has(into, world));
    for (size_t k = 0; k < rings.count; k++)
        dx_bitset_release(&rings.at[k]);
    dx_vector_release(&rings);
    return status;
}

static dx_status run_choice(dx_context *context, dx_formula program,
                            size_t world, const dx_bitset *into, dx_path *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_status status = DX_OK;
    for (size_t i = 0; i < dx_formula_count(store, program); i++) {
        dx_formula part = dx_formula_operand(store, program, i);
        dx_bitset can = dx_bitset_copy(into);
        status = diamond(context, part, &can);
        bool is_way = dx_bitset_has(&can, world);
        dx_bitset_release(&can);
        if (status != DX_OK)
            return status;
        if (is_way)
            return dx_context_run(context, part, world, into, out);
    }
    return status;
}

dx_status dx_context_run(dx_context *context, dx_formula program, size_t world,
                         const dx_bitset *into, dx_path *out)
{
    const dx_formulas *store = context->evaluator->store;
    size_t agent;
    dx_status status;
    switch (dx_formula_kind(store, program)) {
    case DX_STEP:
        status = dx_context_agent(context, program, 0, &agent);
        if (status == DX_OK) {
            dx_hop hop = {agent, dx_context_successor(
                                     context,
                                     dx_model_relation(context->model, agent,
                                                       DX_KNOWLEDGE),
                                     world, into)};
            if (hop.world != DX_NOT_FOUND)
                dx_vector_push(out, hop);
        }
        return status;
    case DX_SEQUENCE:
        return run_sequence(context, program, 0, world, into, out);
    case DX_CHOICE:
        return run_choice(context, program, world, into, out);
    case DX_STAR:
        return run_star(context, dx_formula_operand(store, program, 0), world,
                        into, out);
    default:
        return DX_OK; // a test leads nowhere else
    }
}
