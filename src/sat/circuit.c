// Gates, found by their inputs.
//
// There is one kind of gate, "all of these"; a disjunction is the negation of
// one over negations.  Inputs are sorted and cleaned before the gate is looked
// for, so the order in which somebody wrote them makes no second gate.  A gate
// over n inputs is n clauses of two literals (it implies each input) and one
// of n + 1 (together they imply it): both directions, so a gate may stand in
// any clause and may be assumed or denied.

#include "sat/circuit.h"

#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

typedef struct gate {
    int literal;
    uint32_t count;
    size_t first; // of its inputs
} gate;

struct dx_circuit {
    dx_sat *sat;
    int always;
    DX_VECTOR(gate) gates;
    DX_VECTOR(int) inputs;
    DX_VECTOR(int) work; // the inputs of the gate that is being made
    dx_index index;      // finds a gate by its inputs
    size_t size;
};

dx_circuit *dx_circuit_new(dx_sat *sat)
{
    dx_circuit *c = dx_alloc(1, sizeof *c);
    c->sat = sat;
    c->always = dx_sat_variable(sat);
    dx_sat_add(sat, 1, &c->always);
    return c;
}

void dx_circuit_free(dx_circuit *c)
{
    if (c == NULL)
        return;
    dx_vector_release(&c->gates);
    dx_vector_release(&c->inputs);
    dx_vector_release(&c->work);
    dx_index_release(&c->index);
    dx_free(c);
}

int dx_circuit_true(dx_circuit *c)
{
    return c->always;
}

size_t dx_circuit_size(const dx_circuit *c)
{
    return c->size;
}

// By variable, and a literal before its negation.
static int by_variable(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    int u = abs(x), v = abs(y);
    if (u != v)
        return u < v ? -1 : 1;
    return x == y ? 0 : x > y ? -1 : 1;
}

// Sorts the work without repetitions and without what is always true; false
// if it cannot all be true.
static bool clean(dx_circuit *c)
{
    int *at = c->work.at;
    size_t count = 0;
    if (c->work.count > 1)
        qsort(at, c->work.count, sizeof *at, by_variable);
    for (size_t i = 0; i < c->work.count; i++) {
        if (at[i] == -c->always || (count > 0 && at[i] == -at[count - 1]))
            return false;
        if (at[i] != c->always && (count == 0 || at[i] != at[count - 1]))
            at[count++] = at[i];
    }
    c->work.count = count;
    return true;
}

static void define(dx_circuit *c, int literal)
{
    size_t count = c->work.count;
    for (size_t i = 0; i < count; i++) {
        dx_sat_add(c->sat, 2, (int[]){-literal, c->work.at[i]});
        c->work.at[i] = -c->work.at[i];
    }
    dx_vector_push(&c->work, literal);
    dx_sat_add(c->sat, count + 1, c->work.at);
    c->size += 3 * count + 1;
}

static int gate_of_work(dx_circuit *c)
{
    size_t count = c->work.count, bytes = count * sizeof *c->work.at;
    uint64_t hash = dx_hash_bytes(c->work.at, bytes);
    dx_probe probe = dx_index_probe(&c->index, hash);
    uint32_t n;
    while ((n = dx_probe_next(&probe)) != DX_INDEX_NONE) {
        const gate *g = &c->gates.at[n];
        if (g->count == count &&
            memcmp(c->inputs.at + g->first, c->work.at, bytes) == 0)
            return g->literal;
    }
    gate made = {dx_sat_variable(c->sat), (uint32_t)count, c->inputs.count};
    dx_index_add(&c->index, hash, (uint32_t)c->gates.count);
    dx_vector_push(&c->gates, made);
    dx_vector_reserve(&c->inputs, count);
    memcpy(c->inputs.at + c->inputs.count, c->work.at, bytes);
    c->inputs.count += count;
    define(c, made.literal);
    return made.literal;
}

// All of the literals, each taken `sign` times.
static int all_of(dx_circuit *c, size_t count, const int *literals, int sign)
{
    c->work.count = 0;
    for (size_t i = 0; i < count; i++)
        dx_vector_push(&c->work, sign * literals[i]);
    if (!clean(c))
        return -c->always;
    if (c->work.count == 0)
        return c->always;
    return c->work.count == 1 ? c->work.at[0] : gate_of_work(c);
}

int dx_circuit_and(dx_circuit *c, size_t count, const int *literals)
{
    return all_of(c, count, literals, 1);
}

int dx_circuit_or(dx_circuit *c, size_t count, const int *literals)
{
    return -all_of(c, count, literals, -1);
}
