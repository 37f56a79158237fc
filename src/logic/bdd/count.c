// How large, about what, and how many: sizes, supports, numbers of solutions.
//
// Solutions are counted over all n variables at every node: a function that
// does not depend on its node's variable any more is counted double, so the
// count of a node is half the sum of its children's, and no levels need to be
// looked at.

#include "logic/bdd/inside.h"

#include <math.h>
#include <string.h>

// ---- The nodes of a function, children first ----

typedef struct reached {
    DX_VECTOR(uint32_t) node; // the terminal is the first
    uint32_t *place;          // per node of the manager: 1 + its place in node
} reached;

static void reach(const dx_bdd_manager *m, reached *r, uint32_t node)
{
    if (r->place[node] != 0)
        return;
    if (m->node[node].var != DX_BDD_TERMINAL) {
        reach(m, r, m->node[node].low >> 1);
        reach(m, r, m->node[node].high >> 1);
    }
    dx_vector_push(&r->node, node);
    r->place[node] = (uint32_t)r->node.count;
}

static reached reached_from(const dx_bdd_manager *m, const dx_bdd *f,
                            size_t count)
{
    reached r = {.place = dx_alloc(m->node_count, sizeof *r.place)};
    reach(m, &r, 0);
    for (size_t i = 0; i < count; i++) {
        DX_REQUIRE(f[i] >> 1 < m->node_count &&
                       m->node[f[i] >> 1].var != DX_BDD_FREE,
                   "a valid function of this manager");
        reach(m, &r, f[i] >> 1);
    }
    return r;
}

static void reached_release(reached *r)
{
    dx_vector_release(&r->node);
    dx_free(r->place);
}

size_t dx_bdd_size(const dx_bdd_manager *m, dx_bdd f)
{
    reached r = reached_from(m, &f, 1);
    size_t size = r.node.count;
    reached_release(&r);
    return size;
}

static bool *support_of(const dx_bdd_manager *m, dx_bdd f)
{
    bool *is_needed = dx_alloc(m->variable_count, sizeof *is_needed);
    reached r = reached_from(m, &f, 1);
    for (size_t i = 1; i < r.node.count; i++)
        is_needed[m->node[r.node.at[i]].var] = true;
    reached_release(&r);
    return is_needed;
}

dx_bdd dx_bdd_support(dx_bdd_manager *m, dx_bdd f)
{
    if (!dx_bdd_is_usable(m, f))
        return DX_BDD_INVALID;
    bool *is_needed = support_of(m, f);
    dx_bdd cube = DX_BDD_TRUE;
    for (uint32_t level = m->variable_count; level-- > 0;)
        if (is_needed[m->variable_at[level]])
            cube = dx_bdd_make(m, m->variable_at[level], DX_BDD_FALSE, cube);
    dx_free(is_needed);
    return cube;
}

static void require_support(const dx_bdd_manager *m, dx_bdd f,
                            const dx_bdd_var *vars, size_t count)
{
    bool *is_needed = support_of(m, f);
    bool *is_given = dx_alloc(m->variable_count, sizeof *is_given);
    for (size_t i = 0; i < count; i++) {
        DX_REQUIRE(vars[i] < m->variable_count && !is_given[vars[i]],
                   "distinct variables of this manager");
        is_given[vars[i]] = true;
    }
    for (uint32_t v = 0; v < m->variable_count; v++)
        DX_REQUIRE(is_given[v] || !is_needed[v],
                   "all variables that the function depends on");
    dx_free(is_needed);
    dx_free(is_given);
}

// ---- As a double ----

// Shares of all assignments: both that of the function and that of its
// complement, since 1 - x would lose what matters of a very small one.
double dx_bdd_count(const dx_bdd_manager *m, dx_bdd f, const dx_bdd_var *vars,
                    size_t count)
{
    require_support(m, f, vars, count);
    reached r = reached_from(m, &f, 1);
    double(*share)[2] = dx_alloc(r.node.count, sizeof *share);
    share[0][1] = 1; // of the terminal: false never holds
    for (size_t i = 1; i < r.node.count; i++) {
        const dx_bdd_node *node = &m->node[r.node.at[i]];
        assert(r.place[node->low >> 1] <= i && r.place[node->high >> 1] <= i);
        const double *low = share[r.place[node->low >> 1] - 1];
        const double *high = share[r.place[node->high >> 1] - 1];
        for (unsigned flip = 0; flip < 2; flip++)
            share[i][flip] =
                (low[(node->low & 1) ^ flip] + high[(node->high & 1) ^ flip]) /
                2;
    }
    double result = ldexp(share[r.place[f >> 1] - 1][f & 1], (int)count);
    dx_free(share);
    reached_release(&r);
    return result;
}

// ---- Exactly: numbers of `words` 64-bit words, least first ----

static void number_add_half(uint64_t *sum, const uint64_t *a, const uint64_t *b,
                            size_t words)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t part = a[i] + carry;
        carry = part < carry;
        sum[i] = part + b[i];
        carry += sum[i] < part;
    }
    assert(carry == 0);
    for (size_t i = 0; i < words; i++) {
        uint64_t above = i + 1 < words ? sum[i + 1] : 0;
        sum[i] = sum[i] >> 1 | above << 63;
    }
}

// 2^bits - a.
static void number_complement(uint64_t *result, const uint64_t *a, size_t bits,
                              size_t words)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t whole = i == bits / 64 ? UINT64_C(1) << (bits % 64) : 0;
        result[i] = whole - a[i] - borrow;
        borrow = whole < a[i] || (whole == a[i] && borrow);
    }
    assert(borrow == 0);
}

// Divides by `by`, returns the remainder.
static uint64_t number_divide(uint64_t *a, size_t words, uint64_t by)
{
    __extension__ typedef unsigned __int128 wide;
    wide rest = 0;
    for (size_t i = words; i-- > 0;) {
        rest = rest << 64 | a[i];
        a[i] = (uint64_t)(rest / by);
        rest %= by;
    }
    return (uint64_t)rest;
}

static bool number_is_zero(const uint64_t *a, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (a[i] != 0)
            return false;
    return true;
}

// Room for 2^(n+1), the largest sum.
static size_t words_for(size_t count)
{
    return (count + 1) / 64 + 1;
}

// The count of f in words_for(count) words; the caller owns it.
static uint64_t *count_words(const dx_bdd_manager *m, dx_bdd f, size_t count)
{
    size_t words = words_for(count);
    reached r = reached_from(m, &f, 1);
    uint64_t *all = dx_alloc(r.node.count * words, sizeof *all);
    uint64_t *flipped = dx_alloc(words, sizeof *flipped);
    for (size_t i = 1; i < r.node.count; i++) {
        const dx_bdd_node *node = &m->node[r.node.at[i]];
        assert(r.place[node->low >> 1] <= i && r.place[node->high >> 1] <= i);
        const uint64_t *low = &all[(r.place[node->low >> 1] - 1) * words];
        const uint64_t *high = &all[(r.place[node->high >> 1] - 1) * words];
        if (node->high & 1) {
            number_complement(flipped, high, count, words);
            high = flipped;
        }
        number_add_half(&all[i * words], low, high, words);
    }
    uint64_t *result = dx_alloc(words, sizeof *result);
    const uint64_t *own = &all[(r.place[f >> 1] - 1) * words];
    if (f & 1)
        number_complement(result, own, count, words);
    else
        memcpy(result, own, words * sizeof *result);
    dx_free(flipped);
    dx_free(all);
    reached_release(&r);
    return result;
}

dx_status dx_bdd_count_exact(const dx_bdd_manager *m, dx_bdd f,
                             const dx_bdd_var *vars, size_t count,
                             uint64_t *out_count)
{
    require_support(m, f, vars, count);
    uint64_t *number = count_words(m, f, count);
    bool fits = number_is_zero(number + 1, words_for(count) - 1);
    if (fits)
        *out_count = number[0];
    dx_free(number);
    return fits ? DX_OK : DX_ERR_LIMIT;
}

void dx_bdd_count_print(const dx_bdd_manager *m, dx_bdd f,
                        const dx_bdd_var *vars, size_t count, dx_text *out)
{
    const uint64_t chunk = UINT64_C(1000000000000000000);
    require_support(m, f, vars, count);
    size_t words = words_for(count);
    uint64_t *number = count_words(m, f, count);
    DX_VECTOR(uint64_t) digits = {0}; // eighteen at a time, least first
    do
        dx_vector_push(&digits, number_divide(number, words, chunk));
    while (!number_is_zero(number, words));
    for (size_t i = digits.count; i-- > 0;)
        dx_text_printf(out, i + 1 == digits.count ? "%llu" : "%018llu",
                       (unsigned long long)digits.at[i]);
    dx_vector_release(&digits);
    dx_free(number);
}
