// Announcements: formulas that lead to another situation.
//
// To everybody: the law after it is the law before and what was said.  To some:
// a new variable says whether it is true, by law, and only the audience sees
// it; the others know that the variable is there and so that the audience knows
// whether.  Its truth is then put back in for the variable (composition), so
// that values speak of the state before again.  Extra variables are numbered by
// how many were told before and shared by all situations of that depth.
//
// A value behind an announcement is a value in its situation, remembered there:
// n announcements nested are n situations, whatever way the formula comes to
// them.

#include "logic/structure/inside.h"

#include "base/memory.h"

#include <assert.h>

// The situation after everybody has heard f, whose value is `heard`.
static uint32_t after_hearing(dx_structure *s, uint32_t situation, dx_bdd heard)
{
    const dx_situation at = s->situations.at[situation];
    dx_bdd law = dx_bdd_and(s->m, at.law, heard);
    return law == DX_BDD_INVALID ? UINT32_MAX
                                 : dx_structure_situation(s, at.views, law);
}

// The value of f after everybody has heard `heard`.
static dx_bdd value_after(dx_structure *s, uint32_t situation, dx_bdd heard,
                          dx_formula f)
{
    uint32_t after = after_hearing(s, situation, heard);
    return after == UINT32_MAX ? DX_BDD_INVALID
                               : dx_structure_value(s, after, f);
}

static dx_bdd announce(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_formula then = dx_formula_operand(s->store, f, 1);
    dx_bdd said =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    if (said == DX_BDD_INVALID)
        return said;
    dx_bdd yes = value_after(s, situation, said, then);
    switch (dx_formula_kind(s->store, f)) {
    case DX_ANNOUNCE:
        return dx_bdd_implies(s->m, said, yes);
    case DX_ANNOUNCE_DUAL:
        return dx_bdd_and(s->m, said, yes);
    default:
        if (yes == DX_BDD_INVALID)
            return yes;
        // `said` and `yes` are remembered values, so this may tidy.
        dx_bdd no = value_after(s, situation, dx_bdd_not(said), then);
        return dx_bdd_ite(s->m, said, yes, no);
    }
}

uint32_t dx_structure_hear(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_bdd heard = dx_structure_value(s, situation, f);
    return heard == DX_BDD_INVALID ? UINT32_MAX
                                   : after_hearing(s, situation, heard);
}

// ---- To some ----

uint32_t dx_structure_copy_views(dx_structure *s, uint32_t situation)
{
    assert(situation < s->situations.count);
    dx_views made = s->views.at[s->situations.at[situation].views];
    const dx_sight_of *old = made.agent;
    made.agent = dx_alloc(s->agent_count, sizeof *made.agent);
    for (size_t a = 0; a < s->agent_count; a++) {
        made.agent[a] = old[a];
        dx_bdd_ref(s->m, old[a].hidden);
        dx_bdd_ref(s->m, old[a].relation);
        dx_structure_copy_levels(s, &made.agent[a]);
    }
    dx_vector_push(&s->views, made);
    return (uint32_t)s->views.count - 1;
}

// On top of the order it splits the law instead of being carried through it.
dx_bdd_var dx_structure_extra(dx_structure *s, size_t i)
{
    while (i >= s->extra.count) {
        dx_bdd_var var = dx_bdd_variable_new_at(s->m, 0);
        if (var == DX_BDD_VAR_NONE)
            return var;
        dx_vector_push(&s->extra, var);
    }
    assert(dx_bdd_variables(s->m) >= s->vars.count + s->extra.count);
    return s->extra.at[i];
}

dx_bdd_var dx_structure_twin(dx_structure *s, dx_bdd_var var)
{
    uint32_t twin = dx_pair_map_find(&s->twin_of, var, 0);
    if (twin != UINT32_MAX)
        return twin;
    twin = dx_bdd_variable_new_at(s->m, dx_bdd_level(s->m, var) + 1);
    if (twin != DX_BDD_VAR_NONE)
        dx_pair_map_put(&s->twin_of, var, 0, twin);
    return twin;
}

// Views in which only the audience sees `secret`, besides what was seen.
// Returns their number, or UINT32_MAX.
static uint32_t views_with(dx_structure *s, uint32_t situation, dx_formula f,
                           dx_bdd secret)
{
    bool *is_told = dx_alloc(s->agent_count, sizeof *is_told);
    for (size_t i = 2; i < dx_formula_count(s->store, f); i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX) {
            dx_free(is_told);
            return UINT32_MAX;
        }
        uint32_t belief = dx_pair_map_find(&s->belief_of, agent, 0);
        is_told[agent] = true;
        if (belief != UINT32_MAX)
            is_told[belief] = true;
    }
    uint32_t views = dx_structure_copy_views(s, situation);
    dx_views *made = &s->views.at[views];
    made->extra++;
    for (size_t a = 0; a < s->agent_count; a++)
        if (!is_told[a])
            dx_structure_put(s, &made->agent[a].hidden,
                             dx_bdd_and(s->m, made->agent[a].hidden, secret));
    dx_free(is_told);
    return views;
}

// [a,b ?!f] true: who is told what, without what is asked afterwards.
static dx_formula telling(dx_structure *s, dx_formula f)
{
    size_t count = dx_formula_count(s->store, f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    for (size_t i = 0; i < count; i++)
        operands[i] = dx_formula_operand(s->store, f, i);
    operands[1] = dx_formula_true(s->store);
    dx_formula made =
        dx_formula_make(s->store, DX_TELL_GROUP_WHETHER, count, operands);
    dx_free(operands);
    return made;
}

// A new variable says whether f is true, and the audience sees it.
uint32_t dx_structure_tell(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_formula told = telling(s, f);
    for (size_t i = 0; i < s->passages.count; i++)
        if (s->passages.at[i].from == situation &&
            s->passages.at[i].told == told)
            return s->passages.at[i].to;
    dx_bdd said =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    if (said == DX_BDD_INVALID)
        return UINT32_MAX;
    const dx_situation at = s->situations.at[situation];
    dx_bdd secret = dx_bdd_variable(
        s->m, dx_structure_extra(s, s->views.at[at.views].extra));
    dx_bdd law = dx_bdd_and(s->m, at.law, dx_bdd_iff(s->m, secret, said));
    if (law == DX_BDD_INVALID)
        return UINT32_MAX;
    uint32_t views = views_with(s, situation, f, secret);
    if (views == UINT32_MAX)
        return UINT32_MAX;
    uint32_t to = dx_structure_situation(s, views, law);
    dx_vector_push(&s->passages,
                   (dx_passage){.from = situation, .to = to, .told = told});
    return to;
}

static dx_bdd tell(dx_structure *s, uint32_t situation, dx_formula f)
{
    uint32_t after = dx_structure_tell(s, situation, f);
    if (after == UINT32_MAX)
        return DX_BDD_INVALID;
    dx_bdd then =
        dx_structure_value(s, after, dx_formula_operand(s->store, f, 1));
    dx_bdd said =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    size_t depth = s->views.at[s->situations.at[situation].views].extra;
    assert(depth < s->extra.count); // dx_structure_tell has made it
    dx_bdd_var var = s->extra.at[depth];
    dx_bdd secret = dx_bdd_variable(s->m, var);
    switch (dx_formula_kind(s->store, f)) {
    case DX_TELL:
        return dx_bdd_implies(s->m, said, dx_bdd_restrict(s->m, then, secret));
    case DX_TELL_DUAL:
        return dx_bdd_and(s->m, said, dx_bdd_restrict(s->m, then, secret));
    default:
        return dx_bdd_compose(s->m, then, var, said);
    }
}

dx_bdd dx_structure_announcement(dx_structure *s, uint32_t situation,
                                 dx_formula f)
{
    return dx_formula_family(s->store, f) == DX_FAMILY_ANNOUNCE
               ? announce(s, situation, f)
               : tell(s, situation, f);
}
