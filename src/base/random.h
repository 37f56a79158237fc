// base/random.h -- chance that can be repeated.
//
// Every stream of random numbers is named by three numbers (experiment, deal,
// stream), so a result does not depend on which thread or machine drew it.
// The generator is xoshiro256** (Blackman and Vigna 2018), filled from the
// name by splitmix64.

#ifndef DX_BASE_RANDOM_H
#define DX_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

// A plain value; copy it to fork a stream, nothing to release.
typedef struct dx_random {
    uint64_t state[4];
} dx_random;

// Streams of different names share nothing, however near the names are.
dx_random dx_random_named(uint64_t experiment, uint64_t deal, uint64_t stream);

uint64_t dx_random_next(dx_random *random);

// Uniform in 0 .. bound - 1, without bias; bound > 0.
uint64_t dx_random_below(dx_random *random, uint64_t bound);

// Uniform in [0, 1) with 53 bits.
double dx_random_unit(dx_random *random);

// Shuffles `count` elements of `size` bytes (Fisher and Yates).
void dx_random_shuffle(dx_random *random, void *elements, size_t count,
                       size_t size);

// A seed from the system, for when the user gave none.
uint64_t dx_random_seed(void);

#endif
