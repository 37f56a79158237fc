// server/remote.h -- a real server in a process of its own, and clients for it.
//
// Reading waits for what must come, for a minute at most; nothing here depends
// on how fast the machine is.

#ifndef DX_TESTS_SERVER_REMOTE_H
#define DX_TESTS_SERVER_REMOTE_H

#include "base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct dx_remote {
    pid_t pid;
    unsigned port, tcp;
    unsigned from; // callers are 127.0.0.N; 0: as the system likes
} dx_remote;

// Starts `doxa serve` with more options ("--store", path, NULL), and waits
// until it listens.  Callers have no limits of addresses unless the options
// begin with "--exempt".
void dx_remote_start(dx_remote *remote, const char *const *options);
// Kills it at once; asks it to end, and checks that it ends well.
void dx_remote_kill(dx_remote *remote);
void dx_remote_stop(dx_remote *remote);

// A request; the answer's body, which the caller releases, and its code.
int dx_remote_web(const dx_remote *remote, const char *path, const char *token,
                  const char *body, dx_text *out);
json_t *dx_remote_json(const dx_remote *remote, const char *path,
                       const char *token, const char *body, int *out_code);

// A connection: plain lines, or a WebSocket.
typedef struct dx_caller {
    int fd; // -1: closed
    bool is_socket;
    bool is_mute; // answers no ping
    dx_text in;
    int closed; // the code it was closed with; 0: none
} dx_caller;

bool dx_caller_lines(dx_caller *caller, const dx_remote *remote);
// With an Origin, or NULL; false if it was refused.
bool dx_caller_socket(dx_caller *caller, const dx_remote *remote,
                      const char *origin);
void dx_caller_hang_up(dx_caller *caller);

void dx_caller_say(dx_caller *caller, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Bytes as they are; and a frame of a WebSocket of any kind and length.
bool dx_caller_send(dx_caller *caller, const void *bytes, size_t length);
bool dx_caller_frame(dx_caller *caller, unsigned opcode, const void *bytes,
                     size_t length);
// Reads bytes as they are until there are so many or it is closed; how many.
ssize_t dx_caller_read(dx_caller *caller, char *out, size_t length);
// The next message; NULL if the connection is closed.  The caller drops it.
json_t *dx_caller_hear(dx_caller *caller);
// The same if one is there already.
json_t *dx_caller_peek(dx_caller *caller);
// Reads on until a message of this type; NULL if it is closed before.
json_t *dx_caller_wait(dx_caller *caller, const char *type);

#endif
