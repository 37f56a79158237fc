// lab/run.h -- plays what is missing of a schedule, on threads or ranks.
//
// Games are handed out in batches in the order of the schedule and come back in
// any order; they are written down in the order in which they were handed out.
// So the log has the same bytes however many play.

#ifndef DX_LAB_RUN_H
#define DX_LAB_RUN_H

#include "lab/log.h"
#include "lab/sprt.h"

enum { DX_THREADS_MAX = 256 };

typedef struct dx_run_options {
    unsigned threads;    // 0: on the caller's own, and progress is not told
    dx_log *log;         // NULL: none
    dx_sprt *sprt;       // NULL: play to the end
    const char *records; // a folder for the records; NULL: none
    const atomic_bool *cancelled; // NULL: never
    // Called about five times a second with the number of games that are
    // there, of those that are wanted.  NULL: nobody looks.
    void (*progress)(void *context, uint64_t done, uint64_t wanted);
    void *context;
} dx_run_options;

// Adds every missing game to `results`, or those up to the verdict; those that
// could not be played, because a program did not start, are noted there.  Under
// mpirun this is rank 0 (lab/mpi.h), and the other ranks play too.
// DX_ERR_CANCELLED if it was interrupted: what is there is kept.
DX_MUST_USE dx_status dx_run(dx_results *results, const dx_run_options *options,
                             dx_error *error);

// The name of the record of a game in its folder, "1-0000-0.jsonl".
void dx_run_record_name(dx_game_key key, dx_text *out);

#endif
