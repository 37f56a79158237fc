// base/rational.h -- exact fractions of any size.
//
// What base/fraction.h has to give up as lost is exact here.  A dx_rational is
// sixteen bytes: a fraction of 64-bit numbers, computed with as a dx_fraction
// is and without allocating; or, where that does not fit, a pointer to a sign
// and two naturals.
//
//     dx_rational chance = dx_rational_of_ratio(&part, &whole);
//     if (dx_rational_compare_fraction(&chance, half) >= 0)
//         dx_rational_print(&chance, &out);
//     dx_rational_release(&chance);
//
// Ownership as in base/natural.h: a rational of zeros is 0 and needs no init;
// who holds one releases it; an operation changes its first argument, borrows
// the others, and they may be the same one; memcpy, = and realloc move.

#ifndef DX_BASE_RATIONAL_H
#define DX_BASE_RATIONAL_H

#include "base/fraction.h"
#include "base/natural.h"

#include <string.h>

// Invariant: lowest terms, and small whenever that fits a dx_fraction: the
// denominator is `rest` + 1; or `rest` is -1, and `large` owns the number.
typedef struct dx_rational {
    union {
        int64_t top;
        struct dx_rational_large *large;
    };
    int64_t rest;
} dx_rational;

// What the inline functions below leave to rational.c; not for others.
void dx_rational_release_large(dx_rational *r);
dx_rational dx_rational_copy_large(const dx_rational *r);

static inline bool dx_rational_is_large(const dx_rational *r)
{
    return r->rest < 0;
}

// `fraction` must not be lost.
static inline dx_rational dx_rational_of(dx_fraction fraction)
{
    DX_REQUIRE(fraction.over > 0, "a fraction that is not lost");
    dx_rational r = {{fraction.top}, fraction.over - 1};
    return r;
}

// top / over; over > 0.  The two stay the caller's.
dx_rational dx_rational_of_ratio(const dx_natural *top, const dx_natural *over);

// Releases what `r` owns and makes it 0.
static inline void dx_rational_release(dx_rational *r)
{
    if (dx_rational_is_large(r))
        dx_rational_release_large(r);
    memset(r, 0, sizeof *r);
}

// The same for each number of an array, which itself stays the caller's.
static inline void dx_rational_release_all(dx_rational *array, size_t count)
{
    for (size_t i = 0; i < count; i++)
        dx_rational_release(&array[i]);
}

static inline dx_rational dx_rational_copy(const dx_rational *r)
{
    return dx_rational_is_large(r) ? dx_rational_copy_large(r) : *r;
}

// The number, which the caller now holds; `r` is 0 afterwards.
static inline dx_rational dx_rational_take(dx_rational *r)
{
    dx_rational taken = *r;
    memset(r, 0, sizeof *r);
    return taken;
}

void dx_rational_add(dx_rational *r, const dx_rational *a);      // r += a
void dx_rational_subtract(dx_rational *r, const dx_rational *a); // r -= a
void dx_rational_multiply(dx_rational *r, const dx_rational *a); // r *= a
void dx_rational_divide(dx_rational *r, const dx_rational *a); // r /= a; a != 0

// -1, 0 or 1.
int dx_rational_sign(const dx_rational *r);
static inline bool dx_rational_is_zero(const dx_rational *r)
{
    return !dx_rational_is_large(r) && r->top == 0;
}

// Negative, zero or positive as a is below, equal to or above b.
int dx_rational_compare(const dx_rational *a, const dx_rational *b);
int dx_rational_compare_fraction(const dx_rational *a, dx_fraction b);
bool dx_rational_equal(const dx_rational *a, const dx_rational *b);

// The same number as a dx_fraction; lost if it does not fit.
static inline dx_fraction dx_rational_fraction(const dx_rational *r)
{
    dx_fraction fraction = {0, 0};
    if (!dx_rational_is_large(r)) {
        fraction.top = r->top;
        fraction.over = r->rest + 1;
    }
    return fraction;
}

// The nearest double, under the terms of dx_natural_ratio.
double dx_rational_value(const dx_rational *r);

// "3/4", "-2".
void dx_rational_print(const dx_rational *r, dx_text *out);

// How many digits one number in a text may have.
enum { DX_RATIONAL_DIGITS_MAX = 10000 };

// Reads "3/4", "-2" or "0.25", all of `text`.  On DX_OK the caller releases
// `out`; otherwise it is left alone, and `error` (which may be NULL) has the
// column.
DX_MUST_USE dx_status dx_rational_parse(const char *text, dx_rational *out,
                                        dx_error *error);

// Takes one value more into a range, both ends of which are 0 before the first.
static inline void dx_rational_widen(dx_rational *least, dx_rational *most,
                                     const dx_rational *value, bool is_first)
{
    if (is_first || dx_rational_compare(value, least) < 0) {
        dx_rational_release(least);
        *least = dx_rational_copy(value);
    }
    if (is_first || dx_rational_compare(value, most) > 0) {
        dx_rational_release(most);
        *most = dx_rational_copy(value);
    }
}

#endif
