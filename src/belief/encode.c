// One case for each kind of the normal form, and a memo.

#include "belief/encode.h"

#include "base/memory.h"

#include <assert.h>

void dx_encoder_release(dx_encoder *encoder)
{
    dx_vector_release(&encoder->variables);
    dx_pair_map_release(&encoder->literals);
}

static int new_variable(dx_encoder *e, dx_formula f, uint32_t state)
{
    dx_encoded v = {state, f, dx_sat_variable(e->sat)};
    dx_vector_push(&e->variables, v);
    return v.literal;
}

static int encode_all(dx_encoder *e, dx_formula f, uint32_t state)
{
    size_t count = dx_formula_count(e->store, f);
    int *parts = dx_alloc_raw(count, sizeof *parts);
    for (size_t i = 0; i < count; i++)
        parts[i] = dx_encode(e, dx_formula_operand(e->store, f, i), state);
    int literal = dx_circuit_and(e->circuit, count, parts);
    dx_free(parts);
    return literal;
}

// m knows the time: what is in the base is what is true.
static int encode_explicit(dx_encoder *e, dx_formula f, uint32_t state)
{
    dx_formula body = dx_formula_operand(e->store, f, 1);
    dx_time_literal time = dx_time_literal_of(e->store, body);
    if (!time.is)
        return new_variable(e, f, state);
    int now = e->now(e->context, state, time.time);
    return time.holds ? now : -now;
}

static int encode_new(dx_encoder *e, dx_formula f, uint32_t state)
{
    switch (dx_formula_kind(e->store, f)) {
    case DX_TRUE:
        return dx_circuit_true(e->circuit);
    case DX_NOT:
        return -dx_encode(e, dx_formula_operand(e->store, f, 0), state);
    case DX_AND:
        return encode_all(e, f, state);
    case DX_GREATER_EQUAL:
        return e->now(e->context, state, dx_now_time(e->store, f));
    case DX_EXPLICIT:
        return encode_explicit(e, f, state);
    default:
        return new_variable(e, f, state);
    }
}

int dx_encode(dx_encoder *e, dx_formula f, uint32_t state)
{
    uint32_t known = dx_pair_map_find(&e->literals, f, state);
    if (known != UINT32_MAX)
        return dx_literal_unpacked(known);
    int literal = encode_new(e, f, state);
    assert(literal != 0);
    dx_pair_map_put(&e->literals, f, state, dx_literal_packed(literal));
    return literal;
}
