// The BDD core on what the symbolic engine does with it.

#include "bench.h"

#include "base/memory.h"
#include "logic/bdd/bdd.h"

#include <stdbool.h>

// Rounds until all of `n` muddy children know: each round announces that no
// child knows whether it is muddy, and the law keeps what was announced.
static unsigned muddy_rounds(unsigned n)
{
    dx_bdd_manager *m = dx_bdd_manager_new(NULL);
    dx_bdd *x = dx_alloc(n, sizeof *x), *silent = dx_alloc(n, sizeof *x);
    bool *values = dx_alloc(n, sizeof *values);
    for (unsigned i = 0; i < n; i++) {
        x[i] = dx_bdd_variable(m, dx_bdd_variable_new(m));
        values[i] = true;
    }
    dx_bdd law = dx_bdd_ref(m, dx_bdd_or_all(m, x, n));
    unsigned rounds = 0;
    for (;;) {
        for (unsigned i = 0; i < n; i++) {
            dx_bdd yes = dx_bdd_implies_forall(m, law, x[i], x[i]);
            dx_bdd no = dx_bdd_implies_forall(m, law, dx_bdd_not(x[i]), x[i]);
            silent[i] = dx_bdd_and(m, dx_bdd_not(yes), dx_bdd_not(no));
        }
        dx_bdd nobody = dx_bdd_and_all(m, silent, n);
        if (!dx_bdd_holds(m, nobody, values))
            break;
        rounds++;
        dx_bdd_deref(m, law);
        law = dx_bdd_ref(m, dx_bdd_and(m, law, nobody));
        dx_bdd_tidy(m);
    }
    dx_free(x);
    dx_free(silent);
    dx_free(values);
    dx_bdd_manager_free(m);
    return rounds;
}

static void bench_muddy(dx_bench *bench, unsigned n)
{
    unsigned rounds = 0;
    while (dx_bench_running(bench))
        rounds = muddy_rounds(n);
    dx_bench_result(bench, rounds);
}

BENCH(bdd_muddy_children_40)
{
    bench_muddy(bench, 40);
    dx_bench_peer(bench, 18e6, "the same in C with BuDDy");
}

BENCH(bdd_muddy_children_60)
{
    bench_muddy(bench, 60);
    dx_bench_peer(bench, 80e6, "the same in C with BuDDy");
}

// Ten pairs in the worst order, put right.
BENCH(bdd_sifting_ten_pairs)
{
    size_t nodes = 0;
    while (dx_bench_running(bench)) {
        dx_bdd_manager *m = dx_bdd_manager_new(NULL);
        dx_bdd f = DX_BDD_FALSE, x[20];
        for (unsigned i = 0; i < 20; i++)
            x[i] = dx_bdd_variable(m, dx_bdd_variable_new(m));
        for (unsigned i = 0; i < 10; i++)
            f = dx_bdd_or(m, f, dx_bdd_and(m, x[i], x[i + 10]));
        dx_bdd_ref(m, f);
        dx_bdd_reorder(m);
        nodes = dx_bdd_size(m, f);
        dx_bdd_manager_free(m);
    }
    dx_bench_result(bench, nodes);
}
