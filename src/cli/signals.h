// cli/signals.h -- what happens when somebody interrupts, or stops reading.
//
// A command that has something to keep (a record, a log) outlives both: it
// sees that it is to end, writes what it has, and ends then.

#ifndef DX_CLI_SIGNALS_H
#define DX_CLI_SIGNALS_H

#include <stdatomic.h>
#include <stdbool.h>

// From now on INT, TERM and HUP set the flag that this returns.  Another one
// ends the program at once, unless it follows on the heels of the first:
// timeout and mpirun send every signal twice.  TERM and HUP end it in any case,
// after ten seconds in which it did not end by itself.
const atomic_bool *dx_heed_interrupts(void);

// Takes the flag back if nothing but INT has set it, and says whether it did:
// what was to be interrupted was one question, and that is over.
bool dx_forgive_interrupt(void);

// From now on what is written to a reader that has gone is dropped, and the
// program goes on.
void dx_outlive_reader(void);

// Has a reader gone?  Then ends the program as the signal would have ended it
// (which the shell knows how to take); otherwise does nothing.
void dx_follow_reader(void);

#endif
