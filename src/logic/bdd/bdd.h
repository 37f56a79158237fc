// logic/bdd/bdd.h -- Boolean functions as shared decision diagrams.
//
// A set of states of n propositions is a Boolean function of n variables.  A
// reduced ordered binary decision diagram holds it as a graph in which equal
// functions are one node (Bryant 1986), with complement edges so that
// negation costs nothing (Brace, Rudell and Bryant 1990).  That is what the
// symbolic engine computes with:
//
//     dx_bdd_manager *m = dx_bdd_manager_new(NULL);
//     dx_bdd p = dx_bdd_variable(m, dx_bdd_variable_new(m));
//     dx_bdd q = dx_bdd_variable(m, dx_bdd_variable_new(m));
//     assert(dx_bdd_or(m, p, dx_bdd_not(q)) == dx_bdd_implies(m, q, p));
//     dx_bdd_manager_free(m);
//
// Handles.  A dx_bdd is a number; two of one manager are equal exactly if
// they are the same function.
//
// Lifetime.  No operation ever collects garbage: a handle stays good until
// the next dx_bdd_tidy, and beyond it if it was dx_bdd_ref'd.  So write any
// chain of operations freely, and call dx_bdd_tidy where everything that is
// still wanted is referenced.  Constants and variables need no reference.
//
// Trouble.  A limit that is reached makes the operation, and every later one,
// return DX_BDD_INVALID; the manager remembers why (dx_bdd_status).  Like the
// lost fraction of base/fraction.h this needs one check at the end of a chain.
// Nothing aborts.  dx_bdd_recover makes the manager usable again.
//
// Recursion goes at most twice as deep as there are variables, some 100 bytes
// a level: DX_BDD_VARIABLES_MAX variables fit in a stack of 4 MB.

#ifndef DX_LOGIC_BDD_BDD_H
#define DX_LOGIC_BDD_BDD_H

#include "base/base.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t dx_bdd;
#define DX_BDD_FALSE UINT32_C(0)
#define DX_BDD_TRUE UINT32_C(1)
#define DX_BDD_INVALID UINT32_MAX

typedef uint32_t dx_bdd_var; // counts up from 0 in order of creation
#define DX_BDD_VAR_NONE UINT32_MAX

enum {
    DX_BDD_VARIABLES_MAX = 8192,
    DX_BDD_NODES_MAX = 1 << 27,
    DX_BDD_NODES_DEFAULT = 1 << 24, // about 400 MB
};

// A field that is zero means: the default for nodes, no limit for the rest.
typedef struct dx_bdd_options {
    size_t nodes_max;            // garbage since the last tidy included
    uint64_t steps_max;          // recursion steps since creation or recovery
    uint64_t budget;             // ... in all, recoveries or not
    double seconds_max;          // likewise, of CPU time
    bool (*stop)(void *context); // asked now and then; true ends the operation
    void *stop_context;
    size_t reorder_at; // dx_bdd_tidy reorders from this many nodes; 0 never
} dx_bdd_options;

typedef struct dx_bdd_manager dx_bdd_manager;

// Copies `options`, which may be NULL.  Freed with dx_bdd_manager_free.
dx_bdd_manager *dx_bdd_manager_new(const dx_bdd_options *options);
void dx_bdd_manager_free(dx_bdd_manager *m);

// DX_OK, DX_ERR_LIMIT or DX_ERR_CANCELLED, and the sentence that goes with
// it.  The error is borrowed.
dx_status dx_bdd_status(const dx_bdd_manager *m);
const dx_error *dx_bdd_trouble(const dx_bdd_manager *m);

// Forgets the trouble and starts steps and time again; what was invalid stays
// so.  Collect garbage (dx_bdd_collect) if it was the nodes that ran out.
void dx_bdd_recover(dx_bdd_manager *m);

// Whether there is no room for another node below nodes_max.
bool dx_bdd_is_full(const dx_bdd_manager *m);

uint64_t dx_bdd_steps(const dx_bdd_manager *m); // in all
size_t dx_bdd_nodes(const dx_bdd_manager *m);   // in use, garbage included
size_t dx_bdd_bytes(const dx_bdd_manager *m);   // of memory held

// ---- Variables and their order ----

// A new variable below all others, or at `level` (0 is the top; at most the
// number of variables).  DX_BDD_VAR_NONE beyond DX_BDD_VARIABLES_MAX.
dx_bdd_var dx_bdd_variable_new(dx_bdd_manager *m);
dx_bdd_var dx_bdd_variable_new_at(dx_bdd_manager *m, uint32_t level);
uint32_t dx_bdd_variables(const dx_bdd_manager *m);
uint32_t dx_bdd_level(const dx_bdd_manager *m, dx_bdd_var var);
dx_bdd_var dx_bdd_variable_at(const dx_bdd_manager *m, uint32_t level);

// The function that is true where `var` is.  INVALID for DX_BDD_VAR_NONE.
dx_bdd dx_bdd_variable(const dx_bdd_manager *m, dx_bdd_var var);

// ---- Looking inside ----

static inline bool dx_bdd_is_constant(dx_bdd f)
{
    return f <= DX_BDD_TRUE;
}

// Whether f is the function of a variable, not complemented.
bool dx_bdd_is_variable(const dx_bdd_manager *m, dx_bdd f);

// The topmost variable of `f` and its two cofactors; f is not constant.
dx_bdd_var dx_bdd_top(const dx_bdd_manager *m, dx_bdd f);
dx_bdd dx_bdd_low(const dx_bdd_manager *m, dx_bdd f);  // where it is false
dx_bdd dx_bdd_high(const dx_bdd_manager *m, dx_bdd f); // where it is true

// ---- Boolean operations (ops.c) ----

static inline dx_bdd dx_bdd_not(dx_bdd f)
{
    return f == DX_BDD_INVALID ? f : f ^ 1;
}
dx_bdd dx_bdd_and(dx_bdd_manager *m, dx_bdd f, dx_bdd g);
dx_bdd dx_bdd_or(dx_bdd_manager *m, dx_bdd f, dx_bdd g);
dx_bdd dx_bdd_xor(dx_bdd_manager *m, dx_bdd f, dx_bdd g);
dx_bdd dx_bdd_iff(dx_bdd_manager *m, dx_bdd f, dx_bdd g);
dx_bdd dx_bdd_implies(dx_bdd_manager *m, dx_bdd f, dx_bdd g);
dx_bdd dx_bdd_ite(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd h);

// ---- Of many (many.c) ----

// Over count functions, none of them changed; balanced, so that n literals
// cost n log n.  Of none: true, false, false.
dx_bdd dx_bdd_and_all(dx_bdd_manager *m, const dx_bdd *f, size_t count);
dx_bdd dx_bdd_or_all(dx_bdd_manager *m, const dx_bdd *f, size_t count);
dx_bdd dx_bdd_xor_all(dx_bdd_manager *m, const dx_bdd *f, size_t count);

// At least, and exactly, `k` of the count functions hold, counted by position.
dx_bdd dx_bdd_at_least(dx_bdd_manager *m, const dx_bdd *f, size_t count,
                       size_t k);
dx_bdd dx_bdd_exactly(dx_bdd_manager *m, const dx_bdd *f, size_t count,
                      size_t k);

// The conjunction of the variables (a cube), in any order, repeats allowed.
dx_bdd dx_bdd_cube(dx_bdd_manager *m, const dx_bdd_var *vars, size_t count);

// The conjunction of literals: vars[i] as it is where values[i], else negated.
dx_bdd dx_bdd_literals(dx_bdd_manager *m, const dx_bdd_var *vars,
                       const bool *values, size_t count);

// ---- Quantifiers over the variables of a cube (quantify.c) ----

dx_bdd dx_bdd_exists(dx_bdd_manager *m, dx_bdd f, dx_bdd cube);
dx_bdd dx_bdd_forall(dx_bdd_manager *m, dx_bdd f, dx_bdd cube);

// The relational product: exists cube. f & g, without building f & g.
dx_bdd dx_bdd_and_exists(dx_bdd_manager *m, dx_bdd f, dx_bdd g, dx_bdd cube);

// forall cube. f -> g, the same way: what an agent who sees all but the
// variables of `cube` knows under the law f.
dx_bdd dx_bdd_implies_forall(dx_bdd_manager *m, dx_bdd f, dx_bdd g,
                             dx_bdd cube);

// Where f can be made true by changing at most one variable of the cube, and
// where it stays true whichever one is changed: the disjunction of exists x. f
// and the conjunction of forall x. f over the variables x of the cube, in one
// pass.  With an empty cube both are f.
dx_bdd dx_bdd_near(dx_bdd_manager *m, dx_bdd f, dx_bdd cube);
dx_bdd dx_bdd_inside(dx_bdd_manager *m, dx_bdd f, dx_bdd cube);

// ---- Cofactors and substitution (cofactor.c, substitute.c) ----

// f where the literals of the conjunction `literals` hold.
dx_bdd dx_bdd_restrict(dx_bdd_manager *m, dx_bdd f, dx_bdd literals);

// The generalised cofactor of f by c (Coudert and Madre 1990): agrees with f
// where c holds, and maps the rest to nearest points of c, so that
// f = c & constrain(f, c) | ~c & constrain(f, ~c).  c is not false.
dx_bdd dx_bdd_constrain(dx_bdd_manager *m, dx_bdd f, dx_bdd c);

// Some function that agrees with f where c holds and whose support is within
// that of f; often smaller than f, never promised to be.  c is not false.
dx_bdd dx_bdd_simplify(dx_bdd_manager *m, dx_bdd f, dx_bdd c);

// f with g for `var`.
dx_bdd dx_bdd_compose(dx_bdd_manager *m, dx_bdd f, dx_bdd_var var, dx_bdd g);

// f with images[i] for vars[i], all at once; the vars are distinct.
dx_bdd dx_bdd_substitute(dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *vars,
                         const dx_bdd *images, size_t count);

// f with the variable to[i] for from[i], all at once; the from are distinct.
dx_bdd dx_bdd_rename(dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *from,
                     const dx_bdd_var *to, size_t count);

// ---- Counting (count.c); f is valid ----

size_t dx_bdd_size(const dx_bdd_manager *m, dx_bdd f); // nodes, terminal too

// The cube of the variables on which f depends.
dx_bdd dx_bdd_support(dx_bdd_manager *m, dx_bdd f);

// The number of assignments to `vars` (distinct, all of the support among
// them) that satisfy f: as a double, which may be rounded and may be infinite;
// exactly if it fits 64 bits, otherwise DX_ERR_LIMIT; and exactly always, in
// decimal behind `out`.
double dx_bdd_count(const dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *vars,
                    size_t count);
DX_MUST_USE dx_status dx_bdd_count_exact(const dx_bdd_manager *m, dx_bdd f,
                                         const dx_bdd_var *vars, size_t count,
                                         uint64_t *out_count);
void dx_bdd_count_print(const dx_bdd_manager *m, dx_bdd f,
                        const dx_bdd_var *vars, size_t count, dx_text *out);

// ---- Solutions (solve.c); f is valid ----

// The value of f where variable i has values[i].
bool dx_bdd_holds(const dx_bdd_manager *m, dx_bdd f, const bool *values);

// One solution: out_values[i] for vars[i]; false for what does not matter.
// The support is among `vars`.  False, and nothing written, if f is false.
bool dx_bdd_solution(const dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *vars,
                     size_t count, bool *out_values);

// All solutions over `vars` (distinct, all of the support among them), each
// once, what does not matter spelt out both ways; in lexicographic order of
// the levels, false first.  Holds a reference; the manager must not reorder
// and must outlive it.
typedef struct dx_bdd_solutions dx_bdd_solutions;

dx_bdd_solutions *dx_bdd_solutions_new(dx_bdd_manager *m, dx_bdd f,
                                       const dx_bdd_var *vars, size_t count);
void dx_bdd_solutions_free(dx_bdd_solutions *solutions);

// The next solution: a value per variable, in the order of `vars`, borrowed
// until the next call; or NULL when there are no more.
const bool *dx_bdd_solutions_next(dx_bdd_solutions *solutions);

// ---- Garbage (gc.c) ----

// Keeps f over dx_bdd_tidy; counts.  Returns f.  INVALID is left alone.
dx_bdd dx_bdd_ref(dx_bdd_manager *m, dx_bdd f);
void dx_bdd_deref(dx_bdd_manager *m, dx_bdd f);

// Collects garbage and reorders if that seems worth the time; otherwise costs
// nothing.  Every handle without a reference may be gone afterwards.
void dx_bdd_tidy(dx_bdd_manager *m);

// Collects garbage now.
void dx_bdd_collect(dx_bdd_manager *m);

// ---- Reordering (reorder.c) ----

// Keeps these variables, at the moment on neighbouring levels, together and
// in this order from now on.  Groups are disjoint.
void dx_bdd_group(dx_bdd_manager *m, const dx_bdd_var *vars, size_t count);

// Collects garbage and looks for a better order by sifting (Rudell 1993):
// each variable, or group, moves through all levels and stays where the
// diagrams were smallest.  May exceed nodes_max by a fifth while it looks, and
// ends early when time is up.  Functions keep their handles.
void dx_bdd_reorder(dx_bdd_manager *m);

// Changes the option reorder_at.
void dx_bdd_reorder_from(dx_bdd_manager *m, size_t nodes);

// Gives the order outright: order[level] is a variable, each once.  Groups
// must be respected.
void dx_bdd_order(dx_bdd_manager *m, const dx_bdd_var *order);

// ---- For tests (check.c) ----

// Whether all the invariants of inside.h hold; says on `out` (which may
// be NULL) what is broken.
bool dx_bdd_check(const dx_bdd_manager *m, dx_text *out);

#endif
