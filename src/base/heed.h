// base/heed.h -- work that another thread calls off.
//
// Who works for somebody that may go away says on its own thread which flag
// tells so.  Every engine that is called from then on looks at it after a
// number of steps that take well under a tenth of a second, and ends with
// DX_ERR_CANCELLED, or as if its time were over:
//
//     const atomic_bool *before = dx_heed(&job->is_cancelled);
//     ...
//     dx_heed(before);
//
// An engine need not be handed anything; dx_run_deep (base/stack.h) takes the
// flag along to its own thread.  Time may call work off as well: dx_heed_until.

#ifndef DX_BASE_HEED_H
#define DX_BASE_HEED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// The flag that this thread is to look at, NULL for none; answers the one
// before.
const atomic_bool *dx_heed(const atomic_bool *flag);

// From then on the work of this thread is called off, too, once it has used
// that much CPU time (dx_cpu_seconds); 0: never.  Answers the end before.
double dx_heed_until(double end);

// Whom the work of this thread tells that it goes on, twenty times a second at
// most, whenever it looks; NULL: nobody.
void dx_heed_tell(void (*tell)(void *context), void *context);

// What all that is done for one request may take, on whichever threads: a step
// is what lies between two looks, and a pace (below) counts its own.  Once they
// are more, `off` is set, the flag that those who work for it look at; as it is
// once `stop` is (NULL: none).  The same work takes the same steps everywhere.
typedef struct dx_ration {
    uint64_t steps_max;
    atomic_bool *off;
    const atomic_bool *stop;
    atomic_uint_least64_t steps;
} dx_ration;

// That this thread is to keep to, NULL for none; answers the one before.
dx_ration *dx_heed_ration(dx_ration *ration);
bool dx_ration_is_over(const dx_ration *ration);

// Is the work of this thread called off?  `steps` were made since it looked.
bool dx_is_called_off_after(uint64_t steps);
static inline bool dx_is_called_off(void)
{
    return dx_is_called_off_after(1);
}

// For loops whose rounds are short, with the steps that were made since: looks
// after as many as take some milliseconds, and is off for good when it saw the
// work called off.  What is made from then on is worth nothing but has its
// shape; who began it says DX_ERR_CANCELLED.
typedef struct dx_pace {
    uint64_t steps;
    bool is_off;
} dx_pace;
enum { DX_PACE_STEPS = 1 << 18 };
static inline bool dx_is_off(dx_pace *pace, uint64_t steps)
{
    pace->steps += steps;
    if (pace->steps >= DX_PACE_STEPS) {
        pace->is_off = pace->is_off || dx_is_called_off_after(pace->steps);
        pace->steps = 0;
    }
    return pace->is_off;
}

// How often this thread has looked: for tests of how many steps lie between.
uint64_t dx_heed_looks(void);

// Has this thread used that much CPU time (dx_cpu_seconds), or is its work
// called off?
bool dx_is_past(double end);

#endif
