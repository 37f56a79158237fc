// The value of a formula in a situation, each once.
//
// Recursion over the formula.  Whatever a caller up the recursion still needs
// is a remembered value, the law of a situation, or a variable, and all of
// these are referenced: so garbage can be collected at the start of any step.

#include "logic/structure/inside.h"

#include "base/memory.h"
#include "base/stack.h"

// Formulas lead to others: the preconditions of events.
enum { LEVELS_MAX = DX_FORMULA_DEPTH_MAX + 10000 };

// Diagrams recurse too, by their variables: with many of them there is no
// room for both.
enum { VARIABLES_FEW = 2048 };

bool dx_structure_wants_room(const dx_structure *s, dx_formula f)
{
    return !s->is_deep &&
           (s->level + dx_formula_depth(s->store, f) > DX_LEVELS_SHALLOW ||
            dx_bdd_variables(s->m) > VARIABLES_FEW);
}

void dx_structure_run_deep(dx_structure *s, void (*run)(void *), void *data)
{
    s->is_deep = true;
    dx_run_deep(LEVELS_MAX, run, data);
    s->is_deep = false;
}

#include <assert.h>

static bool compute_is_boolean(dx_structure *s, dx_formula f);

typedef struct deep_question {
    dx_structure *structure;
    dx_formula f;
    bool answer;
} deep_question;

static void is_boolean_there(void *data)
{
    deep_question *d = data;
    d->answer = dx_structure_is_boolean(d->structure, d->f);
}

bool dx_structure_is_boolean(dx_structure *s, dx_formula f)
{
    uint32_t known = dx_pair_map_find(&s->boolean_of, f, 0);
    if (known != UINT32_MAX)
        return known == 1;
    if (dx_structure_wants_room(s, f)) {
        deep_question d = {s, f, false};
        dx_structure_run_deep(s, is_boolean_there, &d);
        return d.answer;
    }
    bool answer = compute_is_boolean(s, f);
    dx_pair_map_put(&s->boolean_of, f, 0, answer);
    return answer;
}

static bool compute_is_boolean(dx_structure *s, dx_formula f)
{
    size_t count = dx_formula_count(s->store, f);
    switch (dx_formula_family(s->store, f)) {
    case DX_FAMILY_TRUTH:
    case DX_FAMILY_NAME:
        return true;
    case DX_FAMILY_NUMBER:
    case DX_FAMILY_PROBABILITY: // unknown here
        return true;
    case DX_FAMILY_QUANTIFIER:
    case DX_FAMILY_GATHER:
        return dx_structure_is_boolean(s, dx_formula_operand(s->store, f, 2));
    case DX_FAMILY_MEMBER: // the other is a domain
        count = 1;
        break;
    case DX_FAMILY_QUANTIFIER_PROP:
        count = 1; // the others are names
        break;
    case DX_FAMILY_BOOLEAN:
    case DX_FAMILY_COMPARE:
    case DX_FAMILY_ARITHMETIC:
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
    assert(i < s->atoms.count);
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

// Any but ~, which dx_structure_value sees to.
static dx_bdd value_of_connective(dx_structure *s, uint32_t situation,
                                  dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    return kind == DX_AND || kind == DX_OR ? value_of_chain(s, situation, f)
                                           : value_of_binary(s, situation, f);
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
    switch (dx_formula_family(s->store, f)) {
    case DX_FAMILY_BOOLEAN:
        return value_of_connective(s, situation, f);
    case DX_FAMILY_QUANTIFIER_PROP:
        return value_of_quantifier(s, situation, f);
    case DX_FAMILY_QUANTIFIER:
    case DX_FAMILY_MEMBER:
        return dx_structure_domain(s, situation, f);
    case DX_FAMILY_COMPARE:
        return dx_structure_comparison(s, situation, f);
    case DX_FAMILY_EVENT:
        return dx_structure_event(s, situation, f);
    case DX_FAMILY_UPGRADE:
        return dx_structure_after_upgrade(s, situation, f);
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_GROUP:
        return dx_structure_knowledge(s, situation, f);
    case DX_FAMILY_RUN:
        return dx_structure_pdl(s, situation, f);
    case DX_FAMILY_ANNOUNCE:
    case DX_FAMILY_TELL:
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
    // Counted down from the top, so that it is no situation's number.
    assert(s->situations.count + s->facts.count < UINT32_MAX);
    return UINT32_MAX - 1 -
           s->views.at[s->situations.at[situation].views].facts;
}

typedef struct deep_formula {
    dx_structure *structure;
    uint32_t situation;
    dx_formula f;
    dx_bdd value;
} deep_formula;

static void value_there(void *data)
{
    deep_formula *d = data;
    d->value = dx_structure_value(d->structure, d->situation, d->f);
}

static dx_bdd value_deep(dx_structure *s, uint32_t situation, dx_formula f)
{
    deep_formula d = {s, situation, f, DX_BDD_INVALID};
    dx_structure_run_deep(s, value_there, &d);
    return d.value;
}

dx_bdd dx_structure_value(dx_structure *s, uint32_t situation, dx_formula f)
{
    if (f == DX_FORMULA_NONE || s->level >= LEVELS_MAX)
        return dx_structure_fail(s, DX_ERR_LIMIT,
                                 "a formula is nested too deeply");
    if (dx_structure_wants_room(s, f))
        return value_deep(s, situation, f);
    assert(situation < s->situations.count);
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
    s->level++;
    value = compute(s, situation, f);
    s->level--;
    if (value == DX_BDD_INVALID)
        return value;
    dx_pair_map_put(&s->value_of, key, f, value);
    dx_vector_push(&s->kept, dx_bdd_ref(s->m, value));
    return value;
}
