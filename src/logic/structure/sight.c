// What agents see: variables, and expressions over one state.
//
// An agent that sees expressions cannot tell states apart that agree on all of
// them: cells.  Variables are added that number the cells, the law says which
// number each state has, and the agent sees these variables.  That keeps the
// law small where many expressions make few cells.  Where they make many, every
// expression gets variables of its own.

#include "logic/structure/inside.h"

#include "base/memory.h"

#include <assert.h>

enum { CELLS_MAX = 2048 };

static void show(dx_structure *s, uint32_t agent, dx_bdd cube)
{
    assert(agent < s->agent_count);
    dx_bdd *hidden = &s->views.at[0].agent[agent].hidden;
    dx_structure_put(s, hidden, dx_bdd_exists(s->m, *hidden, cube));
}

// A variable that is true exactly where `value` is, by law; seen by one agent.
static dx_status show_function(dx_structure *s, uint32_t agent, dx_bdd value,
                               dx_error *error)
{
    dx_bdd positive = value & 1 ? dx_bdd_not(value) : value;
    if (dx_bdd_is_constant(value))
        return DX_OK;
    if (value != DX_BDD_INVALID && dx_bdd_is_variable(s->m, positive)) {
        show(s, agent, positive);
        return DX_OK;
    }
    dx_bdd_var var = dx_bdd_variable_new(s->m);
    dx_bdd bit = dx_bdd_variable(s->m, var);
    dx_status status =
        dx_structure_demand(s, dx_bdd_iff(s->m, bit, value), error);
    if (status != DX_OK)
        return status;
    dx_vector_push(&s->defined, var);
    for (uint32_t a = 0; a < s->agent_count; a++)
        if (a != agent) {
            dx_bdd *hidden = &s->views.at[0].agent[a].hidden;
            dx_structure_put(s, hidden, dx_bdd_and(s->m, *hidden, bit));
        }
    return DX_OK;
}

// Disjoint sets of states, referenced.
typedef DX_VECTOR(dx_bdd) sets;

static void sets_release(dx_structure *s, sets *list)
{
    for (size_t i = 0; i < list->count; i++)
        dx_bdd_deref(s->m, list->at[i]);
    dx_vector_release(list);
}

// The agent sees in which of the sets the state is.
static dx_status show_sets(dx_structure *s, uint32_t agent, const sets *list,
                           dx_error *error)
{
    dx_status status = DX_OK;
    for (size_t bit = 1; bit < list->count && status == DX_OK; bit *= 2) {
        DX_VECTOR(dx_bdd) in = {0};
        for (size_t i = 0; i < list->count; i++)
            if (i & bit)
                dx_vector_push(&in, list->at[i]);
        status = show_function(s, agent, dx_bdd_or_all(s->m, in.at, in.count),
                               error);
        dx_vector_release(&in);
    }
    return status;
}

static bool is_term(const dx_structure *s, dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    return (kind == DX_APPLY &&
            dx_pair_map_find(&s->number_of, f, 0) != UINT32_MAX) ||
           dx_kind_is_number(kind);
}

// The lawful states by the value of an expression.
static dx_status sets_of(dx_structure *s, dx_formula f, sets *out,
                         dx_error *error)
{
    dx_number number = {.thing = DX_FORMULA_NONE};
    dx_bdd law = s->situations.at[0].law, value = DX_BDD_TRUE;
    dx_structure_begin(s, error);
    if (!is_term(s, f))
        value = dx_structure_value(s, 0, f);
    else if (!dx_structure_term(s, 0, f, &number))
        value = DX_BDD_INVALID;
    dx_status status = dx_structure_end(s, value);
    if (status == DX_OK && !is_term(s, f)) {
        dx_vector_push(out, dx_bdd_ref(s->m, dx_bdd_and(s->m, law, value)));
        value = dx_bdd_and(s->m, law, dx_bdd_not(value));
        dx_vector_push(out, dx_bdd_ref(s->m, value));
    }
    for (size_t i = 0; i < number.count && status == DX_OK; i++) {
        dx_bdd here = dx_bdd_and(s->m, law, number.where[i]);
        if (here != DX_BDD_FALSE)
            dx_vector_push(out, dx_bdd_ref(s->m, here));
    }
    dx_number_release(&number);
    return status;
}

// Splits the cells; false, and nothing changed, if they become too many.
static bool refine(dx_structure *s, sets *cells, const sets *by)
{
    sets finer = {0};
    for (size_t i = 0; i < cells->count && finer.count <= CELLS_MAX; i++)
        for (size_t k = 0; k < by->count; k++) {
            dx_bdd both = dx_bdd_and(s->m, cells->at[i], by->at[k]);
            if (both != DX_BDD_FALSE)
                dx_vector_push(&finer, dx_bdd_ref(s->m, both));
        }
    bool is_fine = finer.count <= CELLS_MAX;
    sets_release(s, is_fine ? cells : &finer);
    if (is_fine)
        *cells = finer;
    return is_fine;
}

// The bits of a variable of the first state, or true if f is none.
static dx_bdd bits_of(dx_structure *s, dx_formula f)
{
    if (dx_formula_kind(s->store, f) != DX_APPLY)
        return DX_BDD_TRUE;
    const dx_facts *facts = &s->facts.at[0];
    uint32_t i = dx_pair_map_find(&s->atom_of, f, 0);
    uint32_t n = dx_pair_map_find(&s->number_of, f, 0);
    if (i != UINT32_MAX)
        return dx_bdd_is_variable(s->m, facts->truth[i]) ? facts->truth[i]
                                                         : DX_BDD_TRUE;
    dx_bdd cube = DX_BDD_TRUE;
    for (size_t k = 0; n != UINT32_MAX && k < facts->number[n].count; k++)
        cube = dx_bdd_and(s->m, cube,
                          dx_bdd_support(s->m, facts->number[n].where[k]));
    return cube;
}

dx_status dx_structure_show(dx_structure *s, dx_name name,
                            const dx_formula *expressions, size_t count,
                            dx_error *error)
{
    uint32_t agent = dx_pair_map_find(&s->agent_of, name, 0);
    DX_REQUIRE(agent != UINT32_MAX, "an agent of the structure");
    sets cells = {0};
    dx_status status = DX_OK;
    dx_vector_push(&cells, dx_bdd_ref(s->m, s->situations.at[0].law));
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        dx_bdd bits = bits_of(s, expressions[i]);
        if (bits != DX_BDD_TRUE) {
            show(s, agent, bits);
            continue;
        }
        sets one = {0};
        status = sets_of(s, expressions[i], &one, error);
        if (status == DX_OK && !refine(s, &cells, &one))
            status = show_sets(s, agent, &one, error);
        sets_release(s, &one);
    }
    if (status == DX_OK)
        status = show_sets(s, agent, &cells, error);
    sets_release(s, &cells);
    return status;
}
