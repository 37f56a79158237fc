// belief/encode.h -- formulas of L0 at a state as literals.
//
// A state has a number, and variables for its facts and for what m believes
// there.  What it says about the time, whoever makes the states knows.

#ifndef DX_BELIEF_ENCODE_H
#define DX_BELIEF_ENCODE_H

#include "base/pair_map.h"
#include "belief/language.h"
#include "sat/circuit.h"

// A variable that means something: an atom, explicit[h]@t f or explicit[m] f.
typedef struct dx_encoded {
    uint32_t state;
    dx_formula formula;
    int literal;
} dx_encoded;

// The literal of now>=time at a state.
typedef int dx_encode_now(void *context, uint32_t state, uint32_t time);

typedef struct dx_encoder {
    dx_formulas *store;  // borrowed, and so are
    dx_sat *sat;         // these
    dx_circuit *circuit; // two
    dx_encode_now *now;
    void *context;
    DX_VECTOR(dx_encoded) variables;
    dx_pair_map literals; // of (formula, state)
} dx_encoder;

void dx_encoder_release(dx_encoder *encoder);

// The literal of `f`, a normal form of L0, at a state.  Recursion as deep as
// the formula: see base/stack.h.
int dx_encode(dx_encoder *encoder, dx_formula f, uint32_t state);

// Literals as numbers for a dx_pair_map, and back.
static inline uint32_t dx_literal_packed(int literal)
{
    return literal > 0 ? 2 * (uint32_t)literal : 2 * (uint32_t)-literal + 1;
}
static inline int dx_literal_unpacked(uint32_t number)
{
    return number % 2 == 0 ? (int)(number / 2) : -(int)(number / 2);
}

#endif
