// worlds/count.h -- numbers of deals: exact while they fit, then honest.
//
// A count (base/natural.h) is an unsigned 128-bit integer.  Where one does not
// fit (ten hands of Kemps) it is rounded to a double, and says so: a tally is a
// count that knows its quality, and whatever is computed from a rounded tally
// is rounded.
//
//     dx_tally deals = dx_deal_table_total(table);
//     if (deals.quality == DX_EXACT)
//         print(deals.whole);

#ifndef DX_WORLDS_COUNT_H
#define DX_WORLDS_COUNT_H

#include "base/fraction.h"
#include "base/natural.h"

#include <stdbool.h>

// How far an answer can be trusted.
typedef enum dx_quality {
    DX_EXACT,
    DX_ROUNDED, // computed in doubles
    DX_SAMPLED, // estimated from random deals
} dx_quality;

// Invariant: `whole` is the number if quality is DX_EXACT, otherwise it is 0
// and `rounded` is the number.
typedef struct dx_tally {
    dx_count whole;
    double rounded;
    dx_quality quality;
} dx_tally;

enum {
    DX_CARDS_MAX = 120, // in all: (n choose k) * n then fits a count
};

static inline dx_tally dx_tally_of(dx_count whole)
{
    dx_tally tally = {whole, 0, DX_EXACT};
    return tally;
}

static inline dx_tally dx_tally_rounded(double value)
{
    dx_tally tally = {0, value, DX_ROUNDED};
    return tally;
}

static inline double dx_tally_value(dx_tally tally)
{
    return tally.quality == DX_EXACT ? (double)tally.whole : tally.rounded;
}

static inline bool dx_tally_is_zero(dx_tally tally)
{
    return tally.whole == 0 && tally.rounded == 0;
}

static inline dx_tally dx_tally_add(dx_tally a, dx_tally b)
{
    dx_count sum;
    if (a.quality == DX_EXACT && b.quality == DX_EXACT &&
        !__builtin_add_overflow(a.whole, b.whole, &sum))
        return dx_tally_of(sum);
    return dx_tally_rounded(dx_tally_value(a) + dx_tally_value(b));
}

static inline dx_tally dx_tally_multiply(dx_tally a, dx_tally b)
{
    dx_count product;
    if (a.quality == DX_EXACT && b.quality == DX_EXACT &&
        !__builtin_mul_overflow(a.whole, b.whole, &product))
        return dx_tally_of(product);
    return dx_tally_rounded(dx_tally_value(a) * dx_tally_value(b));
}

// "n choose k" for n <= DX_CARDS_MAX; 0 if k > n.
dx_count dx_choose(unsigned n, unsigned k);

#endif
