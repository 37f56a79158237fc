// lab/programs.h -- the programs outside that a schedule needs: do they start,
// and what do they call themselves?

#ifndef DX_LAB_PROGRAMS_H
#define DX_LAB_PROGRAMS_H

#include "agents/protocol.h"
#include "lab/results.h"

typedef struct dx_program {
    const char *command;          // "cmd:...": borrowed from the schedule
    char name[DX_REPLY_NAME_MAX]; // from its hello; "": it has not said
    char why[DX_WHY_MAX];         // it did not start; "": it did
} dx_program;

typedef struct dx_programs {
    unsigned count;
    dx_program *at;
} dx_programs;

// Starts each program of the schedule, hears its name, and ends it.  One that
// does not start is tried once more.
dx_programs dx_programs_try(const dx_schedule *schedule);
void dx_programs_release(dx_programs *programs);

// The program of an entry; NULL if it is none.
const dx_program *dx_programs_find(const dx_programs *programs,
                                   const char *command);

// Is there a line-up all of whose programs have started?  Otherwise nothing can
// be played.
bool dx_programs_let_play(const dx_programs *programs,
                          const dx_schedule *schedule);

// Notes of each game that is not there, and that a program which has not
// started would have to play, that it could not be played.
void dx_programs_miss(const dx_programs *programs, dx_results *results);

#endif
