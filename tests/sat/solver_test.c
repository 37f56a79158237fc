#include "base/clock.h"
#include "sat/solver.h"

#include "base/memory.h"
#include "base/random.h"
#include "test.h"

#include <limits.h>

enum { VARIABLES = 8, CLAUSES_MAX = 40 };

typedef struct problem {
    size_t count;
    int clause[CLAUSES_MAX][3];
} problem;

static problem random_problem(dx_random *random)
{
    problem p = {.count = 24 + dx_random_below(random, CLAUSES_MAX - 23)};
    for (size_t c = 0; c < p.count; c++)
        for (int i = 0; i < 3; i++) {
            int v = 1 + (int)dx_random_below(random, VARIABLES);
            p.clause[c][i] = dx_random_below(random, 2) ? v : -v;
        }
    return p;
}

static bool literal_holds(unsigned assignment, int literal)
{
    int v = literal > 0 ? literal : -literal;
    return (assignment >> (v - 1) & 1) == (literal > 0);
}

static bool holds(const problem *p, unsigned assignment)
{
    for (size_t c = 0; c < p->count; c++)
        if (!literal_holds(assignment, p->clause[c][0]) &&
            !literal_holds(assignment, p->clause[c][1]) &&
            !literal_holds(assignment, p->clause[c][2]))
            return false;
    return true;
}

// Is there a solution in which the first `count` of `fixed` hold?
static bool brute_force(const problem *p, size_t count, const int *fixed)
{
    for (unsigned a = 0; a < 1U << VARIABLES; a++) {
        bool fits = holds(p, a);
        for (size_t i = 0; i < count; i++)
            fits = fits && literal_holds(a, fixed[i]);
        if (fits)
            return true;
    }
    return false;
}

static dx_sat *solver_of(const problem *p)
{
    dx_sat *sat = dx_sat_new();
    for (int v = 0; v < VARIABLES; v++)
        dx_sat_variable(sat);
    for (size_t c = 0; c < p->count; c++)
        dx_sat_add(sat, 3, p->clause[c]);
    return sat;
}

static bool solve(dx_sat *sat, size_t count, const int *assumptions)
{
    bool yes = false;
    dx_error error;
    CHECK_EQ(dx_sat_solve(sat, count, assumptions, NULL, &yes, &error), DX_OK);
    return yes;
}

static unsigned assignment_of(const dx_sat *sat)
{
    unsigned a = 0;
    for (int v = 1; v <= VARIABLES; v++)
        a |= (unsigned)dx_sat_value(sat, v) << (v - 1);
    return a;
}

TEST(random_clauses_are_decided_as_by_brute_force)
{
    unsigned satisfiable = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(5, seed, 1);
        problem p = random_problem(&random);
        dx_sat *sat = solver_of(&p);

        bool yes = solve(sat, 0, NULL);

        CHECK(yes == brute_force(&p, 0, NULL));
        CHECK(!yes || holds(&p, assignment_of(sat)));
        satisfiable += yes;
        dx_sat_free(sat);
    }
    CHECK(satisfiable > 100 && satisfiable < 900);
}

TEST(a_core_is_made_of_assumptions_and_has_no_solution)
{
    unsigned cores = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(5, seed, 2);
        problem p = random_problem(&random);
        int fixed[4] = {1, -2, 3, -4};
        dx_sat *sat = solver_of(&p);
        bool yes = solve(sat, 4, fixed);
        const int *core;
        size_t count = dx_sat_core(sat, &core);

        CHECK(yes == brute_force(&p, 4, fixed));
        CHECK(yes || !brute_force(&p, count, core));
        CHECK(!yes || count == 0);
        for (size_t i = 0; i < count; i++)
            CHECK(core[i] == 1 || core[i] == -2 || core[i] == 3 ||
                  core[i] == -4);
        cores += !yes && count > 0 && count < 4;

        // Assumptions do not stay.
        CHECK_EQ(solve(sat, 0, NULL), brute_force(&p, 0, NULL));
        dx_sat_free(sat);
    }
    CHECK(cores > 50);
}

TEST(clauses_may_follow_a_solution_which_stays_readable)
{
    dx_sat *sat = dx_sat_new();
    int p = dx_sat_variable(sat), q = dx_sat_variable(sat);
    CHECK(!dx_sat_value(sat, p));
    dx_sat_add(sat, 2, (int[]){p, q});
    CHECK(solve(sat, 1, (int[]){-p}));

    dx_sat_add(sat, 1, (int[]){-q});

    CHECK(dx_sat_value(sat, q) && dx_sat_value(sat, -p));
    CHECK(solve(sat, 0, NULL));
    CHECK(dx_sat_value(sat, p));
    CHECK(!solve(sat, 1, (int[]){-p}));
    dx_sat_add(sat, 0, NULL);
    CHECK(!solve(sat, 0, NULL));
    const int *core;
    CHECK_EQ(dx_sat_core(sat, &core), 0);
    dx_sat_free(sat);
}

// n + 1 pigeons in n holes, each hole with room for one: hard for resolution.
static dx_sat *pigeons(int holes)
{
    dx_sat *sat = dx_sat_new();
    for (int i = 0; i < (holes + 1) * holes; i++)
        dx_sat_variable(sat);
    int *clause = dx_alloc((size_t)holes, sizeof *clause);
    for (int pigeon = 0; pigeon <= holes; pigeon++) {
        for (int h = 0; h < holes; h++)
            clause[h] = 1 + pigeon * holes + h;
        dx_sat_add(sat, (size_t)holes, clause);
    }
    dx_free(clause);
    for (int h = 0; h < holes; h++)
        for (int one = 0; one <= holes; one++)
            for (int other = 0; other < one; other++)
                dx_sat_add(
                    sat, 2,
                    (int[]){-(1 + one * holes + h), -(1 + other * holes + h)});
    return sat;
}

static bool say_stop(void *state)
{
    return --*(int *)state < 0;
}

TEST(limits_end_a_search_without_an_answer)
{
    dx_sat *sat = pigeons(11);
    int patience = 3;
    dx_sat_limits conflicts = {.conflicts_max = 100};
    dx_sat_limits decisions = {.decisions_max = 100};
    dx_sat_limits time = {.end = dx_cpu_seconds() + 0.01};
    dx_sat_limits stop = {.stop = say_stop, .stop_state = &patience};
    bool yes;
    dx_error error;

    CHECK_EQ(dx_sat_solve(sat, 0, NULL, &conflicts, &yes, &error),
             DX_ERR_LIMIT);
    CHECK_EQ(dx_sat_solve(sat, 0, NULL, &decisions, &yes, &error),
             DX_ERR_LIMIT);
    CHECK_EQ(dx_sat_solve(sat, 0, NULL, &time, &yes, &error), DX_ERR_LIMIT);
    CHECK_EQ(dx_sat_solve(sat, 0, NULL, &stop, &yes, &error), DX_ERR_CANCELLED);
    dx_sat_free(sat);

    sat = pigeons(4);
    CHECK(!solve(sat, 0, NULL));
    dx_sat_free(sat);
}

TEST(literals_without_a_variable_are_refused)
{
    const int wrong[] = {0, 3, -3, INT_MIN, INT_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dx_sat *sat = dx_sat_new();
        dx_sat_variable(sat);
        dx_sat_variable(sat);
        bool yes = false;
        dx_error error;

        CHECK_EQ(dx_sat_solve(sat, 1, &wrong[i], NULL, &yes, &error),
                 DX_ERR_INPUT);
        CHECK(solve(sat, 0, NULL)); // an assumption spoils one question
        CHECK(!dx_sat_value(sat, wrong[i]));
        dx_sat_add(sat, 1, &wrong[i]);
        CHECK_EQ(dx_sat_solve(sat, 0, NULL, NULL, &yes, &error), DX_ERR_INPUT);
        dx_sat_free(sat);
    }
}
