// Announcements: formulas that lead to another situation.

#include "logic/structure_private.h"

#include "base/memory.h"

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

// Views in which only the audience sees `secret`, besides what was seen.
// Returns their number, or UINT32_MAX.
static uint32_t views_with(dx_structure *s, uint32_t views, dx_formula f,
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
        is_told[agent] = true;
    }
    dx_bdd *hidden = dx_alloc(s->agent_count, sizeof *hidden);
    for (size_t a = 0; a < s->agent_count; a++) {
        dx_bdd before = s->views.at[views].hidden[a];
        hidden[a] = dx_bdd_ref(
            s->m, is_told[a] ? before : dx_bdd_and(s->m, before, secret));
    }
    dx_free(is_told);
    dx_vector_push(&s->views, (dx_views){.hidden = hidden});
    return (uint32_t)s->views.count - 1;
}

// A variable that nothing depends on; on top of the order it splits the law in
// two instead of being carried through it.
static dx_bdd_var fresh_variable(dx_structure *s)
{
    if (s->fresh_used == s->fresh.count) {
        dx_bdd_var var = dx_bdd_variable_new_at(s->m, 0);
        if (var == DX_BDD_VAR_NONE)
            return var;
        dx_vector_push(&s->fresh, var);
    }
    return s->fresh.at[s->fresh_used++];
}

// A fresh variable says whether f is true, and the audience sees it.
static dx_bdd tell(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_bdd said =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    if (said == DX_BDD_INVALID)
        return said;
    dx_bdd_var var = fresh_variable(s);
    dx_bdd secret = dx_bdd_variable(s->m, var);
    if (secret == DX_BDD_INVALID)
        return secret;
    const dx_situation at = s->situations.at[situation];
    dx_bdd law = dx_bdd_and(s->m, at.law, dx_bdd_iff(s->m, secret, said));
    uint32_t views = views_with(s, at.views, f, secret);
    if (views == UINT32_MAX || law == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    uint32_t after = dx_structure_situation(s, views, law);
    dx_bdd then =
        dx_structure_value(s, after, dx_formula_operand(s->store, f, 1));
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
    switch (dx_formula_kind(s->store, f)) {
    case DX_ANNOUNCE:
    case DX_ANNOUNCE_DUAL:
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
        return announce(s, situation, f);
    default:
        return tell(s, situation, f);
    }
}
