#include "worlds/count.h"

#include "base/base.h"

#include <assert.h>
#include <stdint.h>

static dx_count gcd(dx_count a, dx_count b)
{
    while (b != 0) {
        dx_count rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// In lowest terms `over` has no factor in common with `top`, so it divides the
// tally, and dividing first keeps everything below the tally.
dx_tally dx_tally_share(dx_tally tally, dx_count top, dx_count over)
{
    assert(over > 0);
    assert(top <= over);
    if (tally.quality != DX_EXACT)
        return dx_tally_rounded(tally.rounded * ((double)top / (double)over));
    dx_count common = gcd(top, over);
    over /= common;
    assert(top == 0 || tally.whole % over == 0);
    return dx_tally_of(tally.whole / over * (top / common));
}

double dx_tally_ratio(dx_tally part, dx_tally whole)
{
    double all = dx_tally_value(whole);
    return all > 0 ? dx_tally_value(part) / all : 0;
}

dx_fraction dx_tally_fraction(dx_tally part, dx_tally whole)
{
    const dx_fraction lost = {0, 0};
    if (part.quality != DX_EXACT || whole.quality != DX_EXACT ||
        whole.whole == 0)
        return lost;
    dx_count common = gcd(part.whole, whole.whole);
    dx_count top = part.whole / common, over = whole.whole / common;
    if (top > INT64_MAX || over > INT64_MAX)
        return lost;
    return (dx_fraction){.top = (int64_t)top, .over = (int64_t)over};
}

dx_count dx_choose(unsigned n, unsigned k)
{
    DX_REQUIRE(n <= DX_CARDS_MAX, "n <= DX_CARDS_MAX");
    if (k > n)
        return 0;
    if (k > n - k)
        k = n - k;
    dx_count ways = 1;
    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i; // exact: this is (n - k + i) choose i
    return ways;
}

const char *dx_count_text(dx_count count, char text[DX_COUNT_TEXT_BYTES])
{
    char digits[DX_COUNT_TEXT_BYTES];
    unsigned length = 0;
    do {
        digits[length++] = (char)('0' + (unsigned)(count % 10));
        count /= 10;
    } while (count != 0);
    for (unsigned i = 0; i < length; i++)
        text[i] = digits[length - 1 - i];
    text[length] = '\0';
    return text;
}
