// cli/keep.h -- a file that a command is asked to write, and what is there
// already.
//
// A file that is there is not written over without --force: a name typed twice
// must not cost a game.  With it the file is replaced as a whole, so that there
// is always the old one or the new one.  What is no file (a pipe, /dev/null) is
// just written to.

#ifndef DX_CLI_KEEP_H
#define DX_CLI_KEEP_H

#include "base/base.h"
#include "base/text.h"

#include <stdbool.h>

// clang-format off
#define DX_KEEP_OPTIONS                                                        \
    {"record", "FILE", "keep the game as a record; - prints only that"},       \
    {"force", NULL, "write the record over a file that is there"}
// clang-format on

// May the file be written?  To be asked before a game is played for it.
DX_MUST_USE dx_status dx_keep_check(const char *path, bool force,
                                    dx_error *error);

// Writes it; "-" is standard output.
DX_MUST_USE dx_status dx_keep_write(const char *path, bool force,
                                    const dx_text *text, dx_error *error);

#endif
