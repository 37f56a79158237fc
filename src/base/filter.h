// base/filter.h -- another program as a filter, under a time limit.
//
//     dx_filter program = {.argv = (const char *const[]){"neato", "-Tsvg",
//                                                         NULL},
//                           .timeout_ms = 10000};
//     status = dx_filter_run(&program, input, length, &out, &error);

#ifndef DX_BASE_FILTER_H
#define DX_BASE_FILTER_H

#include "base/text.h"

typedef struct dx_filter {
    const char *const *argv; // looked up in PATH; NULL at the end
    unsigned timeout_ms;     // it is killed after that
    size_t bytes_max;        // of output; 0: 64 MB
} dx_filter;

// Is there a program of this name in PATH?
bool dx_filter_exists(const char *name);

// Feeds it `input`, appends what it prints to `out`, and waits for its end;
// what it says on stderr is dropped.  DX_ERR_FILE if it is not there, fails,
// or takes too long; DX_ERR_LIMIT if it prints too much.
DX_MUST_USE dx_status dx_filter_run(const dx_filter *program, const char *input,
                                    size_t length, dx_text *out,
                                    dx_error *error);

#endif
