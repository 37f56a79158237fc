// Whose seat it is: after a restart, for who was away, and with a new link.

#include "server/house.h"

#include "base/child.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char two[] = "[\"person\",\"person\"]";

static const char *text(const json_t *message, const char *member)
{
    const char *value = json_string_value(json_object_get(message, member));
    return value != NULL ? value : "";
}

static void join(dx_house *house, dx_guest guest, const char *id,
                 const char *token)
{
    dx_house_say(house, guest,
                 "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}", id,
                 token);
}

// POST /api/tables/ID/seat.
static json_t *ask_for_seat(dx_house *house, const dx_house_table *t,
                            unsigned own, const char *body, int *code)
{
    char path[DX_TABLE_ID + 30];
    snprintf(path, sizeof path, "/api/tables/%s/seat", t->id);
    return dx_house_web(house, path, t->token[own], body, code);
}

// What the table says of seat 2.
static json_t *second_seat(dx_house *house, const char *id)
{
    char path[DX_TABLE_ID + 20];
    snprintf(path, sizeof path, "/api/tables/%s", id);
    json_t *table = dx_house_web(house, path, NULL, NULL, NULL);
    json_t *seat =
        json_incref(json_array_get(json_object_get(table, "seats"), 1));
    json_decref(table);
    return seat;
}

static dx_house_table sit_down(dx_house *house, const char *path,
                               const char *rules)
{
    dx_house_open(house, path);
    dx_house_table t =
        dx_house_make(house, rules, two, ",\"names\":[\"Mia\",\"Noa\"]");
    join(house, 1, t.id, t.token[0]);
    join(house, 2, t.id, t.token[1]);
    return t;
}

TEST(seats_are_kept_for_a_minute_after_the_server_was_started_again)
{
    dx_house house;
    char path[DX_TEST_FILE];
    int code;
    dx_test_file(path);
    dx_house_table t = sit_down(&house, path, "kemps(tiny)");
    dx_house_close(&house);
    dx_house_open(&house, path);
    join(&house, 1, t.id, t.token[0]);
    json_t *answer =
        ask_for_seat(&house, &t, 0, "{\"seat\":2,\"agent\":\"random\"}", &code);
    CHECK_EQ(code, 400);
    CHECK(strstr(text(json_object_get(answer, "error"), "text"),
                 "for a minute") != NULL);
    json_decref(answer);
    join(&house, 2, t.id, t.token[1]);
    CHECK_EQ(dx_house_closed(&house, 2), 0);
    dx_house_close(&house);
}

// Also over a restart, and with its own name.
TEST(seats_that_an_agent_took_are_taken_back_by_the_same_link)
{
    dx_house house;
    char path[DX_TEST_FILE];
    int code;
    dx_test_file(path);
    dx_house_table t = sit_down(&house, path, "kemps(tiny)");
    dx_house_go(&house, 2);
    json_decref(ask_for_seat(&house, &t, 1, "{\"seat\":2,\"agent\":\"random\"}",
                             &code));
    CHECK_EQ(code, 200);
    for (unsigned again = 0; again < 2; again++) {
        json_t *seat = second_seat(&house, t.id);
        CHECK_TEXT(text(seat, "kind"), "agent");
        CHECK_TEXT(text(seat, "name"), "Ann");
        CHECK_TEXT(text(seat, "agent"), "random");
        CHECK_TEXT(text(seat, "for"), "Noa");
        json_decref(seat);
        if (again == 0) {
            dx_house_close(&house);
            dx_house_open(&house, path);
        }
    }
    join(&house, 3, t.id, t.token[1]);
    CHECK_EQ(dx_house_closed(&house, 3), 0);
    json_t *seat = second_seat(&house, t.id);
    CHECK_TEXT(text(seat, "kind"), "person");
    CHECK_TEXT(text(seat, "name"), "Noa");
    CHECK(json_object_get(seat, "for") == NULL);
    CHECK(json_is_true(json_object_get(seat, "here")));
    json_decref(seat);
    // And it is asked: somebody always is.
    join(&house, 1, t.id, t.token[0]);
    json_t *first = dx_house_last(&house, 1, "turn");
    json_t *second = dx_house_last(&house, 3, "turn");
    CHECK(first != NULL || second != NULL);
    json_decref(first);
    json_decref(second);
    dx_house_close(&house);
}

// The agent is thinking when its seat is taken back.
TEST(seats_taken_back_from_an_agent_that_thinks_drop_what_it_thinks)
{
    dx_house house;
    int code;
    dx_house_table t = sit_down(&house, NULL, "hanabi(players=2)");
    json_t *turn = dx_house_last(&house, 1, "turn");
    unsigned asked = turn != NULL ? 0 : 1;
    json_decref(turn);
    dx_house_go(&house, asked + 1);
    char body[100];
    snprintf(body, sizeof body, "{\"seat\":%u,\"agent\":\"search\"}",
             asked + 1);
    house.is_slow = true;
    json_decref(ask_for_seat(&house, &t, asked, body, &code));
    CHECK_EQ(code, 200);
    CHECK_EQ(house.jobs.count, 1);
    house.is_slow = false;
    join(&house, 9, t.id, t.token[asked]);
    turn = dx_house_last(&house, 9, "turn");
    CHECK(turn != NULL);
    CHECK_EQ(json_integer_value(json_object_get(turn, "seq")), 1);
    json_decref(turn);
    dx_house_close(&house);
}

TEST(seats_with_a_new_link_have_no_connection_by_the_old_one)
{
    dx_house house;
    int code;
    dx_house_table t = sit_down(&house, NULL, "hanabi(players=2)");
    json_t *made = ask_for_seat(&house, &t, 1, "{\"seat\":2}", &code);
    CHECK_EQ(code, 200);
    CHECK_EQ(dx_house_closed(&house, 2), 4001);
    join(&house, 3, t.id, t.token[1]);
    CHECK_EQ(dx_house_closed(&house, 3), 4003);
    join(&house, 4, t.id, text(made, "token"));
    CHECK_EQ(dx_house_closed(&house, 4), 0);
    json_decref(made);
    dx_house_close(&house);
}

// `record` and `table` are the same, whether the game is in memory or not.
// Also after the server was started again, before that guest has ever come.
TEST(seats_that_somebody_asked_for_have_no_link_but_theirs)
{
    dx_house house;
    char path[DX_TEST_FILE], sit[DX_TABLE_ID + 30];
    int code;
    dx_test_file(path);
    dx_house_open(&house, path);
    dx_house_table t =
        dx_house_make(&house, "kemps(tiny)", "[\"person\",\"anyone\"]", "");
    snprintf(sit, sizeof sit, "/api/tables/%s/sit", t.id);
    json_t *sat = dx_house_web(&house, sit, NULL, "{}", &code);
    CHECK_EQ(code, 200);
    for (unsigned i = 0; i < 2; i++) {
        json_decref(ask_for_seat(&house, &t, 0, "{\"seat\":2}", &code));
        CHECK_EQ(code, 400);
        dx_house_close(&house);
        dx_house_open(&house, path);
    }
    join(&house, 2, t.id, text(sat, "token"));
    CHECK_EQ(dx_house_closed(&house, 2), 0);
    json_decref(sat);
    dx_house_close(&house);
}

TEST(seats_may_ask_about_a_game_that_was_put_away)
{
    static const char *const names[] = {"table", "record"};
    dx_house house;
    int code;
    char body[200];
    dx_house_table t = sit_down(&house, NULL, "hanabi(players=2)");
    dx_house_go(&house, 1);
    dx_house_go(&house, 2);
    for (unsigned i = 0; i < 4; i++) {
        if (i % 2 == 0) {
            int64_t later = dx_now_ms() + (i + 1) * 2000000;
            dx_hall_tick(house.hall, later);
            dx_hall_tick(house.hall, later + 1000000);
        }
        snprintf(body, sizeof body, "{\"%s\":\"%s\",\"formula\":\"true\"}",
                 names[(i + i / 2) % 2], t.id);
        CHECKING("%s", body);
        json_decref(dx_house_web(&house, "/api/ask", t.token[0], body, &code));
        CHECK_EQ(code, 200);
        json_decref(dx_house_web(&house, "/api/ask", NULL, body, &code));
        CHECK_EQ(code, 403);
    }
    dx_house_close(&house);
}

TEST(seats_of_bots_are_told_whom_they_wait_for)
{
    dx_house house;
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(players=3)",
                                     "[\"person\",\"person\",\"anyone\"]", "");
    dx_house_say(&house, 1,
                 "{\"type\":\"hello\",\"protocol\":1,\"name\":\"b\"}");
    join(&house, 1, t.id, t.token[0]);
    json_t *wait = dx_house_last(&house, 1, "wait");
    CHECK(wait != NULL);
    CHECK_EQ(json_array_size(json_object_get(wait, "for")), 2);
    json_decref(wait);
    join(&house, 2, t.id, t.token[1]);
    wait = dx_house_last(&house, 1, "wait");
    const json_t *last = json_object_get(wait, "for");
    CHECK_EQ(json_array_size(last), 1);
    CHECK_EQ(json_integer_value(json_array_get(last, 0)), 3);
    json_decref(wait);
    dx_house_close(&house);
}
