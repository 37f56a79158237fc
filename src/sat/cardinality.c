// The totalizer, by halves.
//
// Each half of the literals is counted into sorted outputs, up to the bound and
// no further, and add_sum merges two such lists with clauses in both
// directions, so that outputs are equivalent to the counts and may stand in any
// clause.  Merging lists of k makes about k^2 clauses, on log(count) levels.

#include "sat/cardinality.h"

#include "base/memory.h"

// The sums of two sorted lists.  left[i] is "at least i + 1 on the left", and
// a sum of i + j forces output i + j - 1 up; and a sum of at most i + j, one
// side having no more than i and the other no more than j, forces output
// i + j down.
typedef struct sides {
    const int *left, *right;
    size_t left_count, right_count;
} sides;

// Literals that are out of range are constants: "at least 0" is true, and
// "more than all" is false; both drop out of the clause.
static void add_sum(dx_sat *sat, const sides *s, size_t i, size_t j,
                    size_t bound, const int *out)
{
    int clause[3];
    size_t count = 0, sum = i + j;
    if (sum > 0 && sum <= bound) {
        if (i > 0)
            clause[count++] = -s->left[i - 1];
        if (j > 0)
            clause[count++] = -s->right[j - 1];
        clause[count++] = out[sum - 1];
        dx_sat_add(sat, count, clause);
    }
    if (sum >= bound)
        return;
    count = 0;
    if (i < s->left_count)
        clause[count++] = s->left[i];
    if (j < s->right_count)
        clause[count++] = s->right[j];
    clause[count++] = -out[sum];
    dx_sat_add(sat, count, clause);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void dx_sat_count(dx_sat *sat, size_t count, const int *literals, size_t bound,
                  int *outputs)
{
    DX_REQUIRE(bound <= count, "a bound within the count");
    if (bound == 0)
        return;
    if (count == 1) {
        outputs[0] = literals[0];
        return;
    }
    size_t half = count / 2;
    size_t left_count = smaller(half, bound);
    size_t right_count = smaller(count - half, bound);
    int *below = dx_alloc(left_count + right_count, sizeof *below);
    sides s = {below, below + left_count, left_count, right_count};
    dx_sat_count(sat, half, literals, left_count, below);
    dx_sat_count(sat, count - half, literals + half, right_count,
                 below + left_count);
    for (size_t i = 0; i < bound; i++)
        outputs[i] = dx_sat_variable(sat);
    for (size_t i = 0; i <= left_count; i++)
        for (size_t j = 0; j <= right_count; j++)
            add_sum(sat, &s, i, j, bound, outputs);
    dx_free(below);
}

static void add_unless(dx_sat *sat, int literal, int unless)
{
    int clause[2];
    size_t count = 0;
    if (literal != 0)
        clause[count++] = literal;
    if (unless != 0)
        clause[count++] = unless;
    dx_sat_add(sat, count, clause);
}

void dx_sat_at_most(dx_sat *sat, size_t count, const int *literals, size_t k,
                    int unless)
{
    if (k >= count)
        return;
    int *outputs = dx_alloc(k + 1, sizeof *outputs);
    dx_sat_count(sat, count, literals, k + 1, outputs);
    add_unless(sat, -outputs[k], unless);
    dx_free(outputs);
}

void dx_sat_at_least(dx_sat *sat, size_t count, const int *literals, size_t k,
                     int unless)
{
    if (k == 0)
        return;
    if (k > count) {
        add_unless(sat, 0, unless);
        return;
    }
    int *outputs = dx_alloc(k, sizeof *outputs);
    dx_sat_count(sat, count, literals, k, outputs);
    add_unless(sat, outputs[k - 1], unless);
    dx_free(outputs);
}

void dx_sat_exactly(dx_sat *sat, size_t count, const int *literals, size_t k,
                    int unless)
{
    dx_sat_at_least(sat, count, literals, k, unless);
    dx_sat_at_most(sat, count, literals, k, unless);
}
