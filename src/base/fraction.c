// Exact fractions of 64 bits, always in lowest terms.
//
// Every operation is done in 128 bits, where the product and sum of two
// fractions fit, and then reduced; what does not fit 64 bits afterwards is lost
// (0/0), and stays lost in all that is computed from it, so a long computation
// needs one look at its end.  Nothing is ever rounded.

#include "base/fraction.h"

#include "base/natural.h"

#include <inttypes.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

// Brings top / over to lowest terms; lost if they do not fit then.
static dx_fraction reduce(wide top, wide over)
{
    if (over == 0)
        return (dx_fraction){0, 0};
    if (over < 0) {
        top = -top;
        over = -over;
    }
    dx_count positive = top < 0 ? -(dx_count)top : (dx_count)top;
    wide divisor = (wide)dx_count_gcd(positive, (dx_count)over);
    top /= divisor;
    over /= divisor;
    if (top > INT64_MAX || top < -INT64_MAX || over > INT64_MAX)
        return (dx_fraction){0, 0};
    return (dx_fraction){(int64_t)top, (int64_t)over};
}

dx_fraction dx_fraction_of(int64_t top, int64_t over)
{
    DX_REQUIRE(over != 0, "a denominator that is not zero");
    return reduce(top, over);
}

// Products of two 63-bit numbers fit 126 bits and their sum 127, so nothing
// overflows between here and `reduce`.
dx_fraction dx_fraction_add(dx_fraction a, dx_fraction b)
{
    return reduce((wide)a.top * b.over + (wide)b.top * a.over,
                  (wide)a.over * b.over);
}

dx_fraction dx_fraction_subtract(dx_fraction a, dx_fraction b)
{
    return dx_fraction_add(a, (dx_fraction){-b.top, b.over});
}

dx_fraction dx_fraction_multiply(dx_fraction a, dx_fraction b)
{
    return reduce((wide)a.top * b.top, (wide)a.over * b.over);
}

dx_fraction dx_fraction_divide(dx_fraction a, dx_fraction b)
{
    if (dx_fraction_is_lost(b))
        return b;
    return reduce((wide)a.top * b.over, (wide)a.over * b.top);
}

int dx_fraction_compare(dx_fraction a, dx_fraction b)
{
    DX_REQUIRE(a.over != 0 && b.over != 0, "fractions that are not lost");
    wide left = (wide)a.top * b.over, right = (wide)b.top * a.over;
    return (left > right) - (left < right);
}

double dx_fraction_value(dx_fraction f)
{
    return (double)f.top / (double)f.over;
}

void dx_fraction_print(dx_fraction f, dx_text *out)
{
    if (dx_fraction_is_lost(f))
        dx_text_add(out, "lost");
    else if (f.over == 1)
        dx_text_printf(out, "%" PRId64, f.top);
    else
        dx_text_printf(out, "%" PRId64 "/%" PRId64, f.top, f.over);
}

// Reads digits into `value`; false if there are none or too many.
static bool read_digits(const char **at, int64_t *value, int *count)
{
    const char *start = *at;
    for (; **at >= '0' && **at <= '9'; ++*at)
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, **at - '0', value))
            return false;
    *count = (int)(*at - start);
    return *count > 0;
}

dx_status dx_fraction_parse(const char *text, dx_fraction *out)
{
    int64_t sign = 1, top = 0, over = 1;
    int digits;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    if (!read_digits(&text, &top, &digits))
        return DX_ERR_SYNTAX;
    if (*text == '/') {
        text++;
        over = 0;
        if (!read_digits(&text, &over, &digits) || over == 0)
            return DX_ERR_SYNTAX;
    } else if (*text == '.') {
        text++;
        if (!read_digits(&text, &top, &digits) || digits > 18)
            return DX_ERR_SYNTAX;
        for (int i = 0; i < digits; i++)
            over *= 10;
    }
    if (*text != '\0')
        return DX_ERR_SYNTAX;
    *out = dx_fraction_of(sign * top, over);
    return DX_OK;
}
