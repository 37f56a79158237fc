// Facts as functions of the state: atoms, numbers, and what agents see of them.

#include "logic/structure_private.h"

#include "base/memory.h"

#include <stdlib.h>

// ---- Facts ----

void dx_number_release(dx_number *number)
{
    dx_free(number->value);
    dx_free(number->where);
    *number = (dx_number){.thing = DX_FORMULA_NONE};
}

const dx_facts *dx_structure_facts(const dx_structure *s, uint32_t situation)
{
    uint32_t views = s->situations.at[situation].views;
    return &s->facts.at[s->views.at[views].facts];
}

static dx_number copy_number(dx_structure *s, const dx_number *from)
{
    dx_number made = {.count = from->count, .thing = from->thing};
    made.value = dx_alloc_raw(from->count, sizeof *made.value);
    made.where = dx_alloc_raw(from->count, sizeof *made.where);
    for (size_t i = 0; i < from->count; i++) {
        made.value[i] = from->value[i];
        made.where[i] = dx_bdd_ref(s->m, from->where[i]);
    }
    return made;
}

uint32_t dx_structure_copy_facts(dx_structure *s, uint32_t from)
{
    dx_facts made = {.truth = dx_alloc(s->atoms.count, sizeof *made.truth),
                     .number = dx_alloc(s->numbers.count, sizeof *made.number)};
    const dx_facts *old = &s->facts.at[from];
    for (size_t i = 0; i < s->atoms.count; i++)
        made.truth[i] = dx_bdd_ref(s->m, old->truth[i]);
    for (size_t i = 0; i < s->numbers.count; i++)
        made.number[i] = copy_number(s, &old->number[i]);
    dx_vector_push(&s->facts, made);
    return (uint32_t)s->facts.count - 1;
}

static void forget_number(dx_structure *s, dx_number *number)
{
    for (size_t i = 0; i < number->count; i++)
        dx_bdd_deref(s->m, number->where[i]);
    dx_number_release(number);
}

void dx_facts_release(dx_structure *s, dx_facts *facts)
{
    for (size_t i = 0; i < s->atoms.count; i++)
        dx_bdd_deref(s->m, facts->truth[i]);
    for (size_t i = 0; i < s->numbers.count; i++)
        forget_number(s, &facts->number[i]);
    dx_free(facts->truth);
    dx_free(facts->number);
    *facts = (dx_facts){0};
}

void dx_structure_set_truth(dx_structure *s, uint32_t facts, size_t atom,
                            dx_bdd value)
{
    dx_structure_put(s, &s->facts.at[facts].truth[atom], value);
}

void dx_structure_set_number(dx_structure *s, uint32_t facts, size_t number,
                             dx_number value)
{
    for (size_t i = 0; i < value.count; i++)
        dx_bdd_ref(s->m, value.where[i]);
    forget_number(s, &s->facts.at[facts].number[number]);
    s->facts.at[facts].number[number] = value;
}

void dx_structure_name_atom(dx_structure *s, dx_formula atom, dx_bdd value)
{
    dx_facts *facts = &s->facts.at[0];
    uint32_t i = (uint32_t)s->atoms.count;
    facts->truth = dx_resize(facts->truth, i + 1, sizeof *facts->truth);
    facts->truth[i] = dx_bdd_ref(s->m, value);
    dx_vector_push(&s->atoms, atom);
    dx_pair_map_put(&s->atom_of, atom, 0, i);
}

void dx_structure_name_number(dx_structure *s, dx_formula term, dx_number value)
{
    dx_facts *facts = &s->facts.at[0];
    uint32_t i = (uint32_t)s->numbers.count;
    facts->number = dx_resize(facts->number, i + 1, sizeof *facts->number);
    facts->number[i] = (dx_number){.thing = DX_FORMULA_NONE};
    dx_vector_push(&s->numbers, term);
    dx_pair_map_put(&s->number_of, term, 0, i);
    dx_structure_set_number(s, 0, i, value);
}

// ---- Numbers from bits ----

static size_t bits_for(size_t count)
{
    size_t bits = 0;
    while (count > (size_t)1 << bits)
        bits++;
    return bits;
}

void dx_structure_codes(dx_structure *s, const dx_bdd_var *vars, size_t bits,
                        size_t count, dx_bdd *out)
{
    bool value[64];
    for (size_t code = 0; code < count; code++) {
        for (size_t i = 0; i < bits; i++)
            value[i] = code >> (bits - 1 - i) & 1;
        out[code] = dx_bdd_literals(s->m, vars, value, bits);
    }
}

dx_status dx_structure_demand(dx_structure *s, dx_bdd condition,
                              dx_error *error)
{
    dx_bdd law = dx_bdd_and(s->m, s->situations.at[0].law, condition);
    dx_bdd demands = dx_bdd_and(s->m, s->demands, condition);
    if (law == DX_BDD_INVALID || demands == DX_BDD_INVALID) {
        if (error != NULL)
            *error = *dx_bdd_trouble(s->m);
        return dx_bdd_status(s->m);
    }
    dx_structure_put(s, &s->situations.at[0].law, law);
    dx_structure_put(s, &s->demands, demands);
    dx_structure_forget(s);
    return DX_OK;
}

typedef struct valued {
    dx_fraction value;
    dx_bdd where;
} valued;

static int by_value(const void *a, const void *b)
{
    return dx_fraction_compare(((const valued *)a)->value,
                               ((const valued *)b)->value);
}

dx_status dx_structure_add_number(dx_structure *s, dx_formula term,
                                  const int32_t *values, size_t count,
                                  dx_error *error)
{
    DX_REQUIRE(count > 0, "a number has values");
    size_t bits = bits_for(count);
    dx_bdd_var var[64];
    if (!dx_structure_add_bits(s, bits, var))
        return dx_structure_demand(s, DX_BDD_INVALID, error);
    dx_bdd *code = dx_alloc_raw(count, sizeof *code);
    valued *list = dx_alloc_raw(count, sizeof *list);
    dx_structure_codes(s, var, bits, count, code);
    for (size_t i = 0; i < count; i++)
        list[i] = (valued){dx_fraction_int(values[i]), code[i]};
    qsort(list, count, sizeof *list, by_value);
    dx_number number = {.count = count, .thing = DX_FORMULA_NONE};
    number.value = dx_alloc_raw(count, sizeof *number.value);
    number.where = dx_alloc_raw(count, sizeof *number.where);
    for (size_t i = 0; i < count; i++) {
        number.value[i] = list[i].value;
        number.where[i] = list[i].where;
    }
    dx_bdd any = dx_bdd_or_all(s->m, code, count);
    dx_structure_name_number(s, term, number);
    dx_free(code);
    dx_free(list);
    return dx_structure_demand(s, any, error);
}

void dx_structure_add_thing(dx_structure *s, dx_name name, int32_t value)
{
    dx_vector_push(&s->things, name);
    dx_vector_push(&s->thing_values, value);
}

void dx_structure_set_library(dx_structure *s, const dx_event_library *library)
{
    s->library = library;
}

// ---- What agents see ----

static void show(dx_structure *s, uint32_t agent, dx_bdd cube)
{
    dx_bdd *hidden = &s->views.at[0].agent[agent].hidden;
    dx_structure_put(s, hidden, dx_bdd_exists(s->m, *hidden, cube));
}

// A variable that is true exactly where `value` is, by law; seen by one agent.
static dx_status show_function(dx_structure *s, uint32_t agent, dx_bdd value,
                               dx_error *error)
{
    if (dx_bdd_is_constant(value))
        return DX_OK;
    dx_bdd positive = value & 1 ? dx_bdd_not(value) : value;
    if (value != DX_BDD_INVALID && dx_bdd_is_variable(s->m, positive)) {
        show(s, agent, positive);
        return DX_OK;
    }
    dx_bdd_ref(s->m, value);
    dx_bdd_var var = dx_bdd_variable_new(s->m);
    dx_bdd bit = dx_bdd_variable(s->m, var);
    dx_status status =
        dx_structure_demand(s, dx_bdd_iff(s->m, bit, value), error);
    dx_bdd_deref(s->m, value);
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

// The values that the law allows are numbered, and the agent sees the bits of
// the number.
static dx_status show_number(dx_structure *s, uint32_t agent,
                             const dx_number *number, dx_error *error)
{
    DX_VECTOR(dx_bdd) lawful = {0};
    for (size_t i = 0; i < number->count; i++) {
        dx_bdd both =
            dx_bdd_and(s->m, number->where[i], s->situations.at[0].law);
        if (both != DX_BDD_FALSE)
            dx_vector_push(&lawful, dx_bdd_ref(s->m, number->where[i]));
    }
    dx_status status = DX_OK;
    size_t bits = bits_for(lawful.count == 0 ? 1 : lawful.count);
    for (size_t b = 0; b < bits && status == DX_OK; b++) {
        DX_VECTOR(dx_bdd) in = {0};
        for (size_t i = 0; i < lawful.count; i++)
            if (i >> b & 1)
                dx_vector_push(&in, lawful.at[i]);
        status = show_function(s, agent, dx_bdd_or_all(s->m, in.at, in.count),
                               error);
        dx_vector_release(&in);
    }
    for (size_t i = 0; i < lawful.count; i++)
        dx_bdd_deref(s->m, lawful.at[i]);
    dx_vector_release(&lawful);
    return status;
}

static bool is_term(const dx_structure *s, dx_formula f)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    return (kind == DX_APPLY &&
            dx_pair_map_find(&s->number_of, f, 0) != UINT32_MAX) ||
           (kind >= DX_NUMBER && kind <= DX_PROBABILITY_GIVEN);
}

// A number that was added: the agent sees its bits, whatever the law.
static bool show_plain(dx_structure *s, uint32_t agent, const dx_number *number)
{
    dx_bdd cube = DX_BDD_TRUE;
    for (size_t i = 0; i < number->count; i++)
        cube = dx_bdd_and(s->m, cube, dx_bdd_support(s->m, number->where[i]));
    for (dx_bdd c = cube; !dx_bdd_is_constant(c); c = dx_bdd_high(s->m, c)) {
        bool is_own = false;
        for (size_t i = 0; i < s->vars.count && !is_own; i++)
            is_own = s->vars.at[i] == dx_bdd_top(s->m, c);
        if (!is_own)
            return false;
    }
    show(s, agent, cube);
    return true;
}

dx_status dx_structure_show(dx_structure *s, dx_name name, dx_formula f,
                            dx_error *error)
{
    uint32_t agent = dx_pair_map_find(&s->agent_of, name, 0);
    DX_REQUIRE(agent != UINT32_MAX, "an agent of the structure");
    dx_structure_begin(s, error);
    if (!is_term(s, f)) {
        dx_bdd value = dx_structure_value(s, 0, f);
        dx_status status = dx_structure_end(s, value);
        return status == DX_OK ? show_function(s, agent, value, error) : status;
    }
    dx_number number = {.thing = DX_FORMULA_NONE};
    bool is_fine = dx_structure_term(s, 0, f, &number);
    dx_status status =
        dx_structure_end(s, is_fine ? DX_BDD_TRUE : DX_BDD_INVALID);
    if (status == DX_OK && number.thing == DX_FORMULA_NONE) {
        bool is_plain = dx_formula_kind(s->store, f) == DX_APPLY &&
                        show_plain(s, agent, &number);
        if (!is_plain)
            status = show_number(s, agent, &number, error);
    }
    dx_number_release(&number);
    return status;
}
