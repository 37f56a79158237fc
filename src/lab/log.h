// lab/log.h -- the games of a tournament on disk, one JSON object a line.
//
//     {"doxa":"tournament","version":2,"rules":"kemps(...)","game_version":1,
//      "seed":"7","lineups":[["thinker","greedy"],...]}
//     {"lineup":1,"deal":0,"rotation":0,"ending":"over","scores":[3,2],
//      "won":[1]}
//
// Line-ups, entries of a line-up (in `won` and `by`) count from 1, deals and
// rotations from 0.  `scores` are those of the entries, in the order of the
// line-up, wherever they sat.  Who forfeits is in `by`, and `why` says how,
// with the end of a program's stderr.  The log only ever grows.  It is keyed by
// (line-up, deal, rotation), so going on means to play what is missing, and a
// run that was cut off and goes on leaves the same bytes as one that was not.
// A game that could not be played, because a program did not start, is not in
// it.  How many games are wanted is not part of it: a finished run can be made
// longer.

#ifndef DX_LAB_LOG_H
#define DX_LAB_LOG_H

#include "lab/results.h"

// Raised when a seed deals other cards than before, too: a log keeps no deals,
// and one that went on would mix them.  (1: before experiments were mixed.)
enum { DX_LOG_VERSION = 2 };

typedef struct dx_log dx_log;

typedef struct dx_log_news {
    unsigned games;       // read from an earlier run
    size_t bytes_dropped; // of a last line that was cut off
} dx_log_news;

// Opens the log at `path` for the schedule of `results`, a new one or one that
// is there: its games are added to `results`, and a last line that was cut off
// is removed.  A log of another schedule, or one that another run is writing,
// is refused, and so is one that is damaged in the middle.
DX_MUST_USE dx_status dx_log_open(const char *path, dx_results *results,
                                  dx_log **out_log, dx_log_news *out_news,
                                  dx_error *error);

// Appends a game; it may stay in memory until dx_log_flush.
DX_MUST_USE dx_status dx_log_add(dx_log *log, const dx_result *result,
                                 dx_error *error);
DX_MUST_USE dx_status dx_log_flush(dx_log *log, dx_error *error);
void dx_log_free(dx_log *log); // does not flush

// The line of one game, with its newline.
void dx_log_line(const dx_schedule *schedule, const dx_result *result,
                 dx_text *out);

#endif
