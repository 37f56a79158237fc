// server/agenda.h -- what waits to be thought about, and what is next.
//
// Moves come before questions.  Among those who want the same, the next is who
// would have had least when it is done: nobody's eight long questions stand
// before another's short one, nor the agents of one guest's tables before those
// of another's.  Who wants something is the address that it comes from or,
// where that is exempt, the connection or the table.  An agenda knows no thread
// and no clock, so a test can run it step by step.

#ifndef DX_SERVER_AGENDA_H
#define DX_SERVER_AGENDA_H

#include "base/vector.h"
#include "server/job.h"

// Who waits for something; forgotten when nothing is left.
typedef struct dx_asker {
    uint64_t key;
    double had;            // milliseconds of thinking, from where it came in
    unsigned running;      // jobs that are being thought about
    dx_job *first, **last; // that wait
} dx_asker;

typedef struct dx_queue {
    DX_VECTOR(dx_asker *) asker; // in the order in which they came
    double clock;                // what who comes in now has had
    unsigned at_once;            // of one asker at most; 0: any number
} dx_queue;

// All zeros, and `at_once` of both: an empty one.
typedef struct dx_agenda {
    dx_queue moves, questions;
} dx_agenda;

void dx_agenda_release(dx_agenda *agenda); // nothing waits any more

// The job belongs to the agenda until it is taken.
void dx_agenda_add(dx_agenda *agenda, dx_job *job);

// The next, or NULL; questions only if they are wanted.
dx_job *dx_agenda_take(dx_agenda *agenda, bool with_questions);

bool dx_agenda_is_empty(const dx_agenda *agenda);

// A job that was taken is done; it took so long.
void dx_agenda_done(dx_agenda *agenda, bool is_move, uint64_t asker,
                    double expected, double ms);

#endif
