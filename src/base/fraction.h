// base/fraction.h -- exact fractions, or an honest refusal.
//
// Probabilities and weights of worlds are fractions of 64-bit integers, with
// 128 bits in between.  A result that does not fit is not rounded: it becomes
// *lost* (denominator 0), which every later operation keeps, so a chain of
// operations needs one check at its end.

#ifndef DX_BASE_FRACTION_H
#define DX_BASE_FRACTION_H

#include "base/base.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Invariant: lowest terms, over > 0; or {0, 0}, lost.
typedef struct dx_fraction {
    int64_t top, over;
} dx_fraction;

dx_fraction dx_fraction_of(int64_t top, int64_t over); // over != 0
static inline dx_fraction dx_fraction_int(int64_t value)
{
    dx_fraction whole = {value, 1};
    return whole;
}
static inline bool dx_fraction_is_lost(dx_fraction f)
{
    return f.over == 0;
}
static inline bool dx_fraction_is_zero(dx_fraction f)
{
    return f.top == 0 && f.over != 0;
}

dx_fraction dx_fraction_add(dx_fraction a, dx_fraction b);
dx_fraction dx_fraction_subtract(dx_fraction a, dx_fraction b);
dx_fraction dx_fraction_multiply(dx_fraction a, dx_fraction b);
dx_fraction dx_fraction_divide(dx_fraction a, dx_fraction b); // by 0: lost

// Negative, zero or positive as a is below, equal to or above b.  Neither may
// be lost.
int dx_fraction_compare(dx_fraction a, dx_fraction b);
static inline bool dx_fraction_equal(dx_fraction a, dx_fraction b)
{
    return a.top == b.top && a.over == b.over;
}

double dx_fraction_value(dx_fraction f);

// "3/4", "-2", "lost".
void dx_fraction_print(dx_fraction f, dx_text *out);

// Reads "3/4", "-2" or "0.25", all of `text`.
DX_MUST_USE dx_status dx_fraction_parse(const char *text, dx_fraction *out);

#endif
