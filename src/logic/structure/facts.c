// Facts as functions of the state: atoms and numbers.
//
// An atom is one function.  A number has a set of states for each of its
// values, ascending and disjoint, made from bits of its own whose codes beyond
// the last value the law forbids.  Events change facts, not states, so facts
// come in versions; version 0 is the first, and each further one is a copy with
// some functions replaced (event.c).  All functions are referenced as long as
// their version is there.

#include "logic/structure/inside.h"

#include "base/memory.h"

#include <assert.h>
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
    assert(s->views.at[views].facts < s->facts.count);
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
    assert(facts < s->facts.count && atom < s->atoms.count);
    dx_structure_put(s, &s->facts.at[facts].truth[atom], value);
}

void dx_structure_set_number(dx_structure *s, uint32_t facts, size_t number,
                             dx_number value)
{
    assert(facts < s->facts.count && number < s->numbers.count);
    assert(dx_number_is_sound(&value));
    for (size_t i = 0; i < value.count; i++)
        dx_bdd_ref(s->m, value.where[i]);
    forget_number(s, &s->facts.at[facts].number[number]);
    s->facts.at[facts].number[number] = value;
}

void dx_structure_name_atom(dx_structure *s, dx_formula atom, dx_bdd value)
{
    assert(s->facts.count == 1); // later versions would not know the name
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
    assert(bits < 64 && count <= (size_t)1 << bits);
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
