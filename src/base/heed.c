#include "base/heed.h"

#include "base/clock.h"

#include <stddef.h>

static _Thread_local const atomic_bool *heeded;
static _Thread_local double end_heeded; // 0: none
static _Thread_local uint64_t looks;

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

bool dx_is_called_off(void)
{
    looks++;
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
