// Knowledge of agents and groups.
//
// An agent sees all variables but the cube `hidden`, so it holds f possible
// where f holds at some lawful state with the same seen variables: exists
// hidden.  law & f, one pass (dx_bdd_and_exists).  An agent with a relation
// that is no equivalence (beliefs, events half noticed) has a function of
// hidden variables and their twins instead; the law and f are moved to the
// twins, and the relation leads back.  K is "not possible that not".
//
// For groups: E is somebody's possibility negated, C the states from which no
// counterexample can be reached, a loop of E that ends since sets only grow, D
// the box of the intersection, of what all of them miss and of their relations.
// Members who miss one variable each, as muddy children do, are dealt with in
// one pass for all of them (dx_bdd_near); so "no child knows" costs as much for
// forty as for one.

#include "logic/structure/inside.h"

#include "base/memory.h"

#include <assert.h>

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

static const dx_sight_of *sight_of(const dx_structure *s, uint32_t situation,
                                   uint32_t agent)
{
    assert(situation < s->situations.count && agent < s->agent_count);
    return &s->views.at[s->situations.at[situation].views].agent[agent];
}

// Hidden variables, those with twins apart from those without.
typedef struct split {
    DX_VECTOR(dx_bdd_var) plain, doubled, twins;
} split;

static split split_cube(const dx_structure *s, dx_bdd cube)
{
    split made = {0};
    for (; !dx_bdd_is_constant(cube); cube = dx_bdd_high(s->m, cube)) {
        dx_bdd_var var = dx_bdd_top(s->m, cube);
        assert(dx_bdd_low(s->m, cube) == DX_BDD_FALSE); // or it is no cube
        uint32_t twin = dx_pair_map_find(&s->twin_of, var, 0);
        if (twin == UINT32_MAX) {
            dx_vector_push(&made.plain, var);
        } else {
            dx_vector_push(&made.doubled, var);
            dx_vector_push(&made.twins, twin);
        }
    }
    return made;
}

static void split_release(split *parts)
{
    dx_vector_release(&parts->plain);
    dx_vector_release(&parts->doubled);
    dx_vector_release(&parts->twins);
}

// From where a lawful state with f is possible for who sees so.  Without a
// relation: exists (what it does not see). law & f.  With one: what can be
// doubled is first moved to the twins, and the relation leads back.
static dx_bdd possible_for(dx_structure *s, dx_bdd law, dx_sight_of sight,
                           dx_bdd f)
{
    assert(law != DX_BDD_INVALID);
    if (sight.relation == DX_BDD_TRUE)
        return dx_bdd_and_exists(s->m, law, f, sight.hidden);
    if (sight.hidden == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    split parts = split_cube(s, sight.hidden);
    dx_bdd there = dx_bdd_and_exists(
        s->m, law, f, dx_bdd_cube(s->m, parts.plain.at, parts.plain.count));
    there = dx_bdd_rename(s->m, there, parts.doubled.at, parts.twins.at,
                          parts.twins.count);
    dx_bdd result =
        dx_bdd_and_exists(s->m, there, sight.relation,
                          dx_bdd_cube(s->m, parts.twins.at, parts.twins.count));
    split_release(&parts);
    return result;
}

dx_bdd dx_structure_possible(dx_structure *s, uint32_t situation,
                             uint32_t agent, dx_bdd f)
{
    return possible_for(s, s->situations.at[situation].law,
                        *sight_of(s, situation, agent), f);
}

static dx_bdd successors_for(dx_structure *s, uint32_t situation,
                             dx_sight_of sight, dx_bdd point)
{
    if (sight.hidden == DX_BDD_INVALID)
        return DX_BDD_INVALID;
    split parts = split_cube(s, sight.hidden);
    dx_bdd to = dx_bdd_and_exists(
        s->m, point, sight.relation,
        dx_bdd_cube(s->m, parts.doubled.at, parts.doubled.count));
    to = dx_bdd_exists(s->m, to,
                       dx_bdd_cube(s->m, parts.plain.at, parts.plain.count));
    to = dx_bdd_rename(s->m, to, parts.twins.at, parts.doubled.at,
                       parts.twins.count);
    split_release(&parts);
    return dx_bdd_and(s->m, to, s->situations.at[situation].law);
}

dx_bdd dx_structure_successors(dx_structure *s, uint32_t situation,
                               uint32_t agent, dx_bdd point)
{
    return successors_for(s, situation, *sight_of(s, situation, agent), point);
}

// Where the agent does not know whether the variable is true: nowhere if it
// sees it, and otherwise where, whatever else it does not see, both values are
// possible.
static dx_bdd doubts_variable(dx_structure *s, uint32_t situation,
                              uint32_t agent, dx_bdd var)
{
    dx_bdd hidden = sight_of(s, situation, agent)->hidden;
    dx_bdd others = dx_bdd_exists(s->m, hidden, var);
    if (others == hidden)
        return DX_BDD_FALSE;
    return dx_bdd_forall(
        s->m, dx_bdd_exists(s->m, s->situations.at[situation].law, others),
        var);
}

static dx_bdd knows_whether(dx_structure *s, uint32_t situation, uint32_t agent,
                            dx_bdd body)
{
    dx_bdd var = body & 1 ? dx_bdd_not(body) : body;
    if (sight_of(s, situation, agent)->relation == DX_BDD_TRUE &&
        dx_bdd_is_variable(s->m, var))
        return dx_bdd_not(doubts_variable(s, situation, agent, var));
    return dx_bdd_not(dx_bdd_and(
        s->m, dx_structure_possible(s, situation, agent, body),
        dx_structure_possible(s, situation, agent, dx_bdd_not(body))));
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
        return dx_structure_possible(s, situation, agent, body);
    case DX_KNOWS_WHETHER:
        return knows_whether(s, situation, agent, body);
    default:
        return dx_bdd_not(
            dx_structure_possible(s, situation, agent, dx_bdd_not(body)));
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
    uint32_t atom =
        dx_pair_map_find(&s->atom_of, dx_formula_operand(s->store, f, 1), 0);
    if (agent == UINT32_MAX || atom == UINT32_MAX)
        return DX_BDD_VAR_NONE;
    dx_bdd var = dx_structure_facts(s, situation)->truth[atom];
    const dx_sight_of *sight = sight_of(s, situation, agent);
    return sight->hidden == var && sight->relation == DX_BDD_TRUE &&
                   dx_bdd_is_variable(s->m, var)
               ? dx_bdd_top(s->m, var)
               : DX_BDD_VAR_NONE;
}

// ---- Groups ----

// A group as what its members miss.  Those who miss one variable each, as
// muddy children do, are dealt with in one pass for all of them.
typedef struct group {
    dx_bdd singles;     // the cube of what these miss
    dx_sight_of *sight; // of each of the others
    size_t count;       // of the others
    bool is_reflexive;  // nobody has a relation
} group;

// The group of E[..], C[..] or D[..], whose `sight` the caller owns; false if
// an agent is unknown.
static bool group_of(dx_structure *s, uint32_t situation, dx_formula f,
                     group *out)
{
    *out = (group){.singles = DX_BDD_TRUE, .is_reflexive = true};
    out->sight =
        dx_alloc_raw(dx_formula_count(s->store, f), sizeof *out->sight);
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX) {
            dx_free(out->sight);
            return false;
        }
        dx_sight_of sight = *sight_of(s, situation, agent);
        if (sight.relation == DX_BDD_TRUE &&
            dx_bdd_is_variable(s->m, sight.hidden))
            out->singles = dx_bdd_and(s->m, out->singles, sight.hidden);
        else
            out->sight[out->count++] = sight;
        out->is_reflexive &= sight.relation == DX_BDD_TRUE;
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
        result = dx_bdd_or(s->m, result, possible_for(s, law, g->sight[i], f));
    return result;
}

// From where a state without f can be reached: in no step at all, which is the
// same where everybody holds the actual state possible; else in one or more.
static dx_bdd common(dx_structure *s, uint32_t situation, const group *g,
                     dx_bdd body)
{
    dx_bdd end = dx_bdd_not(body);
    dx_bdd bad = g->is_reflexive ? end : DX_BDD_FALSE, before;
    do {
        before = bad;
        bad = dx_bdd_or(s->m, bad,
                        somebody(s, situation, g, dx_bdd_or(s->m, bad, end)));
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

// A relation in which the twins of variables outside `hidden` are these
// variables themselves.
static dx_bdd untwinned(dx_structure *s, dx_sight_of sight, dx_bdd hidden)
{
    if (sight.relation == DX_BDD_TRUE || sight.hidden == hidden)
        return sight.relation;
    split parts = split_cube(s, dx_bdd_exists(s->m, sight.hidden, hidden));
    dx_bdd relation = dx_bdd_rename(s->m, sight.relation, parts.twins.at,
                                    parts.doubled.at, parts.twins.count);
    split_release(&parts);
    return relation;
}

// What the group of f sees together: they miss only what each of them misses.
// Nothing valid if an agent is unknown.
static dx_sight_of together(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_sight_of all = {.relation = DX_BDD_TRUE, .hidden = DX_BDD_INVALID};
    size_t count = dx_formula_count(s->store, f);
    assert(count > 1); // a group has members
    for (size_t i = 1; i < count; i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX)
            return (dx_sight_of){.relation = DX_BDD_INVALID,
                                 .hidden = DX_BDD_INVALID};
        dx_bdd hidden = sight_of(s, situation, agent)->hidden;
        all.hidden =
            i == 1 ? hidden : cube_intersection(s->m, all.hidden, hidden);
    }
    for (size_t i = 1; i < count && all.hidden != DX_BDD_INVALID; i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        all.relation = dx_bdd_and(
            s->m, all.relation,
            untwinned(s, *sight_of(s, situation, agent), all.hidden));
    }
    return all;
}

// Where the group of f, a D[..], considers a value possible, if they told each
// other what they see.
static dx_bdd possible_together(dx_structure *s, uint32_t situation,
                                dx_formula f, dx_bdd body)
{
    return possible_for(s, s->situations.at[situation].law,
                        together(s, situation, f), body);
}

dx_bdd dx_structure_knowledge(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    if (kind == DX_BELIEVES || kind == DX_BELIEVES_GIVEN || kind == DX_SAFE ||
        kind == DX_STRONG)
        return dx_structure_belief(s, situation, f);
    if (kind != DX_EVERYBODY && kind != DX_COMMON && kind != DX_DISTRIBUTED)
        return of_agent(s, situation, f);
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    if (body == DX_BDD_INVALID)
        return body;
    if (kind == DX_DISTRIBUTED)
        return dx_bdd_not(possible_together(s, situation, f, dx_bdd_not(body)));
    group g;
    if (!group_of(s, situation, f, &g))
        return DX_BDD_INVALID;
    dx_bdd result =
        kind == DX_COMMON
            ? common(s, situation, &g, body)
            : dx_bdd_not(somebody(s, situation, &g, dx_bdd_not(body)));
    dx_free(g.sight);
    return result;
}
