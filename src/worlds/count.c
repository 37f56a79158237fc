#include "worlds/count.h"

#include "base/base.h"

#include <assert.h>
#include <stdint.h>

// In lowest terms `over` has no factor in common with `top`, so it divides the
// tally, and dividing first keeps everything below the tally.
dx_tally dx_tally_share(dx_tally tally, dx_count top, dx_count over)
{
    assert(over > 0);
    assert(top <= over);
    if (tally.quality != DX_EXACT)
        return dx_tally_rounded(tally.rounded * ((double)top / (double)over));
    dx_count common = dx_count_gcd(top, over);
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
    dx_count common = dx_count_gcd(part.whole, whole.whole);
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
    if (k <= 1)
        return k == 0 ? 1 : n;
    dx_count ways = 1;
    // Exact: this is (n - k + i) choose i.  To divide 64 bits costs less.
    for (unsigned i = 1; i <= k; i++)
        ways = ways < UINT64_MAX / DX_CARDS_MAX
                   ? (uint64_t)ways * (n - k + i) / i
                   : ways * (n - k + i) / i;
    return ways;
}
