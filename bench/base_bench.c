// The ground: what a random number costs, since every deal is made of them.

#include "bench.h"

#include "base/random.h"

BENCH(random_card_of_a_deck)
{
    dx_random random = dx_random_named(1, 2, 3);
    uint64_t cards = 0;

    while (dx_bench_running(bench))
        cards += dx_random_below(&random, 52);
    dx_bench_keep(&cards);

    random = dx_random_named(1, 2, 3);
    dx_bench_result(bench, dx_random_below(&random, 52));
}
