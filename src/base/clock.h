// base/clock.h -- how much work has been done: for limits, never for answers.

#ifndef DX_BASE_CLOCK_H
#define DX_BASE_CLOCK_H

// CPU time of this thread, in seconds since some moment, and of those that it
// waits for (base/stack.h): an end that was set before holds there too.
double dx_cpu_seconds(void);

// Sets the clock of this thread forward, by what another has used for it.
void dx_cpu_carry(double seconds);

#endif
