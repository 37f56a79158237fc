// bench.h -- how a measurement is written here.
//
//     BENCH(marginals_of_a_hand)
//     {
//         prepare();                          // not measured
//         while (dx_bench_running(bench))     // measured: CPU time
//             last = answer(&question);
//         dx_bench_result(bench, last);       // goes into the signature
//         dx_bench_peer(bench, 5800, "trial in C"); // ns per operation
//     }
//
// A measurement registers itself.  Repetitions are calibrated: the loop runs
// until enough CPU time has passed.  Results must not depend on how often it
// ran, so that the signature (a hash of all results) is the same on every
// machine: it shows that two builds that are compared did the same work.
// `doxa-bench PART` runs those whose name or file contains PART.

#ifndef DX_BENCH_H
#define DX_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_bench dx_bench;
struct dx_bench {
    const char *name, *file;
    void (*body)(dx_bench *bench);
    dx_bench *next;

    // While it runs.
    double seconds_wanted, seconds, started; // CPU time, children too
    uint64_t left, batch, rounds;
    double items;   // operations in one round of the loop
    double peer_ns; // 0: nobody to compare with
    const char *peer;
    uint64_t signature;
};

void dx_bench_register(dx_bench *bench);

#define BENCH(title)                                                           \
    static void bench_##title(dx_bench *bench);                                \
    __attribute__((constructor)) static void register_##title(void)            \
    {                                                                          \
        static dx_bench b = {                                                  \
            .name = #title, .file = __FILE__, .body = bench_##title};          \
        dx_bench_register(&b);                                                 \
    }                                                                          \
    static void bench_##title(dx_bench *bench)

// The working part of dx_bench_running: reads the clock after each batch.
bool dx_bench_next_batch(dx_bench *bench);

static inline bool dx_bench_running(dx_bench *bench)
{
    if (bench->left > 0) {
        bench->left--;
        return true;
    }
    return dx_bench_next_batch(bench);
}

// One round of the loop is `items` operations (1 unless said).
void dx_bench_items(dx_bench *bench, double items);

// Adds a result, which the seed alone decides, to the signature.
void dx_bench_result(dx_bench *bench, uint64_t result);

// What somebody else needs for one operation, and who.
void dx_bench_peer(dx_bench *bench, double ns, const char *peer);

// Keeps the compiler from leaving out a computation whose result nobody uses.
static inline void dx_bench_keep(const void *result)
{
    __asm__ volatile("" : : "r"(result) : "memory");
}

#endif
