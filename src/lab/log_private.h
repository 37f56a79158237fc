// lab/log_private.h -- what writing and reading the log share.

#ifndef DX_LAB_LOG_PRIVATE_H
#define DX_LAB_LOG_PRIVATE_H

#include "lab/log.h"

// The first line of the log of `schedule`, with its newline.
void dx_log_header(const dx_schedule *schedule, dx_text *out);

// Reads the text of a log into `results`.  *out_sound is how many bytes are
// whole lines; what follows is a line that was cut off.
DX_MUST_USE dx_status dx_log_read(dx_results *results, const char *text,
                                  size_t length, size_t *out_sound,
                                  unsigned *out_games, dx_error *error);

#endif
