#include "base/clock.h"

#include <time.h>

// What others used on behalf of this thread.
static _Thread_local double carried;

void dx_cpu_carry(double seconds)
{
    carried += seconds;
}

double dx_cpu_seconds(void)
{
    struct timespec time;
    // Where threads have no clock, that of the process runs ahead of it: what
    // is limited ends early, and it does end.
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
        return carried + (double)clock() / CLOCKS_PER_SEC;
    return carried + (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
