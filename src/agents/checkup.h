// agents/checkup.h -- does a program speak the bot protocol?  A walk through
// numbered steps, faults of the host included, that says what to mend.

#ifndef DX_AGENTS_CHECKUP_H
#define DX_AGENTS_CHECKUP_H

#include "game/game.h"

typedef struct dx_checkup_step {
    unsigned number; // from 1
    const char *title;
    enum { DX_STEP_PASSED, DX_STEP_FAILED, DX_STEP_SKIPPED } result;
    const char *words; // what was wrong and how to mend it, or a remark; ""
} dx_checkup_step;

typedef struct dx_checkup_options {
    const char *const *argv; // the program and its arguments, then NULL
    const dx_rules *rules;   // the game it is asked to play
    uint64_t start_ms, move_ms;
    uint64_t quiet_ms; // how long a silence must last to count as one
    // Called after every step; the step is borrowed for the call.
    void (*report)(void *context, const dx_checkup_step *step);
    void *context;
} dx_checkup_options;

// Walks through all steps.  The step that no program passes without is
// followed by skipped ones.  Returns the number of steps that failed.
unsigned dx_checkup_run(const dx_checkup_options *options);

#endif
