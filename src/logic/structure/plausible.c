// What agents find more plausible, symbolically: belief and what changes it.
//
// An agent's order is a list of disjoint sets of states, the most plausible
// first.  The best of what it holds possible is then a walk down that list:
// where no set before is possible, this one counts.  Events with ranks, or
// whose chance is 0 somewhere, cut each set into those with a chance and those
// without, and these into those of each rank: what happened before what was
// more plausible (action priority).  Upgrades put a part of each set in front.

#include "logic/structure/inside.h"

#include "logic/kripke/plausible.h"

#include "base/memory.h"

#include <assert.h>

typedef DX_VECTOR(dx_bdd) sets; // referenced

static void add_set(dx_structure *s, sets *list, dx_bdd set)
{
    if (set != DX_BDD_FALSE)
        dx_vector_push(list, dx_bdd_ref(s->m, set));
}

void dx_structure_drop_levels(dx_structure *s, dx_sight_of *sight)
{
    for (size_t i = 0; i < sight->level_count && s != NULL; i++)
        dx_bdd_deref(s->m, sight->level[i]);
    dx_free(sight->level);
    sight->level = NULL;
    sight->level_count = 0;
}

void dx_structure_copy_levels(dx_structure *s, dx_sight_of *sight)
{
    if (sight->level == NULL)
        return;
    sight->level =
        dx_copy(sight->level, sight->level_count * sizeof *sight->level);
    for (size_t i = 0; i < sight->level_count; i++)
        dx_bdd_ref(s->m, sight->level[i]);
}

// Takes the list over.
static void set_levels(dx_structure *s, dx_sight_of *sight, sets list)
{
    dx_structure_drop_levels(s, sight);
    sight->level = list.at;
    sight->level_count = list.count;
}

void dx_structure_set_levels(dx_structure *s, uint32_t agent, size_t count,
                             const dx_bdd *levels)
{
    DX_REQUIRE(agent < s->agent_count, "an agent of the structure");
    sets list = {0};
    for (size_t i = 0; i < count; i++)
        add_set(s, &list, levels[i]);
    set_levels(s, &s->views.at[0].agent[agent], list);
}

static const dx_sight_of *sight_of(const dx_structure *s, uint32_t situation,
                                   uint32_t agent)
{
    return &s->views.at[s->situations.at[situation].views].agent[agent];
}

static const dx_bdd everything = DX_BDD_TRUE;

// The sets in their order: one, of everything, where there are none.
static size_t levels_of(const dx_sight_of *sight, const dx_bdd **out)
{
    *out = sight->level == NULL ? &everything : sight->level;
    return sight->level == NULL ? 1 : sight->level_count;
}

// From where one of the most plausible states of `given` is in `bad`.
static dx_bdd best_is_bad(dx_structure *s, uint32_t situation, uint32_t agent,
                          dx_bdd given, dx_bdd bad)
{
    dx_bdd_manager *m = s->m;
    const dx_bdd *level;
    size_t count = levels_of(sight_of(s, situation, agent), &level);
    dx_bdd result = DX_BDD_FALSE, before = DX_BDD_FALSE;
    for (size_t i = 0; i < count; i++) {
        dx_bdd against = dx_structure_possible(s, situation, agent,
                                               dx_bdd_and(m, level[i], bad));
        result =
            dx_bdd_or(m, result, dx_bdd_and(m, against, dx_bdd_not(before)));
        if (i + 1 < count)
            before = dx_bdd_or(
                m, before,
                dx_structure_possible(s, situation, agent,
                                      dx_bdd_and(m, level[i], given)));
    }
    return result;
}

// From where a state of `bad` is possible that is no less plausible than here.
static dx_bdd unsafe(dx_structure *s, uint32_t situation, uint32_t agent,
                     dx_bdd bad)
{
    dx_bdd_manager *m = s->m;
    const dx_bdd *level;
    size_t count = levels_of(sight_of(s, situation, agent), &level);
    dx_bdd result = DX_BDD_FALSE, up_to = DX_BDD_FALSE;
    for (size_t i = 0; i < count; i++) {
        up_to = dx_bdd_or(m, up_to, dx_bdd_and(m, level[i], bad));
        result = dx_bdd_or(
            m, result,
            dx_bdd_and(m, level[i],
                       dx_structure_possible(s, situation, agent, up_to)));
    }
    return result;
}

static dx_bdd strong(dx_structure *s, uint32_t situation, uint32_t agent,
                     dx_bdd body)
{
    dx_bdd_manager *m = s->m;
    const dx_bdd *level;
    size_t count = levels_of(sight_of(s, situation, agent), &level);
    dx_bdd broken = DX_BDD_FALSE, up_to = DX_BDD_FALSE;
    for (size_t i = 0; i < count; i++) {
        up_to = dx_bdd_or(m, up_to, dx_bdd_and(m, level[i], dx_bdd_not(body)));
        dx_bdd some = dx_structure_possible(s, situation, agent,
                                            dx_bdd_and(m, level[i], body));
        broken = dx_bdd_or(
            m, broken,
            dx_bdd_and(m, some,
                       dx_structure_possible(s, situation, agent, up_to)));
    }
    return dx_bdd_and(m, dx_structure_possible(s, situation, agent, body),
                      dx_bdd_not(broken));
}

static bool has_order(dx_structure *s, dx_formula agent, uint32_t number,
                      const char *what)
{
    if (dx_pair_map_find(&s->belief_of, number, 0) == UINT32_MAX)
        return true;
    dx_structure_fail(s, DX_ERR_UNSUPPORTED, DX_BELIEF_WITHOUT_ORDER,
                      dx_formula_text(s->store, agent), what);
    return false;
}

static dx_bdd believes_given(dx_structure *s, uint32_t situation,
                             uint32_t agent, dx_formula f)
{
    dx_formula then = dx_formula_operand(s->store, f, 1);
    dx_formula given = dx_formula_operand(s->store, f, 2);
    if (dx_structure_value(s, situation, then) == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    dx_bdd g = dx_structure_value(s, situation, given);
    dx_bdd not_f = g == DX_BDD_INVALID
                       ? g
                       : dx_bdd_not(dx_structure_value(s, situation, then));
    dx_bdd against = dx_bdd_and(s->m, g, not_f);
    return dx_bdd_not(best_is_bad(s, situation, agent, g, against));
}

dx_bdd dx_structure_belief(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_formula name = dx_formula_operand(s->store, f, 0);
    dx_kind kind = dx_formula_kind(s->store, f);
    uint32_t agent = dx_structure_agent(s, name);
    if (agent == UINT32_MAX)
        return DX_BDD_INVALID;
    if (kind != DX_BELIEVES && !has_order(s, name, agent,
                                          kind == DX_SAFE     ? "Safe"
                                          : kind == DX_STRONG ? "Strong"
                                                              : "'given'"))
        return DX_BDD_INVALID;
    if (kind == DX_BELIEVES_GIVEN)
        return believes_given(s, situation, agent, f);
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 1));
    if (body == DX_BDD_INVALID)
        return body;
    if (kind == DX_SAFE)
        return dx_bdd_not(unsafe(s, situation, agent, dx_bdd_not(body)));
    if (kind == DX_STRONG)
        return strong(s, situation, agent, body);
    uint32_t belief = dx_pair_map_find(&s->belief_of, agent, 0);
    if (belief != UINT32_MAX)
        return dx_bdd_not(
            dx_structure_possible(s, situation, belief, dx_bdd_not(body)));
    return dx_bdd_not(
        best_is_bad(s, situation, agent, DX_BDD_TRUE, dx_bdd_not(body)));
}

dx_bdd dx_structure_believed(dx_structure *s, uint32_t situation,
                             uint32_t agent, dx_bdd at)
{
    dx_bdd_manager *m = s->m;
    const dx_bdd *level;
    size_t count = levels_of(sight_of(s, situation, agent), &level);
    dx_bdd result = DX_BDD_FALSE, left = at;
    for (size_t i = 0; i < count; i++) {
        dx_bdd some = dx_structure_possible(s, situation, agent, level[i]);
        dx_bdd there = dx_structure_successors(s, situation, agent,
                                               dx_bdd_and(m, left, some));
        result = dx_bdd_or(m, result, dx_bdd_and(m, there, level[i]));
        left = dx_bdd_and(m, left, dx_bdd_not(some));
    }
    return result;
}

// ---- Upgrades ----

// The part of `said` in level i that an upgrade puts in front.
static dx_bdd raised(dx_structure *s, uint32_t situation, uint32_t agent,
                     bool is_radical, dx_bdd in_level, dx_bdd before)
{
    if (is_radical)
        return in_level;
    return dx_bdd_and(
        s->m, in_level,
        dx_bdd_not(dx_structure_possible(s, situation, agent, before)));
}

static sets upgraded(dx_structure *s, uint32_t situation, uint32_t agent,
                     bool is_radical, dx_bdd said)
{
    dx_bdd_manager *m = s->m;
    const dx_bdd *level;
    size_t count = levels_of(sight_of(s, situation, agent), &level);
    sets front = {0}, list = {0};
    dx_bdd before = DX_BDD_FALSE, first = DX_BDD_FALSE;
    for (size_t i = 0; i < count; i++) {
        dx_bdd in_level = dx_bdd_and(m, level[i], said);
        dx_bdd up = raised(s, situation, agent, is_radical, in_level, before);
        dx_vector_push(&front, up);
        before = dx_bdd_or(m, before, in_level);
        first = dx_bdd_or(m, first, up);
    }
    for (size_t i = 0; i < count && is_radical; i++)
        add_set(s, &list, front.at[i]);
    if (!is_radical)
        add_set(s, &list, first);
    for (size_t i = 0; i < count; i++)
        add_set(s, &list, dx_bdd_and(m, level[i], dx_bdd_not(front.at[i])));
    dx_vector_release(&front);
    return list;
}

// [radical f] true: without what is asked afterwards.
static dx_formula upgrade_of(dx_structure *s, dx_formula f)
{
    size_t count = dx_formula_count(s->store, f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    for (size_t i = 0; i < count; i++)
        operands[i] = dx_formula_operand(s->store, f, i);
    operands[1] = dx_formula_true(s->store);
    dx_formula made = dx_formula_make(s->store, dx_formula_kind(s->store, f),
                                      count, operands);
    dx_free(operands);
    return made;
}

// Whose order changes: the agents that f names, or all.
static bool find_agents(dx_structure *s, uint32_t situation, dx_formula f,
                        bool *is_meant)
{
    size_t count = dx_formula_count(s->store, f);
    bool is_radical = dx_formula_kind(s->store, f) == DX_RADICAL;
    for (uint32_t a = 0; a < s->agent_count && count == 2; a++)
        is_meant[a] =
            dx_pair_map_find(&s->agent_of, s->agent_names.at[a], 0) == a;
    for (size_t i = 2; i < count; i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX)
            return false;
        is_meant[agent] = true;
    }
    for (uint32_t a = 0; a < s->agent_count; a++) {
        dx_name name = s->agent_names.at[a];
        if (is_meant[a] &&
            !has_order(s, dx_formula_make(s->store, DX_APPLY, 1, &name), a,
                       "making f plausible"))
            return false;
        if (is_meant[a] && !is_radical &&
            sight_of(s, situation, a)->is_tangled) {
            // Behind an update it may be one again: listing tells.
            dx_structure_fail(
                s, situation == 0 ? DX_ERR_INPUT : DX_ERR_UNSUPPORTED,
                DX_ORDER_NOT_SHARED, dx_formulas_name_text(s->store, name));
            return false;
        }
    }
    return true;
}

uint32_t dx_structure_upgrade(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_formula told = upgrade_of(s, f);
    for (size_t i = 0; i < s->passages.count; i++)
        if (s->passages.at[i].from == situation &&
            s->passages.at[i].told == told)
            return s->passages.at[i].to;
    dx_bdd said =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    bool *is_meant = dx_alloc(s->agent_count, sizeof *is_meant);
    if (said == DX_BDD_INVALID || !find_agents(s, situation, f, is_meant)) {
        dx_free(is_meant);
        return UINT32_MAX;
    }
    bool is_radical = dx_formula_kind(s->store, f) == DX_RADICAL;
    uint32_t views = dx_structure_copy_views(s, situation);
    for (uint32_t a = 0; a < s->agent_count; a++)
        if (is_meant[a])
            set_levels(s, &s->views.at[views].agent[a],
                       upgraded(s, situation, a, is_radical, said));
    dx_free(is_meant);
    uint32_t to =
        dx_structure_situation(s, views, s->situations.at[situation].law);
    dx_vector_push(&s->passages,
                   (dx_passage){.from = situation, .to = to, .told = told});
    return to;
}

dx_bdd dx_structure_after_upgrade(dx_structure *s, uint32_t situation,
                                  dx_formula f)
{
    uint32_t after = dx_structure_upgrade(s, situation, f);
    return after == UINT32_MAX
               ? DX_BDD_INVALID
               : dx_structure_value(s, after,
                                    dx_formula_operand(s->store, f, 1));
}

// ---- Events ----

void dx_structure_rank_events(dx_structure *s, dx_sight_of *sight,
                              const uint32_t *rank, size_t count,
                              const dx_bdd *is, dx_bdd impossible)
{
    dx_bdd_manager *m = s->m;
    uint32_t last = 0;
    for (size_t e = 0; e < count; e++)
        last = rank[e] > last ? rank[e] : last;
    if (last == 0 && impossible == DX_BDD_FALSE)
        return;
    sets list = {0};
    const dx_bdd *level;
    size_t levels = levels_of(sight, &level);
    for (uint32_t i = 0; i < 2 * (last + 1); i++) {
        dx_bdd such = DX_BDD_FALSE;
        for (size_t e = 0; e < count; e++)
            if (rank[e] == i % (last + 1))
                such = dx_bdd_or(m, such, is[e]);
        such = dx_bdd_and(m, such,
                          i <= last ? dx_bdd_not(impossible) : impossible);
        for (size_t l = 0; l < levels && such != DX_BDD_FALSE; l++)
            add_set(s, &list, dx_bdd_and(m, such, level[l]));
    }
    set_levels(s, sight, list);
}
