// States of the symbolic engine: counted, listed, and in words.
//
// Counting is a walk over the diagram, whatever the number.  Listing goes in
// the order of the document, which need not be that of the diagram, so states
// are found by fixing one variable after the other: as many restrictions as
// there are variables for each state listed, and branches without states are
// left at once.

#include "logic/dx/symbolic_private.h"

#include "base/memory.h"
#include "logic/formula/print.h"

#include <assert.h>

typedef DX_VECTOR(dx_bdd_var) variables;

// What a state of the situation is made of, in the order in which states are
// listed: the first state, what happened since, what the law defines.
static variables variables_of(const dx_structure *s, uint32_t situation)
{
    variables all = {0};
    size_t extra = s->views.at[s->situations.at[situation].views].extra;
    for (size_t i = 0; i < s->vars.count; i++)
        dx_vector_push(&all, s->vars.at[i]);
    for (size_t i = 0; i < extra; i++)
        dx_vector_push(&all, s->extra.at[i]);
    for (size_t i = 0; i < s->defined.count; i++)
        dx_vector_push(&all, s->defined.at[i]);
    return all;
}

typedef struct lister {
    dx_bdd_manager *m;
    const variables *all;
    size_t max, count;
    dx_bdd *out;
} lister;

// The order of the diagram may be another, so states are found by asking for
// one value after the other.
static void list(lister *l, size_t i, dx_bdd states, dx_bdd so_far)
{
    if (states == DX_BDD_FALSE || states == DX_BDD_INVALID ||
        so_far == DX_BDD_INVALID || l->count == l->max)
        return;
    if (i == l->all->count) {
        l->out[l->count++] = so_far;
        return;
    }
    dx_bdd var = dx_bdd_variable(l->m, l->all->at[i]);
    for (int value = 0; value < 2; value++) {
        dx_bdd literal = value ? var : dx_bdd_not(var);
        list(l, i + 1, dx_bdd_restrict(l->m, states, literal),
             dx_bdd_and(l->m, so_far, literal));
    }
}

size_t dx_symbolic_list(dx_symbolic *symbolic, uint32_t situation,
                        dx_bdd states, size_t max, dx_bdd **out)
{
    dx_structure *s = symbolic->structure;
    variables all = variables_of(s, situation);
    lister l = {.m = s->m, .all = &all, .max = max};
    l.out = dx_alloc(max, sizeof *l.out);
    list(&l, 0, states, DX_BDD_TRUE);
    dx_vector_release(&all);
    *out = l.out;
    return l.count;
}

size_t dx_symbolic_count(dx_symbolic *symbolic, uint32_t situation,
                         dx_bdd states, char **out_large)
{
    dx_structure *s = symbolic->structure;
    variables all = variables_of(s, situation);
    uint64_t count = 0;
    *out_large = NULL;
    if (dx_bdd_count_exact(s->m, states, all.at, all.count, &count) != DX_OK) {
        dx_text text = {0};
        dx_bdd_count_print(s->m, states, all.at, all.count, &text);
        *out_large = dx_text_take(&text);
        count = SIZE_MAX;
    }
    dx_vector_release(&all);
    return (size_t)count;
}

static bool holds(dx_structure *s, dx_bdd f, dx_bdd state)
{
    return dx_bdd_and(s->m, f, state) != DX_BDD_FALSE;
}

static int32_t value_at(dx_structure *s, const dx_number *number, dx_bdd state)
{
    size_t i = 0;
    while (i + 1 < number->count && !holds(s, number->where[i], state))
        i++;
    return (int32_t)number->value[i].top;
}

// What holds at the state, if the words mean what `facts` says.
static void add_facts(dx_symbolic *symbolic, const dx_facts *facts,
                      dx_bdd state, dx_state_text *out)
{
    dx_structure *s = symbolic->structure;
    dx_text text = {0};
    for (size_t i = 0; i < s->atoms.count; i++) {
        if (!holds(s, facts->truth[i], state))
            continue;
        dx_formula_print(s->store, s->atoms.at[i], &text);
        dx_check_add_fact(out, &text);
    }
    for (size_t i = 0; i < s->numbers.count; i++) {
        dx_formula_print(s->store, s->numbers.at[i], &text);
        dx_text_add_char(&text, '=');
        dx_check_print_value(symbolic->document, s->numbers.at[i],
                             value_at(s, &facts->number[i], state), &text);
        dx_check_add_fact(out, &text);
    }
    dx_text_release(&text);
}

static void release_facts(dx_state_text *state)
{
    for (size_t i = 0; i < state->count; i++)
        dx_free(state->facts[i]);
    dx_free(state->facts);
}

// The first state by its facts, or its name in a listed model.
static void print_first(dx_symbolic *symbolic, dx_bdd state, dx_text *out)
{
    dx_structure *s = symbolic->structure;
    if (dx_document_is_listed(symbolic->document)) {
        size_t world = 0;
        for (size_t i = 0; i < s->vars.count; i++)
            world = world << 1 |
                    holds(s, dx_bdd_variable(s->m, s->vars.at[i]), state);
        assert(world < symbolic->document->worlds.count);
        dx_text_add(out,
                    dx_names_text(dx_formulas_names(s->store),
                                  symbolic->document->worlds.at[world].name));
        return;
    }
    dx_state_text first = {0};
    add_facts(symbolic, &s->facts.at[0], state, &first);
    for (size_t i = 0; i < first.count; i++)
        dx_text_printf(out, "%s%s", i == 0 ? "" : " ", first.facts[i]);
    if (first.count == 0)
        dx_text_add(out, "{}");
    release_facts(&first);
}

// "+e" for each event since.
static void print_events(dx_symbolic *symbolic, const dx_position *position,
                         dx_bdd state, dx_text *out)
{
    dx_structure *s = symbolic->structure;
    size_t at = 0;
    for (size_t i = 0; i < position->events.count; i++) {
        const dx_event_model *events = position->events.at[i];
        if (events == NULL) { // somebody was told something
            at++;
            continue;
        }
        size_t number = 0, count = dx_event_model_count(events);
        for (size_t room = 1; room < count; room *= 2) {
            dx_bdd var = dx_bdd_variable(s->m, s->extra.at[at++]);
            number = number << 1 | holds(s, var, state);
        }
        assert(number < count);
        dx_text_printf(out, "+%s", dx_event_model_event_name(events, number));
    }
}

dx_state_text dx_symbolic_describe(dx_symbolic *symbolic,
                                   const dx_position *position, dx_bdd state)
{
    dx_structure *s = symbolic->structure;
    dx_state_text made = {0};
    add_facts(symbolic, dx_structure_facts(s, position->situation), state,
              &made);
    dx_text name = {0};
    print_first(symbolic, state, &name);
    print_events(symbolic, position, state, &name);
    made.name = dx_text_take(&name);
    return made;
}
