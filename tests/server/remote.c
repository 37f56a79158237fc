// Starting the program that was built beside the tests, and talking to it over
// its sockets, with the few bytes of WebSocket framing that are needed.

#include "server/remote.h"

#include "base/memory.h"
#include "base/vector.h"
#include "test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

// ---- the server ----

static void find_program(char *out, size_t bytes)
{
    ssize_t length = readlink("/proc/self/exe", out, bytes - 8);
    CHECK(length > 0);
    out[length] = '\0';
    char *slash = strrchr(out, '/');
    memcpy(slash, "/doxa", 6);
}

// The port behind the next address of this machine.
static unsigned read_port(FILE *from)
{
    char line[300];
    while (fgets(line, sizeof line, from) != NULL) {
        const char *at = strstr(line, "127.0.0.");
        if (at != NULL)
            return (unsigned)strtoul(at + strcspn(at, ":") + 1, NULL, 10);
    }
    return 0;
}

void dx_remote_start(dx_remote *remote, const char *const *options)
{
    char program[4096];
    int ends[2];
    DX_VECTOR(char *) argv = {0};
    static const char *const always[] = {"serve", "--port", "0",
                                         "--tcp", "0",      NULL};
    find_program(program, sizeof program);
    dx_vector_push(&argv, dx_copy_text(program));
    for (const char *const *word = always; *word != NULL; word++)
        dx_vector_push(&argv, dx_copy_text(*word));
    if (options == NULL || *options == NULL ||
        strcmp(*options, "--exempt") != 0) {
        dx_vector_push(&argv, dx_copy_text("--exempt"));
        dx_vector_push(&argv, dx_copy_text("127.0.0.1"));
    }
    bool has_store = false;
    for (; options != NULL && *options != NULL; options++) {
        has_store |= strcmp(*options, "--store") == 0;
        dx_vector_push(&argv, dx_copy_text(*options));
    }
    if (!has_store)
        dx_vector_push(&argv, dx_copy_text("--memory"));
    dx_vector_push(&argv, NULL);
    CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
    *remote = (dx_remote){0};
    remote->pid = fork();
    CHECK(remote->pid >= 0);
    if (remote->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it never outlives its test
        dup2(ends[1], STDOUT_FILENO);
        execv(program, argv.at);
        _exit(127);
    }
    for (size_t i = 0; i < argv.count; i++)
        dx_free(argv.at[i]);
    dx_vector_release(&argv);
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    remote->port = read_port(said);
    remote->tcp = read_port(said);
    fclose(said);
    CHECK(remote->port != 0 && remote->tcp != 0);
}

void dx_remote_kill(dx_remote *remote)
{
    int status;
    kill(remote->pid, SIGKILL);
    CHECK_EQ(waitpid(remote->pid, &status, 0), remote->pid);
}

void dx_remote_stop(dx_remote *remote)
{
    int status;
    kill(remote->pid, SIGTERM);
    CHECK_EQ(waitpid(remote->pid, &status, 0), remote->pid);
    CHECK_THAT(WIFEXITED(status) && WEXITSTATUS(status) == 0,
               "the server ended with %d", status);
}

// ---- sockets ----

static int dial(unsigned port, unsigned from)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in here = {.sin_family = AF_INET};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + from);
    if (from != 0)
        CHECK_EQ(bind(fd, (struct sockaddr *)&here, sizeof here), 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

bool dx_caller_send(dx_caller *caller, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0 && caller->fd >= 0) {
        ssize_t sent = send(caller->fd, at, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
    }
    return caller->fd >= 0;
}

// Reads some more; false: nothing came within the time, or it is closed.
static bool read_more(dx_caller *caller, int wait_ms)
{
    char bytes[65536];
    struct pollfd p = {.fd = caller->fd, .events = POLLIN};
    if (caller->fd < 0 || poll(&p, 1, wait_ms) <= 0)
        return false;
    ssize_t got = recv(caller->fd, bytes, sizeof bytes, 0);
    if (got <= 0) {
        close(caller->fd);
        caller->fd = -1;
        return false;
    }
    dx_text_add_part(&caller->in, bytes, (size_t)got);
    return true;
}

static void drop_front(dx_text *text, size_t length)
{
    memmove(text->at, text->at + length, text->length - length);
    text->length -= length;
}

ssize_t dx_caller_read(dx_caller *caller, char *out, size_t length)
{
    while (caller->in.length < length && read_more(caller, PATIENCE_MS))
        ;
    size_t part = caller->in.length < length ? caller->in.length : length;
    if (part > 0) {
        memcpy(out, caller->in.at, part);
        drop_front(&caller->in, part);
    }
    return (ssize_t)part;
}

void dx_caller_hang_up(dx_caller *caller)
{
    if (caller->fd >= 0)
        close(caller->fd);
    caller->fd = -1;
    dx_text_release(&caller->in);
}

// ---- requests ----

int dx_remote_web(const dx_remote *remote, const char *path, const char *token,
                  const char *body, dx_text *out)
{
    dx_caller caller = {.fd = dial(remote->port, remote->from)};
    dx_text request = {0};
    CHECK(caller.fd >= 0);
    dx_text_printf(&request,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: "
                   "close\r\n",
                   body != NULL ? "POST" : "GET", path, remote->port);
    if (token != NULL)
        dx_text_printf(&request, "Authorization: Bearer %s\r\n", token);
    if (body != NULL)
        dx_text_printf(&request, "Content-Length: %zu\r\n", strlen(body));
    dx_text_add(&request, "\r\n");
    dx_text_add(&request, body != NULL ? body : "");
    dx_caller_send(&caller, request.at, request.length);
    dx_text_release(&request);
    while (read_more(&caller, PATIENCE_MS))
        ;
    const char *answer = dx_text_string(&caller.in);
    int code = 0;
    sscanf(answer, "HTTP/1.%*c %d", &code);
    const char *end = strstr(answer, "\r\n\r\n");
    if (end != NULL)
        dx_text_add(out, end + 4);
    dx_caller_hang_up(&caller);
    return code;
}

json_t *dx_remote_json(const dx_remote *remote, const char *path,
                       const char *token, const char *body, int *out_code)
{
    dx_text text = {0};
    int code = dx_remote_web(remote, path, token, body, &text);
    json_t *json = json_loads(dx_text_string(&text), 0, NULL);
    dx_text_release(&text);
    if (out_code != NULL)
        *out_code = code;
    return json;
}

// ---- connections ----

bool dx_caller_lines(dx_caller *caller, const dx_remote *remote)
{
    *caller = (dx_caller){.fd = dial(remote->tcp, remote->from)};
    return caller->fd >= 0;
}

bool dx_caller_socket(dx_caller *caller, const dx_remote *remote,
                      const char *origin)
{
    char request[600];
    *caller =
        (dx_caller){.fd = dial(remote->port, remote->from), .is_socket = true};
    CHECK(caller->fd >= 0);
    int length = snprintf(
        request, sizeof request,
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: doxa.1\r\n%s%s%s"
        "\r\n",
        remote->port, origin != NULL ? "Origin: " : "",
        origin != NULL ? origin : "", origin != NULL ? "\r\n" : "");
    dx_caller_send(caller, request, (size_t)length);
    for (;;) {
        const char *end = strstr(dx_text_string(&caller->in), "\r\n\r\n");
        if (end != NULL) {
            bool fine = strncmp(caller->in.at, "HTTP/1.1 101", 12) == 0;
            drop_front(&caller->in, (size_t)(end + 4 - caller->in.at));
            return fine;
        }
        if (!read_more(caller, PATIENCE_MS))
            return false;
    }
}

bool dx_caller_frame(dx_caller *caller, unsigned opcode, const void *bytes,
                     size_t length)
{
    dx_text frame = {0};
    dx_text_add_char(&frame, (char)(0x80 | opcode));
    if (length < 126) {
        dx_text_add_char(&frame, (char)(0x80 | length));
    } else {
        dx_text_add_char(&frame, (char)(0x80 | (length < 65536 ? 126 : 127)));
        for (int shift = length < 65536 ? 8 : 56; shift >= 0; shift -= 8)
            dx_text_add_char(&frame, (char)((uint64_t)length >> shift));
    }
    dx_text_add_part(&frame, "\0\0\0\0", 4); // a mask that changes nothing
    dx_text_add_part(&frame, bytes, length);
    bool sent = dx_caller_send(caller, frame.at, frame.length);
    dx_text_release(&frame);
    return sent;
}

void dx_caller_say(dx_caller *caller, const char *format, ...)
{
    char line[8000];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (caller->is_socket) {
        dx_caller_frame(caller, 1, line, (size_t)length);
        return;
    }
    line[length] = '\n';
    dx_caller_send(caller, line, (size_t)length + 1);
}

// A whole line at the front, taken out; NULL: not yet.
static json_t *take_line(dx_caller *caller)
{
    const char *end = caller->in.length > 0
                          ? memchr(caller->in.at, '\n', caller->in.length)
                          : NULL;
    if (end == NULL)
        return NULL;
    size_t length = (size_t)(end - caller->in.at);
    json_t *message = json_loadb(caller->in.at, length, 0, NULL);
    CHECK_THAT(message != NULL, "not JSON: %.*s", (int)length, caller->in.at);
    drop_front(&caller->in, length + 1);
    return message;
}

// The same for a frame; a close is noted.
static json_t *take_frame(dx_caller *caller)
{
    const unsigned char *at = (const unsigned char *)caller->in.at;
    size_t have = caller->in.length, head = 2, length;
    if (have < 2)
        return NULL;
    length = at[1] & 127;
    if (length == 126)
        head = 4;
    else if (length == 127)
        head = 10;
    if (have < head)
        return NULL;
    if (head > 2)
        length = 0;
    for (size_t i = 2; i < head; i++)
        length = length << 8 | at[i];
    if (have < head + length)
        return NULL;
    unsigned opcode = at[0] & 15;
    json_t *message = NULL;
    if (opcode == 1)
        message = json_loadb(caller->in.at + head, length, 0, NULL);
    else if (opcode == 8)
        caller->closed = length >= 2 ? at[head] << 8 | at[head + 1] : 1005;
    CHECK_THAT(opcode != 1 || message != NULL, "not JSON: %.*s", (int)length,
               caller->in.at + head);
    if (opcode == 9 && !caller->is_mute)
        dx_caller_frame(caller, 10, caller->in.at + head, length);
    drop_front(&caller->in, head + length);
    return message != NULL || opcode == 8 ? message : take_frame(caller);
}

json_t *dx_caller_peek(dx_caller *caller)
{
    json_t *message =
        caller->is_socket ? take_frame(caller) : take_line(caller);
    if (message == NULL && caller->closed == 0 && read_more(caller, 0))
        message = caller->is_socket ? take_frame(caller) : take_line(caller);
    return message;
}

json_t *dx_caller_hear(dx_caller *caller)
{
    for (;;) {
        json_t *message =
            caller->is_socket ? take_frame(caller) : take_line(caller);
        if (message != NULL || caller->closed != 0)
            return message;
        if (!read_more(caller, PATIENCE_MS))
            return NULL;
    }
}

json_t *dx_caller_wait(dx_caller *caller, const char *type)
{
    json_t *message;
    while ((message = dx_caller_hear(caller)) != NULL) {
        if (strcmp(json_string_value(json_object_get(message, "type")), type) ==
            0)
            return message;
        json_decref(message);
    }
    return NULL;
}
