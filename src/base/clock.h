// base/clock.h -- how much work has been done: for limits, never for answers.

#ifndef DX_BASE_CLOCK_H
#define DX_BASE_CLOCK_H

// CPU time of this thread, in seconds since some moment.
double dx_cpu_seconds(void);

#endif
