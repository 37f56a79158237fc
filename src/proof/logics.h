// proof/logics.h -- a modal logic is a set of properties of relations.
//
//     name   axiom                  every agent's relation is
//     T      K[a] p -> p            reflexive
//     D      K[a] p -> M[a] p       serial: something is possible
//     B      p -> K[a] M[a] p       symmetric
//     4      K[a] p -> K[a] K[a] p  transitive
//     5      M[a] p -> K[a] M[a] p  Euclidean: w->v and w->u give v->u
//
// The names combine them: KD45 has D, 4 and 5.  Some combinations are the
// same logic (S5 = KT5 = KTB4), and there are fifteen in all.
//
// Five more are of degrees of belief, agents whose relations have to do with
// each other.  Degrees have an order: numbers by size, then other names by the
// alphabet; the earlier, the stronger.
//
//     I      K[i] p -> K[j] p       R_j within R_i, for j before i
//     4s     K[i] p -> K[j] K[i] p  R_j(w,v) and R_i(v,u) give R_i(w,u)
//     5s     M[i] p -> K[j] M[i] p  R_j(w,v) and R_i(w,u) give R_i(v,u)
//
// KDI4, KDI4s, KDI45, KDI4s5 and KD4s5s.  In the last two every box has one
// value in the whole model.

#ifndef DX_PROOF_LOGICS_H
#define DX_PROOF_LOGICS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    DX_REFLEXIVE = 1,
    DX_SERIAL = 2,
    DX_SYMMETRIC = 4,
    DX_TRANSITIVE = 8,
    DX_EUCLIDEAN = 16,
    // Of all agents together, for degrees of belief.
    DX_ORDERED = 32,
    DX_STRONG_4 = 64,
    DX_STRONG_5 = 128,
    DX_JOINT = DX_ORDERED | DX_STRONG_4 | DX_STRONG_5,
};

// A set of the properties above that contains all that follow from it.
typedef unsigned dx_logic;

// The twenty logics by the names most used, the fifteen first, weakest first.
typedef struct dx_logic_entry {
    const char *name, *others, *frames; // e.g. "S5", "KT5 KT45 ...", in words
    dx_logic logic;
} dx_logic_entry;

extern const dx_logic_entry dx_logics[];
extern const size_t dx_logic_count;

// Adds what follows: reflexive is serial, symmetric and transitive is
// Euclidean, and so on.
dx_logic dx_logic_closed(unsigned properties);

// Reads "S5", "kd45", "KT4", "KDI4s" ...; any order of the letters behind K.
// False also for a choice of properties that is none of the twenty.
bool dx_logic_find(const char *name, dx_logic *out_logic);
const dx_logic_entry *dx_logic_entry_of(dx_logic logic);

#endif
