// Satisfaction, as Definitions 2, 4, 5 and 6 have it.
//
// A formula of L0 is true or false at a state; a formula of L+ also depends on
// what has been expanded on the way to it, a prefix.  Both are remembered,
// since formulas share their parts.  Nothing here knows how the solver goes
// about it: this is what its models are checked with.

#include "belief/model.h"
#include "belief/prefix.h"

#include "base/memory.h"
#include "base/stack.h"

#include <assert.h>

typedef struct judge {
    dx_language *language;
    dx_formulas *store;
    const dx_belief_model *model;
    const dx_preconditions *preconditions;
    size_t here;
    dx_prefixes prefixes;
    dx_pair_map at_state;     // of (formula of L0, state)
    dx_pair_map after_prefix; // of (formula, prefix)
    dx_pair_map alternatives; // is (prefix, state) one?
    dx_formula question;
    bool answer;
} judge;

static dx_formula operand(const judge *j, dx_formula f, size_t i)
{
    return dx_formula_operand(j->store, f, i);
}

// ---- L0, at a state (Definition 2) ----

static bool time_holds(const dx_belief_state *state, dx_time_literal literal)
{
    return (literal.time <= state->time) == literal.holds;
}

static bool is_in_base(const judge *j, const dx_belief_state *state,
                       dx_formula belief)
{
    dx_time_literal time = dx_time_literal_of(j->store, belief);
    return time.is ? time_holds(state, time)
                   : dx_state_has_belief(state, belief);
}

static bool holds_at(judge *j, dx_formula f, size_t state);

static bool work_out_at(judge *j, dx_formula f, size_t number)
{
    const dx_belief_state *state = &j->model->states.at[number];
    switch (dx_formula_kind(j->store, f)) {
    case DX_TRUE:
        return true;
    case DX_NOT:
        return !holds_at(j, operand(j, f, 0), number);
    case DX_AND:
        for (size_t i = 0; i < dx_formula_count(j->store, f); i++)
            if (!holds_at(j, operand(j, f, i), number))
                return false;
        return true;
    case DX_GREATER_EQUAL:
        return time_holds(state, dx_time_literal_of(j->store, f));
    case DX_EXPLICIT:
        return is_in_base(j, state, operand(j, f, 1));
    default:
        return dx_state_has_fact(state, f);
    }
}

static bool holds_at(judge *j, dx_formula f, size_t state)
{
    uint32_t known = dx_pair_map_find(&j->at_state, f, (uint32_t)state);
    if (known == UINT32_MAX) {
        known = work_out_at(j, f, state);
        dx_pair_map_put(&j->at_state, f, (uint32_t)state, known);
    }
    return known != 0;
}

// ---- L+, after a prefix (Definitions 4 to 6) ----

static const dx_belief_state *here(const judge *j)
{
    return &j->model->states.at[j->here];
}

static bool time_holds_after(const judge *j, uint32_t prefix,
                             dx_time_literal literal)
{
    uint32_t depth = j->prefixes.all.at[prefix].depth;
    uint32_t before = literal.time > depth ? literal.time - depth : 0;
    return (before <= here(j)->time) == literal.holds;
}

// Literally, ~(now>=t) stays in the base once it is there.
static bool is_in_base_after(const judge *j, uint32_t prefix, dx_formula belief)
{
    dx_time_literal time = dx_time_literal_of(j->store, belief);
    bool stays = time.is && !time.holds;
    if (stays && j->language->rule == DX_EXPAND_LITERAL)
        return is_in_base(j, here(j), belief);
    if (time.is)
        return time_holds_after(j, prefix, time);
    return dx_prefix_has(&j->prefixes, prefix, belief) ||
           is_in_base(j, here(j), belief);
}

// Are the time literals of the base true at a state of this time?  Literally,
// a base of a finite time contradicts itself after one expansion.
static bool time_fits(const judge *j, uint32_t depth, uint32_t time)
{
    uint32_t now = here(j)->time;
    if (now == DX_TIME_FOREVER || time == DX_TIME_FOREVER)
        return now == time;
    if (depth > 0 && j->language->rule == DX_EXPAND_LITERAL)
        return false;
    return (uint64_t)now + depth == time;
}

static bool fits_base(judge *j, uint32_t prefix, size_t state)
{
    dx_prefix p = j->prefixes.all.at[prefix];
    if (!j->model->in_context.at[state] ||
        !time_fits(j, p.depth, j->model->states.at[state].time))
        return false;
    for (size_t i = 0; i < p.count; i++)
        if (!holds_at(j, j->prefixes.events.at[p.first + i], state))
            return false;
    for (size_t i = 0; i < here(j)->beliefs.count; i++)
        if (!holds_at(j, here(j)->beliefs.at[i], state))
            return false;
    return true;
}

static bool is_alternative(judge *j, uint32_t prefix, size_t state)
{
    uint32_t known =
        dx_pair_map_find(&j->alternatives, prefix, (uint32_t)state);
    if (known == UINT32_MAX) {
        known = fits_base(j, prefix, state);
        dx_pair_map_put(&j->alternatives, prefix, (uint32_t)state, known);
    }
    return known != 0;
}

static bool is_implied(judge *j, uint32_t prefix, dx_formula f)
{
    for (size_t s = 0; s < j->model->states.count; s++)
        if (!holds_at(j, f, s) && is_alternative(j, prefix, s))
            return false;
    return true;
}

static bool holds_after(judge *j, dx_formula f, uint32_t prefix);

static bool holds_expanded(judge *j, dx_formula f, uint32_t prefix)
{
    dx_formula event = operand(j, f, 0);
    if (dx_formula_kind(j->store, f) == DX_EXPAND_DUAL &&
        !holds_after(j, dx_precondition_of(j->preconditions, j->store, event),
                     prefix))
        return false;
    uint32_t after = dx_prefix_after(&j->prefixes, prefix, event);
    return holds_after(j, operand(j, f, 1), after);
}

static bool work_out_after(judge *j, dx_formula f, uint32_t prefix)
{
    switch (dx_formula_kind(j->store, f)) {
    case DX_TRUE:
        return true;
    case DX_NOT:
        return !holds_after(j, operand(j, f, 0), prefix);
    case DX_AND:
        for (size_t i = 0; i < dx_formula_count(j->store, f); i++)
            if (!holds_after(j, operand(j, f, i), prefix))
                return false;
        return true;
    case DX_GREATER_EQUAL:
        return time_holds_after(j, prefix, dx_time_literal_of(j->store, f));
    case DX_EXPLICIT:
        return is_in_base_after(j, prefix, operand(j, f, 1));
    case DX_IMPLICIT:
        return is_implied(j, prefix, operand(j, f, 1));
    case DX_EXPAND:
    case DX_EXPAND_DUAL:
        return holds_expanded(j, f, prefix);
    default:
        return dx_state_has_fact(here(j), f);
    }
}

static bool holds_after(judge *j, dx_formula f, uint32_t prefix)
{
    uint32_t known = dx_pair_map_find(&j->after_prefix, f, prefix);
    if (known == UINT32_MAX) {
        known = work_out_after(j, f, prefix);
        dx_pair_map_put(&j->after_prefix, f, prefix, known);
    }
    return known != 0;
}

// How deep recursion may go: through the formula, a precondition, a belief.
static size_t depth_of(const judge *j)
{
    size_t formula = dx_formula_depth(j->store, j->question), belief = 0;
    size_t needs = 0;
    for (size_t s = 0; s < j->model->states.count; s++) {
        const dx_belief_state *state = &j->model->states.at[s];
        for (size_t i = 0; i < state->beliefs.count; i++) {
            size_t depth = dx_formula_depth(j->store, state->beliefs.at[i]);
            belief = depth > belief ? depth : belief;
        }
    }
    for (size_t i = 0; j->preconditions != NULL && i < j->preconditions->count;
         i++) {
        size_t depth =
            dx_formula_depth(j->store, j->preconditions->at[i].needs);
        needs = depth > needs ? depth : needs;
    }
    return formula + needs + belief;
}

static void judge_there(void *data)
{
    judge *j = data;
    j->answer = holds_after(j, j->question, 0);
}

bool dx_belief_holds(dx_language *language, const dx_belief_model *model,
                     size_t at, const dx_preconditions *preconditions,
                     dx_formula f)
{
    assert(at < model->states.count);
    judge j = {.language = language,
               .store = language->store,
               .model = model,
               .preconditions = preconditions,
               .here = at,
               .question = f};
    dx_prefixes_init(&j.prefixes);
    dx_run_deep(depth_of(&j), judge_there, &j);
    dx_prefixes_release(&j.prefixes);
    dx_pair_map_release(&j.at_state);
    dx_pair_map_release(&j.after_prefix);
    dx_pair_map_release(&j.alternatives);
    return j.answer;
}
