// doxa-load: how many tables a server carries, and how fast it answers.
//
// A client of its own kind: one thread, epoll, WebSockets on loopback, in a
// process beside the server, which it starts itself.  At every table one seat
// is ours and the others are quick agents; we move some time after we are
// asked, uniformly around the pace, and measure
//
//     ack    from our move until we see its event: it is on disk then
//     turn   until we are asked again: the agents have moved, too
//
// and the CPU time of a move there and here, with what the agents answer and
// what is shown.  Some connections are idle, some tables have a lens open.  The
// costs of a sync on this disk are measured first and printed, since a move
// waits for one.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "base/vector.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct player {
    int fd;
    bool is_acked;
    double moved; // when we did; 0: not yet
    unsigned long seq;
    size_t skip;  // bytes of a large frame that are not needed
    dx_text part; // a frame that is not whole yet
    char id[48], token[40], move[200];
} player;

// A move that is to be made.
typedef struct plan {
    double due;
    unsigned player;
} plan;

static struct {
    unsigned tables, idle, seconds, lenses, search;
    double pace, median, tail;
    const char *program, *folder, *store, *sync;
    unsigned port;
    pid_t server;
    player *at;
    int *idler;
    unsigned lost; // idle connections that were closed
    double stayed; // when pings were answered last, while sitting down
    int epoll;
    DX_VECTOR(plan) plans; // a heap, the next one first
    dx_random random;
    DX_VECTOR(double) acks;
    DX_VECTOR(double) turns;
    size_t moves, lens_count, ended;
    bool is_measuring;
} load = {.tables = 100, .seconds = 5, .lenses = 10, .pace = 2};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void give_up(const char *what)
{
    fprintf(stderr, "doxa-load: %s: %s\n", what, strerror(errno));
    exit(1);
}

// ---- the server ----

static void start_server(void)
{
    int ends[2];
    char line[300];
    if (pipe(ends) != 0)
        give_up("pipe");
    load.server = fork();
    if (load.server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDOUT_FILENO);
        execl(load.program, load.program, "serve", "--port", "0", "--store",
              load.store, "--sync", load.sync, "--seed", "14", "--tables",
              "100000", "--exempt", "127.0.0.1", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    while (load.port == 0 && fgets(line, sizeof line, said) != NULL) {
        const char *at = strstr(line, "127.0.0.1:");
        if (at != NULL)
            load.port = (unsigned)strtoul(at + 10, NULL, 10);
    }
    fclose(said);
    if (load.port == 0)
        give_up("the server did not start");
}

static double cpu_of(pid_t process)
{
    char path[64], text[600] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file != NULL && fgets(text, sizeof text, file) != NULL)
        sscanf(strrchr(text, ')'),
               ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
               &system);
    if (file != NULL)
        fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double server_megabytes(void)
{
    char path[64], line[200];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)load.server);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = strtod(line + 6, NULL);
    if (file != NULL)
        fclose(file);
    return kilobytes / 1024;
}

// The median of appending 4 kB and syncing them, where the store is.
static double sync_ms(void)
{
    enum { TIMES = 101 };
    static const char page[4096];
    double took[TIMES];
    dx_text path = {0};
    dx_text_printf(&path, "%s.sync", load.store);
    int file = open(dx_text_string(&path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (unsigned i = 0; i < TIMES; i++) {
        double from = now();
        if (write(file, page, sizeof page) != (ssize_t)sizeof page ||
            fdatasync(file) != 0)
            give_up("sync");
        took[i] = now() - from;
        for (unsigned k = i; k > 0 && took[k - 1] > took[k]; k--) {
            double hold = took[k];
            took[k] = took[k - 1];
            took[k - 1] = hold;
        }
    }
    close(file);
    unlink(dx_text_string(&path));
    dx_text_release(&path);
    return took[TIMES / 2] * 1000;
}

// ---- connections ----

static int dial(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)load.port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        give_up("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

// False: the server has closed the connection.
static bool try_send(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static void send_all(int fd, const char *bytes, size_t length)
{
    if (!try_send(fd, bytes, length))
        give_up("send");
}

static void send_frame(int fd, unsigned opcode, const char *text)
{
    unsigned char frame[600];
    size_t length = strlen(text), head = length < 126 ? 6 : 8;
    frame[0] = (unsigned char)(0x80 | opcode);
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
    }
    memset(frame + head - 4, 0, 4);
    memcpy(frame + head, text, length);
    send_all(fd, (const char *)frame, head + length);
}

// Reads until `end` was read; what came is in `out`.
static void read_until(int fd, const char *end, char *out, size_t bytes)
{
    size_t length = 0;
    out[0] = '\0';
    while (strstr(out, end) == NULL && length + 1 < bytes) {
        ssize_t got = recv(fd, out + length, 1, 0);
        if (got <= 0)
            give_up("the server hung up");
        length += (size_t)got;
        out[length] = '\0';
    }
}

static int open_socket(void)
{
    char text[1000];
    int fd = dial();
    int length = snprintf(
        text, sizeof text,
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: doxa.1\r\n\r\n",
        load.port);
    send_all(fd, text, (size_t)length);
    read_until(fd, "\r\n\r\n", text, sizeof text);
    if (strncmp(text, "HTTP/1.1 101", 12) != 0)
        give_up("no WebSocket");
    return fd;
}

// One connection for all requests.
static void make_table(int fd, player *p, unsigned i)
{
    static const char *const bodies[] = {
        "{\"rules\":\"kemps(players=3)\",\"seats\":[\"person\",\"greedy\","
        "\"greedy\"]}",
        "{\"rules\":\"hanabi(players=3)\",\"seats\":[\"person\",\"info\","
        "\"info\"]}",
        "{\"rules\":\"gofish(players=3)\",\"seats\":[\"person\",\"random\","
        "\"random\"]}",
        "{\"rules\":\"hanabi(players=3)\",\"seats\":[\"person\",\"search\","
        "\"search\"]}",
    };
    const char *body = bodies[i < load.search ? 3 : i % 3];
    char text[4000];
    unsigned size = 0;
    int length = snprintf(text, sizeof text,
                          "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                          "Content-Length: %zu\r\n\r\n%s",
                          strlen(body), body);
    send_all(fd, text, (size_t)length);
    read_until(fd, "\r\n\r\n", text, sizeof text);
    const char *header = strstr(text, "content-length:");
    if (header != NULL)
        size = (unsigned)strtoul(header + 15, NULL, 10);
    for (unsigned got = 0; got < size && size < sizeof text;) {
        ssize_t part = recv(fd, text + got, size - got, 0);
        if (part <= 0)
            give_up("no table");
        got += (unsigned)part;
        text[got] = '\0';
    }
    const char *id = strstr(text, "\"id\":\"");
    const char *token = strstr(text, "\"token\":\"");
    if (id == NULL || token == NULL)
        give_up(text);
    snprintf(p->id, sizeof p->id, "%.*s", (int)strcspn(id + 6, "\""), id + 6);
    snprintf(p->token, sizeof p->token, "%.32s", token + 9);
}

static void watch(int fd, uint64_t number)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = number};
    fcntl(fd, F_SETFL, O_NONBLOCK);
    if (epoll_ctl(load.epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        give_up("epoll");
}

// The head of a frame: its bytes and those of its payload; 0: not all of it is
// there.
static size_t read_head(const unsigned char *in, size_t length, size_t *out)
{
    size_t head = length < 2 ? 0 : (in[1] & 127) == 126 ? 4 : 2;
    if (length >= 2 && (in[1] & 127) == 127)
        head = 10;
    if (head == 0 || length < head)
        return 0;
    *out = head == 2 ? in[1] & 127 : 0;
    for (size_t i = 2; i < head; i++)
        *out = *out << 8 | in[i];
    return head;
}

// Who is idle answers pings, and nothing else.
static void read_idler(int *fd)
{
    // Of a pong without a payload libwebsockets does not tell the server.
    static const char pong[] = {(char)0x8a, (char)0x81, 0, 0, 0, 0, '.'};
    unsigned char in[512];
    ssize_t got = 0;
    bool is_open = true;
    while (is_open && (got = recv(*fd, in, sizeof in, MSG_DONTWAIT)) > 0) {
        size_t length = (size_t)got, size, head;
        for (size_t at = 0;
             at < length && (head = read_head(in + at, length - at, &size)) > 0;
             at += head + size)
            if ((in[at] & 15) == 9)
                is_open = try_send(*fd, pong, sizeof pong) && is_open;
    }
    if (is_open && got < 0 && errno == EAGAIN)
        return;
    load.lost++;
    close(*fd);
    *fd = -1;
}

// ---- playing ----

// Any legal move; in Hanabi none that could end the game soon.
static void choose(player *p, const char *legal)
{
    unsigned count = 0;
    const char *end = strchr(legal, ']');
    for (const char *at = legal; at != NULL && at < end;) {
        const char *quote = strchr(at, '"');
        if (quote == NULL || quote > end)
            break;
        const char *close = strchr(quote + 1, '"');
        bool is_wild = strncmp(quote + 1, "play ", 5) == 0;
        if ((!is_wild || count == 0) &&
            dx_random_below(&load.random, ++count) == 0)
            snprintf(p->move, sizeof p->move, "%.*s", (int)(close - quote - 1),
                     quote + 1);
        at = close + 1;
    }
}

static double due_after(double t)
{
    return t + dx_random_unit(&load.random) * 2 * load.pace;
}

static void plan_move(unsigned i, double due)
{
    dx_vector_push(&load.plans, ((plan){due, i}));
    plan *at = load.plans.at;
    size_t k = load.plans.count - 1;
    for (; k > 0 && at[(k - 1) / 2].due > due; k = (k - 1) / 2)
        at[k] = at[(k - 1) / 2];
    at[k] = (plan){due, i};
}

// The next of all plans, which is not one any more.
static unsigned take_plan(void)
{
    plan *at = load.plans.at, last = at[--load.plans.count];
    unsigned next = at[0].player;
    size_t k = 0, count = load.plans.count;
    for (size_t child = 1; child < count; child = 2 * k + 1) {
        if (child + 1 < count && at[child + 1].due < at[child].due)
            child++;
        if (at[child].due >= last.due)
            break;
        at[k] = at[child];
        k = child;
    }
    at[k] = last;
    return next;
}

static void take_message(player *p, const char *text)
{
    double t = now();
    if (strncmp(text, "{\"type\":\"see\"", 13) == 0) {
        if (p->moved > 0 && !p->is_acked) {
            p->is_acked = true;
            if (load.is_measuring)
                dx_vector_push(&load.acks, t - p->moved);
        }
    } else if (strncmp(text, "{\"type\":\"turn\"", 14) == 0) {
        if (p->moved > 0 && load.is_measuring)
            dx_vector_push(&load.turns, t - p->moved);
        p->seq = strtoul(strstr(text, "\"seq\":") + 6, NULL, 10);
        choose(p, strstr(text, "\"legal\":[") + 9);
        p->moved = 0;
        plan_move((unsigned)(p - load.at), due_after(t));
    } else if (strncmp(text, "{\"type\":\"lens\"", 14) == 0) {
        load.lens_count++;
    } else if (strncmp(text, "{\"type\":\"end\"", 13) == 0) {
        load.ended++;
    } else if (strncmp(text, "{\"type\":\"error\"", 15) == 0) {
        fprintf(stderr, "doxa-load: %s: %.200s\n", p->id, text);
    }
}

// The frames that are whole; how many bytes they were.  A lens is known by its
// beginning.  The byte behind the end may be written to.
static size_t take_frames(player *p, unsigned char *in, size_t length)
{
    enum { LARGE = 1 << 14, KNOWN = 60 };
    size_t at = p->skip < length ? p->skip : length, size = 0, head;
    p->skip -= at;
    while ((head = read_head(in + at, length - at, &size)) > 0) {
        bool is_large = size > LARGE;
        size_t end = at + head + (is_large ? KNOWN : size);
        if (end > length)
            break;
        unsigned char hold = in[end];
        in[end] = '\0';
        if ((in[at] & 15) == 1)
            take_message(p, (const char *)in + at + head);
        else if ((in[at] & 15) == 9)
            send_frame(p->fd, 10, (const char *)in + at + head);
        in[end] = hold;
        at += head + size;
        if (at > length) {
            p->skip = at - length;
            at = length;
        }
    }
    return at;
}

static void read_player(player *p)
{
    static unsigned char buffer[1 << 18];
    size_t had = p->part.length;
    if (had > 0)
        memcpy(buffer, p->part.at, had);
    ssize_t got = recv(p->fd, buffer + had, sizeof buffer - 1 - had, 0);
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        give_up("a player was sent away");
    size_t length = had + (size_t)got, at = take_frames(p, buffer, length);
    dx_text_clear(&p->part);
    if (at < length)
        dx_text_add_part(&p->part, (const char *)buffer + at, length - at);
}

static void move_all(double t)
{
    char text[400];
    while (load.plans.count > 0 && load.plans.at[0].due <= t) {
        player *p = &load.at[take_plan()];
        snprintf(text, sizeof text,
                 "{\"type\":\"move\",\"seq\":%lu,\"move\":\"%s\"}", p->seq,
                 p->move);
        p->moved = now();
        p->is_acked = false;
        send_frame(p->fd, 1, text);
        load.moves += load.is_measuring;
    }
}

// Until the next move is due.
static int wait_ms(void)
{
    if (load.plans.count == 0)
        return 10;
    double ms = (load.plans.at[0].due - now()) * 1000;
    return ms <= 0 ? 0 : ms > 10 ? 10 : (int)ms + 1;
}

// Reads what comes within so many milliseconds; how many had something to read.
static int read_ready(int ms)
{
    struct epoll_event events[512];
    int count = epoll_wait(load.epoll, events, 512, ms);
    for (int i = 0; i < count; i++) {
        uint64_t number = events[i].data.u64;
        if (number >> 40 == 0)
            read_player(&load.at[number]);
        else
            read_idler(&load.idler[(uint32_t)number]);
    }
    return count;
}

static void run(double seconds)
{
    for (double end = now() + seconds; now() < end;) {
        read_ready(wait_ms());
        move_all(now());
    }
}

// ---- sitting down ----

// To open so many takes minutes where the machine is busy, and who is silent
// for one of them is sent away: so pings are answered now and then meanwhile.
static void stay(void)
{
    enum { BETWEEN_S = 5 };
    if (now() < load.stayed + BETWEEN_S)
        return;
    while (read_ready(0) > 0)
        continue;
    load.stayed = now();
}

// Nobody has moved yet: all moves are due from now on.
static void plan_anew(void)
{
    size_t count = load.plans.count;
    unsigned *who = dx_alloc(count + 1, sizeof *who);
    for (size_t i = 0; i < count; i++)
        who[i] = load.plans.at[i].player;
    load.plans.count = 0;
    for (size_t i = 0; i < count; i++)
        plan_move(who[i], due_after(now()));
    dx_free(who);
}

static void connect_all(void)
{
    char text[300];
    load.at = dx_alloc(load.tables, sizeof *load.at);
    load.idler = dx_alloc(load.idle + 1, sizeof *load.idler);
    for (unsigned i = 0; i < load.idle; i++) {
        load.idler[i] = open_socket();
        send_frame(load.idler[i], 1, "{\"type\":\"ping\"}");
        watch(load.idler[i], UINT64_C(1) << 40 | i);
        stay();
    }
    int web = dial(); // now: who says nothing is closed after a while
    for (unsigned i = 0; i < load.tables; i++) {
        make_table(web, &load.at[i], i);
        stay();
    }
    close(web);
    for (unsigned i = 0; i < load.tables; i++) {
        player *p = &load.at[i];
        p->fd = open_socket();
        snprintf(text, sizeof text,
                 "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}", p->id,
                 p->token);
        send_frame(p->fd, 1, text);
        if (load.lenses > 0 && i % load.lenses == 0)
            send_frame(p->fd, 1, "{\"type\":\"lens\",\"id\":1}");
        watch(p->fd, i);
        stay();
    }
    plan_anew();
}

// ---- reporting ----

static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

// True if the median and the 99th percentile are not above these milliseconds
// (0: whatever they are).
static bool report(const char *name, size_t count, double *at, double median,
                   double tail)
{
    if (count == 0)
        return false;
    qsort(at, count, sizeof *at, order);
    printf("%-5s p50 %.2f  p90 %.2f  p99 %.2f  max %.2f ms  (%zu)\n", name,
           1000 * at[count / 2], 1000 * at[count * 9 / 10],
           1000 * at[count * 99 / 100], 1000 * at[count - 1], count);
    return (median <= 0 || 1000 * at[count / 2] <= median) &&
           (tail <= 0 || 1000 * at[count * 99 / 100] <= tail);
}

static bool take_option(const char *name, const char *value)
{
    unsigned number = (unsigned)strtoul(value, NULL, 10);
    if (strcmp(name, "--tables") == 0)
        load.tables = number;
    else if (strcmp(name, "--idle") == 0)
        load.idle = number;
    else if (strcmp(name, "--seconds") == 0)
        load.seconds = number;
    else if (strcmp(name, "--lens") == 0)
        load.lenses = number;
    else if (strcmp(name, "--search") == 0)
        load.search = number;
    else if (strcmp(name, "--pace") == 0)
        load.pace = strtod(value, NULL);
    else if (strcmp(name, "--median") == 0)
        load.median = strtod(value, NULL);
    else if (strcmp(name, "--tail") == 0)
        load.tail = strtod(value, NULL);
    else if (strcmp(name, "--folder") == 0)
        load.folder = value;
    else if (strcmp(name, "--sync") == 0)
        load.sync = value;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct rlimit limit;
    char store[300] = "/tmp/doxa-load-XXXXXX";
    load.sync = "full";
    if (argc < 2) {
        fputs("usage: doxa-load DOXA [--tables N] [--idle N] [--pace SECONDS]\n"
              "    [--seconds N] [--lens ONE-IN] [--search N] [--sync full]\n"
              "    [--folder FOR-THE-STORE] [--median MS] [--tail MS]\n",
              stderr);
        return 2;
    }
    load.program = argv[1];
    for (int i = 2; i + 1 < argc; i += 2)
        if (!take_option(argv[i], argv[i + 1]))
            give_up(argv[i]);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (load.folder != NULL)
        snprintf(store, sizeof store, "%s/doxa-load-XXXXXX", load.folder);
    close(mkstemp(store));
    load.store = store;
    load.random = dx_random_named(14, 0, 0);
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    double sync = sync_ms();
    printf("sync  %.2f ms\n", sync);
    start_server();
    double begun = now();
    connect_all();
    printf("%u tables and %u idle connections after %.1f s\n", load.tables,
           load.idle, now() - begun);
    fflush(stdout);
    run(2 + load.tables / 1000); // then the first rush is over
    double cpu = cpu_of(load.server), own = cpu_of(getpid());
    begun = now();
    load.is_measuring = true;
    run(load.seconds);
    double took = now() - begun;
    cpu = cpu_of(load.server) - cpu;
    own = cpu_of(getpid()) - own;
    bool fine = report("ack", load.acks.count, load.acks.at,
                       load.median > 0 ? load.median + sync : 0,
                       load.tail > 0 ? load.tail + sync : 0);
    report("turn", load.turns.count, load.turns.at, 0, 0);
    printf("%.0f moves a second, %zu lenses, %zu games over, %.2f cores and "
           "%.2f here, %.0f MB\n",
           (double)load.moves / took, load.lens_count, load.ended, cpu / took,
           own / took, server_megabytes());
    printf("a move costs %.0f us of CPU, and %.0f here\n",
           1e6 * cpu / (double)(load.moves + 1),
           1e6 * own / (double)(load.moves + 1));
    if (load.lost > 0)
        printf("%u idle connections were closed\n", load.lost);
    kill(load.server, SIGTERM);
    waitpid(load.server, NULL, 0);
    unlink(store);
    if (!fine)
        fputs("doxa-load: slower than it should be\n", stderr);
    return fine ? 0 : 1;
}
