// A real server and its clients: those who play, and those who do harm.  Who
// does harm is shed, and nobody else notices.

#include "server/remote.h"

#include "base/memory.h"
#include "base/random.h"
#include "server/group.h"
#include "server/limits.h"
#include "server/token.h"
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct place {
    char id[DX_TABLE_ID];
    char token[4][DX_TOKEN];
} place;

static place make_table(const dx_remote *remote, const char *body)
{
    place made = {.id = ""};
    int code;
    json_t *answer = dx_remote_json(remote, "/api/tables", NULL, body, &code);
    CHECK_THAT(code == 200, "%s: %d", body, code);
    snprintf(made.id, sizeof made.id, "%s",
             json_string_value(json_object_get(answer, "id")));
    const json_t *seats = json_object_get(answer, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++)
        snprintf(made.token[i], DX_TOKEN, "%s",
                 json_string_value(
                     json_object_get(json_array_get(seats, i), "token")));
    json_decref(answer);
    return made;
}

static void join(dx_caller *caller, const place *at, const char *token)
{
    if (token == NULL) {
        dx_caller_say(caller, "{\"type\":\"join\",\"table\":\"%s\"}", at->id);
        return;
    }
    dx_caller_say(caller,
                  "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}",
                  at->id, token);
}

static const char *type_of(const json_t *message)
{
    return json_string_value(json_object_get(message, "type"));
}

// Takes one message and answers a turn at random; true when it is over.
static bool go_on(dx_caller *caller, const json_t *message, dx_random *random)
{
    if (strcmp(type_of(message), "turn") == 0) {
        const json_t *legal = json_object_get(message, "legal");
        size_t i = dx_random_below(random, json_array_size(legal));
        dx_caller_say(caller, "{\"type\":\"move\",\"seq\":%d,\"move\":\"%s\"}",
                      (int)json_integer_value(json_object_get(message, "seq")),
                      json_string_value(json_array_get(legal, i)));
    }
    return strcmp(type_of(message), "end") == 0;
}

static void play(dx_caller *caller, dx_random *random)
{
    bool is_over = false;
    while (!is_over) {
        json_t *message = dx_caller_hear(caller);
        CHECK(message != NULL);
        is_over = go_on(caller, message, random);
        json_decref(message);
    }
}

// Is the server still there, and does a game still go?
static void check_alive(const dx_remote *remote)
{
    dx_caller caller;
    dx_random random = dx_random_named(1, 0, 0);
    place at = make_table(remote, "{\"rules\":\"kemps(tiny,limit=6)\",\"seats\""
                                  ":[\"person\",\"greedy\"]}");
    CHECK(dx_caller_socket(&caller, remote, NULL));
    join(&caller, &at, at.token[0]);
    play(&caller, &random);
    dx_caller_hang_up(&caller);
}

TEST(wire_two_browsers_and_a_bot_play_at_one_table)
{
    dx_remote remote;
    dx_caller caller[3];
    dx_random random = dx_random_named(2, 0, 0);
    unsigned over = 0;
    dx_remote_start(&remote, NULL);
    place at = make_table(&remote,
                          "{\"rules\":\"hanabi(players=3,colours=2)\",\"seats\""
                          ":[\"person\",\"person\",\"person\"]}");
    for (unsigned i = 0; i < 3; i++) {
        if (i < 2) {
            CHECK(dx_caller_socket(&caller[i], &remote, NULL));
        } else {
            CHECK(dx_caller_lines(&caller[i], &remote));
            dx_caller_say(&caller[i], "{\"type\":\"hello\",\"protocol\":1,"
                                      "\"state\":true,\"name\":\"bot\"}");
        }
        join(&caller[i], &at, at.token[i]);
    }
    while (over != 7)
        for (unsigned i = 0; i < 3; i++) {
            json_t *message = dx_caller_peek(&caller[i]);
            if (message == NULL)
                continue;
            if (i == 2 && strcmp(type_of(message), "turn") == 0)
                CHECK(json_is_object(json_object_get(message, "state")));
            CHECK(i != 2 || strcmp(type_of(message), "table") != 0);
            over |= (unsigned)go_on(&caller[i], message, &random) << i;
            json_decref(message);
        }
    for (unsigned i = 0; i < 3; i++)
        dx_caller_hang_up(&caller[i]);
    dx_remote_stop(&remote);
}

TEST(wire_a_ten_line_bot_in_python_sits_down)
{
    dx_remote remote;
    char command[400];
    if (system("python3 -c 'import json' 2>/dev/null") != 0)
        return;
    dx_remote_start(&remote, NULL);
    place at = make_table(&remote, "{\"rules\":\"gofish(players=3)\",\"seats\":"
                                   "[\"person\",\"random\",\"random\"]}");
    snprintf(command, sizeof command,
             "exec timeout 60 python3 %s 127.0.0.1 %u %s %s",
             dx_test_path("../examples/bots/seated.py"), remote.tcp, at.id,
             at.token[0]);
    CHECK_EQ(system(command), 0);
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s", at.id);
    json_t *table = dx_remote_json(&remote, path, NULL, NULL, NULL);
    CHECK_TEXT(json_string_value(json_object_get(table, "state")), "over");
    json_decref(table);
    dx_remote_stop(&remote);
}

static const char *program_option(const char *name, const char *bot)
{
    static char option[4200];
    char *folder = realpath(dx_test_path("../examples/bots"), NULL);
    snprintf(option, sizeof option, "%s=sh %s/%s", name, folder, bot);
    free(folder);
    return option;
}

TEST(wire_a_program_named_at_the_start_plays_and_one_that_falls_ends_the_game)
{
    dx_remote remote;
    char programs[5000];
    snprintf(programs, sizeof programs, "%s;bad=false",
             program_option("random", "dice.sh"));
    const char *const options[] = {"--program", programs, NULL};
    dx_random random = dx_random_named(3, 0, 0);
    static const char *const ends[] = {"over", "crashed"};
    dx_remote_start(&remote, options);
    for (unsigned i = 0; i < 2; i++) {
        dx_caller caller;
        char body[200];
        snprintf(body, sizeof body,
                 "{\"rules\":\"kemps(tiny,limit=6)\",\"seats\":[\"person\","
                 "\"program:%s\"]}",
                 i == 0 ? "random" : "bad");
        place at = make_table(&remote, body);
        CHECK(dx_caller_lines(&caller, &remote));
        join(&caller, &at, at.token[0]);
        json_t *message;
        do {
            message = dx_caller_hear(&caller);
            CHECK(message != NULL);
            if (!go_on(&caller, message, &random)) {
                json_decref(message);
                message = NULL;
            }
        } while (message == NULL);
        CHECK_TEXT(json_string_value(json_object_get(message, "how")), ends[i]);
        json_decref(message);
        dx_caller_hang_up(&caller);
    }
    dx_remote_stop(&remote);
}

// The process that a file names, when it does.
static pid_t process_in(const char *path)
{
    int process = 0;
    for (unsigned i = 0; i < 6000 && process == 0; i++) {
        FILE *file = fopen(path, "r");
        if (file == NULL || fscanf(file, "%d\n", &process) != 1)
            usleep(10000);
        if (file != NULL)
            fclose(file);
    }
    return process;
}

// Starts a server with a program that writes to `path`, which is $1 to the
// lines of a shell, and then reads on; and a table where it sits with the
// caller.
static void sit_with_program(dx_remote *remote, dx_caller *caller,
                             const char *path, const char *lines)
{
    char script[DX_TEST_FILE], program[2 * DX_TEST_FILE + 20];
    dx_test_file(script);
    FILE *file = fopen(script, "w");
    fprintf(file, "%s\nexec cat >/dev/null\n", lines);
    fclose(file);
    snprintf(program, sizeof program, "writer=sh %s %s", script, path);
    const char *const options[] = {"--program", program, NULL};
    dx_remote_start(remote, options);
    place at = make_table(remote, "{\"rules\":\"kemps(tiny)\",\"seats\":["
                                  "\"person\",\"program:writer\"]}");
    CHECK(dx_caller_lines(caller, remote));
    join(caller, &at, at.token[0]);
}

TEST(wire_what_a_program_starts_in_a_session_of_its_own_ends_with_it)
{
    dx_remote remote;
    dx_caller caller;
    char group[DX_GROUP_PATH], path[DX_TEST_FILE];
    dx_group_open(group);
    bool has_groups = group[0] != '\0';
    dx_group_close(group);
    dx_test_file(path);
    sit_with_program(&remote, &caller, path,
                     "setsid sh -c 'echo $$ >$0; exec sleep 600' $1 &");
    pid_t process = process_in(path);
    CHECK(process > 0);
    CHECK_EQ(kill(process, 0), 0);
    dx_remote_stop(&remote);
    bool is_there = true;
    for (unsigned i = 0; i < 6000 && is_there && has_groups; i++) {
        is_there = kill(process, 0) == 0;
        usleep(is_there ? 10000 : 0);
    }
    CHECK(!has_groups || !is_there);
    if (is_there)
        kill(process, SIGKILL);
    dx_caller_hang_up(&caller);
}

TEST(wire_a_program_runs_under_limits)
{
    dx_remote remote;
    dx_caller caller;
    char path[DX_TEST_FILE];
    dx_test_file(path);
    sit_with_program(&remote, &caller, path,
                     "echo $(ulimit -n) $(ulimit -v) $(ulimit -t) "
                     "$(ulimit -p 2>/dev/null || ulimit -u) >$1");
    CHECK_EQ(process_in(path), 256); // the first number
    unsigned files, bytes, seconds, processes;
    FILE *file = fopen(path, "r");
    CHECK_EQ(fscanf(file, "%u %u %u %u", &files, &bytes, &seconds, &processes),
             4);
    fclose(file);
    CHECK_EQ(bytes, 2 << 20);
    CHECK_EQ(seconds, 3600);
    CHECK(processes <= 4096);
    dx_caller_hang_up(&caller);
    dx_remote_stop(&remote);
}

// Can a connection be made to this port of this address?
static bool answers_at(const char *address, unsigned port)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port)};
    CHECK_EQ(inet_pton(AF_INET, address, &to.sin_addr), 1);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool can = connect(fd, (const struct sockaddr *)&to, sizeof to) == 0;
    close(fd);
    return can;
}

TEST(wire_it_listens_at_its_address_and_nowhere_else)
{
    const char *const others[] = {"--listen", "127.0.0.2", NULL};
    dx_remote remote;
    dx_remote_start(&remote, NULL);
    CHECK(answers_at("127.0.0.1", remote.port));
    CHECK(answers_at("127.0.0.1", remote.tcp));
    CHECK(!answers_at("127.0.0.2", remote.port));
    CHECK(!answers_at("127.0.0.2", remote.tcp));
    dx_remote_stop(&remote);
    dx_remote_start(&remote, others);
    CHECK(answers_at("127.0.0.2", remote.port));
    CHECK(answers_at("127.0.0.2", remote.tcp));
    CHECK(!answers_at("127.0.0.1", remote.port));
    CHECK(!answers_at("127.0.0.1", remote.tcp));
    dx_remote_stop(&remote);
}

TEST(wire_only_our_own_page_may_connect)
{
    dx_remote remote;
    dx_caller caller;
    char origin[80];
    dx_remote_start(&remote, NULL);
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", remote.port);
    CHECK(dx_caller_socket(&caller, &remote, origin));
    dx_caller_hang_up(&caller);
    static const char *const wrong[] = {
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        "file://",
        "http://127.0.0.1.evil.example",
        "https://evil.example/127.0.0.1",
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECKING("%s", wrong[i]);
        CHECK(!dx_caller_socket(&caller, &remote, wrong[i]));
        dx_caller_hang_up(&caller);
    }
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u0", remote.port);
    CHECK(!dx_caller_socket(&caller, &remote, origin));
    dx_caller_hang_up(&caller);
    dx_remote_stop(&remote);
}

// Sends a request as it is; the code of the answer, 0 if there is none.
static int raw_request(const dx_remote *remote, const char *request)
{
    dx_remote web = *remote;
    dx_caller caller;
    char answer[200];
    int code = 0;
    web.tcp = remote->port;
    CHECK(dx_caller_lines(&caller, &web));
    dx_caller_send(&caller, request, strlen(request));
    ssize_t got = recv(caller.fd, answer, sizeof answer - 1, MSG_WAITALL);
    answer[got > 0 ? got : 0] = '\0';
    sscanf(answer, "HTTP/1.%*c %d", &code);
    dx_caller_hang_up(&caller);
    return code;
}

// A refusal is JSON, and has the headers that every answer has.
static void check_refusal(const dx_remote *remote, const char *request,
                          const char *code)
{
    dx_remote web = *remote;
    dx_caller caller;
    char answer[2000];
    web.tcp = remote->port;
    CHECK(dx_caller_lines(&caller, &web));
    dx_caller_send(&caller, request, strlen(request));
    ssize_t got = recv(caller.fd, answer, sizeof answer - 1, MSG_WAITALL);
    answer[got > 0 ? got : 0] = '\0';
    CHECK_THAT(strstr(answer, code) != NULL, "%s", answer);
    CHECK(strstr(answer, "application/json") != NULL);
    CHECK(strstr(answer, "content-security-policy") != NULL);
    CHECK(strstr(answer, "<html") == NULL);
    dx_caller_hang_up(&caller);
}

TEST(wire_refusals_are_json_with_the_headers_of_every_answer)
{
    dx_remote remote;
    dx_remote_start(&remote, NULL);
    check_refusal(&remote,
                  "GET /nope HTTP/1.1\r\nHost: localhost\r\n"
                  "Connection: close\r\n\r\n",
                  "\"code\":\"missing\"");
    check_refusal(&remote,
                  "PUT /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Length: 0\r\nConnection: close\r\n\r\n",
                  "\"code\":\"method\"");
    check_refusal(&remote,
                  "POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Length: 9000000\r\nConnection: close\r\n\r\n{",
                  "\"code\":\"large\"");
    check_refusal(&remote,
                  "GET / HTTP/1.1\r\nHost: evil.example\r\n"
                  "Connection: close\r\n\r\n",
                  "\"code\":\"token\"");
    check_refusal(&remote, "BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                  " 400 ");
    check_refusal(&remote, "GET /\r\nHost: localhost\r\n\r\n", " 400 ");
    check_refusal(&remote, "\x16\x03\x01 hello\r\n\r\n", " 400 ");
    check_alive(&remote);
    dx_remote_stop(&remote);
}

TEST(wire_bodies_that_are_not_announced_well_are_refused)
{
    static const struct {
        const char *lines, *status;
    } cases[] = {
        {"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", " 411 "},
        {"\r\n", " 411 "},
        {"Content-Length: 99999999999999999999\r\n\r\n{}", " 413 "},
        {"Content-Length: 9999999999999999999999999999\r\n\r\n{}", " 413 "},
        {"Content-Length: -5\r\n\r\n{}", " 400 "},
        {"Content-Length: two\r\n\r\n{}", " 400 "},
    };
    dx_remote remote;
    char request[400];
    dx_remote_start(&remote, NULL);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECKING("%s", cases[i].lines);
        snprintf(request, sizeof request,
                 "POST /api/valid HTTP/1.1\r\nHost: localhost\r\n%s",
                 cases[i].lines);
        check_refusal(&remote, request, cases[i].status);
    }
    check_refusal(&remote,
                  "GET /health HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Length: 3\r\n\r\nabc",
                  " 413 ");
    check_alive(&remote);
    dx_remote_stop(&remote);
}

// A request with a path, and a cookie, of so many bytes.
static void check_head(const dx_remote *remote, unsigned path, unsigned cookie,
                       const char *status)
{
    dx_text request = {0};
    dx_text_add(&request, "GET /");
    for (unsigned i = 0; i < path; i++)
        dx_text_add_char(&request, 'a');
    dx_text_add(&request, " HTTP/1.1\r\nHost: localhost\r\nCookie: ");
    for (unsigned i = 0; i < cookie; i++)
        dx_text_add_char(&request, 'b');
    dx_text_add(&request, "\r\nConnection: close\r\n\r\n");
    if (status != NULL)
        check_refusal(remote, dx_text_string(&request), status);
    else
        CHECK_EQ(raw_request(remote, dx_text_string(&request)), 0);
    dx_text_release(&request);
}

TEST(wire_heads_that_are_too_large_are_refused_and_huge_ones_cut)
{
    dx_remote remote;
    dx_remote_start(&remote, NULL);
    check_head(&remote, 3000, 1, " 414 ");
    check_head(&remote, 9000, 1, " 414 ");
    check_head(&remote, 4, DX_HEAD_MAX, " 431 ");
    check_head(&remote, 4, DX_HEAD_MAX / 2, " 404 ");
    check_head(&remote, 4, 3 * DX_HEAD_MAX, NULL);
    check_head(&remote, 3 * DX_HEAD_MAX, 4, NULL);
    check_alive(&remote);
    dx_remote_stop(&remote);
}

TEST(wire_a_websocket_without_our_subprotocol_is_refused_in_words)
{
    static const char *const lines[] = {
        "Sec-WebSocket-Version: 13\r\n",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: chat\r\n",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: http\r\n",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: doxa.12, "
        "doxa\r\n",
        "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Protocol: doxa.1\r\n",
    };
    static const char start[] =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n";
    static const char ours[] = "Sec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Protocol: chat, doxa.1\r\n";
    dx_remote remote;
    char request[500];
    dx_remote_start(&remote, NULL);
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        CHECKING("%s", lines[i]);
        snprintf(request, sizeof request, start, "/ws", lines[i]);
        check_refusal(&remote, request, " 400 ");
    }
    snprintf(request, sizeof request, start, "/elsewhere", ours);
    check_refusal(&remote, request, " 404 ");
    dx_remote web = remote;
    dx_caller caller;
    char answer[13] = "";
    web.tcp = remote.port;
    CHECK(dx_caller_lines(&caller, &web));
    snprintf(request, sizeof request, start, "/ws", ours);
    dx_caller_send(&caller, request, strlen(request));
    CHECK_EQ(recv(caller.fd, answer, 12, MSG_WAITALL), 12);
    CHECK_TEXT(answer, "HTTP/1.1 101");
    dx_caller_hang_up(&caller);
    check_alive(&remote);
    dx_remote_stop(&remote);
}

TEST(wire_http_2_is_declined_and_the_request_answered)
{
    dx_remote remote;
    dx_remote_start(&remote, NULL);
    CHECK_EQ(raw_request(&remote,
                         "GET /app.js HTTP/1.1\r\nHost: localhost\r\n"
                         "Connection: Upgrade, HTTP2-Settings\r\n"
                         "Upgrade: h2c\r\n"
                         "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n"),
             200);
    dx_remote_stop(&remote);
}

TEST(wire_the_page_is_packed_for_who_takes_it_packed)
{
    static const struct {
        const char *takes;
        bool packed;
    } cases[] = {{"identity", false},
                 {"gzip", true},
                 {"br, gzip;q=0.5", true},
                 {"gzip;q=0", false},
                 {"gzip; q=0.0, br", false}};
    dx_remote remote;
    dx_remote_start(&remote, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_caller caller;
        dx_remote web = remote;
        char request[200], head[600] = "";
        CHECKING("%s", cases[i].takes);
        snprintf(request, sizeof request,
                 "GET /app.js HTTP/1.1\r\nHost: localhost\r\n"
                 "Accept-Encoding: %s\r\n\r\n",
                 cases[i].takes);
        web.tcp = remote.port;
        CHECK(dx_caller_lines(&caller, &web));
        dx_caller_send(&caller, request, strlen(request));
        CHECK(recv(caller.fd, head, sizeof head - 1, MSG_WAITALL) > 0);
        CHECK(strstr(head, "vary: accept-encoding") != NULL);
        CHECK_EQ(strstr(head, "content-encoding: gzip") != NULL,
                 cases[i].packed);
        dx_caller_hang_up(&caller);
    }
    dx_remote_stop(&remote);
}

TEST(wire_requests_that_make_no_sense_are_refused)
{
    dx_remote remote;
    dx_text large = {0};
    dx_remote_start(&remote, NULL);
    CHECK_EQ(raw_request(&remote, "GET / HTTP/1.1\r\nHost: evil.example\r\n"
                                  "Connection: close\r\n\r\n"),
             403);
    CHECK_EQ(raw_request(&remote, "PUT /api/tables HTTP/1.1\r\nHost: "
                                  "localhost\r\nContent-Length: 0\r\n"
                                  "Connection: close\r\n\r\n"),
             405);
    CHECK_EQ(raw_request(&remote, "GET /../../etc/passwd HTTP/1.1\r\nHost: "
                                  "localhost\r\nConnection: close\r\n\r\n") /
                 100,
             4);
    CHECK_EQ(raw_request(&remote, "POST /api/tables HTTP/1.1\r\nHost: "
                                  "localhost\r\nContent-Length: 9000000\r\n"
                                  "Connection: close\r\n\r\n{"),
             413);
    CHECK_EQ(raw_request(&remote, "POST /api/tables HTTP/1.1\r\nHost: "
                                  "localhost\r\nContent-Length: 0\r\n"
                                  "Connection: close\r\n\r\n"),
             400);
    CHECK_EQ(raw_request(&remote, "GET / HTTP/1.1\r\nHost: localhost:80@evil"
                                  "\r\nConnection: close\r\n\r\n"),
             403);
    CHECK_EQ(raw_request(&remote, "HEAD / HTTP/1.1\r\nHost: localhost\r\n"
                                  "Connection: close\r\n\r\n"),
             200);
    while (large.length < DX_BODY_MAX + 10)
        dx_text_add(&large, "        ");
    dx_text out = {0};
    CHECK_EQ(dx_remote_web(&remote, "/api/tables", NULL, dx_text_string(&large),
                           &out),
             413);
    dx_text_clear(&out);
    CHECK_EQ(dx_remote_web(&remote, "/api/nothing", NULL, NULL, &out), 404);
    CHECK_EQ(dx_remote_web(&remote, "/api/lens", NULL, "{}", &out), 400);
    CHECK_EQ(dx_remote_web(&remote, "/api/lens", NULL, "{\"record\":\"x-y-1\"}",
                           &out),
             404);
    check_alive(&remote);
    dx_text_release(&large);
    dx_text_release(&out);
    dx_remote_stop(&remote);
}

// What the connection is closed with.
static int end_of(dx_caller *caller)
{
    json_t *message;
    while ((message = dx_caller_hear(caller)) != NULL)
        json_decref(message);
    int code = caller->closed;
    dx_caller_hang_up(caller);
    return code;
}

// The last message is an error with this code.
static void check_last_words(dx_caller *caller, const char *code)
{
    json_t *message, *last = NULL;
    while ((message = dx_caller_hear(caller)) != NULL) {
        json_decref(last);
        last = message;
    }
    CHECK(last != NULL);
    CHECK_TEXT(json_string_value(json_object_get(last, "code")), code);
    json_decref(last);
    dx_caller_hang_up(caller);
}

TEST(wire_oversized_binary_and_too_many_messages_close_the_connection)
{
    dx_remote remote;
    dx_caller caller;
    char *large = dx_alloc(DX_MESSAGE_MAX + 1, 1);
    memset(large, ' ', DX_MESSAGE_MAX + 1);
    dx_remote_start(&remote, NULL);
    CHECK(dx_caller_socket(&caller, &remote, NULL));
    dx_caller_frame(&caller, 1, large, DX_MESSAGE_MAX + 1);
    CHECK_EQ(end_of(&caller), 1009);
    CHECK(dx_caller_socket(&caller, &remote, NULL));
    dx_caller_frame(&caller, 2, "{}", 2);
    CHECK_EQ(end_of(&caller), 1003);
    CHECK(dx_caller_socket(&caller, &remote, NULL));
    for (unsigned i = 0; i < 10 * DX_RATE_BURST; i++)
        dx_caller_frame(&caller, 1, "{\"type\":\"ping\"}", 15);
    CHECK_EQ(end_of(&caller), 1008);
    CHECK(dx_caller_lines(&caller, &remote));
    dx_caller_send(&caller, large, DX_MESSAGE_MAX + 1);
    check_last_words(&caller, "large"); // plain lines have no code
    CHECK(dx_caller_lines(&caller, &remote));
    for (unsigned i = 0; i < 10 * DX_RATE_BURST; i++)
        dx_caller_send(&caller, "{\"type\":\"ping\"}\n", 16);
    check_last_words(&caller, "busy");
    check_alive(&remote);
    dx_free(large);
    dx_remote_stop(&remote);
}

TEST(wire_the_reason_of_a_close_arrives_whatever_else_was_said)
{
    dx_remote remote;
    dx_caller caller, other;
    dx_remote_start(&remote, NULL);
    place at = make_table(&remote, "{\"rules\":\"kemps(tiny)\",\"seats\":["
                                   "\"person\",\"greedy\"]}");
    CHECK(dx_caller_socket(&caller, &remote, NULL));
    join(&caller, &at, "00000000000000000000000000000000");
    for (unsigned i = 0; i < DX_RATE_BURST - 2; i++)
        dx_caller_say(&caller, "{\"type\":\"ping\"}");
    CHECK_EQ(end_of(&caller), 4003);
    CHECK(dx_caller_socket(&caller, &remote, NULL));
    CHECK(dx_caller_socket(&other, &remote, NULL));
    join(&caller, &at, at.token[0]);
    json_decref(dx_caller_wait(&caller, "turn"));
    join(&other, &at, at.token[0]);
    for (unsigned i = 0; i < DX_RATE_BURST / 2; i++)
        dx_caller_say(&caller, "{\"type\":\"ping\"}");
    CHECK_EQ(end_of(&caller), 4001);
    dx_caller_hang_up(&other);
    dx_remote_stop(&remote);
}

TEST(wire_unfinished_requests_and_silent_guests_disturb_nobody)
{
    enum { MANY = 100 };
    dx_remote remote, web;
    dx_caller half[MANY];
    static const char part[] = "GET / HTTP/1.1\r\nHost: local";
    dx_remote_start(&remote, NULL);
    web = remote;
    web.tcp = remote.port;
    for (unsigned i = 0; i < MANY; i++) {
        CHECK(dx_caller_lines(&half[i], i % 2 == 0 ? &web : &remote));
        if (i % 4 == 0)
            dx_caller_send(&half[i], part, sizeof part - 1);
    }
    check_alive(&remote);
    for (unsigned i = 0; i < MANY; i++)
        dx_caller_hang_up(&half[i]);
    dx_remote_stop(&remote);
}

// A number of /metrics.
static unsigned metric(const dx_remote *remote, const char *name)
{
    dx_text out = {0};
    dx_remote_web(remote, "/metrics", NULL, NULL, &out);
    const char *at = strstr(dx_text_string(&out), name);
    unsigned value =
        at != NULL ? (unsigned)strtoul(at + strlen(name), NULL, 10) : 0;
    dx_text_release(&out);
    return value;
}

// Reads what there is, and answers pings, until so many are silent.
static bool wait_until_silent(const dx_remote *remote, dx_caller *caller,
                              unsigned count)
{
    for (unsigned i = 0; i < 3000; i++) {
        json_decref(dx_caller_peek(caller));
        if (metric(remote, "doxa_connections_silent ") == count)
            return true;
        usleep(10000);
    }
    return false;
}

TEST(wire_who_answers_a_ping_is_there_and_who_does_not_is_counted)
{
    const char *const options[] = {"--ping", "1", NULL};
    dx_remote remote;
    dx_caller quiet, mute;
    dx_remote_start(&remote, options);
    CHECK(dx_caller_socket(&quiet, &remote, NULL));
    CHECK(dx_caller_socket(&mute, &remote, NULL));
    dx_caller_say(&quiet, "{\"type\":\"ping\"}");
    dx_caller_say(&mute, "{\"type\":\"ping\"}");
    mute.is_mute = quiet.is_mute = true;
    CHECK(wait_until_silent(&remote, &quiet, 2));
    quiet.is_mute = false; // the next ping is answered
    CHECK(wait_until_silent(&remote, &quiet, 1));
    dx_caller_hang_up(&mute);
    CHECK(wait_until_silent(&remote, &quiet, 0));
    dx_caller_hang_up(&quiet);
    dx_remote_stop(&remote);
}

TEST(wire_who_does_not_read_is_dropped_and_the_game_goes_on)
{
    dx_remote remote;
    dx_caller deaf;
    char path[80], body[80];
    int code;
    dx_remote_start(&remote, NULL);
    place at = make_table(&remote, "{\"rules\":\"kemps(limit=10000)\",\"seats\""
                                   ":[\"person\",\"random\",\"random\"]}");
    CHECK(dx_caller_socket(&deaf, &remote, NULL));
    join(&deaf, &at, NULL);
    json_t *table = dx_caller_wait(&deaf, "table");
    CHECK(table != NULL);
    json_decref(table);
    snprintf(path, sizeof path, "/api/tables/%s/seat", at.id);
    snprintf(body, sizeof body, "{\"seat\":1,\"agent\":\"random\"}");
    json_decref(dx_remote_json(&remote, path, at.token[0], body, &code));
    CHECK_EQ(code, 200);
    while (metric(&remote, "doxa_connections_dropped ") == 0)
        usleep(20000);
    check_alive(&remote);
    dx_caller_hang_up(&deaf);
    dx_remote_stop(&remote);
}

TEST(wire_a_server_that_goes_says_so)
{
    dx_remote remote;
    dx_caller caller;
    dx_remote_start(&remote, NULL);
    CHECK(dx_caller_socket(&caller, &remote, NULL));
    dx_caller_say(&caller, "{\"type\":\"ping\"}");
    json_decref(dx_caller_wait(&caller, "pong"));
    dx_remote_stop(&remote);
    CHECK_EQ(end_of(&caller), 1001);
}
