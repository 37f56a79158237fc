// An SMCDEL file as a knowledge structure, and its queries answered.
//
// States are printed as SMCDEL prints them: sets of variables by ascending
// number, and the sets as it would order lists.  Since solutions come in the
// order of the diagram, they are all found first (up to the limit) and then
// sorted.

#include "logic/smcdel/answer.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>

dx_status dx_smcdel_structure(dx_formulas *store, const dx_smcdel *file,
                              const dx_bdd_options *options,
                              dx_structure **out_structure, dx_error *error)
{
    dx_structure *s = dx_structure_new(store, options);
    dx_status status = DX_OK;
    for (size_t i = 0; i < file->var_count && status == DX_OK; i++)
        status = dx_structure_add_variable(
            s, dx_formula_make(store, DX_APPLY, 1, &file->vars[i]), error);
    for (size_t i = 0; i < file->agent_count && status == DX_OK; i++) {
        const dx_smcdel_agent *agent = &file->agents[i];
        size_t *sees = dx_alloc(agent->sees.count, sizeof *sees);
        for (size_t k = 0; k < agent->sees.count; k++)
            sees[k] = agent->sees.at[k];
        dx_structure_add_agent(s, agent->name, sees, agent->sees.count);
        dx_free(sees);
    }
    if (status == DX_OK)
        status = dx_structure_set_law(s, file->law, error);
    if (status == DX_OK)
        *out_structure = s;
    else
        dx_structure_free(s);
    return status;
}

// ---- States in order ----

// A variable's number, as the file writes it, and its place.
typedef struct numbered {
    unsigned long number;
    uint32_t place;
} numbered;

static int by_number(const void *a, const void *b)
{
    const numbered *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

// The places of the variables by ascending number; the caller owns it.
static uint32_t *places_by_number(const dx_structure *s)
{
    size_t count = dx_structure_variables(s);
    numbered *order = dx_alloc(count, sizeof *order);
    uint32_t *places = dx_alloc(count, sizeof *places);
    for (size_t i = 0; i < count; i++)
        order[i] = (numbered){
            strtoul(dx_structure_variable_text(s, i), NULL, 10), (uint32_t)i};
    qsort(order, count, sizeof *order, by_number);
    for (size_t i = 0; i < count; i++)
        places[i] = order[i].place;
    dx_free(order);
    return places;
}

// A state as the set of its true variables, in the order of `by_place`.
static dx_smcdel_set set_of(const bool *values, const uint32_t *places,
                            size_t count)
{
    dx_smcdel_set set = {.at = dx_alloc(count, sizeof *set.at)};
    for (size_t i = 0; i < count; i++)
        if (values[places[i]])
            set.at[set.count++] = places[i];
    return set;
}

typedef struct ranked {
    dx_smcdel_set set;
    const uint32_t *rank; // per place: its position by number
} ranked;

static int as_lists(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    for (size_t i = 0; i < x->set.count && i < y->set.count; i++) {
        uint32_t m = x->rank[x->set.at[i]], n = y->rank[y->set.at[i]];
        if (m != n)
            return m < n ? -1 : 1;
    }
    return x->set.count < y->set.count ? -1 : x->set.count > y->set.count;
}

static void list_states(dx_structure *s, dx_bdd states, size_t states_max,
                        dx_smcdel_answer *answer)
{
    size_t count = dx_structure_variables(s);
    uint32_t *places = places_by_number(s);
    uint32_t *rank = dx_alloc(count, sizeof *rank);
    for (uint32_t i = 0; i < count; i++)
        rank[places[i]] = i;
    DX_VECTOR(ranked) found = {0};
    dx_bdd_solutions *all = dx_structure_list(s, states);
    const bool *values;
    while (found.count < states_max &&
           (values = dx_bdd_solutions_next(all)) != NULL) {
        ranked next = {set_of(values, places, count), rank};
        dx_vector_push(&found, next);
    }
    dx_bdd_solutions_free(all);
    if (found.count > 0)
        qsort(found.at, found.count, sizeof *found.at, as_lists);
    answer->state_count = found.count;
    answer->states = dx_alloc(found.count, sizeof *answer->states);
    for (size_t i = 0; i < found.count; i++)
        answer->states[i] = found.at[i].set;
    dx_vector_release(&found);
    dx_free(rank);
    dx_free(places);
}

// ---- Queries ----

static dx_status ask_true(dx_structure *s, const dx_smcdel *file,
                          const dx_smcdel_query *query,
                          dx_smcdel_answer *answer, dx_error *error)
{
    bool *state = dx_alloc(file->var_count, sizeof *state);
    for (size_t i = 0; i < query->state.count; i++)
        state[query->state.at[i]] = true;
    dx_status status =
        dx_structure_holds(s, query->formula, state, &answer->is_true, error);
    dx_free(state);
    return status;
}

static dx_status ask_valid(dx_structure *s, const dx_smcdel *file,
                           const dx_smcdel_query *query,
                           dx_smcdel_answer *answer, dx_error *error)
{
    bool *state = dx_alloc(file->var_count, sizeof *state);
    dx_status status =
        dx_structure_valid(s, query->formula, &answer->is_true, state, error);
    if (status == DX_OK && !answer->is_true) {
        uint32_t *places = places_by_number(s);
        answer->states = dx_alloc(1, sizeof *answer->states);
        answer->states[0] = set_of(state, places, file->var_count);
        answer->state_count = 1;
        dx_free(places);
    }
    dx_free(state);
    return status;
}

static dx_status ask_where(dx_structure *s, const dx_smcdel_query *query,
                           size_t states_max, dx_smcdel_answer *answer,
                           dx_error *error)
{
    dx_bdd states;
    dx_status status = dx_structure_where(s, query->formula, &states, error);
    if (status != DX_OK)
        return status;
    dx_text count = {0};
    dx_structure_count_print(s, states, &count);
    answer->all_count = dx_text_take(&count);
    answer->is_true = states != DX_BDD_FALSE;
    list_states(s, states, states_max, answer);
    return DX_OK;
}

dx_status dx_smcdel_ask(dx_structure *structure, const dx_smcdel *file,
                        size_t i, size_t states_max,
                        dx_smcdel_answer *out_answer, dx_error *error)
{
    DX_REQUIRE(i < file->query_count, "a query of the file");
    const dx_smcdel_query *query = &file->queries[i];
    dx_smcdel_answer answer = {0};
    dx_status status =
        query->kind == DX_SMCDEL_TRUE
            ? ask_true(structure, file, query, &answer, error)
        : query->kind == DX_SMCDEL_VALID
            ? ask_valid(structure, file, query, &answer, error)
            : ask_where(structure, query, states_max, &answer, error);
    if (status == DX_OK) {
        *out_answer = answer;
        return DX_OK;
    }
    dx_smcdel_answer_release(&answer);
    if (error != NULL && error->line == 0) {
        error->line = query->line;
        error->column = query->column;
    }
    return status;
}

void dx_smcdel_answer_release(dx_smcdel_answer *answer)
{
    for (size_t i = 0; i < answer->state_count; i++)
        dx_free(answer->states[i].at);
    dx_free(answer->states);
    dx_free(answer->all_count);
    *answer = (dx_smcdel_answer){0};
}

static void print_state(const dx_smcdel *file, const dx_smcdel_set *state,
                        dx_formulas *store, dx_text *out)
{
    const dx_names *names = dx_formulas_names(store);
    dx_text_add(out, " {");
    for (size_t i = 0; i < state->count; i++) {
        if (i > 0)
            dx_text_add_char(out, ',');
        dx_text_add(out, dx_names_text(names, file->vars[state->at[i]]));
    }
    dx_text_add_char(out, '}');
}

void dx_smcdel_answer_print(const dx_smcdel *file, size_t i,
                            const dx_smcdel_answer *answer, dx_formulas *store,
                            dx_text *out)
{
    DX_REQUIRE(i < file->query_count, "a query of the file");
    if (file->queries[i].kind != DX_SMCDEL_WHERE) {
        dx_text_printf(out, "%s %s",
                       file->queries[i].kind == DX_SMCDEL_TRUE ? "TRUE?"
                                                               : "VALID?",
                       answer->is_true ? "True" : "False");
        return;
    }
    dx_text_add(out, "WHERE?");
    for (size_t k = 0; k < answer->state_count; k++)
        print_state(file, &answer->states[k], store, out);
}
