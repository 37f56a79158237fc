// The child talks to us over one socket, in both directions: writing to a
// child that has gone is then an error and not a signal.

#include "base/filter.h"

#include "base/child.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/spawn.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

bool dx_filter_exists(const char *name)
{
    const char *path = getenv("PATH");
    bool found = false;
    for (const char *at = path; at != NULL && !found;) {
        size_t length = strcspn(at, ":");
        dx_text file = {0};
        dx_text_add_part(&file, at, length);
        dx_text_printf(&file, "/%s", name);
        found = length > 0 && access(dx_text_string(&file), X_OK) == 0;
        dx_text_release(&file);
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return found;
}

typedef struct talk {
    int socket;
    const char *input;
    size_t length;
    dx_text *out;
    size_t bytes_max, got;
    bool ended;
} talk;

static void say(talk *t)
{
    ssize_t sent =
        send(t->socket, t->input, t->length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (sent < 0)
        t->length = 0; // it does not listen any more
    else {
        t->input += sent;
        t->length -= (size_t)sent;
    }
    if (t->length == 0)
        shutdown(t->socket, SHUT_WR);
}

static void hear(talk *t)
{
    char buffer[16384];
    ssize_t got = recv(t->socket, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        t->ended = true;
        return;
    }
    t->got += (size_t)got;
    dx_text_add_part(t->out, buffer, (size_t)got);
}

// Until the child closes its end; false if that takes too long or too much.
static bool converse(talk *t, int64_t deadline)
{
    if (t->length == 0)
        shutdown(t->socket, SHUT_WR);
    while (!t->ended && t->got <= t->bytes_max) {
        enum { LOOK_MS = 50 }; // so often at who called it off
        int64_t left = deadline - dx_now_ms();
        int pause = left < LOOK_MS ? (int)left : LOOK_MS;
        struct pollfd wait = {
            .fd = t->socket,
            .events = (short)(POLLIN | (t->length > 0 ? POLLOUT : 0)),
        };
        if (left <= 0 || dx_is_called_off())
            return false;
        if (poll(&wait, 1, pause) == 0)
            continue;
        if ((wait.revents & POLLOUT) != 0 && t->length > 0)
            say(t);
        if ((wait.revents & (POLLIN | POLLHUP | POLLERR)) != 0)
            hear(t);
    }
    return t->ended;
}

static dx_status judge(const dx_filter *program, const talk *t, bool in_time,
                       int code, dx_error *error)
{
    const char *name = program->argv[0];
    if (t->got > t->bytes_max)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "%s printed more than %zu bytes", name, t->bytes_max);
    if (!in_time && dx_is_called_off())
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "%s was stopped", name);
    if (!in_time)
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "%s did not finish within %u ms", name,
                       program->timeout_ms);
    if (!WIFEXITED(code) || WEXITSTATUS(code) != 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0, "%s failed", name);
    return DX_OK;
}

dx_status dx_filter_run(const dx_filter *program, const char *input,
                        size_t length, dx_text *out, dx_error *error)
{
    int ends[2];
    pid_t child;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot start %s: %s",
                       program->argv[0], strerror(errno));
    int code = dx_spawn_start(&(dx_spawn){.argv = program->argv,
                                          .input = ends[1],
                                          .output = ends[1],
                                          .complaints = -1},
                              &child);
    close(ends[1]);
    if (code != 0) {
        close(ends[0]);
        return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot start %s: %s",
                       program->argv[0], strerror(code));
    }
    talk t = {
        .socket = ends[0],
        .input = input,
        .length = length,
        .out = out,
        .bytes_max = program->bytes_max > 0 ? program->bytes_max : 64u << 20,
    };
    bool in_time = converse(&t, dx_now_ms() + program->timeout_ms);
    if (!in_time)
        kill(-child, SIGKILL);
    close(ends[0]);
    while (waitpid(child, &code, 0) < 0 && errno == EINTR)
        continue;
    return judge(program, &t, in_time, code, error);
}
