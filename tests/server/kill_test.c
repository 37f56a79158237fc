// A server that is killed at any moment comes back with every game: whatever
// anybody was shown is there again, byte for byte, and every seat that is asked
// can move.

#include "server/remote.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vector.h"
#include "server/token.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES = 9 };

// One seat: all it was ever shown.
typedef struct player {
    char id[DX_TABLE_ID], token[DX_TOKEN];
    dx_caller caller;
    DX_VECTOR(char *) shown;
    bool is_over, may_move;
    unsigned moved; // since the last restart
} player;

static void make_table(const dx_remote *remote, player *p, unsigned i)
{
    static const char *const rules[] = {
        "{\"rules\":\"kemps(2-6,limit=60)\",\"seats\":[\"person\",\"greedy\","
        "\"kb-greedy\"]}",
        "{\"rules\":\"hanabi(players=3)\",\"seats\":[\"person\",\"info\","
        "\"info\"]}",
        "{\"rules\":\"gofish(players=3)\",\"seats\":[\"person\",\"random\","
        "\"random\"]}",
    };
    int code;
    json_t *made =
        dx_remote_json(remote, "/api/tables", NULL, rules[i % 3], &code);
    CHECK_EQ(code, 200);
    const json_t *seat = json_array_get(json_object_get(made, "seats"), 0);
    *p = (player){.caller.fd = -1};
    snprintf(p->id, sizeof p->id, "%s",
             json_string_value(json_object_get(made, "id")));
    snprintf(p->token, sizeof p->token, "%s",
             json_string_value(json_object_get(seat, "token")));
    json_decref(made);
}

static void forget(player *p)
{
    dx_caller_hang_up(&p->caller);
    for (size_t i = 0; i < p->shown.count; i++)
        dx_free(p->shown.at[i]);
    dx_vector_release(&p->shown);
}

static void join(const dx_remote *remote, player *p, bool over_socket)
{
    if (over_socket)
        CHECK(dx_caller_socket(&p->caller, remote, NULL));
    else
        CHECK(dx_caller_lines(&p->caller, remote));
    dx_caller_say(&p->caller,
                  "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}",
                  p->id, p->token);
    p->moved = 0;
    p->may_move = false;
}

// An event: new, or the same as it was.
static void see(player *p, const json_t *message)
{
    size_t n = (size_t)json_integer_value(json_object_get(message, "n"));
    char *event = json_dumps(json_object_get(message, "event"),
                             JSON_COMPACT | JSON_SORT_KEYS);
    if (n < p->shown.count) {
        CHECK_THAT(strcmp(p->shown.at[n], event) == 0,
                   "%s, event %zu was %s and is %s", p->id, n, p->shown.at[n],
                   event);
    } else {
        CHECK_EQ(n, p->shown.count);
        dx_vector_push(&p->shown, dx_copy_text(event));
        p->moved += p->may_move;
    }
    free(event);
}

static void answer(player *p, const json_t *message, dx_random *random)
{
    const json_t *legal = json_object_get(message, "legal");
    size_t choice = dx_random_below(random, json_array_size(legal));
    p->may_move = true;
    dx_caller_say(&p->caller, "{\"type\":\"move\",\"seq\":%d,\"move\":\"%s\"}",
                  (int)json_integer_value(json_object_get(message, "seq")),
                  json_string_value(json_array_get(legal, choice)));
}

static void take(player *p, const json_t *message, bool answers,
                 dx_random *random)
{
    const char *type = json_string_value(json_object_get(message, "type"));
    const char *code = json_string_value(json_object_get(message, "code"));
    CHECK_THAT(code == NULL || strcmp(code, "missing") == 0, "%s: %s", p->id,
               json_string_value(json_object_get(message, "text")));
    if (code != NULL)
        p->is_over = true; // it was kept, and could not be told any more
    else if (strcmp(type, "see") == 0)
        see(p, message);
    else if (strcmp(type, "end") == 0)
        p->is_over = true;
    else if (strcmp(type, "turn") == 0 && answers)
        answer(p, message, random);
}

// Plays at all tables until `messages` have come.
static void play(player *players, unsigned messages, dx_random *random)
{
    while (messages > 0) {
        unsigned before = messages, over = 0;
        for (unsigned i = 0; i < TABLES; i++) {
            json_t *message = dx_caller_peek(&players[i].caller);
            over += players[i].is_over;
            if (message == NULL)
                continue;
            take(&players[i], message, true, random);
            json_decref(message);
            messages -= messages > 0;
        }
        if (over == TABLES)
            return;
        if (messages == before)
            usleep(500);
    }
}

// What was on its way when the server died was shown, too.
static void hear_the_rest(player *players, dx_random *random)
{
    for (unsigned i = 0; i < TABLES; i++) {
        json_t *message;
        while ((message = dx_caller_hear(&players[i].caller)) != NULL) {
            take(&players[i], message, false, random);
            json_decref(message);
        }
        dx_caller_hang_up(&players[i].caller);
    }
}

// A game that is over is a record, with everything that was shown.
static void check_record(const dx_remote *remote, player *p)
{
    char path[80];
    int code;
    snprintf(path, sizeof path, "/api/records/%s/replay?seat=1", p->id);
    json_t *replay = dx_remote_json(remote, path, NULL, NULL, &code);
    CHECK_EQ(code, 200);
    const json_t *steps = json_object_get(replay, "steps");
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *events =
            json_object_get(json_array_get(steps, i), "events");
        for (size_t k = 0; k < json_array_size(events); k++, n++) {
            json_t *event = json_array_get(events, k);
            json_object_del(event, "event");
            json_object_del(event, "text");
            json_object_del(event, "words");
            json_object_del(event, "why");
            char *said = json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS);
            CHECK_THAT(n >= p->shown.count || strcmp(said, p->shown.at[n]) == 0,
                       "%s, event %zu was %s and is %s", p->id, n,
                       p->shown.at[n], said);
            free(said);
        }
    }
    CHECK(n >= p->shown.count);
    json_decref(replay);
}

// Everybody sees all it has seen before, and moves once.
static void come_back(player *p, dx_random *random)
{
    size_t had = p->shown.count;
    unsigned seen = 0;
    while (!p->is_over && (seen < had || p->moved == 0)) {
        json_t *message = dx_caller_hear(&p->caller);
        CHECK_THAT(message != NULL, "%s: closed after %u of %zu events", p->id,
                   seen, had);
        seen += strcmp(json_string_value(json_object_get(message, "type")),
                       "see") == 0;
        take(p, message, true, random);
        json_decref(message);
    }
}

// A game that is over is left, and another begins.
static void renew(const dx_remote *remote, player *p, unsigned i,
                  bool over_socket)
{
    forget(p);
    make_table(remote, p, i);
    join(remote, p, over_socket);
}

TEST(kill_a_server_at_random_moments_and_no_event_that_was_shown_is_lost)
{
    char path[DX_TEST_FILE];
    const char *const options[] = {"--store", path, NULL};
    dx_remote remote;
    player players[TABLES];
    dx_random random = dx_random_named(14, 0, 0);
    dx_test_file(path);
    dx_remote_start(&remote, options);
    for (unsigned i = 0; i < TABLES; i++) {
        make_table(&remote, &players[i], i);
        join(&remote, &players[i], i % 2 == 0);
    }
    for (int kills = 0; kills < SAMPLE(20, 200); kills++) {
        CHECKING("kill %d", kills);
        play(players, 1 + (unsigned)dx_random_below(&random, 300), &random);
        dx_remote_kill(&remote);
        hear_the_rest(players, &random);
        dx_remote_start(&remote, options);
        for (unsigned i = 0; i < TABLES; i++) {
            bool over_socket = dx_random_below(&random, 2) == 0;
            if (!players[i].is_over) {
                join(&remote, &players[i], over_socket);
                come_back(&players[i], &random);
            }
            if (players[i].is_over) {
                check_record(&remote, &players[i]);
                renew(&remote, &players[i], i, over_socket);
            }
        }
    }
    for (unsigned i = 0; i < TABLES; i++)
        forget(&players[i]);
    dx_remote_stop(&remote);
}
