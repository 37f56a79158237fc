// Where guests come from, and what one address may want: whoever else comes
// from elsewhere does not notice.  Callers here are 127.0.0.1, .2, .3, ...

#include "server/remote.h"

#include "base/random.h"
#include "game/record.h"
#include "games/games.h"
#include "server/address.h"
#include "server/limits.h"
#include "test.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// ---- reading addresses ----

static bool is_address(const char *text, const char *same_as)
{
    dx_address one, other;
    return dx_address_read(text, strlen(text), &one) &&
           dx_address_read(same_as, strlen(same_as), &other) &&
           memcmp(&one, &other, sizeof one) == 0;
}

TEST(addresses_are_read_with_and_without_ports)
{
    static const char *const wrong[] = {"",          "unknown",  "_hidden",
                                        "1.2.3",     "1.2.3.4:", "[::1",
                                        "[::1]x",    "::1::2",   "1.2.3.4:a",
                                        "[1.2.3.4]", "[::1]:",   "300.1.1.1",
                                        "1.2.3.4 "};
    dx_address out;
    CHECK(is_address("1.2.3.4:80", "1.2.3.4"));
    CHECK(is_address("::ffff:1.2.3.4", "1.2.3.4"));
    CHECK(is_address("[2001:db8::1]:80", "2001:db8::1"));
    CHECK(is_address("[2001:db8::1]", "2001:db8:0::1"));
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_THAT(!dx_address_read(wrong[i], strlen(wrong[i]), &out), "%s",
                   wrong[i]);
}

TEST(ranges_have_what_begins_alike)
{
    dx_ranges ranges;
    dx_address at;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_ranges_read("10.0.0.0/9,::1,2001:db8::/33", "--proxy", &ranges,
                            &error),
             DX_OK);
    static const struct {
        const char *address;
        bool is_there;
    } cases[] = {{"10.127.255.255", true},
                 {"10.128.0.0", false},
                 {"::1", true},
                 {"::2", false},
                 {"2001:db8:7fff::1", true},
                 {"2001:db8:8000::1", false}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECKING("%s", cases[i].address);
        CHECK(dx_address_read(cases[i].address, strlen(cases[i].address), &at));
        CHECK_EQ(dx_ranges_have(&ranges, &at), cases[i].is_there);
    }
    CHECK(dx_ranges_read("10.0.0.0/33", "--proxy", &ranges, &error) != DX_OK);
    CHECK(strstr(error.message, "--proxy") != NULL);
    CHECK(dx_ranges_read("localhost", "--proxy", &ranges, &error) != DX_OK);
}

TEST(what_a_header_tells_is_the_last_address_that_is_no_proxy_of_ours)
{
    static const struct {
        bool is_list;
        const char *text, *want; // NULL: nothing
    } cases[] = {
        {true, "6.6.6.6, 1.2.3.4", "1.2.3.4"},
        {true, "6.6.6.6,1.2.3.4 , 10.0.0.1", "1.2.3.4"},
        {true, "10.0.0.2, 10.0.0.1", "10.0.0.2"},
        {true, "6.6.6.6, unknown, 10.0.0.1", NULL},
        {true, "6.6.6.6, ", NULL},
        {true, "", NULL},
        {false, "for=6.6.6.6, for=1.2.3.4;proto=https", "1.2.3.4"},
        {false, "By=10.0.0.1;FOR=\"[2001:db8::1]:9\"", "2001:db8::1"},
        {false, "for=\"1.2.3.4:80\", for=10.0.0.1", "1.2.3.4"},
        {false, "for=6.6.6.6, for=_secret", NULL},
        {false, "for=6.6.6.6, by=10.0.0.1", NULL},
        {false, "for=\"6.6.6.6, for=1.2.3.4", NULL},
    };
    dx_ranges proxies;
    dx_address got, want;
    CHECK_EQ(dx_ranges_read("10.0.0.0/8", "", &proxies, NULL), DX_OK);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        CHECKING("%s", text);
        bool told = cases[i].is_list
                        ? dx_forwarded_list(text, strlen(text), &proxies, &got)
                        : dx_forwarded(text, strlen(text), &proxies, &got);
        CHECK_EQ(told, cases[i].want != NULL);
        if (told) {
            CHECK(dx_address_read(cases[i].want, strlen(cases[i].want), &want));
            CHECK_EQ(memcmp(&got, &want, sizeof got), 0);
        }
    }
}

TEST(a_proxy_s_first_bytes_are_read_whole_or_not_at_all)
{
    static const char line[] = "PROXY TCP4 1.2.3.4 10.0.0.1 1000 80\r\n";
    static const char binary[] =
        "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x01\x02\x03\x04\x0a\0\0\x01\0\x01"
        "\0\x50";
    static const char own[] = "PROXY UNKNOWN\r\n";
    dx_address got, want, kept;
    CHECK(dx_address_read("1.2.3.4", 7, &want));
    CHECK_EQ(dx_proxy_line((const uint8_t *)line, sizeof line - 1, &got),
             sizeof line - 1);
    CHECK_EQ(memcmp(&got, &want, sizeof got), 0);
    got = (dx_address){{0}};
    CHECK_EQ(dx_proxy_line((const uint8_t *)binary, sizeof binary - 1, &got),
             sizeof binary - 1);
    CHECK_EQ(memcmp(&got, &want, sizeof got), 0);
    kept = got;
    CHECK_EQ(dx_proxy_line((const uint8_t *)own, sizeof own - 1, &got),
             sizeof own - 1);
    CHECK_EQ(memcmp(&got, &kept, sizeof got), 0);
    for (size_t part = 0; part < sizeof line - 1; part++)
        CHECK_EQ(dx_proxy_line((const uint8_t *)line, part, &got), 0);
    for (size_t part = 0; part < sizeof binary - 1; part++)
        CHECK_EQ(dx_proxy_line((const uint8_t *)binary, part, &got), 0);
}

// ---- limits ----

enum { SOME = 20, MANY = 300 };

// How many of so many requests at once are refused with 429.  `before` are
// bytes before a request, `header` one of it; their %u is the request's number.
static unsigned refused(const dx_remote *remote, const char *before,
                        const char *header, unsigned count)
{
    dx_remote web = *remote;
    dx_caller caller[MANY];
    unsigned all = 0;
    web.tcp = remote->port;
    for (unsigned i = 0; i < count; i++) {
        dx_text request = {0};
        CHECK(dx_caller_lines(&caller[i], &web));
        dx_text_add(&request, before);
        dx_text_printf(&request,
                       "GET /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                       "Connection: close\r\n%s%u\r\n\r\n",
                       header, i % 250);
        dx_caller_send(&caller[i], request.at, request.length);
        dx_text_release(&request);
    }
    for (unsigned i = 0; i < count; i++) {
        char answer[16] = "";
        dx_caller_read(&caller[i], answer, sizeof answer - 1);
        dx_caller_hang_up(&caller[i]);
        bool is_refused = strstr(answer, " 429") != NULL;
        CHECK_THAT(is_refused || strstr(answer, " 200") != NULL, "'%s'",
                   answer);
        all += is_refused;
    }
    return all;
}

TEST(callers_gets_are_counted_and_our_own_machine_is_not_exempt_by_itself)
{
    static const char *const none[] = {"--exempt", "", NULL};
    dx_remote remote;
    dx_remote_start(&remote, none);
    CHECK(refused(&remote, "", "X-Any: ", MANY) > 0);
    remote.from = 2; // another address has its own purse
    CHECK_EQ(refused(&remote, "", "X-Any: ", SOME), 0);
    dx_remote_stop(&remote);
}

TEST(callers_behind_a_proxy_are_told_apart_by_what_the_proxy_says)
{
    static const char *const options[] = {"--exempt", "", "--proxy",
                                          "127.0.0.2", NULL};
    static const char one[] = "X-Forwarded-For: 9.9.9.9, 1.2.3.4:";
    static const char each[] = "X-Forwarded-For: 9.9.9.9, 1.2.3.";
    dx_remote remote;
    dx_remote_start(&remote, options);
    remote.from = 2;
    CHECK(refused(&remote, "", one, MANY) > 0);
    CHECK_EQ(refused(&remote, "", "X-Forwarded-For: 9.9.9.", MANY), 0);
    remote.from = 3; // no proxy: whatever it says, it is itself
    CHECK(refused(&remote, "", each, MANY) > 0);
    dx_remote_stop(&remote);
}

TEST(callers_behind_a_proxy_may_be_told_apart_by_forwarded)
{
    static const char *const options[] = {
        "--exempt",       "",          "--proxy", "127.0.0.2",
        "--proxy-header", "forwarded", NULL};
    dx_remote remote;
    dx_remote_start(&remote, options);
    remote.from = 2;
    CHECK(refused(&remote, "",
                  "Forwarded: for=9.9.9.9, for=1.2.3.4;proto=", MANY) > 0);
    CHECK_EQ(refused(&remote, "", "Forwarded: for=9.9.9.9, for=8.8.8.", MANY),
             0);
    CHECK(refused(&remote, "", "X-Forwarded-For: 7.7.7.", MANY) > 0);
    dx_remote_stop(&remote);
}

TEST(callers_behind_a_proxy_may_be_told_apart_by_its_first_line)
{
    static const char *const options[] = {
        "--exempt",       "",      "--proxy", "127.0.0.2",
        "--proxy-header", "proxy", NULL};
    static const char one[] = "PROXY TCP4 1.2.3.4 127.0.0.1 1000 80\r\n";
    static const char other[] = "PROXY TCP4 1.2.3.5 127.0.0.1 1000 80\r\n";
    dx_remote remote;
    dx_caller bot;
    dx_remote_start(&remote, options);
    remote.from = 2;
    CHECK(refused(&remote, one, "X-Any: ", MANY) > 0);
    CHECK_EQ(refused(&remote, other, "X-Any: ", SOME), 0);
    CHECK(dx_caller_lines(&bot, &remote)); // plain lines too
    dx_caller_say(&bot, "%s{\"type\":\"ping\"}", one);
    json_t *pong = dx_caller_wait(&bot, "pong");
    CHECK(pong != NULL);
    json_decref(pong);
    dx_caller_hang_up(&bot);
    CHECK(dx_caller_lines(&bot, &remote)); // and never without it
    dx_caller_say(&bot, "{\"type\":\"ping\"}");
    CHECK(dx_caller_wait(&bot, "pong") == NULL);
    dx_caller_hang_up(&bot);
    remote.from = 3; // who is no proxy does not say it
    CHECK_EQ(refused(&remote, "", "X-Any: ", SOME), 0);
    dx_remote_stop(&remote);
}

// ---- answers ----

static unsigned metric(const dx_remote *remote, const char *name)
{
    dx_text out = {0};
    dx_remote_web(remote, "/metrics", NULL, NULL, &out);
    const char *at = strstr(dx_text_string(&out), name);
    CHECK_THAT(at != NULL, "%s", name);
    unsigned value = (unsigned)strtoul(at + strlen(name), NULL, 10);
    dx_text_release(&out);
    return value;
}

// Waits until a number of /metrics is this; how many times it looked.
static unsigned wait_for(const dx_remote *remote, const char *name,
                         unsigned value)
{
    unsigned looks = 1;
    for (; metric(remote, name) != value; looks++)
        usleep(10000);
    return looks;
}

// A game that is long: its replay does not fit between two sockets.
static void write_record(dx_text *out)
{
    dx_rules rules;
    dx_random random = dx_random_named(1, 0, 0);
    CHECK_EQ(
        dx_rules_parse(dx_games(), "kemps(players=10,limit=700)", &rules, NULL),
        DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    while (dx_match_turn(match) != DX_OVER) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        CHECK_EQ(
            dx_match_step(match, (unsigned)dx_random_below(&random, count)),
            DX_OK);
    }
    dx_record_writer *writer = dx_record_writer_new(&rules, NULL);
    dx_record_write(writer, match, out);
    dx_record_writer_free(writer);
    dx_match_free(match);
    dx_deal_free(deal);
}

// The path of something about a record that is brought.
static void bring(const dx_remote *remote, const char *what, char path[100])
{
    dx_text record = {0};
    write_record(&record);
    json_t *answer = dx_remote_json(remote, "/api/records", NULL,
                                    dx_text_string(&record), NULL);
    snprintf(path, 100, "/api/records/%s/%s",
             json_string_value(json_object_get(answer, "id")), what);
    json_decref(answer);
    dx_text_release(&record);
}

// Sends requests that nobody reads the answers of.
static void ask_in_vain(dx_caller *caller, const dx_remote *remote,
                        const char *path, unsigned times)
{
    dx_remote web = *remote;
    dx_text requests = {0};
    int little = 2048;
    web.tcp = remote->port;
    CHECK(dx_caller_lines(caller, &web));
    setsockopt(caller->fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    for (; times > 0; times--)
        dx_text_printf(&requests, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                       path);
    dx_caller_send(caller, requests.at, requests.length);
    dx_text_release(&requests);
}

static bool is_answered(const dx_caller *caller)
{
    struct pollfd end = {.fd = caller->fd, .events = POLLIN};
    return poll(&end, 1, 0) > 0;
}

// The loop turns for its timer, and for what comes and goes, and no more.
static void check_turns(const dx_remote *remote, unsigned turns, unsigned ticks,
                        unsigned looks)
{
    enum { TURNS_OF_A_REQUEST = 30, MORE = 500 };
    turns = metric(remote, "doxa_loop_turns ") - turns;
    ticks = metric(remote, "doxa_loop_ticks ") - ticks;
    CHECK_THAT(turns < 3 * ticks + TURNS_OF_A_REQUEST * looks + MORE,
               "%u turns in %u ticks", turns, ticks);
}

TEST(callers_who_hang_up_are_noticed_and_the_loop_does_not_spin)
{
    enum { CALLERS = 6 };
    dx_remote remote;
    dx_caller caller[CALLERS];
    char path[100];
    dx_remote_start(&remote, NULL);
    bring(&remote, "track", path);
    unsigned turns = metric(&remote, "doxa_loop_turns ");
    unsigned ticks = metric(&remote, "doxa_loop_ticks ");
    for (unsigned i = 0; i < CALLERS; i++)
        ask_in_vain(&caller[i], &remote, path, 1);
    // A machine that is busy may not let us look before all are answered.
    while (metric(&remote, "doxa_jobs ") == 0 &&
           !is_answered(&caller[CALLERS - 1]))
        usleep(1000);
    for (unsigned i = 0; i < CALLERS; i++) {
        struct linger reset = {.l_onoff = i % 2, .l_linger = 0};
        setsockopt(caller[i].fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        dx_caller_hang_up(&caller[i]);
    }
    unsigned looks = wait_for(&remote, "doxa_connections ", 1);
    looks += wait_for(&remote, "doxa_jobs ", 0);
    check_turns(&remote, turns, ticks, looks);
    dx_remote_stop(&remote);
}

// Who closes only its own side is gone as well, while nothing fails at the
// server's: its end is something to read, and nothing else tells.
TEST(callers_who_close_their_side_of_a_stuck_answer_are_cut)
{
    enum { FEW = 100 }; // in patience there are thousands
    dx_remote remote;
    dx_caller caller;
    char path[100];
    dx_remote_start(&remote, NULL);
    bring(&remote, "replay", path);
    ask_in_vain(&caller, &remote, path, 1);
    while (!is_answered(&caller))
        usleep(1000);
    CHECK_EQ(metric(&remote, "doxa_connections_dropped "), 0);
    CHECK_EQ(shutdown(caller.fd, SHUT_WR), 0);
    unsigned looks = wait_for(&remote, "doxa_connections_dropped ", 1);
    CHECK_THAT(looks < FEW, "%u looks", looks);
    wait_for(&remote, "doxa_unread_bytes ", 0);
    dx_caller_hang_up(&caller);
    dx_remote_stop(&remote);
}

TEST(callers_who_do_not_read_are_cut_and_what_they_held_is_free_again)
{
    static const char *const options[] = {"--patience", "1", NULL};
    dx_remote remote;
    dx_caller deaf, hasty;
    char path[100];
    dx_remote_start(&remote, options);
    bring(&remote, "replay", path);
    unsigned turns = metric(&remote, "doxa_loop_turns ");
    unsigned ticks = metric(&remote, "doxa_loop_ticks ");
    ask_in_vain(&deaf, &remote, path, 1);
    ask_in_vain(&hasty, &remote, path, 2); // and does not wait for the first
    unsigned looks = wait_for(&remote, "doxa_connections_dropped ", 2);
    looks += wait_for(&remote, "doxa_unread_bytes ", 0);
    check_turns(&remote, turns, ticks, looks);
    dx_caller_hang_up(&deaf);
    dx_caller_hang_up(&hasty);
    dx_remote_stop(&remote);
}

TEST(callers_who_have_an_answer_about_a_record_are_told_that_it_is_the_same)
{
    dx_remote remote, web;
    dx_caller caller;
    char path[100], request[300], answer[4000];
    dx_remote_start(&remote, NULL);
    bring(&remote, "replay?seat=1&", path); // a last sign is no member
    web = remote;
    web.tcp = remote.port;
    for (unsigned i = 0; i < 2; i++) {
        const char *tag = i == 0 ? "\"0\"" : strstr(answer, "etag: ") + 6;
        int length = (int)strcspn(tag, "\r");
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: localhost\r\n"
                 "If-None-Match: %.*s\r\nConnection: close\r\n\r\n",
                 path, length, tag);
        CHECK(dx_caller_lines(&caller, &web));
        dx_caller_send(&caller, request, strlen(request));
        ssize_t got = dx_caller_read(&caller, answer, sizeof answer - 1);
        answer[got] = '\0';
        dx_caller_hang_up(&caller);
        CHECK_THAT(strncmp(answer + 8, i == 0 ? " 200" : " 304", 4) == 0, "%s",
                   answer);
        CHECK(strstr(answer, "etag: ") != NULL);
        CHECK_EQ(strstr(answer, "\r\n\r\n")[4] == '\0', i == 1);
    }
    dx_remote_stop(&remote);
}
