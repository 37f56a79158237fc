// base/child.h -- another program that we talk with, line by line.
//
//     dx_child *child;
//     if (dx_child_start(&(dx_child_options){.argv = argv}, &child, &error) ...
//     dx_child_send(child, "hello\n", 6);
//     if (dx_child_hear(child, dx_now_ms() + 1000, &line) == DX_HEARD_LINE) ...
//     dx_child_stop(child, 100);
//     dx_child_free(child);
//
// Nothing here waits longer than it is told to, whatever the child does: what
// is sent waits in a queue of bounded size while the child does not read, a
// line has a longest length, and of what it says on stderr only the end is
// kept.  That it has ended shows at once, not only when a limit is over.
//
// A child belongs to one thread.  Its input is a socket, so that writing to a
// child that has gone is an error and not a signal.

#ifndef DX_BASE_CHILD_H
#define DX_BASE_CHILD_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_child_options {
    const char *const *argv;    // looked up in PATH; NULL at the end
    const char *const *setting; // NAME=VALUE for its environment; may be NULL
    size_t line_max;            // bytes of a line; 0: 64 KB
    size_t queue_max;           // bytes waiting to be read by it; 0: 4 MB
    size_t stderr_max;          // bytes kept of its stderr; 0: 8 KB
} dx_child_options;

typedef struct dx_child dx_child;

// Milliseconds of a clock that only goes forward.
int64_t dx_now_ms(void);

// DX_ERR_FILE where it cannot be started.  The child leads a process group of
// its own.
DX_MUST_USE dx_status dx_child_start(const dx_child_options *options,
                                     dx_child **out_child, dx_error *error);

// Stops it if need be, and forgets it.  NULL is fine.
void dx_child_free(dx_child *child);

// Queues bytes for the child, and hands it what it takes now.  False if the
// queue is full: the child does not read.  What is sent to a child that has
// closed its input is dropped.
bool dx_child_send(dx_child *child, const char *bytes, size_t length);

typedef enum dx_heard {
    DX_HEARD_LINE,
    DX_HEARD_TOO_LONG, // a line of more than line_max bytes; it is dropped
    DX_HEARD_NOTHING,  // the deadline is over
    DX_HEARD_END,      // it has ended or closed its output
} dx_heard;

// The next line without its newline, waiting for it until `deadline_ms` of
// dx_now_ms; one in the past takes what is there.  `*out_line` is borrowed
// until the next call and ends with '\0'; bytes of 0 in a line become blanks.
dx_heard dx_child_hear(dx_child *child, int64_t deadline_ms,
                       const char **out_line);

// Bytes behind the last newline, and bytes that the child has not read yet:
// what to say about a child that is silent.
size_t dx_child_unfinished(const dx_child *child);
size_t dx_child_unread(const dx_child *child);

// The end of what it said on stderr.  Borrowed until the child is heard again.
const char *dx_child_stderr(dx_child *child);

// Has it ended?  If so `*out_words` (which may be NULL) says how: "exited
// with code 1", "was killed by signal 9".  Borrowed.
bool dx_child_has_ended(dx_child *child, const char **out_words);

// Hangs up, waits for the end for `wait_ms`, then kills the group.  True if it
// ended by itself with code 0.
bool dx_child_stop(dx_child *child, unsigned wait_ms);

#endif
