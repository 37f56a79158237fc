// Clauses handed on to CaDiCaL, and answers copied out of it.
//
// The library is fast and unforgiving: a literal out of range, a question at
// the wrong time, and it ends the program.  So literals are checked on the way
// in, the last solution and the last core are copied as soon as they are there
// (it forgets them with the next clause), and assumptions, which it keeps for
// its next search, are given only when that search is certain to start.

#include "sat/solver.h"

#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"

#include <ccadical.h>
#include <limits.h>

// What ccadical_solve answers, as IPASIR has it.
enum { UNKNOWN = 0, SATISFIABLE = 10, UNSATISFIABLE = 20 };

struct dx_sat {
    CCaDiCaL *solver;
    int variable_count, clause_count;
    bool spoilt;
    // The last solution, by variable.  A copy, because the solver forgets it
    // as soon as a clause is added.
    DX_VECTOR(bool) value;
    DX_VECTOR(int) core;
    bool keeps_clauses;
    size_t kept_count;
    DX_VECTOR(int) kept; // clauses, each with 0 behind it
};

dx_sat *dx_sat_new(void)
{
    dx_sat *sat = dx_alloc(1, sizeof *sat);
    sat->solver = ccadical_init();
    // It would talk on stdout, which is ours.
    ccadical_set_option(sat->solver, "quiet", 1);
    // It would ask the system for the time at every turn, to tell nobody.
    ccadical_set_option(sat->solver, "profile", 0);
    // Variables are false unless something makes them true: the models that
    // we read off solutions stay small that way.
    ccadical_set_option(sat->solver, "phase", 0);
    return sat;
}

void dx_sat_free(dx_sat *sat)
{
    if (sat == NULL)
        return;
    ccadical_release(sat->solver);
    dx_vector_release(&sat->value);
    dx_vector_release(&sat->core);
    dx_vector_release(&sat->kept);
    dx_free(sat);
}

int dx_sat_variable(dx_sat *sat)
{
    if (sat->variable_count == DX_SAT_VARIABLES_MAX) {
        sat->spoilt = true;
        return 0;
    }
    return ++sat->variable_count;
}

int dx_sat_variable_count(const dx_sat *sat)
{
    return sat->variable_count;
}

int dx_sat_clause_count(const dx_sat *sat)
{
    return sat->clause_count;
}

static bool all_known(const dx_sat *sat, size_t count, const int *literals)
{
    for (size_t i = 0; i < count; i++)
        if (literals[i] == 0 || literals[i] > sat->variable_count ||
            literals[i] < -sat->variable_count)
            return false;
    return true;
}

void dx_sat_keep_clauses(dx_sat *sat)
{
    sat->keeps_clauses = true;
}

static void keep_clause(dx_sat *sat, size_t count, const int *literals)
{
    for (size_t i = 0; i < count; i++)
        dx_vector_push(&sat->kept, literals[i]);
    dx_vector_push(&sat->kept, 0);
    sat->kept_count++;
}

void dx_sat_print_dimacs(const dx_sat *sat, size_t count,
                         const int *assumptions, dx_text *out)
{
    dx_text_printf(out, "p cnf %d %zu\n", sat->variable_count,
                   sat->kept_count + count);
    for (size_t i = 0; i < sat->kept.count; i++)
        dx_text_printf(out, "%d%c", sat->kept.at[i],
                       sat->kept.at[i] == 0 ? '\n' : ' ');
    for (size_t i = 0; i < count; i++)
        dx_text_printf(out, "%d 0\n", assumptions[i]);
}

void dx_sat_add(dx_sat *sat, size_t count, const int *literals)
{
    if (!all_known(sat, count, literals)) {
        sat->spoilt = true;
        return;
    }
    if (sat->keeps_clauses)
        keep_clause(sat, count, literals);
    for (size_t i = 0; i < count; i++)
        ccadical_add(sat->solver, literals[i]);
    ccadical_add(sat->solver, 0);
    sat->clause_count++;
}

// The clock and the caller's wish, watched while the solver runs.
typedef struct watch {
    const dx_sat_limits *limits;
    bool stopped, late;
} watch;

static int must_end(void *state)
{
    watch *w = state;
    const dx_sat_limits *limits = w->limits;
    if (dx_is_called_off() || (limits != NULL && limits->stop != NULL &&
                               limits->stop(limits->stop_state)))
        w->stopped = true;
    if (limits != NULL && limits->end > 0 && dx_cpu_seconds() >= limits->end)
        w->late = true;
    return w->stopped || w->late;
}

static void set_limit(dx_sat *sat, const char *name, uint64_t max)
{
    if (max > 0)
        ccadical_limit(sat->solver, name, max > INT_MAX ? INT_MAX : (int)max);
}

static int search(dx_sat *sat, size_t count, const int *assumptions, watch *w)
{
    const dx_sat_limits *limits = w->limits;
    // Assumptions wait in the solver until its next search, so they are made
    // only when that is sure to come.
    if (must_end(w))
        return UNKNOWN;
    for (size_t i = 0; i < count; i++)
        ccadical_assume(sat->solver, assumptions[i]);
    if (limits != NULL) {
        set_limit(sat, "conflicts", limits->conflicts_max);
        set_limit(sat, "decisions", limits->decisions_max);
    }
    ccadical_set_terminate(sat->solver, w, must_end);
    int answer = ccadical_solve(sat->solver);
    ccadical_set_terminate(sat->solver, NULL, NULL);
    return answer;
}

static void keep_solution(dx_sat *sat)
{
    size_t count = (size_t)sat->variable_count + 1;
    sat->value.count = 0;
    dx_vector_reserve(&sat->value, count);
    sat->value.at[0] = false;
    for (int v = 1; v <= sat->variable_count; v++)
        sat->value.at[v] = ccadical_val(sat->solver, v) > 0;
    sat->value.count = count;
}

static void keep_core(dx_sat *sat, size_t count, const int *assumptions)
{
    for (size_t i = 0; i < count; i++)
        if (ccadical_failed(sat->solver, assumptions[i]))
            dx_vector_push(&sat->core, assumptions[i]);
}

dx_status dx_sat_solve(dx_sat *sat, size_t count, const int *assumptions,
                       const dx_sat_limits *limits, bool *out_satisfiable,
                       dx_error *error)
{
    sat->core.count = 0;
    if (sat->spoilt || !all_known(sat, count, assumptions))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "a literal names no variable of this solver; there "
                       "are %d",
                       sat->variable_count);
    watch w = {.limits = limits};
    int answer = search(sat, count, assumptions, &w);
    if (answer == SATISFIABLE)
        keep_solution(sat);
    else if (answer == UNSATISFIABLE)
        keep_core(sat, count, assumptions);
    else if (w.stopped)
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "the search was stopped");
    else if (w.late)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, DX_TIME_IS_OVER);
    else
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the SAT solver reached its limit without an answer");
    *out_satisfiable = answer == SATISFIABLE;
    return DX_OK;
}

bool dx_sat_value(const dx_sat *sat, int literal)
{
    int64_t variable = literal < 0 ? -(int64_t)literal : literal;
    if (variable == 0 || (size_t)variable >= sat->value.count)
        return false;
    return sat->value.at[variable] == (literal > 0);
}

size_t dx_sat_core(const dx_sat *sat, const int **out_literals)
{
    *out_literals = sat->core.at;
    return sat->core.count;
}
