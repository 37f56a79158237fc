// lab/run_private.h -- how games are handed out and taken back: the desk.
//
// Every function locks; hosts on threads and the messenger of other ranks
// use the same desk.

#ifndef DX_LAB_RUN_PRIVATE_H
#define DX_LAB_RUN_PRIVATE_H

#include "lab/host.h"
#include "lab/run.h"

enum { DX_BATCH_MAX = 64 };

typedef struct dx_run_batch {
    uint64_t number; // in the order of handing out
    unsigned count;
    dx_game_key key[DX_BATCH_MAX];
    dx_result result[DX_BATCH_MAX];
    dx_text record[DX_BATCH_MAX]; // empty where none is kept
} dx_run_batch;

typedef struct dx_desk dx_desk;

// The next games to play; NULL if there are none, or the run ends.
dx_run_batch *dx_desk_take(dx_desk *desk);
// Brings a batch back with its results; takes it over.
void dx_desk_give(dx_desk *desk, dx_run_batch *batch);
// Frees a batch that will not be played to its end; the run ends.
void dx_desk_drop(dx_desk *desk, dx_run_batch *batch);

// Is everything done, or given up?
bool dx_desk_is_done(dx_desk *desk);

// What other ranks do beside this one (lab/mpi.c); returns when the desk is
// done and no rank will ask again.  `look` is to be called now and then.
void dx_ranks_serve(dx_desk *desk, void (*look)(dx_desk *desk));

#endif
