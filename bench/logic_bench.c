// The explicit kernel on its classics: muddy children and sum and product.

#include "bench.h"

#include "base/memory.h"
#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/kripke/update.h"

#include <stdio.h>
#include <stdlib.h>

// World w: child i is muddy if bit i of w is set; everybody sees the others.
static dx_model *muddy_children(dx_formulas *store, size_t n)
{
    size_t count = (size_t)1 << n;
    dx_model *model = dx_model_new(store, count);
    uint32_t *cell = dx_alloc_raw(count, sizeof *cell);
    for (size_t i = 0; i < n; i++) {
        char name[24];
        snprintf(name, sizeof name, "c%zu", i);
        dx_model_add_agent(model, name);
        snprintf(name, sizeof name, "m%zu", i);
        dx_model_add_proposition(model, dx_formula_atom(store, name));
        for (size_t w = 0; w < count; w++) {
            cell[w] = (uint32_t)(w & ~((size_t)1 << i));
            if (w >> i & 1)
                dx_bitset_add(dx_model_worlds_of(model, i), w);
        }
        dx_model_set_partition(model, i, cell);
    }
    dx_free(cell);
    dx_model_set_actual(model, count - 1);
    return model;
}

// Kw[c_i] m_i of all children, each negated if asked, in one chain.
static dx_formula each_knows(dx_formulas *store, size_t n, bool negated)
{
    dx_formula *parts = dx_alloc_raw(n, sizeof *parts);
    for (size_t i = 0; i < n; i++) {
        char name[24];
        snprintf(name, sizeof name, "c%zu", i);
        dx_formula agent = dx_formula_atom(store, name);
        snprintf(name, sizeof name, "m%zu", i);
        parts[i] = dx_formula_binary(store, DX_KNOWS_WHETHER, agent,
                                     dx_formula_atom(store, name));
        if (negated)
            parts[i] = dx_formula_not(store, parts[i]);
    }
    dx_formula all = dx_formula_all(store, DX_AND, n, parts);
    dx_free(parts);
    return all;
}

static dx_formula somebody_is_muddy(dx_formulas *store, size_t n)
{
    dx_formula *parts = dx_alloc_raw(n, sizeof *parts);
    for (size_t i = 0; i < n; i++) {
        char name[24];
        snprintf(name, sizeof name, "m%zu", i);
        parts[i] = dx_formula_atom(store, name);
    }
    dx_formula any = dx_formula_all(store, DX_OR, n, parts);
    dx_free(parts);
    return any;
}

static void must(dx_status status, const dx_error *error)
{
    if (status == DX_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

// Father speaks, nobody knows n - 1 times, then all know: the model is made
// anew after each announcement.
static size_t play_muddy_children(dx_formulas *store, size_t n)
{
    dx_model *model = muddy_children(store, n);
    dx_formula said = somebody_is_muddy(store, n);
    size_t rounds = 0;
    const dx_bitset *where;
    dx_error error;
    for (size_t i = 0; i <= n; i++) {
        dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
        must(
            dx_evaluate(evaluator, each_knows(store, n, false), &where, &error),
            &error);
        bool all_know = dx_bitset_has(where, dx_model_actual(model));
        must(dx_evaluate(evaluator, said, &where, &error), &error);
        dx_model *next = NULL;
        if (!all_know)
            must(dx_model_restrict(model, where, &next, &error), &error);
        dx_evaluator_free(evaluator);
        if (all_know)
            break;
        dx_model_free(model);
        model = next;
        rounds++;
        said = each_knows(store, n, true);
    }
    dx_model_free(model);
    return rounds;
}

// The same as one formula with n nested announcements, at every world.
static size_t ask_muddy_children(dx_formulas *store, size_t n)
{
    dx_model *model = muddy_children(store, n);
    dx_formula f = each_knows(store, n, false);
    for (size_t i = 1; i < n; i++)
        f = dx_formula_binary(store, DX_ANNOUNCE, each_knows(store, n, true),
                              f);
    f = dx_formula_binary(store, DX_ANNOUNCE, somebody_is_muddy(store, n), f);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_error error;
    must(dx_evaluate(evaluator, f, &where, &error), &error);
    size_t count = dx_bitset_count(where);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return count;
}

// Sum and product: 1 < x < y, x + y <= 100; one knows x + y, the other x * y.
static dx_model *sum_and_product(dx_formulas *store, int32_t bound)
{
    size_t count = 0, room = (size_t)bound * (size_t)bound;
    int32_t *x = dx_alloc_raw(room, sizeof *x);
    int32_t *y = dx_alloc_raw(room, sizeof *y);
    uint32_t *sum = dx_alloc_raw(room, sizeof *sum);
    uint32_t *product = dx_alloc_raw(room, sizeof *product);
    for (int32_t a = 2; a < bound; a++)
        for (int32_t b = a + 1; a + b <= bound; b++) {
            x[count] = a;
            y[count] = b;
            sum[count] = (uint32_t)(a + b);
            product[count++] = (uint32_t)(a * b);
        }
    dx_model *model = dx_model_new(store, count);
    dx_model_set_partition(model, dx_model_add_agent(model, "s"), sum);
    dx_model_set_partition(model, dx_model_add_agent(model, "p"), product);
    dx_model_add_variable(model, dx_formula_atom(store, "x"), x);
    dx_model_add_variable(model, dx_formula_atom(store, "y"), y);
    dx_free(x);
    dx_free(y);
    dx_free(sum);
    dx_free(product);
    return model;
}

// "S: I knew that you did not know.  P: now I know.  S: now I know too."
static size_t solve_sum_and_product(dx_formulas *store, int32_t bound)
{
    static const char *const riddle = "<!K[s] ~(exists i in 2..%d: K[p] x = i)>"
                                      "<!(exists i in 2..%d: K[p] x = i)>"
                                      "(exists i in 2..%d: K[s] x = i)";
    char text[400];
    snprintf(text, sizeof text, riddle, bound, bound, bound);
    dx_model *model = sum_and_product(store, bound);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_formula f;
    dx_error error;
    must(dx_parse(store, text, &f, &error), &error);
    must(dx_evaluate(evaluator, f, &where, &error), &error);
    size_t world = dx_bitset_next(where, 0);
    size_t answer = dx_bitset_count(where) * 10000 +
                    (size_t)dx_model_values(model, 0)[world] * 100 +
                    (size_t)dx_model_values(model, 1)[world];
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return answer;
}

BENCH(sum_and_product_100)
{
    dx_formulas *store = dx_formulas_new();
    size_t answer = 0;
    while (dx_bench_running(bench))
        answer = solve_sum_and_product(store, 100);
    if (answer != 10413) { // one solution: 4 and 13
        fprintf(stderr, "sum and product: %zu\n", answer);
        exit(1);
    }
    dx_bench_result(bench, answer);
    dx_bench_peer(bench, 0.56e9, "DEMO-S5");
    dx_formulas_free(store);
}

BENCH(muddy_children_11_played)
{
    dx_formulas *store = dx_formulas_new();
    size_t rounds = 0;
    while (dx_bench_running(bench))
        rounds = play_muddy_children(store, 11);
    dx_bench_result(bench, rounds);
    dx_bench_peer(bench, 46.8e9, "DEMO-S5");
    dx_formulas_free(store);
}

BENCH(muddy_children_20_played)
{
    dx_formulas *store = dx_formulas_new();
    size_t rounds = 0;
    while (dx_bench_running(bench))
        rounds = play_muddy_children(store, 20);
    dx_bench_result(bench, rounds);
    dx_bench_peer(bench, 3e9, "our bound");
    dx_formulas_free(store);
}

BENCH(muddy_children_20_asked_as_one_formula)
{
    dx_formulas *store = dx_formulas_new();
    size_t count = 0;
    while (dx_bench_running(bench))
        count = ask_muddy_children(store, 20);
    dx_bench_result(bench, count);
    dx_bench_peer(bench, 3e9, "our bound");
    dx_formulas_free(store);
}
