// cli/door.h -- what a command asks, answered by the door.

#ifndef DX_CLI_DOOR_H
#define DX_CLI_DOOR_H

#include "cli/command.h"
#include "game/record.h"

#include <jansson.h>

// Answers a request with the options of the command line that it has members
// for, and with those of `in` (NULL: none; taken over); `record` (NULL: none)
// is the one that it is about, and is taken over.  Prints the answer, in JSON
// with --json and else in words; what is wrong goes to stderr.  `*out` (may be
// NULL) is the answer, for json_decref, and the exit code is DX_EXIT_YES if
// there is one.
int dx_cli_door(const dx_arguments *arguments, const char *request,
                dx_record *record, json_t *in, json_t **out);

// The same of a file (- is standard input), as the members `text` and `file`;
// an answer with queries, errors and notes has their exit code.
int dx_cli_door_file(const dx_arguments *arguments, const char *request,
                     const char *path, json_t *in, json_t **out);

// All of a file (- is standard input), at most 16 MB; `out` is to be released
// in any case.
DX_MUST_USE dx_status dx_cli_read_text(const char *path, dx_text *out,
                                       dx_error *error);

// Says what was wrong before there was anything to ask: on stderr, and in the
// same shape with --json.
int dx_cli_fail(const dx_arguments *arguments, dx_status status,
                const dx_error *error);

#endif
