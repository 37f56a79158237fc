// Starting another program, and talking with it without ever waiting for it.
//
// Its three streams are sockets and pipes that do not block.  Everything goes
// through `attend`: one poll over what can be written, read or has ended, for
// as long as the caller allows, then whatever is ready is moved between the
// queue, the line buffer and the end of stderr.  The child leads a process
// group of its own, so that stopping it stops what it has started too; it is
// asked first and killed after the wait it was given.

#include "base/child.h"

#include "base/memory.h"
#include "base/spawn.h"
#include "base/text.h"
#include "base/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SLICE_MS = 50 }; // between looks at whether it has ended

struct dx_child {
    pid_t pid;
    int input, output, complaints; // -1: closed
    bool hung_up, dropping;
    bool has_ended, was_killed;
    int code; // of its exit, or the signal
    size_t line_max, queue_max, stderr_max;
    dx_text queue; // not sent yet
    dx_text heard; // read, and not given out yet
    size_t given;  // of heard
    dx_text said;  // on stderr
    char words[60];
};

int64_t dx_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// ---- starting ----

typedef struct ends {
    int input[2], output[2], complaints[2]; // ours, theirs
} ends;

static void close_all(const ends *e, int side)
{
    const int fds[] = {e->input[side], e->output[side], e->complaints[side]};
    for (unsigned i = 0; i < 3; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static bool open_all(ends *e)
{
    *e = (ends){{-1, -1}, {-1, -1}, {-1, -1}};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, e->input) == 0 &&
        pipe2(e->output, O_CLOEXEC) == 0 &&
        pipe2(e->complaints, O_CLOEXEC) == 0)
        return true;
    close_all(e, 0);
    close_all(e, 1);
    return false;
}

// The environment with the settings in front, which is where they are found
// first; both are borrowed.
static char **environment(const char *const *setting)
{
    DX_VECTOR(char *) all = {0};
    union {
        const char *ours;
        char *theirs;
    } word;
    for (; setting != NULL && *setting != NULL; setting++) {
        word.ours = *setting;
        dx_vector_push(&all, word.theirs);
    }
    for (char **variable = environ; *variable != NULL; variable++)
        dx_vector_push(&all, *variable);
    dx_vector_push(&all, NULL);
    return all.at;
}

static int spawn(const dx_child_options *options, const ends *e, pid_t *out)
{
    char **variables = environment(options->setting);
    int code = dx_spawn_start(&(dx_spawn){.argv = options->argv,
                                          .environment = variables,
                                          .input = e->input[1],
                                          .output = e->output[1],
                                          .complaints = e->complaints[1]},
                              out);
    dx_free(variables);
    return code;
}

static dx_status cannot_start(const char *name, int code, dx_error *error)
{
    return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot start '%.200s': %s", name,
                   strerror(code));
}

dx_status dx_child_start(const dx_child_options *options, dx_child **out_child,
                         dx_error *error)
{
    ends e;
    pid_t pid;
    if (!open_all(&e))
        return cannot_start(options->argv[0], errno, error);
    const int ours[] = {e.output[0], e.complaints[0]};
    int code = spawn(options, &e, &pid);
    close_all(&e, 1);
    if (code != 0) {
        close_all(&e, 0);
        return cannot_start(options->argv[0], code, error);
    }
    for (unsigned i = 0; i < 2; i++)
        fcntl(ours[i], F_SETFL, fcntl(ours[i], F_GETFL) | O_NONBLOCK);
    dx_child *child = dx_alloc(1, sizeof *child);
    *child = (dx_child){
        .pid = pid,
        .input = e.input[0],
        .output = e.output[0],
        .complaints = e.complaints[0],
        .line_max = options->line_max > 0 ? options->line_max : 64u << 10,
        .queue_max = options->queue_max > 0 ? options->queue_max : 4u << 20,
        .stderr_max = options->stderr_max > 0 ? options->stderr_max : 8u << 10,
    };
    *out_child = child;
    return DX_OK;
}

// ---- talking ----

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void drop_front(dx_text *text, size_t bytes)
{
    if (bytes == 0)
        return;
    memmove(text->at, text->at + bytes, text->length - bytes);
    text->length -= bytes;
}

static void flush(dx_child *child)
{
    while (child->input >= 0 && child->queue.length > 0) {
        ssize_t sent = send(child->input, child->queue.at, child->queue.length,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN)
            return;
        if (sent < 0)
            close_end(&child->input); // it does not listen any more
        else
            drop_front(&child->queue, (size_t)sent);
    }
    if (child->hung_up)
        close_end(&child->input);
    if (child->input < 0)
        dx_text_clear(&child->queue);
}

bool dx_child_send(dx_child *child, const char *bytes, size_t length)
{
    if (child->input < 0)
        return true;
    if (child->queue.length + length > child->queue_max)
        return false;
    dx_text_add_part(&child->queue, bytes, length);
    flush(child);
    return true;
}

// No more input: the child reads what is queued and then the end.
static void hang_up(dx_child *child)
{
    child->hung_up = true;
    flush(child);
}

// Reads once from `*end`; closes it at its end.
static size_t take(int *end, char *buffer, size_t bytes)
{
    ssize_t got = *end >= 0 ? read(*end, buffer, bytes) : -1;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_end(end);
    return got > 0 ? (size_t)got : 0;
}

// Returns how many bytes came.
static size_t read_stderr(dx_child *child)
{
    char buffer[4096];
    size_t got = take(&child->complaints, buffer, sizeof buffer);
    dx_text_add_part(&child->said, buffer, got);
    if (child->said.length > child->stderr_max)
        drop_front(&child->said, child->said.length - child->stderr_max);
    return got;
}

static void read_output(dx_child *child)
{
    char buffer[16384];
    size_t got = take(&child->output, buffer, sizeof buffer);
    for (size_t i = 0; i < got; i++)
        if (buffer[i] == '\0')
            buffer[i] = ' ';
    dx_text_add_part(&child->heard, buffer, got);
}

// Sees that it has ended but leaves its number in use, so that its group can
// still be killed by it.
static void note_end(dx_child *child)
{
    siginfo_t info = {.si_pid = 0};
    if (child->has_ended)
        return;
    int code =
        waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (code != 0 || info.si_pid != child->pid)
        return;
    child->has_ended = true;
    child->was_killed = info.si_code != CLD_EXITED;
    child->code = info.si_status;
}

// Who closes its output is about to end: waits a moment for how it does.
static void await_end(dx_child *child)
{
    int64_t deadline = dx_now_ms() + SLICE_MS;
    for (note_end(child); !child->has_ended && dx_now_ms() < deadline;
         note_end(child))
        poll(NULL, 0, 1);
}

// Waits for something to happen, at most `wait_ms`.
static void attend(dx_child *child, int wait_ms)
{
    struct pollfd polled[] = {
        {.fd = child->output, .events = POLLIN},
        {.fd = child->complaints, .events = POLLIN},
        {.fd = child->queue.length > 0 ? child->input : -1, .events = POLLOUT},
    };
    if (poll(polled, 3, wait_ms) <= 0)
        return;
    if (polled[2].revents != 0)
        flush(child);
    if (polled[1].revents != 0)
        read_stderr(child);
    if (polled[0].revents != 0)
        read_output(child);
}

// ---- hearing ----

// A whole line among what was read.
static bool find_line(dx_child *child, dx_heard *out_heard,
                      const char **out_line)
{
    dx_text *heard = &child->heard;
    drop_front(heard, child->given);
    child->given = 0;
    char *end =
        heard->length > 0 ? memchr(heard->at, '\n', heard->length) : NULL;
    size_t length = end != NULL ? (size_t)(end - heard->at) : heard->length;
    bool too_long = length > child->line_max;
    if (end == NULL) {
        if (too_long || child->dropping)
            dx_text_clear(heard);
        bool is_new = too_long && !child->dropping;
        child->dropping = child->dropping || too_long;
        *out_heard = DX_HEARD_TOO_LONG;
        return is_new;
    }
    child->given = length + 1;
    bool is_rest = child->dropping;
    child->dropping = false;
    if (is_rest)
        return find_line(child, out_heard, out_line);
    *end = '\0';
    *out_line = heard->at;
    *out_heard = too_long ? DX_HEARD_TOO_LONG : DX_HEARD_LINE;
    return true;
}

dx_heard dx_child_hear(dx_child *child, int64_t deadline_ms,
                       const char **out_line)
{
    dx_heard heard;
    for (;;) {
        if (find_line(child, &heard, out_line))
            return heard;
        int64_t left = deadline_ms - dx_now_ms();
        note_end(child);
        bool over = child->output < 0 || child->has_ended;
        size_t before = child->heard.length;
        attend(child, over || left <= 0 ? 0
                      : left < SLICE_MS ? (int)left
                                        : SLICE_MS);
        bool is_news = child->heard.length != before;
        if (is_news && left > 0)
            continue;
        if (is_news && find_line(child, &heard, out_line))
            return heard;
        if (!is_news && over) {
            await_end(child);
            return DX_HEARD_END;
        }
        if (left <= 0)
            return DX_HEARD_NOTHING;
    }
}

size_t dx_child_unfinished(const dx_child *child)
{
    return child->heard.length - child->given;
}

size_t dx_child_unread(const dx_child *child)
{
    return child->queue.length;
}

const char *dx_child_stderr(dx_child *child)
{
    // All that is there; what is kept of it may be full long before.  A child
    // that never stops complaining is not listened to for ever.
    enum { READS_MAX = 1000 };
    for (int i = 0; i < READS_MAX && read_stderr(child) > 0; i++) {
    }
    return dx_text_string(&child->said);
}

bool dx_child_has_ended(dx_child *child, const char **out_words)
{
    note_end(child);
    snprintf(child->words, sizeof child->words, "%s %d",
             child->was_killed ? "was killed by signal" : "exited with code",
             child->code);
    if (child->has_ended && out_words != NULL)
        *out_words = child->words;
    return child->has_ended;
}

// ---- stopping ----

bool dx_child_stop(dx_child *child, unsigned wait_ms)
{
    int64_t deadline = dx_now_ms() + wait_ms;
    hang_up(child);
    for (note_end(child); !child->has_ended && dx_now_ms() < deadline;
         note_end(child)) {
        attend(child, 5);
        dx_text_clear(&child->heard);
        child->given = 0;
        if (child->output < 0 && child->complaints < 0)
            poll(NULL, 0, 1);
    }
    bool is_fine = child->has_ended && !child->was_killed && child->code == 0;
    if (child->pid > 0) {
        kill(-child->pid, SIGKILL);
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    child->pid = 0;
    child->was_killed = child->was_killed || !child->has_ended;
    child->code = child->has_ended ? child->code : SIGKILL;
    child->has_ended = true;
    return is_fine;
}

void dx_child_free(dx_child *child)
{
    if (child == NULL)
        return;
    dx_child_stop(child, 0);
    close_end(&child->input);
    close_end(&child->output);
    close_end(&child->complaints);
    dx_text_release(&child->queue);
    dx_text_release(&child->heard);
    dx_text_release(&child->said);
    dx_free(child);
}
