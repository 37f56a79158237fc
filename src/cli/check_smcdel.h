// cli/check_smcdel.h -- doxa check for files in SMCDEL's format.

#ifndef DX_CLI_CHECK_SMCDEL_H
#define DX_CLI_CHECK_SMCDEL_H

#include "base/base.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

// What is wanted, and what came of it so far.
typedef struct dx_smcdel_check {
    bool has_own_form; // print as SMCDEL does
    size_t states_max; // to name
    bool all_yes;      // false after a TRUE? or VALID? that is not
} dx_smcdel_check;

// Whether the file at `path` is one of SMCDEL's: by its name.
bool dx_is_smcdel_path(const char *path);

// Answers all queries of the file.  A file that is wrong, or a query that
// exceeds its limits, ends it with an error.
DX_MUST_USE dx_status dx_check_smcdel(dx_smcdel_check *check, const char *path,
                                      dx_error *error);

#endif
