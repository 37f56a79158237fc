// Knowledge: K, M, Kw, E, D; C is in common.c, belief in belief.c.
//
// All of them are boxes: the worlds none of whose successors is bad.  Over a
// partition a box takes two walks, whatever the size of the cells: mark the
// cells that hold a bad world, then collect the worlds whose cell is not
// marked.  Over edges it looks at each edge until one is bad.  Worlds that an
// announcement has put out are never bad and never asked about, which is all
// that a public announcement does to a relation.
//
// D is the box of the intersection.  Partitions intersect to their common
// refinement; where there are edges, one agent's are walked and the others
// asked about each (by binary search).

#include "base/memory.h"
#include "logic/evaluate/inside.h"

#include <assert.h>

// for (each world w of set)
#define EACH_WORLD(w, set)                                                     \
    size_t w = dx_bitset_next(set, 0);                                         \
    (w) < (set)->size;                                                         \
    (w) = dx_bitset_next(set, (w) + 1)

// A partition is reflexive, so only worlds that are not bad themselves can be
// in the box; those are what `out` starts with.
static void box_of_cells(const dx_relation *relation, const dx_bitset *bad,
                         dx_bitset *out)
{
    uint8_t *is_bad = dx_alloc(relation->cell_count, sizeof *is_bad);
    const uint32_t *cell = relation->cell;
    size_t words = dx_bitset_words(out->size);
    for (size_t i = 0; i < words; i++)
        for (uint64_t left = bad->word[i]; left != 0; left &= left - 1)
            is_bad[cell[i * 64 + (size_t)__builtin_ctzll(left)]] = 1;
    for (size_t i = 0; i < words; i++) {
        uint64_t keep = 0;
        for (uint64_t left = out->word[i]; left != 0; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            keep |= (uint64_t)!is_bad[cell[i * 64 + bit]] << bit;
        }
        out->word[i] = keep;
    }
    dx_free(is_bad);
}

static void box_of_edges(const dx_relation *relation, const dx_bitset *bad,
                         dx_bitset *out)
{
    for (EACH_WORLD(w, out))
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            if (dx_bitset_has(bad, relation->target[i])) {
                dx_bitset_remove(out, w);
                break;
            }
}

void dx_context_box(const dx_context *context, const dx_relation *relation,
                    const dx_bitset *bad, dx_bitset *out)
{
    assert(bad != out && dx_bitset_within(bad, &context->alive));
    dx_bitset_assign(out, &context->alive);
    if (dx_bitset_is_empty(bad))
        return;
    if (relation->cell != NULL) {
        dx_bitset_minus(out, bad);
        box_of_cells(relation, bad, out);
    } else {
        box_of_edges(relation, bad, out);
    }
}

// D: the agents put together what they know, that is, the intersection of
// their relations.

// The partition that several partitions have in common.
static dx_relation common_refinement(const dx_context *context,
                                     const dx_agent_set *agents)
{
    size_t count = dx_model_world_count(context->model);
    dx_relation result = dx_relation_universal(count);
    for (DX_EACH_AGENT(a, agents)) {
        const dx_relation *next =
            dx_model_relation(context->model, a, DX_KNOWLEDGE);
        if (next->cell == NULL)
            continue;
        dx_relation finer = dx_relation_meet(count, &result, next);
        dx_relation_release(&result);
        result = finer;
    }
    return result;
}

// Does one of the agents other than `agent`, whose relation is no partition,
// tell v from w?
static bool others_exclude(const dx_context *context,
                           const dx_agent_set *agents, size_t agent, size_t w,
                           size_t v)
{
    for (size_t a = dx_agent_set_next(agents, agent + 1); a < DX_AGENTS_MAX;
         a = dx_agent_set_next(agents, a + 1)) {
        const dx_relation *relation =
            dx_model_relation(context->model, a, DX_KNOWLEDGE);
        if (relation->cell == NULL && !dx_relation_has(relation, w, v))
            return true;
    }
    return false;
}

// Does the group, put together, hold v possible at w, to which an edge of the
// agent `first`, the first that is no partition, leads?
static bool share(const dx_context *context, const dx_agent_set *agents,
                  size_t first, const dx_relation *cells, size_t w, size_t v)
{
    return cells->cell[w] == cells->cell[v] &&
           !others_exclude(context, agents, first, w, v);
}

// With at least one agent of edges: walk along its edges and ask the others.
static void box_of_group(const dx_context *context, const dx_agent_set *agents,
                         size_t first, const dx_bitset *bad, dx_bitset *out)
{
    dx_relation cells = common_refinement(context, agents);
    const dx_relation *edges =
        dx_model_relation(context->model, first, DX_KNOWLEDGE);
    assert(edges->cell == NULL && dx_agent_set_has(agents, first));
    dx_bitset_assign(out, &context->alive);
    for (EACH_WORLD(w, &context->alive))
        for (size_t i = edges->first[w]; i < edges->first[w + 1]; i++) {
            size_t v = edges->target[i];
            if (dx_bitset_has(bad, v) &&
                share(context, agents, first, &cells, w, v)) {
                dx_bitset_remove(out, w);
                break;
            }
        }
    dx_relation_release(&cells);
}

// The first of the agents whose relation is no partition.
static size_t first_of_edges(const dx_context *context,
                             const dx_agent_set *agents)
{
    for (DX_EACH_AGENT(a, agents))
        if (dx_model_relation(context->model, a, DX_KNOWLEDGE)->cell == NULL)
            return a;
    return DX_NOT_FOUND;
}

// What they would hold possible if they told each other.
static void box_together(const dx_context *context, const dx_agent_set *agents,
                         const dx_bitset *bad, dx_bitset *out)
{
    size_t first = first_of_edges(context, agents);
    if (first != DX_NOT_FOUND) {
        box_of_group(context, agents, first, bad, out);
        return;
    }
    dx_relation cells = common_refinement(context, agents);
    dx_context_box(context, &cells, bad, out);
    dx_relation_release(&cells);
}

static void everybody(const dx_context *context, const dx_agent_set *agents,
                      const dx_bitset *bad, dx_bitset *out)
{
    dx_bitset one = dx_context_set(context);
    dx_bitset_assign(out, &context->alive);
    for (DX_EACH_AGENT(a, agents)) {
        dx_context_box(context,
                       dx_model_relation(context->model, a, DX_KNOWLEDGE), bad,
                       &one);
        dx_bitset_and(out, &one);
    }
    dx_bitset_release(&one);
}

dx_status dx_evaluate_group(dx_context *context, dx_formula f, dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_agent_set agents;
    dx_status status = dx_context_agents(context, f, 1, &agents);
    if (status != DX_OK)
        return status;
    dx_bitset bad;
    status =
        dx_context_evaluate_new(context, dx_formula_operand(store, f, 0), &bad);
    if (status == DX_OK) {
        dx_bitset_xor(&bad, &context->alive);
        switch (dx_formula_kind(store, f)) {
        case DX_EVERYBODY:
            everybody(context, &agents, &bad, out);
            break;
        case DX_COMMON:
            dx_context_common(context, &agents, &bad, out);
            break;
        default:
            box_together(context, &agents, &bad, out);
        }
    }
    dx_bitset_release(&bad);
    return status;
}

// Kw over a partition in one go: a cell is fine unless it has both.
static void whether_of_cells(const dx_relation *relation,
                             const dx_bitset *alive, const dx_bitset *yes,
                             dx_bitset *out)
{
    assert(dx_bitset_within(yes, alive));
    uint8_t *seen = dx_alloc(relation->cell_count, sizeof *seen);
    const uint32_t *cell = relation->cell;
    size_t words = dx_bitset_words(alive->size);
    for (size_t i = 0; i < words; i++)
        for (uint64_t left = alive->word[i]; left != 0; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            seen[cell[i * 64 + bit]] |=
                (uint8_t)(1 + (yes->word[i] >> bit & 1));
        }
    for (size_t i = 0; i < words; i++) {
        uint64_t keep = 0;
        for (uint64_t left = alive->word[i]; left != 0; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            keep |= (uint64_t)(seen[cell[i * 64 + bit]] != 3) << bit;
        }
        out->word[i] = keep;
    }
    dx_free(seen);
}

static void knows_whether(const dx_context *context,
                          const dx_relation *relation, dx_bitset *yes,
                          dx_bitset *out)
{
    if (relation->cell != NULL) {
        whether_of_cells(relation, &context->alive, yes, out);
        return;
    }
    dx_bitset knows_not = dx_context_set(context);
    dx_context_box(context, relation, yes, &knows_not);
    dx_bitset_xor(yes, &context->alive);
    dx_context_box(context, relation, yes, out);
    dx_bitset_or(out, &knows_not);
    dx_bitset_release(&knows_not);
}

dx_status dx_evaluate_attitude(dx_context *context, dx_formula f,
                               dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, f);
    size_t agent;
    dx_status status = dx_context_agent(context, f, 0, &agent);
    if (status != DX_OK)
        return status;
    if (kind != DX_KNOWS && kind != DX_POSSIBLE && kind != DX_KNOWS_WHETHER)
        return dx_evaluate_belief(context, f, agent, out);
    dx_bitset set;
    status =
        dx_context_evaluate_new(context, dx_formula_operand(store, f, 1), &set);
    const dx_relation *relation =
        dx_model_relation(context->model, agent, DX_KNOWLEDGE);
    if (status == DX_OK && kind == DX_KNOWS_WHETHER) {
        knows_whether(context, relation, &set, out);
    } else if (status == DX_OK && kind == DX_POSSIBLE) {
        dx_context_box(context, relation, &set, out);
        dx_bitset_xor(out, &context->alive);
    } else if (status == DX_OK) {
        dx_bitset_xor(&set, &context->alive);
        dx_context_box(context, relation, &set, out);
    }
    dx_bitset_release(&set);
    return status;
}
