#include "worlds/count.h"

#include "base/base.h"

#include <assert.h>
#include <stdint.h>

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
