// lab/archive.h -- where a tournament keeps what it has found.
//
//     log.ndjson     every game (lab/log.h); the rest is made from it
//     summary.json   the figures, as --json prints them
//     summary.csv    the same as a table, without times
//     report.html    the same with pictures
//     times.ndjson   what each run has taken: {"lineup":1,"games":9,
//                    "cpu_seconds":0.25}
//     records/       one record for each game, if wanted
//
// All but summary.json and times.ndjson have the same bytes whenever and
// wherever the same games are played.

#ifndef DX_LAB_ARCHIVE_H
#define DX_LAB_ARCHIVE_H

#include "lab/summary.h"

// Makes `folder` unless it is there, and records/ in it if they are wanted.
DX_MUST_USE dx_status dx_archive_open(const char *folder, bool with_records,
                                      dx_error *error);

// "folder/name"; the caller frees it.
char *dx_archive_path(const char *folder, const char *name);
bool dx_archive_has(const char *folder, const char *name);

// Adds the times of earlier runs to `results`; a file that is not there or
// damaged only makes the times less known.
void dx_archive_read_times(const char *folder, dx_results *results);

// Writes the summary, the report, and the times that are behind `before` (one
// for each line-up).  A file is replaced as a whole or not at all.
DX_MUST_USE dx_status dx_archive_write(const char *folder,
                                       const dx_summary *summary,
                                       const dx_spent *before, dx_error *error);

#endif
