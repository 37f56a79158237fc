#include "sat/circuit.h"

#include "base/random.h"
#include "test.h"

#include <string.h>

enum { INPUTS = 5, GATES = 12 };

// A random circuit: gate i is a conjunction or disjunction of literals of
// inputs and of gates before it.
typedef struct recipe {
    bool is_or[GATES];
    size_t count[GATES];
    int part[GATES][4]; // 1 .. INPUTS + i, with a sign
} recipe;

static recipe random_recipe(dx_random *random)
{
    recipe r = {0};
    for (size_t g = 0; g < GATES; g++) {
        r.is_or[g] = dx_random_below(random, 2);
        r.count[g] = dx_random_below(random, 5);
        for (size_t i = 0; i < r.count[g]; i++) {
            int part = 1 + (int)dx_random_below(random, INPUTS + g);
            r.part[g][i] = dx_random_below(random, 2) ? part : -part;
        }
    }
    return r;
}

// What the last gate is when the inputs are the bits of `world`.
static bool evaluate(const recipe *r, unsigned world)
{
    bool value[INPUTS + GATES + 1] = {0};
    for (unsigned i = 0; i < INPUTS; i++)
        value[i + 1] = world >> i & 1;
    for (size_t g = 0; g < GATES; g++) {
        bool result = !r->is_or[g];
        for (size_t i = 0; i < r->count[g]; i++) {
            int part = r->part[g][i];
            bool holds = value[part > 0 ? part : -part] == (part > 0);
            if (holds == r->is_or[g])
                result = r->is_or[g];
        }
        value[INPUTS + 1 + g] = result;
    }
    return value[INPUTS + GATES];
}

static int build(const recipe *r, dx_circuit *c, const int *inputs)
{
    int literal[INPUTS + GATES + 1];
    memcpy(literal + 1, inputs, INPUTS * sizeof *inputs);
    for (size_t g = 0; g < GATES; g++) {
        int parts[4] = {0};
        for (size_t i = 0; i < r->count[g]; i++) {
            int part = r->part[g][i];
            parts[i] = part > 0 ? literal[part] : -literal[-part];
        }
        literal[INPUTS + 1 + g] = r->is_or[g]
                                      ? dx_circuit_or(c, r->count[g], parts)
                                      : dx_circuit_and(c, r->count[g], parts);
    }
    return literal[INPUTS + GATES];
}

static void check_recipe(const recipe *r)
{
    dx_sat *sat = dx_sat_new();
    dx_circuit *c = dx_circuit_new(sat);
    int inputs[INPUTS];
    for (size_t i = 0; i < INPUTS; i++)
        inputs[i] = dx_sat_variable(sat);
    int top = build(r, c, inputs);
    for (unsigned world = 0; world < 1U << INPUTS; world++) {
        int assumed[INPUTS + 1] = {0};
        for (unsigned i = 0; i < INPUTS; i++)
            assumed[i] = world >> i & 1 ? inputs[i] : -inputs[i];
        for (int sign = -1; sign <= 1; sign += 2) {
            bool yes;
            assumed[INPUTS] = sign * top;
            CHECK_EQ(dx_sat_solve(sat, INPUTS + 1, assumed, NULL, &yes, NULL),
                     DX_OK);
            CHECK_EQ(yes, evaluate(r, world) == (sign > 0));
        }
    }
    dx_circuit_free(c);
    dx_sat_free(sat);
}

TEST(a_gate_is_true_exactly_where_its_inputs_say)
{
    for (uint64_t seed = 0; seed < SAMPLE(60, 2000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 0);
        recipe r = random_recipe(&random);
        check_recipe(&r);
    }
}

TEST(equal_gates_are_one_and_constants_are_folded)
{
    dx_sat *sat = dx_sat_new();
    dx_circuit *c = dx_circuit_new(sat);
    int p = dx_sat_variable(sat), q = dx_sat_variable(sat);
    int always = dx_circuit_true(c);
    int both = dx_circuit_and(c, 2, (int[]){p, q});
    size_t size = dx_circuit_size(c);
    CHECK_EQ(dx_circuit_and(c, 4, (int[]){q, p, q, always}), both);
    CHECK_EQ(dx_circuit_or(c, 2, (int[]){-q, -p}), -both);
    CHECK_EQ(dx_circuit_size(c), size);
    CHECK_EQ(dx_circuit_and(c, 2, (int[]){p, -p}), -always);
    CHECK_EQ(dx_circuit_or(c, 2, (int[]){p, -p}), always);
    CHECK_EQ(dx_circuit_and(c, 0, NULL), always);
    CHECK_EQ(dx_circuit_or(c, 0, NULL), -always);
    CHECK_EQ(dx_circuit_and(c, 2, (int[]){p, always}), p);
    CHECK_EQ(dx_circuit_or(c, 2, (int[]){p, always}), always);
    dx_circuit_free(c);
    dx_sat_free(sat);
}

TEST(clauses_that_were_kept_are_written_as_dimacs)
{
    dx_sat *sat = dx_sat_new();
    int p = dx_sat_variable(sat), q = dx_sat_variable(sat);
    dx_sat_add(sat, 1, &p);
    dx_sat_keep_clauses(sat);
    dx_sat_add(sat, 2, (int[]){-p, q});
    dx_text out = {0};
    dx_sat_print_dimacs(sat, 1, (int[]){-q}, &out);
    CHECK_TEXT(dx_text_string(&out), "p cnf 2 2\n-1 2 0\n-2 0\n");
    dx_text_release(&out);
    dx_sat_free(sat);
}
