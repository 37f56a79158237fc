// The whole state of a stream is made from its name; drawing needs no lock and
// no memory.  Numbers below a bound and shuffles are exact: every result is
// equally likely, as far as the generator is.

#include "base/random.h"

#include "base/base.h"
#include "base/hash.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

__extension__ typedef unsigned __int128 wide;

// Each part of the name is mixed before the next one goes in.  Left as it is,
// a small experiment would meet small deals: 1 and 2 would share nearly all.
dx_random dx_random_named(uint64_t experiment, uint64_t deal, uint64_t stream)
{
    uint64_t x = dx_hash_add(0, experiment);
    x = dx_hash_add(dx_hash_add(x, deal), stream);
    dx_random random;
    for (int i = 0; i < 4; i++) {
        x += UINT64_C(0x9e3779b97f4a7c15);
        random.state[i] = dx_hash_mix(x);
    }
    return random;
}

static uint64_t rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t dx_random_next(dx_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t carry = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= carry;
    s[3] = rotate(s[3], 45);
    return result;
}

// Lemire's multiplication method: the high word is uniform once the few low
// words that would favour some results are rejected.
uint64_t dx_random_below(dx_random *random, uint64_t bound)
{
    DX_REQUIRE(bound > 0, "a bound above zero");
    wide product = (wide)dx_random_next(random) * bound;
    if ((uint64_t)product < bound) {
        uint64_t reject = -bound % bound;
        while ((uint64_t)product < reject)
            product = (wide)dx_random_next(random) * bound;
    }
    return (uint64_t)(product >> 64);
}

double dx_random_unit(dx_random *random)
{
    return (double)(dx_random_next(random) >> 11) * 0x1p-53;
}

void dx_random_shuffle(dx_random *random, void *elements, size_t count,
                       size_t size)
{
    DX_REQUIRE(size <= 64, "elements of at most 64 bytes");
    unsigned char *at = elements;
    unsigned char hold[64];
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)dx_random_below(random, i);
        memcpy(hold, at + (i - 1) * size, size);
        memmove(at + (i - 1) * size, at + j * size, size);
        memcpy(at + j * size, hold, size);
    }
}

uint64_t dx_random_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = dx_hash_mix((uint64_t)time(NULL));
    return seed >> 16; // short enough to type again
}
