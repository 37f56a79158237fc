#include "base/clock.h"

#include <time.h>

double dx_cpu_seconds(void)
{
    struct timespec time;
    // Where threads have no clock, that of the process runs ahead of it: what
    // is limited ends early, and it does end.
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
        return (double)clock() / CLOCKS_PER_SEC;
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
