// base/natural.h -- whole numbers of any size, free of charge while small.
//
// Weights of deals are natural numbers: nearly always below 2^128, now and
// then far above.  A dx_natural is sixteen bytes.  Below DX_NATURAL_LARGE
// (2^128 - 2^64, the last 2^64 numbers of 128 bits short) they are the number
// itself, nothing is ever allocated, and an operation is the operation on
// 128-bit integers and one comparison.  From there on they point to limbs on
// the heap, which GMP computes with.
//
//     dx_natural *weight = dx_alloc(states, sizeof *weight); // all 0
//     dx_natural_add_product_count(&weight[to], &weight[from], ways);
//     dx_natural_release_all(weight, states);
//     dx_free(weight);
//
// Ownership: a number of zeros is 0 and needs no init.  Who holds a number
// releases it; an operation changes its first argument, only borrows the
// others, and any of them may be the same number.  There is no pointer from a
// number to itself, so that memcpy, = and realloc *move* it: one of the two is
// then forgotten.  dx_natural_copy makes a second number.

#ifndef DX_BASE_NATURAL_H
#define DX_BASE_NATURAL_H

#include "base/base.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 dx_count;

// The greatest common divisor; that of 0 and b is b.
dx_count dx_count_gcd(dx_count a, dx_count b);

// Digits of the largest count, and a zero.
enum { DX_COUNT_TEXT_BYTES = 40 };

// Writes `count` in decimal and returns `text`.
const char *dx_count_text(dx_count count, char text[DX_COUNT_TEXT_BYTES]);

// Invariant: the number is high * 2^64 + low; or high is all ones, and then
// `limbs` owns a number of at least DX_NATURAL_LARGE.  So the sixteen bytes,
// read as a count, are DX_NATURAL_LARGE or more exactly if the number is, and
// a sum or product with a large number cannot look small.
typedef struct dx_natural {
    union {
        uint64_t low;
        struct dx_natural_limbs *limbs;
    };
    uint64_t high;
} dx_natural;

#define DX_NATURAL_LARGE ((dx_count)UINT64_MAX << 64)

// What the inline functions below leave to natural.c; not for others.
dx_natural dx_natural_of_large(dx_count count);
dx_natural dx_natural_copy_large(const dx_natural *n);
void dx_natural_release_large(dx_natural *n);
void dx_natural_add_large(dx_natural *n, const dx_natural *a);
void dx_natural_subtract_large(dx_natural *n, const dx_natural *a);
void dx_natural_multiply_large(dx_natural *n, const dx_natural *a);
void dx_natural_add_product_large(dx_natural *n, const dx_natural *a,
                                  const dx_natural *b);
void dx_natural_divide_large(dx_natural *n, const dx_natural *a);
void dx_natural_add_count_large(dx_natural *n, dx_count a);
void dx_natural_multiply_count_large(dx_natural *n, dx_count a);
void dx_natural_add_product_count_large(dx_natural *n, const dx_natural *a,
                                        dx_count b);
int dx_natural_compare_large(const dx_natural *a, const dx_natural *b);

// The sixteen bytes as a count: the number if it is small, otherwise anything
// from DX_NATURAL_LARGE on.
static inline dx_count dx_natural_pair(const dx_natural *n)
{
    return (dx_count)n->high << 64 | n->low;
}

static inline bool dx_count_is_small(dx_count count)
{
    return (uint64_t)(count >> 64) != UINT64_MAX; // below DX_NATURAL_LARGE
}

static inline dx_natural dx_natural_of_small(dx_count count)
{
    dx_natural n = {{(uint64_t)count}, (uint64_t)(count >> 64)};
    return n;
}

static inline bool dx_natural_is_large(const dx_natural *n)
{
    return n->high == UINT64_MAX;
}

static inline bool dx_natural_is_zero(const dx_natural *n)
{
    return (n->low | n->high) == 0;
}

static inline dx_natural dx_natural_of(dx_count count)
{
    return dx_count_is_small(count) ? dx_natural_of_small(count)
                                    : dx_natural_of_large(count);
}

// Releases what `n` owns and makes it 0.
static inline void dx_natural_release(dx_natural *n)
{
    if (dx_natural_is_large(n))
        dx_natural_release_large(n);
    *n = dx_natural_of_small(0);
}

// The same for each number of an array, which itself stays the caller's.
static inline void dx_natural_release_all(dx_natural *array, size_t count)
{
    for (size_t i = 0; i < count; i++)
        dx_natural_release(&array[i]);
}

static inline dx_natural dx_natural_copy(const dx_natural *n)
{
    return dx_natural_is_large(n) ? dx_natural_copy_large(n) : *n;
}

// The number, which the caller now holds; `n` is 0 afterwards.
static inline dx_natural dx_natural_take(dx_natural *n)
{
    dx_natural taken = *n;
    *n = dx_natural_of_small(0);
    return taken;
}

// n += a.
static inline void dx_natural_add(dx_natural *n, const dx_natural *a)
{
    dx_count sum;
    if (DX_RARE(__builtin_add_overflow(dx_natural_pair(n), dx_natural_pair(a),
                                       &sum) ||
                !dx_count_is_small(sum)))
        dx_natural_add_large(n, a);
    else
        *n = dx_natural_of_small(sum);
}

// n -= a; a <= n.
static inline void dx_natural_subtract(dx_natural *n, const dx_natural *a)
{
    if (dx_natural_is_large(n)) {
        dx_natural_subtract_large(n, a);
        return;
    }
    dx_count from = dx_natural_pair(n), less = dx_natural_pair(a);
    DX_REQUIRE(less <= from, "not to take more than there is");
    *n = dx_natural_of_small(from - less);
}

// n *= a.
static inline void dx_natural_multiply(dx_natural *n, const dx_natural *a)
{
    dx_count product;
    if (DX_RARE(dx_natural_is_large(n) ||
                __builtin_mul_overflow(dx_natural_pair(n), dx_natural_pair(a),
                                       &product) ||
                !dx_count_is_small(product)))
        dx_natural_multiply_large(n, a);
    else
        *n = dx_natural_of_small(product);
}

// n += a * b.
static inline void dx_natural_add_product(dx_natural *n, const dx_natural *a,
                                          const dx_natural *b)
{
    dx_count sum;
    if (DX_RARE(__builtin_mul_overflow(dx_natural_pair(a), dx_natural_pair(b),
                                       &sum) ||
                __builtin_add_overflow(dx_natural_pair(n), sum, &sum) ||
                !dx_count_is_small(sum)))
        dx_natural_add_product_large(n, a, b);
    else
        *n = dx_natural_of_small(sum);
}

// n /= a; a > 0, and it divides n.
static inline void dx_natural_divide(dx_natural *n, const dx_natural *a)
{
    if (dx_natural_is_large(n) || dx_natural_is_large(a)) {
        dx_natural_divide_large(n, a);
        return;
    }
    dx_count whole = dx_natural_pair(n), by = dx_natural_pair(a);
    DX_REQUIRE(by != 0, "a divisor of the number");
    dx_count quotient = whole / by;
    DX_REQUIRE(quotient * by == whole, "a divisor of the number");
    *n = dx_natural_of_small(quotient);
}

// The same with a count.
static inline void dx_natural_add_count(dx_natural *n, dx_count a)
{
    dx_count sum;
    if (DX_RARE(__builtin_add_overflow(dx_natural_pair(n), a, &sum) ||
                !dx_count_is_small(sum)))
        dx_natural_add_count_large(n, a);
    else
        *n = dx_natural_of_small(sum);
}

static inline void dx_natural_multiply_count(dx_natural *n, dx_count a)
{
    dx_count product;
    if (DX_RARE(dx_natural_is_large(n) ||
                __builtin_mul_overflow(dx_natural_pair(n), a, &product) ||
                !dx_count_is_small(product)))
        dx_natural_multiply_count_large(n, a);
    else
        *n = dx_natural_of_small(product);
}

static inline void dx_natural_add_product_count(dx_natural *n,
                                                const dx_natural *a, dx_count b)
{
    dx_count sum;
    if (DX_RARE(__builtin_mul_overflow(dx_natural_pair(a), b, &sum) ||
                __builtin_add_overflow(dx_natural_pair(n), sum, &sum) ||
                !dx_count_is_small(sum)))
        dx_natural_add_product_count_large(n, a, b);
    else
        *n = dx_natural_of_small(sum);
}

static inline void dx_natural_divide_count(dx_natural *n, dx_count a)
{
    dx_natural number = dx_natural_of(a);
    dx_natural_divide(n, &number);
    dx_natural_release(&number);
}

// Negative, zero or positive as a is below, equal to or above b.
static inline int dx_natural_compare(const dx_natural *a, const dx_natural *b)
{
    if (dx_natural_is_large(a) && dx_natural_is_large(b))
        return dx_natural_compare_large(a, b);
    dx_count left = dx_natural_pair(a), right = dx_natural_pair(b);
    return (left > right) - (left < right);
}

static inline bool dx_natural_equal(const dx_natural *a, const dx_natural *b)
{
    return dx_natural_compare(a, b) == 0;
}

// The greatest common divisor, which the caller releases; that of 0 and b is b.
dx_natural dx_natural_gcd(const dx_natural *a, const dx_natural *b);

// The number as a count; false, and `out` is left alone, if it has more than
// 128 bits.
bool dx_natural_to_count(const dx_natural *n, dx_count *out);

// How many binary digits there are; 0 has none.
size_t dx_natural_bits(const dx_natural *n);

// How many bytes it holds on the heap: 0 for a small one.
size_t dx_natural_heap(const dx_natural *n);

// The nearest double; infinite from 2^1024 on.
double dx_natural_value(const dx_natural *n);

// a / b as the nearest double, however large the two are (a quotient below
// the smallest normal double may be off by its last bit); b > 0.
double dx_natural_ratio(const dx_natural *a, const dx_natural *b);

// In decimal.
void dx_natural_print(const dx_natural *n, dx_text *out);

// The number that `count` decimal digits say; all of them must be digits.
dx_natural dx_natural_of_digits(const char *digits, size_t count);

#endif
