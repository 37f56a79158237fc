#include "base/heed.h"

#include "base/clock.h"

#include <stddef.h>
#include <time.h>

static _Thread_local const atomic_bool *heeded;
static _Thread_local double end_heeded;   // 0: none
static _Thread_local dx_ration *rationed; // NULL: as much as it takes
static _Thread_local uint64_t looks;
static _Thread_local void (*teller)(void *context); // NULL: nobody is told
static _Thread_local void *tellers;
static _Thread_local struct timespec told;

const atomic_bool *dx_heed(const atomic_bool *flag)
{
    const atomic_bool *before = heeded;
    heeded = flag;
    return before;
}

double dx_heed_until(double end)
{
    double before = end_heeded;
    end_heeded = end;
    return before;
}

dx_ration *dx_heed_ration(dx_ration *ration)
{
    dx_ration *before = rationed;
    rationed = ration;
    return before;
}

bool dx_ration_is_over(const dx_ration *ration)
{
    return atomic_load(&ration->steps) > ration->steps_max;
}

static void take(dx_ration *ration, uint64_t steps)
{
    atomic_fetch_add(&ration->steps, steps);
    if (dx_ration_is_over(ration) ||
        (ration->stop != NULL && atomic_load(ration->stop)))
        atomic_store(ration->off, true);
}

void dx_heed_tell(void (*tell)(void *context), void *context)
{
    teller = tell;
    tellers = context;
    clock_gettime(CLOCK_MONOTONIC, &told);
}

static void tell_now_and_then(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_sec - told.tv_sec) * 1000 +
            (now.tv_nsec - told.tv_nsec) / 1000000 <
        50)
        return;
    told = now;
    teller(tellers);
}

bool dx_is_called_off_after(uint64_t steps)
{
    looks++;
    if (rationed != NULL)
        take(rationed, steps);
    if (teller != NULL)
        tell_now_and_then();
    if (heeded != NULL && atomic_load_explicit(heeded, memory_order_relaxed))
        return true;
    return end_heeded > 0 && dx_cpu_seconds() >= end_heeded;
}

uint64_t dx_heed_looks(void)
{
    return looks;
}

bool dx_is_past(double end)
{
    return dx_is_called_off() || dx_cpu_seconds() >= end;
}
