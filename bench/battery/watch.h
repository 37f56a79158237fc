// bench/battery/watch.h -- stops a question that takes too long or too much.
//
// A thread beside the one that asks looks every few milliseconds at the CPU
// time that the asker has used and at the memory of the process, and sets
// `cancelled` once either is over its limit: the memory only as a last resort,
// at a quarter more than what the question was granted.  CPU time, so that what
// else runs on the machine makes no difference.

#ifndef DX_BATTERY_WATCH_H
#define DX_BATTERY_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct dx_watch dx_watch;

// What a question took.
typedef struct dx_toll {
    double seconds;
    size_t bytes;     // more than at the start of the program, at most
    bool late, large; // stopped for its time, for its memory
} dx_toll;

// Watches the calling thread, which alone may use it.  0: no limit.
dx_watch *dx_watch_new(double seconds_max, size_t bytes_max);
void dx_watch_free(dx_watch *watch);

// True as soon as the question that runs is over a limit.
const atomic_bool *dx_watch_cancelled(const dx_watch *watch);

void dx_watch_start(dx_watch *watch);
dx_toll dx_watch_stop(dx_watch *watch);

#endif
