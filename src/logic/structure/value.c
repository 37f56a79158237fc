// The value of a formula in a situation, each once.
//
// Recursion over the formula.  Whatever a caller up the recursion still needs
// is a remembered value, the law of a situation, or a variable, and all of
// these are referenced: so garbage can be collected at the start of any step.

#include "logic/structure/inside.h"

#include "base/memory.h"

static bool compute_is_boolean(dx_structure *s, dx_formula f);

bool dx_structure_is_boolean(dx_structure *s, dx_formula f)
{
    uint32_t known = dx_pair_map_find(&s->boolean_of, f, 0);
    if (known != UINT32_MAX)
        return known == 1;
    bool answer = compute_is_boolean(s, f);
    dx_pair_map_put(&s->boolean_of, f, 0, answer);
    return answer;
}

static bool compute_is_boolean(dx_structure *s, dx_formula f)
{
    size_t count = dx_formula_count(s->store, f);
    switch (dx_formula_kind(s->store, f)) {
    case DX_TRUE:
    case DX_FALSE:
    case DX_APPLY:
        return true;
    case DX_NUMBER:
    case DX_PROBABILITY: // unknown here
    case DX_PROBABILITY_GIVEN:
        return true;
    case DX_IN:
        count = 1; // the other is a domain
        break;
    case DX_FORALL:
    case DX_EXISTS:
    case DX_SUM:
    case DX_COUNT:
        return dx_structure_is_boolean(s, dx_formula_operand(s->store, f, 2));
    case DX_EQUAL:
    case DX_NOT_EQUAL:
    case DX_LESS:
    case DX_LESS_EQUAL:
    case DX_GREATER:
    case DX_GREATER_EQUAL:
    case DX_ADD:
    case DX_SUBTRACT:
    case DX_MULTIPLY:
    case DX_DIVIDE:
    case DX_MODULO:
    case DX_NEGATIVE:
        break;
    case DX_FORALL_PROP:
    case DX_EXISTS_PROP:
        count = 1; // the others are names
        break;
    case DX_NOT:
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
    case DX_IFF:
        break;
    default:
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!dx_structure_is_boolean(s, dx_formula_operand(s->store, f, i)))
            return false;
    return true;
}

static dx_bdd value_of_atom(dx_structure *s, uint32_t situation,
                            dx_formula atom)
{
    uint32_t i = dx_pair_map_find(&s->atom_of, atom, 0);
    if (i == UINT32_MAX && dx_formula_count(s->store, atom) > 1)
        i = dx_pair_map_find(&s->atom_of,
                             dx_structure_reduce(s, situation, atom), 0);
    if (i == UINT32_MAX)
        return dx_structure_fail(s, DX_ERR_INPUT,
                                 "%s is not a variable of the structure",
                                 dx_formula_text(s->store, atom));
    return dx_structure_facts(s, situation)->truth[i];
}

// The variable x if operand f of a conjunction says that an agent, who sees all
// but x, does not know whether x; or of a disjunction, that it does.
static dx_bdd_var doubt_in(dx_structure *s, uint32_t situation, bool is_and,
                           dx_formula f)
{
    if (!is_and)
        return dx_structure_only_doubt(s, situation, f);
    if (dx_formula_kind(s->store, f) != DX_NOT)
        return DX_BDD_VAR_NONE;
    return dx_structure_only_doubt(s, situation,
                                   dx_formula_operand(s->store, f, 0));
}

// "No child knows": each sees all but one variable x, and does not know whether
// x where the law holds for both values of x.  All of them together: where the
// law still holds whichever of these variables is changed.  In one pass that
// costs as much as one child alone.
static dx_bdd value_of_doubts(dx_structure *s, uint32_t situation,
                              const dx_bdd_var *vars, size_t count)
{
    return dx_bdd_inside(s->m, s->situations.at[situation].law,
                         dx_bdd_cube(s->m, vars, count));
}

static dx_bdd value_of_chain(dx_structure *s, uint32_t situation, dx_formula f)
{
    bool is_and = dx_formula_kind(s->store, f) == DX_AND;
    DX_VECTOR(dx_bdd) values = {0};
    DX_VECTOR(dx_bdd_var) doubts = {0};
    dx_bdd result = DX_BDD_TRUE;
    for (size_t i = 0;
         i < dx_formula_count(s->store, f) && result != DX_BDD_INVALID; i++) {
        dx_formula operand = dx_formula_operand(s->store, f, i);
        dx_bdd_var doubt = doubt_in(s, situation, is_and, operand);
        if (doubt != DX_BDD_VAR_NONE) {
            dx_vector_push(&doubts, doubt);
            continue;
        }
        result = dx_structure_value(s, situation, operand);
        dx_vector_push(&values, result);
    }
    if (doubts.count > 0 && result != DX_BDD_INVALID) {
        dx_bdd all = value_of_doubts(s, situation, doubts.at, doubts.count);
        dx_vector_push(&values, is_and ? all : dx_bdd_not(all));
    }
    if (result != DX_BDD_INVALID)
        result = is_and ? dx_bdd_and_all(s->m, values.at, values.count)
                        : dx_bdd_or_all(s->m, values.at, values.count);
    dx_vector_release(&values);
    dx_vector_release(&doubts);
    return result;
}

static dx_bdd value_of_binary(dx_structure *s, uint32_t situation, dx_formula f)
{
    dx_bdd a =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    if (a == DX_BDD_INVALID)
        return a;
    dx_bdd b =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 1));
    return dx_formula_kind(s->store, f) == DX_IFF ? dx_bdd_iff(s->m, a, b)
                                                  : dx_bdd_implies(s->m, a, b);
}

static dx_bdd value_of_quantifier(dx_structure *s, uint32_t situation,
                                  dx_formula f)
{
    const dx_names *names = dx_formulas_names(s->store);
    dx_bdd body =
        dx_structure_value(s, situation, dx_formula_operand(s->store, f, 0));
    dx_bdd cube = DX_BDD_TRUE;
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++) {
        const char *name =
            dx_names_text(names, dx_formula_operand(s->store, f, i));
        dx_bdd var =
            value_of_atom(s, situation, dx_formula_atom(s->store, name));
        if (var != DX_BDD_INVALID && !dx_bdd_is_variable(s->m, var))
            return dx_structure_fail(
                s, DX_ERR_UNSUPPORTED,
                "%s has been changed by an event, or depends on other facts: "
                "no quantifier can range over it",
                name);
        cube = dx_bdd_and(s->m, cube, var);
    }
    return dx_formula_kind(s->store, f) == DX_FORALL_PROP
               ? dx_bdd_forall(s->m, body, cube)
               : dx_bdd_exists(s->m, body, cube);
}

static dx_bdd compute(dx_structure *s, uint32_t situation, dx_formula f)
{
    switch (dx_formula_kind(s->store, f)) {
    case DX_AND:
    case DX_OR:
        return value_of_chain(s, situation, f);
    case DX_IMPLIES:
    case DX_IFF:
        return value_of_binary(s, situation, f);
    case DX_FORALL_PROP:
    case DX_EXISTS_PROP:
        return value_of_quantifier(s, situation, f);
    case DX_FORALL:
    case DX_EXISTS:
    case DX_IN:
        return dx_structure_domain(s, situation, f);
    case DX_EQUAL:
    case DX_NOT_EQUAL:
    case DX_LESS:
    case DX_LESS_EQUAL:
    case DX_GREATER:
    case DX_GREATER_EQUAL:
        return dx_structure_comparison(s, situation, f);
    case DX_EVENT:
    case DX_EVENT_DUAL:
        return dx_structure_event(s, situation, f);
    case DX_KNOWS:
    case DX_BELIEVES:
    case DX_BELIEVES_GIVEN:
    case DX_POSSIBLE:
    case DX_KNOWS_WHETHER:
    case DX_EVERYBODY:
    case DX_COMMON:
    case DX_DISTRIBUTED:
        return dx_structure_knowledge(s, situation, f);
    case DX_BOX:
    case DX_DIAMOND:
        return dx_structure_program(s, situation, f);
    case DX_ANNOUNCE:
    case DX_ANNOUNCE_DUAL:
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
    case DX_TELL:
    case DX_TELL_DUAL:
    case DX_TELL_GROUP_WHETHER:
    case DX_TELL_GROUP_WHETHER_DUAL:
        return dx_structure_announcement(s, situation, f);
    default:
        return dx_structure_fail(s, DX_ERR_UNSUPPORTED,
                                 "the symbolic engine knows no formulas of "
                                 "this kind; the explicit one may");
    }
}

// Under which number the value of f is remembered.  Boolean formulas have the
// same value in all situations with the same facts.
static uint32_t key_of(dx_structure *s, uint32_t situation, dx_formula f)
{
    if (!dx_structure_is_boolean(s, f))
        return situation;
    return UINT32_MAX - 1 -
           s->views.at[s->situations.at[situation].views].facts;
}

dx_bdd dx_structure_value(dx_structure *s, uint32_t situation, dx_formula f)
{
    if (f == DX_FORMULA_NONE)
        return dx_structure_fail(s, DX_ERR_LIMIT,
                                 "a formula is nested too deeply");
    switch (dx_formula_kind(s->store, f)) {
    case DX_TRUE:
        return DX_BDD_TRUE;
    case DX_FALSE:
        return DX_BDD_FALSE;
    case DX_APPLY:
        return value_of_atom(s, situation, f);
    case DX_NOT: // costs nothing, so it is not remembered
        return dx_bdd_not(dx_structure_value(
            s, situation, dx_formula_operand(s->store, f, 0)));
    default:
        break;
    }
    uint32_t key = key_of(s, situation, f);
    dx_bdd value = dx_pair_map_find(&s->value_of, key, f);
    if (value != UINT32_MAX)
        return value;

    dx_bdd_tidy(s->m);
    value = compute(s, situation, f);
    if (value == DX_BDD_INVALID)
        return value;
    dx_pair_map_put(&s->value_of, key, f, value);
    dx_vector_push(&s->kept, dx_bdd_ref(s->m, value));
    return value;
}
