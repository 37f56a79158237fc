// Knowledge of agents and groups, and programs made of them.

#include "logic/structure_private.h"

#include "base/memory.h"

uint32_t dx_structure_agent(dx_structure *s, dx_formula agent)
{
    uint32_t number =
        dx_pair_map_find(&s->agent_of, dx_formula_name(s->store, agent), 0);
    if (number == UINT32_MAX)
        dx_structure_fail(s, DX_ERR_INPUT,
                          "%s is not an agent of the structure",
                          dx_formula_text(s->store, agent));
    return number;
}

// What the agent considers possible: exists (what it does not see). law & f.
static dx_bdd possible(dx_structure *s, uint32_t situation, uint32_t agent,
                       dx_bdd f)
{
    const dx_situation *at = &s->situations.at[situation];
    return dx_bdd_and_exists(s->m, at->law, f,
                             s->views.at[at->views].hidden[agent]);
}

// Where the agent does not know whether the variable is true: nowhere if it
// sees it, and otherwise where, whatever else it does not see, both values are
// possible.
static dx_bdd doubts_variable(dx_structure *s, uint32_t situation,
                              uint32_t agent, dx_bdd var)
{
    const dx_situation *at = &s->situations.at[situation];
    dx_bdd hidden = s->views.at[at->views].hidden[agent];
    dx_bdd others = dx_bdd_exists(s->m, hidden, var);
    if (others == hidden)
        return DX_BDD_FALSE;
    return dx_bdd_forall(s->m, dx_bdd_exists(s->m, at->law, others), var);
}

static dx_bdd knows_whether(dx_structure *s, uint32_t situation, uint32_t agent,
                            dx_bdd body)
{
    dx_bdd var = body & 1 ? dx_bdd_not(body) : body;
    if (dx_bdd_is_variable(s->m, var))
        return dx_bdd_not(doubts_variable(s, situation, agent, var));
    return dx_bdd_not(
        dx_bdd_and(s->m, possible(s, situation, agent, body),
                   possible(s, situation, agent, dx_bdd_not(body))));
}

static dx_bdd of_agent(dx_structure *s, uint32_t situation, dx_formula f)
{
    uint32_t agent = dx_structure_agent(s, dx_formula_operand(s->store, f, 0));
    if (agent == UINT32_MAX)
        return DX_BDD_INVALID;
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 1));
    if (body == DX_BDD_INVALID)
        return body;
    switch (dx_formula_kind(s->store, f)) {
    case DX_POSSIBLE:
        return possible(s, situation, agent, body);
    case DX_KNOWS_WHETHER:
        return knows_whether(s, situation, agent, body);
    default:
        return dx_bdd_not(possible(s, situation, agent, dx_bdd_not(body)));
    }
}

dx_bdd_var dx_structure_only_doubt(dx_structure *s, uint32_t situation,
                                   dx_formula f)
{
    if (dx_formula_kind(s->store, f) != DX_KNOWS_WHETHER)
        return DX_BDD_VAR_NONE;
    uint32_t agent = dx_pair_map_find(
        &s->agent_of,
        dx_formula_name(s->store, dx_formula_operand(s->store, f, 0)), 0);
    uint32_t var = dx_pair_map_find(&s->variable_of,
                                    dx_formula_operand(s->store, f, 1), 0);
    if (agent == UINT32_MAX || var == UINT32_MAX)
        return DX_BDD_VAR_NONE;
    uint32_t views = s->situations.at[situation].views;
    return s->views.at[views].hidden[agent] == dx_bdd_variable(s->m, var)
               ? var
               : DX_BDD_VAR_NONE;
}

// ---- Groups ----

// A group as what its members miss.  Those who miss one variable each, as
// muddy children do, are dealt with in one pass for all of them.
typedef struct group {
    dx_bdd singles; // the cube of what these miss
    dx_bdd *hidden; // what the others miss, each
    size_t count;   // of the others
} group;

// The group of E[..], C[..] or D[..], whose `hidden` the caller owns; false if
// an agent is unknown.
static bool group_of(dx_structure *s, uint32_t situation, dx_formula f,
                     group *out)
{
    const dx_bdd *hidden =
        s->views.at[s->situations.at[situation].views].hidden;
    *out = (group){.singles = DX_BDD_TRUE};
    out->hidden =
        dx_alloc_raw(dx_formula_count(s->store, f), sizeof *out->hidden);
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX) {
            dx_free(out->hidden);
            return false;
        }
        if (dx_bdd_is_variable(s->m, hidden[agent]))
            out->singles = dx_bdd_and(s->m, out->singles, hidden[agent]);
        else
            out->hidden[out->count++] = hidden[agent];
    }
    return true;
}

// Where somebody of the group considers f possible.
static dx_bdd somebody(dx_structure *s, uint32_t situation, const group *g,
                       dx_bdd f)
{
    dx_bdd law = s->situations.at[situation].law;
    dx_bdd result = DX_BDD_FALSE;
    if (g->singles != DX_BDD_TRUE)
        result = dx_bdd_near(s->m, dx_bdd_and(s->m, law, f), g->singles);
    for (size_t i = 0; i < g->count; i++)
        result = dx_bdd_or(s->m, result,
                           dx_bdd_and_exists(s->m, law, f, g->hidden[i]));
    return result;
}

// From where a state without f can be reached.
static dx_bdd common(dx_structure *s, uint32_t situation, const group *g,
                     dx_bdd body)
{
    dx_bdd bad = dx_bdd_not(body), before;
    do {
        before = bad;
        bad = dx_bdd_or(s->m, bad, somebody(s, situation, g, bad));
    } while (bad != before && bad != DX_BDD_INVALID);
    return dx_bdd_not(bad);
}

// The variables that are in both cubes; both lie in the order of levels.
static dx_bdd cube_intersection(dx_bdd_manager *m, dx_bdd a, dx_bdd b)
{
    if (a == DX_BDD_INVALID || b == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    DX_VECTOR(dx_bdd_var) both = {0};
    while (!dx_bdd_is_constant(a) && !dx_bdd_is_constant(b)) {
        dx_bdd_var x = dx_bdd_top(m, a), y = dx_bdd_top(m, b);
        uint32_t x_level = dx_bdd_level(m, x), y_level = dx_bdd_level(m, y);
        if (x == y)
            dx_vector_push(&both, x);
        if (x_level <= y_level)
            a = dx_bdd_high(m, a);
        if (y_level <= x_level)
            b = dx_bdd_high(m, b);
    }
    dx_bdd cube = dx_bdd_cube(m, both.at, both.count);
    dx_vector_release(&both);
    return cube;
}

// Together they miss only what each of them misses.
static dx_bdd distributed(dx_structure *s, uint32_t situation, dx_formula f,
                          dx_bdd body)
{
    const dx_situation *at = &s->situations.at[situation];
    const dx_bdd *hidden = s->views.at[at->views].hidden;
    dx_bdd missed = DX_BDD_INVALID;
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX)
            return DX_BDD_INVALID;
        missed = i == 1 ? hidden[agent]
                        : cube_intersection(s->m, missed, hidden[agent]);
    }
    return dx_bdd_implies_forall(s->m, at->law, body, missed);
}

dx_bdd dx_structure_knowledge(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    if (kind != DX_EVERYBODY && kind != DX_COMMON && kind != DX_DISTRIBUTED)
        return of_agent(s, situation, f);
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    if (body == DX_BDD_INVALID)
        return body;
    if (kind == DX_DISTRIBUTED)
        return distributed(s, situation, f, body);
    group g;
    if (!group_of(s, situation, f, &g))
        return DX_BDD_INVALID;
    dx_bdd result =
        kind == DX_COMMON
            ? common(s, situation, &g, body)
            : dx_bdd_not(somebody(s, situation, &g, dx_bdd_not(body)));
    dx_free(g.hidden);
    return result;
}

// ---- Programs ----

// Evaluates the tests of a program, so that their values are known before a
// loop holds values of its own; also finds agents that do not exist.
static bool prepare(dx_structure *s, uint32_t situation, dx_formula program)
{
    dx_formula first = dx_formula_operand(s->store, program, 0);
    switch (dx_formula_kind(s->store, program)) {
    case DX_STEP:
        return dx_structure_agent(s, first) != UINT32_MAX;
    case DX_TEST:
        return dx_structure_value(s, situation, first) != DX_BDD_INVALID;
    default:
        for (size_t i = 0; i < dx_formula_count(s->store, program); i++)
            if (!prepare(s, situation,
                         dx_formula_operand(s->store, program, i)))
                return false;
        return true;
    }
}

// <program> f, for a value f.
static dx_bdd reach(dx_structure *s, uint32_t situation, dx_formula program,
                    dx_bdd f)
{
    size_t count = dx_formula_count(s->store, program);
    dx_formula first = dx_formula_operand(s->store, program, 0);
    dx_bdd result = f, before;
    switch (dx_formula_kind(s->store, program)) {
    case DX_STEP:
        return possible(s, situation, dx_structure_agent(s, first), f);
    case DX_TEST:
        return dx_bdd_and(s->m, f, dx_structure_value(s, situation, first));
    case DX_SEQUENCE:
        for (size_t i = count; i-- > 0;)
            result = reach(s, situation,
                           dx_formula_operand(s->store, program, i), result);
        return result;
    case DX_CHOICE:
        result = DX_BDD_FALSE;
        for (size_t i = 0; i < count; i++)
            result =
                dx_bdd_or(s->m, result,
                          reach(s, situation,
                                dx_formula_operand(s->store, program, i), f));
        return result;
    case DX_STAR:
        do {
            before = result;
            result =
                dx_bdd_or(s->m, result, reach(s, situation, first, result));
        } while (result != before && result != DX_BDD_INVALID);
        return result;
    default:
        return dx_structure_fail(s, DX_ERR_UNSUPPORTED,
                                 "the symbolic engine does not know this kind "
                                 "of program");
    }
}

dx_bdd dx_structure_program(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_formula program = dx_formula_operand(s->store, f, 0);
    if (!prepare(s, situation, program))
        return DX_BDD_INVALID;
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 1));
    if (body == DX_BDD_INVALID)
        return body;
    if (dx_formula_kind(s->store, f) == DX_DIAMOND)
        return reach(s, situation, program, body);
    return dx_bdd_not(reach(s, situation, program, dx_bdd_not(body)));
}
