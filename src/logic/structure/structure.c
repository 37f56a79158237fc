// Building a knowledge structure, and asking it.
//
// All questions go one way: begin, the value of the formula in situation 0,
// end.  If the nodes of diagrams run out, everything that can be computed again
// is forgotten, the order of variables is improved for the law alone, and the
// question is asked once more; a second failure is the answer "too large".
// Variables added, agents added and a new law forget what was computed before,
// since it does not know them.
//
// Situations are numbered pairs of views and a law, each pair once.  Because
// equal functions are equal handles, two announcements that leave the same
// states lead to one situation, and what is known there is known for both.

#include "logic/structure/inside.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A law that has grown to this size is worth a better order.
enum { LAW_REORDER_AT = 1 << 18 };

// ---- Building ----

dx_structure *dx_structure_new(dx_formulas *store,
                               const dx_bdd_options *options)
{
    dx_structure *s = dx_alloc(1, sizeof *s);
    s->store = store;
    s->m = dx_bdd_manager_new(options);
    s->demands = DX_BDD_TRUE;
    dx_vector_push(&s->facts, (dx_facts){0});
    dx_vector_push(&s->views, (dx_views){.agent = dx_alloc(0, 1)});
    dx_structure_situation(s, 0, DX_BDD_TRUE);
    return s;
}

void dx_structure_free(dx_structure *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->views.count; i++) {
        for (size_t a = 0; a < s->agent_count; a++)
            dx_structure_drop_levels(NULL, &s->views.at[i].agent[a]);
        dx_free(s->views.at[i].agent);
    }
    for (size_t i = 0; i < s->facts.count; i++)
        dx_facts_release(s, &s->facts.at[i]);
    dx_vector_release(&s->facts);
    dx_vector_release(&s->atoms);
    dx_vector_release(&s->numbers);
    dx_vector_release(&s->things);
    dx_vector_release(&s->thing_values);
    dx_vector_release(&s->defined);
    dx_pair_map_release(&s->twin_of);
    dx_vector_release(&s->agent_names);
    dx_vector_release(&s->passages);
    dx_vector_release(&s->vars);
    dx_vector_release(&s->views);
    dx_vector_release(&s->situations);
    dx_vector_release(&s->kept);
    dx_vector_release(&s->extra);
    dx_pair_map_release(&s->atom_of);
    dx_pair_map_release(&s->number_of);
    dx_pair_map_release(&s->belief_of);
    dx_pair_map_release(&s->agent_of);
    dx_pair_map_release(&s->situation_of);
    dx_pair_map_release(&s->boolean_of);
    dx_pair_map_release(&s->value_of);
    dx_bdd_manager_free(s->m);
    dx_free(s);
}

static dx_status pass_trouble(const dx_structure *s, dx_error *error)
{
    if (error != NULL)
        *error = *dx_bdd_trouble(s->m);
    return dx_bdd_status(s->m);
}

bool dx_structure_add_bits(dx_structure *s, size_t count, dx_bdd_var *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = dx_bdd_variable_new(s->m);
        if (out[i] == DX_BDD_VAR_NONE)
            return false;
        dx_vector_push(&s->vars, out[i]);
    }
    return true;
}

dx_status dx_structure_add_variable(dx_structure *s, dx_formula atom,
                                    dx_error *error)
{
    DX_REQUIRE(s->agent_count == 0, "variables before agents");
    DX_REQUIRE(dx_formula_kind(s->store, atom) == DX_APPLY, "an atom");
    if (dx_pair_map_find(&s->atom_of, atom, 0) != UINT32_MAX)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "the variable %s is there already",
                       dx_formula_text(s->store, atom));
    dx_bdd_var var;
    if (!dx_structure_add_bits(s, 1, &var))
        return pass_trouble(s, error);
    dx_structure_name_atom(s, atom, dx_bdd_variable(s->m, var));
    return DX_OK;
}

size_t dx_structure_variables(const dx_structure *s)
{
    return s->atoms.count;
}

const char *dx_structure_variable_text(const dx_structure *s, size_t i)
{
    DX_REQUIRE(i < s->atoms.count, "a variable of the structure");
    return dx_formula_text(s->store, s->atoms.at[i]);
}

static void forget_views(dx_structure *s, dx_views *views)
{
    for (size_t a = 0; a < s->agent_count; a++) {
        dx_bdd_deref(s->m, views->agent[a].hidden);
        dx_bdd_deref(s->m, views->agent[a].relation);
        dx_structure_drop_levels(s, &views->agent[a]);
    }
    dx_free(views->agent);
}

// Values, and what announcements and events led to.
void dx_structure_forget(dx_structure *s)
{
    for (size_t i = 0; i < s->kept.count; i++)
        dx_bdd_deref(s->m, s->kept.at[i]);
    for (size_t i = 1; i < s->situations.count; i++)
        dx_bdd_deref(s->m, s->situations.at[i].law);
    for (size_t i = 1; i < s->views.count; i++)
        forget_views(s, &s->views.at[i]);
    for (size_t i = 1; i < s->facts.count; i++)
        dx_facts_release(s, &s->facts.at[i]);
    // The first situation, views and facts are never computed: they stay.
    assert(s->situations.count > 0 && s->situations.at[0].views == 0);
    assert(s->views.count > 0 && s->views.at[0].facts == 0);
    s->kept.count = 0;
    s->passages.count = 0;
    s->situations.count = 1;
    s->views.count = 1;
    s->facts.count = 1;
    dx_pair_map_release(&s->value_of);
    dx_pair_map_release(&s->situation_of);
    dx_pair_map_put(&s->situation_of, 0, s->situations.at[0].law, 0);
}

uint32_t dx_structure_new_agent(dx_structure *s, dx_name name)
{
    dx_structure_forget(s); // what was computed does not know the new agent
    dx_views *views = &s->views.at[0];
    views->agent =
        dx_resize(views->agent, s->agent_count + 1, sizeof *views->agent);
    dx_bdd hidden =
        dx_bdd_and(s->m, dx_bdd_cube(s->m, s->vars.at, s->vars.count),
                   dx_bdd_cube(s->m, s->defined.at, s->defined.count));
    views->agent[s->agent_count] = (dx_sight_of){
        .hidden = dx_bdd_ref(s->m, hidden), .relation = DX_BDD_TRUE};
    assert(s->agent_names.count == s->agent_count);
    uint32_t number = (uint32_t)s->agent_count++;
    dx_vector_push(&s->agent_names, name);
    if (dx_pair_map_find(&s->agent_of, name, 0) == UINT32_MAX)
        dx_pair_map_put(&s->agent_of, name, 0, number);
    return number;
}

void dx_structure_put(dx_structure *s, dx_bdd *into, dx_bdd value)
{
    dx_bdd_ref(s->m, value);
    dx_bdd_deref(s->m, *into);
    *into = value;
}

void dx_structure_add_agent(dx_structure *s, dx_name name, const size_t *sees,
                            size_t count)
{
    if (dx_pair_map_find(&s->agent_of, name, 0) != UINT32_MAX)
        return;
    bool *is_seen = dx_alloc(s->vars.count, sizeof *is_seen);
    for (size_t i = 0; i < count; i++) {
        DX_REQUIRE(sees[i] < s->vars.count, "variables of the structure");
        is_seen[sees[i]] = true;
    }
    DX_VECTOR(dx_bdd_var) hidden = {0};
    for (size_t i = 0; i < s->vars.count; i++)
        if (!is_seen[i])
            dx_vector_push(&hidden, s->vars.at[i]);
    uint32_t agent = dx_structure_new_agent(s, name);
    dx_structure_put(s, &s->views.at[0].agent[agent].hidden,
                     dx_bdd_cube(s->m, hidden.at, hidden.count));
    dx_vector_release(&hidden);
    dx_free(is_seen);
}

uint32_t dx_structure_situation(dx_structure *s, uint32_t views, dx_bdd law)
{
    assert(views < s->views.count && law != DX_BDD_INVALID);
    uint32_t number = dx_pair_map_find(&s->situation_of, views, law);
    assert(number == UINT32_MAX || s->situations.at[number].law == law);
    if (number != UINT32_MAX)
        return number;
    number = (uint32_t)s->situations.count;
    dx_vector_push(&s->situations, (dx_situation){.law = dx_bdd_ref(s->m, law),
                                                  .views = views});
    dx_pair_map_put(&s->situation_of, views, law, number);
    return number;
}

// ---- Asking ----

dx_bdd dx_structure_fail(dx_structure *s, dx_status status, const char *format,
                         ...)
{
    if (s->status == DX_OK) {
        char message[DX_ERROR_MESSAGE_MAX];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        s->status = dx_fail(s->error, status, 0, 0, "%s", message);
    }
    return DX_BDD_INVALID;
}

void dx_structure_begin(dx_structure *s, dx_error *error)
{
    s->status = DX_OK;
    s->error = error;
    dx_bdd_recover(s->m);
}

bool dx_structure_again(dx_structure *s)
{
    if (s->status != DX_OK || dx_bdd_status(s->m) != DX_ERR_LIMIT ||
        !dx_bdd_is_full(s->m))
        return false;
    dx_structure_forget(s);
    dx_bdd_recover(s->m);
    dx_bdd_reorder(s->m);
    return true;
}

dx_status dx_structure_end(dx_structure *s, dx_bdd value)
{
    dx_error *error = s->error;
    s->error = NULL;
    if (s->status != DX_OK)
        return s->status;
    if (value != DX_BDD_INVALID)
        return DX_OK;
    if (dx_bdd_status(s->m) == DX_OK)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the structure itself exceeds its limits");
    dx_status status = pass_trouble(s, error);
    dx_structure_forget(s);
    dx_bdd_collect(s->m);
    return status;
}

// The value of f at first.
static dx_status ask(dx_structure *s, dx_formula f, dx_bdd *value,
                     dx_error *error)
{
    dx_structure_begin(s, error);
    *value = dx_structure_value(s, 0, f);
    if (dx_structure_again(s))
        *value = dx_structure_value(s, 0, f);
    return dx_structure_end(s, *value);
}

dx_status dx_structure_set_law(dx_structure *s, dx_formula law, dx_error *error)
{
    dx_bdd value;
    if (!dx_structure_is_boolean(s, law))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "the law is Boolean: it says what is the case, not who "
                       "knows it");
    dx_bdd_reorder_from(s->m, LAW_REORDER_AT);
    dx_status status = ask(s, law, &value, error);
    dx_bdd_reorder_from(s->m, 0);
    if (status != DX_OK)
        return status;
    value = dx_bdd_and(s->m, value, s->demands);
    if (value == DX_BDD_INVALID)
        return pass_trouble(s, error);
    dx_structure_put(s, &s->situations.at[0].law, value);
    dx_structure_forget(s);
    return DX_OK;
}

dx_status dx_structure_holds(dx_structure *s, dx_formula f, const bool *state,
                             bool *out_holds, dx_error *error)
{
    dx_bdd value;
    dx_status status = ask(s, f, &value, error);
    if (status != DX_OK)
        return status;
    bool *values = dx_alloc(dx_bdd_variables(s->m), sizeof *values);
    for (size_t i = 0; i < s->vars.count; i++)
        values[s->vars.at[i]] = state[i];
    *out_holds = dx_bdd_holds(s->m, value, values);
    dx_free(values);
    return DX_OK;
}

static dx_status where(dx_structure *s, dx_formula f, bool is_true,
                       dx_bdd *out_states, dx_error *error)
{
    dx_bdd value;
    dx_status status = ask(s, f, &value, error);
    if (status != DX_OK)
        return status;
    dx_bdd states = dx_bdd_and(s->m, s->situations.at[0].law,
                               is_true ? value : dx_bdd_not(value));
    if (states == DX_BDD_INVALID)
        return pass_trouble(s, error);
    *out_states = states;
    return DX_OK;
}

dx_status dx_structure_where(dx_structure *s, dx_formula f, dx_bdd *out_states,
                             dx_error *error)
{
    return where(s, f, true, out_states, error);
}

dx_status dx_structure_valid(dx_structure *s, dx_formula f, bool *out_valid,
                             bool *out_state, dx_error *error)
{
    dx_bdd counterexamples = DX_BDD_INVALID;
    dx_status status = where(s, f, false, &counterexamples, error);
    if (status != DX_OK)
        return status;
    *out_valid = counterexamples == DX_BDD_FALSE;
    if (out_state != NULL)
        dx_bdd_solution(s->m, counterexamples, s->vars.at, s->vars.count,
                        out_state);
    return DX_OK;
}

dx_bdd_solutions *dx_structure_list(dx_structure *s, dx_bdd states)
{
    return dx_bdd_solutions_new(s->m, states, s->vars.at, s->vars.count);
}

void dx_structure_count_print(const dx_structure *s, dx_bdd states,
                              dx_text *out)
{
    dx_bdd_count_print(s->m, states, s->vars.at, s->vars.count, out);
}

const dx_bdd_manager *dx_structure_manager(const dx_structure *s)
{
    return s->m;
}
