// Why a formula holds or fails at a state: the path of states that cannot be
// told apart, to one where it can be seen.

#include "logic/dx/symbolic_private.h"

#include "base/memory.h"

#include <stdio.h>

enum { STEPS_MAX = 20 };

typedef struct teller {
    dx_symbolic *symbolic;
    const dx_position *position;
    dx_explanation *out;
} teller;

static bool is_true(teller *t, dx_formula f, dx_bdd state)
{
    dx_structure *s = t->symbolic->structure;
    dx_bdd value = dx_structure_value(s, t->position->situation, f);
    return value != DX_BDD_INVALID &&
           dx_bdd_and(s->m, value, state) != DX_BDD_FALSE;
}

static void tell(teller *t, dx_name agent, const char *why, dx_formula f,
                 dx_bdd state)
{
    dx_explanation *out = t->out;
    dx_structure *s = t->symbolic->structure;
    dx_step step = {.agent = agent, .formula = f};
    step.holds = is_true(t, f, state);
    snprintf(step.why, sizeof step.why, "%.80s%s",
             agent == DX_NAME_NONE
                 ? ""
                 : dx_names_text(dx_formulas_names(s->store), agent),
             why);
    dx_state_text words = dx_symbolic_describe(t->symbolic, t->position, state);
    out->step = dx_resize(out->step, out->count + 1, sizeof *out->step);
    out->world_name =
        dx_resize(out->world_name, out->count + 1, sizeof *out->world_name);
    out->step[out->count] = step;
    out->world_name[out->count++] = words.name;
    for (size_t i = 0; i < words.count; i++)
        dx_free(words.facts[i]);
    dx_free(words.facts);
}

// A state that the agent holds, or believes, possible and where `f` is
// `wanted`; referenced.
static bool find(teller *t, dx_formula agent, dx_formula f, bool wanted,
                 bool is_belief, dx_bdd *state)
{
    dx_structure *s = t->symbolic->structure;
    uint32_t number = dx_structure_agent(s, agent);
    dx_bdd value = dx_structure_value(s, t->position->situation, f);
    if (number == UINT32_MAX || value == DX_BDD_INVALID)
        return false;
    uint32_t own = dx_pair_map_find(&s->belief_of, number, 0);
    bool has_own = own != UINT32_MAX;
    if (is_belief && has_own)
        number = own;
    dx_bdd there = dx_bdd_and(
        s->m,
        is_belief && !has_own
            ? dx_structure_believed(s, t->position->situation, number, *state)
            : dx_structure_successors(s, t->position->situation, number,
                                      *state),
        wanted ? value : dx_bdd_not(value));
    dx_bdd *first;
    if (there == DX_BDD_INVALID || there == DX_BDD_FALSE ||
        dx_symbolic_list(t->symbolic, t->position->situation, there, 1,
                         &first) == 0)
        return false;
    dx_structure_put(s, state, first[0]);
    dx_free(first);
    return true;
}

static bool is_knowledge(dx_kind kind)
{
    return kind == DX_KNOWS || kind == DX_BELIEVES || kind == DX_POSSIBLE;
}

// The operand that decides a chain, an implication or a negation; else f.
static dx_formula reason(teller *t, dx_formula f, dx_bdd state)
{
    const dx_formulas *store = t->symbolic->structure->store;
    dx_kind kind = dx_formula_kind(store, f);
    bool holds = is_true(t, f, state);
    if (kind == DX_NOT)
        return dx_formula_operand(store, f, 0);
    if (kind == DX_IMPLIES && !holds)
        return dx_formula_operand(store, f, 1);
    if (!(kind == DX_AND && !holds) && !(kind == DX_OR && holds))
        return f;
    for (size_t i = 0; i < dx_formula_count(store, f); i++)
        if (is_true(t, dx_formula_operand(store, f, i), state) == holds)
            return dx_formula_operand(store, f, i);
    return f;
}

// One step of an agent for whom f, which speaks of knowledge, fails or holds.
static bool follow(teller *t, dx_formula *f, dx_bdd *state)
{
    dx_structure *s = t->symbolic->structure;
    dx_kind kind = dx_formula_kind(s->store, *f);
    bool is_diamond = kind == DX_POSSIBLE;
    if (is_true(t, *f, *state) != is_diamond)
        return false;
    bool is_group = kind == DX_EVERYBODY;
    if (!is_group && !is_knowledge(kind))
        return false;
    dx_formula body = dx_formula_operand(s->store, *f, is_group ? 0 : 1);
    size_t end = is_group ? dx_formula_count(s->store, *f) : 1;
    for (size_t i = is_group ? 1 : 0; i < end; i++) {
        dx_formula agent = dx_formula_operand(s->store, *f, i);
        if (!find(t, agent, body, is_diamond, kind == DX_BELIEVES, state))
            continue;
        *f = body;
        tell(t, dx_formula_name(s->store, agent),
             kind == DX_BELIEVES ? " believes it possible"
                                 : " considers it possible",
             body, *state);
        return true;
    }
    return false;
}

void dx_symbolic_explain(dx_symbolic *symbolic, const dx_position *position,
                         dx_formula f, dx_bdd state, dx_explanation *out)
{
    teller t = {symbolic, position, out};
    dx_structure *s = symbolic->structure;
    *out = (dx_explanation){0};
    dx_bdd at = dx_bdd_ref(s->m, state);
    tell(&t, DX_NAME_NONE, "", f, at);
    while (out->count < STEPS_MAX) {
        dx_formula next = reason(&t, f, at);
        if (next != f) {
            if (dx_formula_kind(s->store, f) != DX_NOT)
                tell(&t, DX_NAME_NONE, "in particular", next, at);
            f = next;
        } else if (!follow(&t, &f, &at)) {
            break;
        }
    }
    dx_bdd_deref(s->m, at);
}
