// sat/circuit.h -- formulas as clauses: gates over a solver.
//
// A gate is a literal that is true exactly if its inputs say so; the clauses
// that make it so are added with it (Tseitin 1968).  Equal gates are one:
//
//     dx_circuit *c = dx_circuit_new(sat);
//     int both = dx_circuit_and(c, 2, (int[]){p, q});
//     assert(both == dx_circuit_and(c, 2, (int[]){q, p}));
//     dx_sat_add(sat, 1, &both);
//
// Negation is the negative literal and costs nothing.  What is always true or
// false, a literal twice, a literal beside its negation: all folded away.

#ifndef DX_SAT_CIRCUIT_H
#define DX_SAT_CIRCUIT_H

#include "sat/solver.h"

typedef struct dx_circuit dx_circuit;

// Borrows the solver, which may be used beside the circuit.
dx_circuit *dx_circuit_new(dx_sat *sat);
void dx_circuit_free(dx_circuit *circuit);

// The literal that is always true; its negative is always false.
int dx_circuit_true(dx_circuit *circuit);

// All, or some, of `count` literals of the solver; none is true, or false.
int dx_circuit_and(dx_circuit *circuit, size_t count, const int *literals);
int dx_circuit_or(dx_circuit *circuit, size_t count, const int *literals);

// How many literals the clauses of all gates have: what a limit is about.
size_t dx_circuit_size(const dx_circuit *circuit);

#endif
