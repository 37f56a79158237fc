// belief/base.h -- a belief base that is kept, asked and revised.
//
// The beliefs of one agent: a core that is never given up, and a volatile part.
// It stays loaded in a solver, so that a question costs one search under a few
// assumptions:
//
//     dx_base *base = dx_base_new(&language);
//     dx_base_add(base, rule, DX_FROM_CORE, &error);
//     dx_base_expand(base, seen, DX_FROM_SIGHT, &error);
//     bool yes;
//     dx_base_implies(base, f, NULL, &yes, &error);
//
// In the terms of model.h: the base is B of a state whose facts nobody says,
// and the context is all states there are; so m believes implicitly what
// follows from the base and the time.
//
// Formulas are given as they were written; they must belong to L0, and what is
// asked by dx_base_ask to L+.

#ifndef DX_BELIEF_BASE_H
#define DX_BELIEF_BASE_H

#include "belief/model.h"
#include "sat/solver.h"

// Where a belief comes from.  When something must be given up, what was
// inferred goes before what was seen, and the older before the newer.
typedef enum dx_belief_source {
    DX_FROM_RULE,  // inferred, from how others behave for example
    DX_FROM_SIGHT, // observed
    DX_FROM_CORE,  // never given up
} dx_belief_source;

typedef struct dx_base_belief {
    dx_formula written, formula; // and its normal form
    dx_belief_source source;
    uint32_t since; // the time when it came
    bool is_held;   // not given up
    uint32_t until; // the time when it was given up
    size_t because; // and the belief that it made room for
    int literal;
} dx_base_belief;

typedef struct dx_base dx_base;

// Borrows the language, and so does everything else here.
dx_base *dx_base_new(dx_language *language);
void dx_base_free(dx_base *base);

// What <+f> needs; borrowed, NULL for nothing.
void dx_base_set_preconditions(dx_base *base,
                               const dx_preconditions *preconditions);

uint32_t dx_base_time(const dx_base *base); // 0 at first
void dx_base_set_time(dx_base *base, uint32_t time);

// How many variables and clauses the solver has for it: what a question costs.
int dx_base_variable_count(const dx_base *base);
int dx_base_clause_count(const dx_base *base);
// Literals in the clauses of formulas; what counts cost is not among them.
size_t dx_base_literal_count(const dx_base *base);

// All beliefs that ever were in it, in the order in which they came.
size_t dx_base_count(const dx_base *base);
const dx_base_belief *dx_base_at(const dx_base *base, size_t number);

// Puts a belief in, as it is: whether it agrees with the others is not asked.
// What is there already stays as it is, but may become core.
DX_MUST_USE dx_status dx_base_add(dx_base *base, dx_formula f,
                                  dx_belief_source source, dx_error *error);

// Of `count` formulas at least `low` and at most `high` are true: a belief of
// the core that would be long to write, and that no formula names.
DX_MUST_USE dx_status dx_base_add_count(dx_base *base, size_t count,
                                        const dx_formula *formulas, size_t low,
                                        size_t high, dx_error *error);

// [+f]: puts it in and moves the time one step on (Definition 6, repaired).
DX_MUST_USE dx_status dx_base_expand(dx_base *base, dx_formula f,
                                     dx_belief_source source, dx_error *error);

// Is `f` written in the base?
DX_MUST_USE dx_status dx_base_has(dx_base *base, dx_formula f, bool *out,
                                  dx_error *error);

// Does it follow from the base?  Limits, here and below, may be NULL.
DX_MUST_USE dx_status dx_base_implies(dx_base *base, dx_formula f,
                                      const dx_sat_limits *limits, bool *out,
                                      dx_error *error);
DX_MUST_USE dx_status dx_base_is_consistent(dx_base *base,
                                            const dx_sat_limits *limits,
                                            bool *out, dx_error *error);

// Is a formula of L+ true of the base?  It may speak of the time, of explicit
// and implicit beliefs and of what expansions would bring, not of facts by
// themselves: DX_ERR_UNSUPPORTED.
DX_MUST_USE dx_status dx_base_ask(dx_base *base, dx_formula f,
                                  const dx_sat_limits *limits, bool *out,
                                  dx_error *error);

// A state in which the base, and `count` formulas, are true: any one of them,
// the same one on every machine.  The formulas are assumed one by one, so that
// the base does not grow by many facts that are tried together.  Then, until
// the base is asked something else or changed, what is true there; facts that
// the base never heard of are not.
DX_MUST_USE dx_status dx_base_find(dx_base *base, size_t count,
                                   const dx_formula *formulas,
                                   const dx_sat_limits *limits, bool *out_found,
                                   dx_error *error);
DX_MUST_USE dx_status dx_base_found(dx_base *base, dx_formula f, bool *out,
                                    dx_error *error);

// Why `f` follows: the numbers of a smallest set of beliefs that implies it.
typedef struct dx_base_reason {
    bool is_implied;
    DX_VECTOR(size_t) beliefs;
    bool is_smallest; // false: it was too large to say; others may be fewer
} dx_base_reason;
DX_MUST_USE dx_status dx_base_why(dx_base *base, dx_formula f,
                                  const dx_sat_limits *limits,
                                  dx_base_reason *out_reason, dx_error *error);
void dx_base_reason_release(dx_base_reason *reason);

// The paper's planning task: which of `events`, one after the other and each as
// often as need be, are expansions after which `goal`, of L+, is true?  The
// fewest, `steps_max` at most; of equally many the first in the order of the
// events.  Each needs its precondition, and one that contradicts the base is
// never taken: after it every belief would follow.
typedef struct dx_base_plan {
    bool is_found;
    DX_VECTOR(size_t) events; // by number
    size_t base_count;        // bases that were looked at
    bool is_hopeless;         // the base contradicts itself as it is
} dx_base_plan;
typedef struct dx_base_task {
    dx_formula goal;
    size_t count;
    const dx_formula *events;
    uint32_t steps_max;
    size_t bases_max; // then DX_ERR_LIMIT; 0: 100,000
} dx_base_task;
DX_MUST_USE dx_status dx_base_find_plan(dx_base *base, const dx_base_task *task,
                                        const dx_sat_limits *limits,
                                        dx_base_plan *out_plan,
                                        dx_error *error);
void dx_base_plan_release(dx_base_plan *plan);

// New information that may contradict the volatile part.  If it contradicts
// the core it is refused and nothing changes.  Otherwise it goes in, the time
// moves one step on, and of the volatile beliefs those are kept that are
// consistent with the core, with it, and with what was kept before: seen
// before inferred, newer before older.  So as little as possible goes, the
// least important first.
typedef struct dx_base_revision {
    bool is_accepted;
    DX_VECTOR(size_t) given_up; // numbers of beliefs, in order
} dx_base_revision;
DX_MUST_USE dx_status dx_base_revise(dx_base *base, dx_formula f,
                                     dx_belief_source source,
                                     const dx_sat_limits *limits,
                                     dx_base_revision *out_revision,
                                     dx_error *error);
void dx_base_revision_release(dx_base_revision *revision);

#endif
