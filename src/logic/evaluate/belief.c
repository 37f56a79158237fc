// Belief: B, B given, Safe, Strong; and what makes things more plausible.
//
// All of them ask for the smallest level (logic/kripke/plausible.h) of some of
// the worlds that an agent holds possible: B[a] f whether a bad world is among
// the smallest of all, B[a](f given g) among the smallest of g, Safe[a] f
// whether one is no larger than here, Strong[a] f whether every world of f is
// smaller than every other.  Over a partition each is two walks.  Worlds that
// an announcement has put out do not count, which is how belief revises.

#include "base/memory.h"
#include "logic/evaluate/inside.h"
#include "logic/kripke/plausible.h"

#include <assert.h>

// for (each world w of set)
#define EACH_WORLD(w, set)                                                     \
    size_t w = dx_bitset_next(set, 0);                                         \
    (w) < (set)->size;                                                         \
    (w) = dx_bitset_next(set, (w) + 1)

typedef struct order {
    const dx_relation *relation;
    dx_levels levels;
} order;

static dx_status order_of(const dx_context *context, size_t agent,
                          const char *what, order *out)
{
    const dx_model *model = context->model;
    const dx_names *names = dx_formulas_names(dx_model_formulas(model));
    *out = (order){.relation = dx_model_relation(model, agent, DX_KNOWLEDGE)};
    if (dx_model_has_belief(model, agent))
        return dx_context_fail(
            context, DX_ERR_UNSUPPORTED, DX_BELIEF_WITHOUT_ORDER,
            dx_names_text(names, dx_model_agent_name(model, agent)), what);
    out->levels = dx_model_levels(model, agent);
    return DX_OK;
}

// The smallest and the largest level of the worlds in `set` that each cell, or
// world, leads to.  Where there are none the smallest is UINT32_MAX.
typedef struct span {
    uint32_t low, high;
} span;

static size_t list_of(const order *o, size_t w)
{
    return o->relation->cell != NULL ? o->relation->cell[w] : w;
}

static void widen(span *s, uint32_t level)
{
    if (s->low == UINT32_MAX || level < s->low)
        s->low = level;
    if (level > s->high)
        s->high = level;
}

static span *spans_of(const dx_context *context, const order *o,
                      const dx_bitset *set)
{
    const dx_relation *relation = o->relation;
    size_t count = context->alive.size;
    size_t lists = relation->cell != NULL ? relation->cell_count : count;
    span *spans = dx_alloc_raw(lists, sizeof *spans);
    for (size_t c = 0; c < lists; c++)
        spans[c] = (span){UINT32_MAX, 0};
    if (relation->cell != NULL) {
        for (EACH_WORLD(w, set))
            widen(&spans[relation->cell[w]], dx_levels_at(&o->levels, 0, w));
        return spans;
    }
    for (EACH_WORLD(w, &context->alive))
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            if (dx_bitset_has(set, relation->target[i]))
                widen(&spans[w],
                      dx_levels_at(&o->levels, i, relation->target[i]));
    return spans;
}

// The worlds where none of the most plausible of `given` is in `bad`, a part of
// it.
static void box_of_best(const dx_context *context, const order *o,
                        const dx_bitset *given, const dx_bitset *bad,
                        dx_bitset *out)
{
    span *best = spans_of(context, o, given),
         *worst = spans_of(context, o, bad);
    dx_bitset_clear(out);
    for (EACH_WORLD(w, &context->alive)) {
        size_t list = list_of(o, w);
        if (worst[list].low == UINT32_MAX || worst[list].low > best[list].low)
            dx_bitset_add(out, w);
    }
    dx_free(best);
    dx_free(worst);
}

static void box_of_safe(const dx_context *context, const order *o,
                        const dx_bitset *bad, dx_bitset *out)
{
    span *worst = spans_of(context, o, bad);
    dx_bitset_clear(out);
    for (EACH_WORLD(w, &context->alive)) {
        uint32_t low = worst[list_of(o, w)].low;
        if (low == UINT32_MAX ||
            low > dx_levels_here(&o->levels, o->relation, w))
            dx_bitset_add(out, w);
    }
    dx_free(worst);
}

static void box_of_strong(const dx_context *context, const order *o,
                          const dx_bitset *good, const dx_bitset *bad,
                          dx_bitset *out)
{
    span *yes = spans_of(context, o, good), *no = spans_of(context, o, bad);
    dx_bitset_clear(out);
    for (EACH_WORLD(w, &context->alive)) {
        size_t list = list_of(o, w);
        if (yes[list].low != UINT32_MAX &&
            (no[list].low == UINT32_MAX || yes[list].high < no[list].low))
            dx_bitset_add(out, w);
    }
    dx_free(yes);
    dx_free(no);
}

// The worlds where the agent believes that it is not in `bad`.
static void believes(const dx_context *context, size_t agent,
                     const dx_bitset *bad, dx_bitset *out)
{
    const dx_model *model = context->model;
    dx_levels levels = {0};
    if (!dx_model_has_belief(model, agent))
        levels = dx_model_levels(model, agent);
    if (dx_levels_differ(&levels)) {
        order o = {dx_model_relation(model, agent, DX_KNOWLEDGE), levels};
        box_of_best(context, &o, &context->alive, bad, out);
    } else {
        dx_context_box(context, dx_model_relation(model, agent, DX_BELIEF), bad,
                       out);
    }
    dx_levels_release(&levels);
}

static dx_status believes_given(dx_context *context, dx_formula f, size_t agent,
                                dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    order o;
    dx_status status = order_of(context, agent, "'given'", &o);
    if (status != DX_OK)
        return status;
    dx_bitset given, bad;
    status = dx_context_evaluate_new(context, dx_formula_operand(store, f, 2),
                                     &given);
    if (status == DX_OK)
        status =
            dx_context_evaluate(context, dx_formula_operand(store, f, 1), out);
    bad = dx_bitset_copy(&given);
    dx_bitset_minus(&bad, out);
    if (status == DX_OK)
        box_of_best(context, &o, &given, &bad, out);
    dx_bitset_release(&given);
    dx_bitset_release(&bad);
    dx_levels_release(&o.levels);
    return status;
}

static dx_status safe_or_strong(dx_context *context, dx_formula f, size_t agent,
                                dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    bool is_safe = dx_formula_kind(store, f) == DX_SAFE;
    order o;
    dx_status status =
        order_of(context, agent, is_safe ? "Safe" : "Strong", &o);
    if (status != DX_OK)
        return status;
    dx_bitset good;
    status = dx_context_evaluate_new(context, dx_formula_operand(store, f, 1),
                                     &good);
    dx_bitset bad = dx_bitset_copy(&good);
    dx_bitset_xor(&bad, &context->alive);
    if (status == DX_OK && is_safe)
        box_of_safe(context, &o, &bad, out);
    else if (status == DX_OK)
        box_of_strong(context, &o, &good, &bad, out);
    dx_bitset_release(&good);
    dx_bitset_release(&bad);
    dx_levels_release(&o.levels);
    return status;
}

dx_status dx_evaluate_belief(dx_context *context, dx_formula f, size_t agent,
                             dx_bitset *out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, f);
    if (kind == DX_BELIEVES_GIVEN)
        return believes_given(context, f, agent, out);
    if (kind != DX_BELIEVES)
        return safe_or_strong(context, f, agent, out);
    dx_bitset bad;
    dx_status status =
        dx_context_evaluate_new(context, dx_formula_operand(store, f, 1), &bad);
    dx_bitset_xor(&bad, &context->alive);
    if (status == DX_OK)
        believes(context, agent, &bad, out);
    dx_bitset_release(&bad);
    return status;
}

size_t dx_context_best(const dx_context *context, size_t agent, size_t world,
                       const dx_bitset *given, const dx_bitset *into)
{
    const dx_model *model = context->model;
    if (dx_model_has_belief(model, agent))
        return dx_context_successor(
            context, dx_model_relation(model, agent, DX_BELIEF), world, into);
    order o = {dx_model_relation(model, agent, DX_KNOWLEDGE),
               dx_model_levels(model, agent)};
    span *best = spans_of(context, &o, given);
    uint32_t low = best[list_of(&o, world)].low;
    dx_bitset there = dx_context_set(context);
    for (EACH_WORLD(v, into)) {
        if (!dx_bitset_has(given, v))
            continue;
        if (o.relation->cell != NULL) {
            if (o.relation->cell[v] == o.relation->cell[world] &&
                dx_levels_at(&o.levels, 0, v) == low)
                dx_bitset_add(&there, v);
            continue;
        }
        for (size_t i = o.relation->first[world];
             i < o.relation->first[world + 1]; i++)
            if (o.relation->target[i] == v &&
                dx_levels_at(&o.levels, i, v) == low)
                dx_bitset_add(&there, v);
    }
    size_t found =
        dx_bitset_has(&there, world) ? world : dx_bitset_next(&there, 0);
    found = found < there.size ? found : DX_NOT_FOUND;
    dx_bitset_release(&there);
    dx_free(best);
    dx_levels_release(&o.levels);
    return found;
}

// ---- Upgrades ----

static dx_status upgrade_to(dx_context *context, dx_formula f,
                            const dx_agent_set *agents, dx_upgrade upgrade,
                            dx_context **out)
{
    dx_update update = {.how = upgrade == DX_UPGRADE_RADICAL
                                   ? DX_BY_RADICAL
                                   : DX_BY_CONSERVATIVE,
                        .formula = f,
                        .agents = *agents};
    *out = dx_context_child(context, update);
    if (*out != NULL)
        return DX_OK;
    for (DX_EACH_AGENT(a, agents)) {
        dx_status status =
            dx_model_may_upgrade(context->model, a, upgrade, &context->alive,
                                 context->evaluator->error);
        if (status != DX_OK)
            return status;
    }
    dx_bitset where;
    dx_status status = dx_context_evaluate_new(context, f, &where);
    if (status == DX_OK) {
        dx_model *made = dx_model_copy(context->model);
        for (DX_EACH_AGENT(a, agents))
            dx_model_upgrade(made, a, upgrade, &where, &context->alive);
        *out = dx_context_new(context->evaluator, made);
        (*out)->owned = made;
        dx_bitset_assign(&(*out)->alive, &context->alive);
        dx_context_adopt(context, update, *out);
    }
    dx_bitset_release(&where);
    return status;
}

dx_status dx_context_upgraded(dx_context *context, dx_formula f,
                              dx_context **out)
{
    const dx_formulas *store = context->evaluator->store;
    dx_agent_set agents =
        dx_agent_set_all(dx_model_agent_count(context->model));
    dx_status status = DX_OK;
    if (dx_formula_count(store, f) > 2)
        status = dx_context_agents(context, f, 2, &agents);
    if (status != DX_OK)
        return status;
    return upgrade_to(context, dx_formula_operand(store, f, 0), &agents,
                      dx_formula_kind(store, f) == DX_RADICAL
                          ? DX_UPGRADE_RADICAL
                          : DX_UPGRADE_CONSERVATIVE,
                      out);
}

dx_status dx_evaluate_upgrade(dx_context *context, dx_formula f, dx_bitset *out)
{
    dx_context *child;
    dx_status status = dx_context_upgraded(context, f, &child);
    if (status != DX_OK)
        return status;
    return dx_context_evaluate(
        child, dx_formula_operand(context->evaluator->store, f, 1), out);
}
