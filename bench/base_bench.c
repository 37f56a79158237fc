// The ground: what a random number costs, since every deal is made of them,
// and what exact numbers cost beside those of the machine.

#include "bench.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/natural.h"
#include "base/random.h"

#include <gmp.h>

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

// ---- Accumulators, as a dynamic programme has them ----
//
// Few enough for the nearest cache, so that it is the arithmetic that is
// measured; beside it the same loop with what one would take otherwise.

enum { SUMS = 512, ROUNDS = 20000 };

static dx_natural term_of(unsigned i, unsigned bits)
{
    dx_random random = dx_random_named(1, 2, 4 + i);
    dx_natural term = dx_natural_of(dx_random_next(&random));
    for (; bits > 64; bits -= 8)
        dx_natural_multiply_count(&term, 256);
    return term;
}

static void draw_terms(dx_natural terms[SUMS], unsigned bits)
{
    for (unsigned i = 0; i < SUMS; i++)
        terms[i] = term_of(i, bits);
}

// Nanoseconds for each of the sums since `start`.
static double ns_since(double start)
{
    return (dx_cpu_seconds() - start) * 1e9 / ((double)SUMS * ROUNDS);
}

static double plain_sums_ns(const dx_natural terms[SUMS])
{
    dx_count sum[SUMS] = {0}, term[SUMS];
    for (unsigned i = 0; i < SUMS; i++)
        term[i] = dx_natural_pair(&terms[i]);
    double start = dx_cpu_seconds();
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < SUMS; i++)
            sum[i] += term[i];
        dx_bench_keep(sum);
    }
    return ns_since(start);
}

static double plain_products_ns(const dx_natural terms[SUMS])
{
    dx_count sum[SUMS] = {0}, term[SUMS];
    for (unsigned i = 0; i < SUMS; i++)
        term[i] = dx_natural_pair(&terms[i]);
    double start = dx_cpu_seconds();
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < SUMS; i++)
            sum[i] += term[i] * (i + 1);
        dx_bench_keep(sum);
    }
    return ns_since(start);
}

static double gmp_products_ns(unsigned bits)
{
    mpz_t sum[SUMS], term[SUMS];
    for (unsigned i = 0; i < SUMS; i++) {
        dx_natural first = term_of(i, 64);
        mpz_init(sum[i]);
        mpz_init_set_ui(term[i], first.low);
        mpz_mul_2exp(term[i], term[i], bits - 64);
    }
    double start = dx_cpu_seconds();
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < SUMS; i++)
            mpz_addmul_ui(sum[i], term[i], i + 1);
    double ns = ns_since(start);
    for (unsigned i = 0; i < SUMS; i++)
        mpz_clears(sum[i], term[i], NULL);
    return ns;
}

// Goes into the signature: the sum of one round.
static void add_result(dx_bench *bench, const dx_natural term[SUMS])
{
    dx_natural sum = {0};
    dx_text digits = {0};
    for (unsigned i = 0; i < SUMS; i++)
        dx_natural_add_product_count(&sum, &term[i], i + 1);
    dx_natural_print(&sum, &digits);
    dx_bench_result(bench, dx_hash_bytes(digits.at, digits.length));
    dx_natural_release(&sum);
    dx_text_release(&digits);
}

BENCH(natural_add)
{
    dx_natural term[SUMS], sum[SUMS] = {0};
    draw_terms(term, 88);
    dx_bench_items(bench, SUMS);
    while (dx_bench_running(bench)) {
        for (unsigned i = 0; i < SUMS; i++)
            dx_natural_add(&sum[i], &term[i]);
        dx_bench_keep(sum);
    }
    add_result(bench, term);
    dx_bench_peer(bench, plain_sums_ns(term), "plain 128-bit integers");
    dx_natural_release_all(sum, SUMS);
}

static void measure_products(dx_bench *bench, const dx_natural term[SUMS])
{
    dx_natural sum[SUMS] = {0};
    dx_bench_items(bench, SUMS);
    while (dx_bench_running(bench)) {
        for (unsigned i = 0; i < SUMS; i++)
            dx_natural_add_product_count(&sum[i], &term[i], i + 1);
        dx_bench_keep(sum);
    }
    add_result(bench, term);
    dx_natural_release_all(sum, SUMS);
}

BENCH(natural_add_product)
{
    dx_natural term[SUMS];
    draw_terms(term, 88);
    measure_products(bench, term);
    dx_bench_peer(bench, plain_products_ns(term), "plain 128-bit integers");
}

BENCH(natural_add_product_200_bits)
{
    dx_natural term[SUMS];
    draw_terms(term, 200);
    measure_products(bench, term);
    dx_bench_peer(bench, gmp_products_ns(200), "GMP's integers");
    dx_natural_release_all(term, SUMS);
}
