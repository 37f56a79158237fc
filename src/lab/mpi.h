// lab/mpi.h -- one tournament on many machines: the ranks of mpirun.
//
// `mpirun -n K doxa tournament ...` starts K processes with the same command
// line.  Rank 0 keeps the desk, writes everything and plays; the others only
// play.  Which rank plays a game makes no difference to its result.
//
// The MPI library is opened when mpirun has started the program and not
// before, so that doxa starts as fast with it as without.  A build without
// MPI=1 knows one rank only.

#ifndef DX_LAB_MPI_H
#define DX_LAB_MPI_H

#include "lab/schedule.h"

// Joins the other ranks, if mpirun started this program; otherwise does
// nothing.  DX_ERR_UNSUPPORTED if it did but this build cannot.
DX_MUST_USE dx_status dx_ranks_join(dx_error *error);
void dx_ranks_leave(void);

unsigned dx_ranks(void); // 1: alone
unsigned dx_rank(void);

// Afterwards every rank has the value that rank 0 has; all must call it.
void dx_ranks_agree(uint64_t *value);

// What every rank but 0 does while rank 0 is in dx_run: plays the games it is
// given, until there are no more.
void dx_rank_work(const dx_schedule *schedule, bool with_records,
                  const atomic_bool *cancelled);

#endif
