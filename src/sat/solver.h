// sat/solver.h -- satisfiability of clauses: the one door to CaDiCaL.
//
// Variables are 1, 2, 3, ...; a literal is a variable or its negative, as in
// DIMACS.  Clauses stay; assumptions hold for one question.
//
//     dx_sat *sat = dx_sat_new();
//     int p = dx_sat_variable(sat), q = dx_sat_variable(sat);
//     dx_sat_add(sat, 2, (int[]){p, q});
//     bool yes;
//     if (dx_sat_solve(sat, 1, (int[]){-p}, NULL, &yes, &error) == DX_OK)
//         assert(yes && dx_sat_value(sat, q));
//
// The library behind it ends the program when it is misused.  So nothing is
// handed on before it has been checked: a literal of a variable that was
// never made spoils the whole solver, quietly, and the next dx_sat_solve
// answers DX_ERR_INPUT.

#ifndef DX_SAT_SOLVER_H
#define DX_SAT_SOLVER_H

#include "base/base.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { DX_SAT_VARIABLES_MAX = 1 << 26 };

// When to give up; a field of 0 is no limit.  `stop` is asked now and then,
// and ends the search by answering true.
typedef struct dx_sat_limits {
    uint64_t conflicts_max, decisions_max;
    double end; // when dx_cpu_seconds (base/clock.h) says so
    bool (*stop)(void *state);
    void *stop_state;
} dx_sat_limits;

// What is said where the time was over.
#define DX_TIME_IS_OVER "the time was over without an answer"

typedef struct dx_sat dx_sat;

dx_sat *dx_sat_new(void);
void dx_sat_free(dx_sat *sat);

// A new variable.  Past DX_SAT_VARIABLES_MAX the solver is spoilt and the
// answer is 0.
int dx_sat_variable(dx_sat *sat);
int dx_sat_variable_count(const dx_sat *sat);
int dx_sat_clause_count(const dx_sat *sat); // that were added

// Adds the disjunction of `count` literals; none at all is a contradiction.
void dx_sat_add(dx_sat *sat, size_t count, const int *literals);

// Can all clauses and assumptions hold?  `limits` may be NULL.  Answers
// DX_ERR_LIMIT or DX_ERR_CANCELLED (`stop` said so, or base/heed.h) without an
// answer, and
// DX_ERR_INPUT if a literal, here or in a clause, has no variable.
DX_MUST_USE dx_status dx_sat_solve(dx_sat *sat, size_t count,
                                   const int *assumptions,
                                   const dx_sat_limits *limits,
                                   bool *out_satisfiable, dx_error *error);

// Keeps a copy of every clause from now on, for dx_sat_print_dimacs.
void dx_sat_keep_clauses(dx_sat *sat);

// The clauses that were kept, and each of `count` assumptions as a clause, in
// the format that other solvers read.
void dx_sat_print_dimacs(const dx_sat *sat, size_t count,
                         const int *assumptions, dx_text *out);

// The value of a literal in the last solution; clauses may have been added
// since.  Literals that had no value then are false, and so is everything
// before the first solution.
bool dx_sat_value(const dx_sat *sat, int literal);

// Which assumptions of the last question that was answered no cannot hold
// together (none: the clauses alone have no solution).  Borrowed until the
// next question.
size_t dx_sat_core(const dx_sat *sat, const int **out_literals);

#endif
