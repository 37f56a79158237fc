// Guests at tables: who may come, what they are told, what they may do.

#include "server/house.h"

#include "base/child.h"
#include "base/memory.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char solo[] = "[\"person\",\"greedy\"]";
static const char two[] = "[\"person\",\"person\"]";

static void join(dx_house *house, dx_guest guest, const char *id,
                 const char *token)
{
    if (token == NULL) {
        dx_house_say(house, guest, "{\"type\":\"join\",\"table\":\"%s\"}", id);
        return;
    }
    dx_house_say(house, guest,
                 "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}", id,
                 token);
}

// A new house with one table; guests 1 to `guests` have joined it, in the order
// of its seats.
static dx_house_table sit_down(dx_house *house, unsigned guests,
                               const char *rules, const char *seats,
                               const char *more)
{
    dx_house_open(house, NULL);
    dx_house_table t = dx_house_make(house, rules, seats, more);
    for (unsigned i = 0; i < guests; i++)
        join(house, i + 1, t.id, t.token[i]);
    return t;
}

static int number(const json_t *message, const char *member)
{
    return (int)json_integer_value(json_object_get(message, member));
}

static const char *text(const json_t *message, const char *member)
{
    const char *value = json_string_value(json_object_get(message, member));
    return value != NULL ? value : "";
}

// Answers the turn that was told last with its first legal move.
static bool move(dx_house *house, dx_guest guest)
{
    json_t *turn = dx_house_last(house, guest, "turn");
    if (turn == NULL)
        return false;
    dx_house_say(
        house, guest, "{\"type\":\"move\",\"seq\":%d,\"move\":\"%s\"}",
        number(turn, "seq"),
        json_string_value(json_array_get(json_object_get(turn, "legal"), 0)));
    json_decref(turn);
    return true;
}

static void play_to_the_end(dx_house *house, dx_guest guest)
{
    json_t *end;
    for (unsigned i = 0; i < 2000; i++) {
        end = dx_house_last(house, guest, "end");
        if (end != NULL || !move(house, guest))
            break;
    }
    CHECK(end != NULL);
    json_decref(end);
}

TEST(a_person_and_an_agent_play_a_game_to_its_end)
{
    dx_house house;
    sit_down(&house, 1, "kemps(tiny,limit=20)", solo, "");
    play_to_the_end(&house, 1);
    json_t *table = dx_house_last(&house, 1, "table");
    CHECK_TEXT(text(table, "state"), "over");
    CHECK(json_is_array(json_object_get(table, "scores")));
    json_decref(table);
    dx_house_close(&house);
}

static unsigned times(const char *in, const char *what)
{
    unsigned count = 0;
    for (const char *at = in; (at = strstr(at, what)) != NULL; at++)
        count++;
    return count;
}

TEST(a_move_and_what_quick_agents_answer_are_told_together)
{
    dx_house house;
    dx_text told = {0};
    sit_down(&house, 1, "hanabi(players=3)", "[\"person\",\"info\",\"info\"]",
             "");
    size_t before = house.posts.count;
    CHECK(move(&house, 1));
    dx_house_told(&house, 1, before, &told);
    const char *all = dx_text_string(&told);
    CHECK(times(all, "\"type\":\"see\"") >= 3);
    CHECK_EQ(times(all, "\"type\":\"state\""), 1);
    CHECK_EQ(times(all, "\"type\":\"turn\""), 1);
    dx_text_release(&told);
    dx_house_close(&house);
}

TEST(a_table_begins_when_all_persons_have_come)
{
    dx_house house;
    dx_house_table t = sit_down(&house, 1, "kemps(tiny)", two, "");
    CHECK(dx_house_last(&house, 1, "start") == NULL);
    join(&house, 2, t.id, t.token[1]);
    for (dx_guest guest = 1; guest <= 2; guest++) {
        json_t *start = dx_house_last(&house, guest, "start");
        CHECK_EQ(number(start, "seat"), (int)guest);
        json_decref(start);
    }
    dx_house_close(&house);
}

TEST(a_wrong_token_is_sent_away_and_told_nothing)
{
    dx_house house;
    dx_text told = {0};
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny)", solo, "");
    join(&house, 1, t.id, "00000000000000000000000000000000");
    CHECK_EQ(dx_house_closed(&house, 1), 4003);
    join(&house, 2, "no-such-1", t.token[0]);
    dx_house_told(&house, 1, 0, &told);
    CHECK(strstr(dx_text_string(&told), "kemps") == NULL);
    json_t *error = dx_house_last(&house, 2, "error");
    CHECK_TEXT(text(error, "code"), "missing");
    json_decref(error);
    dx_text_release(&told);
    dx_house_close(&house);
}

TEST(a_second_join_replaces_the_first_and_tells_it)
{
    dx_house house;
    dx_house_table t = sit_down(&house, 1, "kemps(tiny)", solo, "");
    join(&house, 2, t.id, t.token[0]);
    CHECK_EQ(dx_house_closed(&house, 1), 4001);
    CHECK_EQ(dx_house_closed(&house, 2), 0);
    size_t before = house.posts.count;
    dx_house_go(&house, 1);
    CHECK(move(&house, 2));
    CHECK(house.posts.count > before);
    json_t *table = dx_house_last(&house, 2, "table");
    CHECK(json_is_true(json_object_get(
        json_array_get(json_object_get(table, "seats"), 0), "here")));
    json_decref(table);
    dx_house_close(&house);
}

TEST(a_guest_that_comes_back_is_told_just_what_it_missed)
{
    dx_house house;
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny,limit=20)", solo, "");
    dx_text all = {0}, later = {0};
    join(&house, 1, t.id, t.token[0]);
    for (unsigned i = 0; i < 4; i++)
        move(&house, 1);
    dx_house_go(&house, 1);
    dx_house_say(&house, 2,
                 "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\","
                 "\"have\":6}",
                 t.id, t.token[0]);
    dx_house_told(&house, 1, 0, &all);
    dx_house_told(&house, 2, 0, &later);
    CHECK(strstr(dx_text_string(&all), "\"n\":6,\"event\"") != NULL);
    CHECK(strstr(dx_text_string(&later), "\"n\":5,\"event\"") == NULL);
    const char *see = strstr(dx_text_string(&later), "{\"type\":\"see\"");
    CHECK(see != NULL);
    CHECK(strncmp(see, "{\"type\":\"see\",\"n\":6,", 20) == 0);
    dx_text_release(&all);
    dx_text_release(&later);
    dx_house_close(&house);
}

TEST(who_leaves_gets_a_new_token_and_the_old_one_is_void)
{
    dx_house house;
    dx_house_table t = sit_down(&house, 1, "kemps(tiny)", solo, "");
    dx_house_say(&house, 1, "{\"type\":\"leave\"}");
    json_t *left = dx_house_last(&house, 1, "left");
    join(&house, 2, t.id, t.token[0]);
    CHECK_EQ(dx_house_closed(&house, 2), 4003);
    join(&house, 3, t.id, text(left, "token"));
    CHECK_EQ(dx_house_closed(&house, 3), 0);
    CHECK(move(&house, 3));
    json_decref(left);
    dx_house_close(&house);
}

TEST(who_watches_and_leaves_is_told_no_token)
{
    dx_house house;
    dx_house_table t = sit_down(&house, 1, "kemps(tiny)", solo, "");
    join(&house, 2, t.id, NULL);
    dx_house_say(&house, 2, "{\"type\":\"leave\"}");
    json_t *left = dx_house_last(&house, 2, "left");
    CHECK(json_object_get(left, "token") == NULL);
    CHECK_EQ(dx_house_closed(&house, 2), 1000);
    CHECK(move(&house, 1));
    json_decref(left);
    dx_house_close(&house);
}

TEST(a_name_of_blanks_is_none_and_blanks_around_one_are_cut)
{
    static const char *const want[] = {"seat 1", "seat 2", "Mia B"};
    dx_house house;
    sit_down(&house, 1, "hanabi(players=3)",
             "[\"person\",\"person\",\"person\"]",
             ",\"names\":[\"\",\"  \",\"  Mia B \"]");
    json_t *table = dx_house_last(&house, 1, "table");
    const json_t *seats = json_object_get(table, "seats");
    for (unsigned i = 0; i < 3; i++)
        CHECK_TEXT(text(json_array_get(seats, i), "name"), want[i]);
    json_decref(table);
    dx_house_close(&house);
}

TEST(a_move_that_is_wrong_stale_or_somebody_elses_changes_nothing)
{
    static const char *const wrong[][2] = {
        {"{\"type\":\"move\",\"seq\":1,\"move\":\"fly\"}", "illegal"},
        {"{\"type\":\"move\",\"seq\":99,\"move\":\"done\"}", "stale"},
        {"{\"type\":\"move\",\"move\":\"done\"}", "garbage"},
        {"{\"type\":\"move\",\"seq\":1", "garbage"},
        {"[]", "garbage"},
        {"{\"type\":\"dance\"}", "unknown"},
    };
    dx_house house;
    dx_house_table t = sit_down(&house, 1, "kemps(tiny)", solo, "");
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECKING("%s", wrong[i][0]);
        dx_house_say(&house, 1, "%s", wrong[i][0]);
        json_t *error = dx_house_last(&house, 1, "error");
        CHECK_TEXT(text(error, "code"), wrong[i][1]);
        json_decref(error);
    }
    join(&house, 2, t.id, NULL);
    dx_house_say(&house, 2, "{\"type\":\"move\",\"seq\":1,\"move\":\"done\"}");
    json_t *error = dx_house_last(&house, 2, "error");
    CHECK_TEXT(text(error, "code"), "stale");
    json_decref(error);
    json_t *table = dx_house_last(&house, 1, "table");
    CHECK_EQ(number(table, "turn"), 0);
    json_decref(table);
    CHECK(move(&house, 1));
    dx_house_close(&house);
}

TEST(who_is_late_has_a_move_drawn_by_lot)
{
    dx_house house;
    sit_down(&house, 1, "kemps(tiny)", solo, ",\"clock\":{\"move_ms\":1000}");
    json_t *first = dx_house_last(&house, 1, "turn");
    CHECK_EQ(number(json_object_get(first, "clock"), "move_ms"), 1000);
    dx_hall_tick(house.hall, dx_now_ms() + 5000);
    dx_house_settle(&house);
    json_t *error = dx_house_last(&house, 1, "error");
    CHECK_TEXT(text(error, "code"), "late");
    json_t *second = dx_house_last(&house, 1, "turn");
    CHECK(number(second, "seq") > number(first, "seq"));
    json_decref(first);
    json_decref(second);
    json_decref(error);
    dx_house_close(&house);
}

TEST(reasons_are_sealed_until_the_end_except_at_open_tables)
{
    for (int is_open = 0; is_open <= 1; is_open++) {
        dx_house house;
        sit_down(&house, 1, "kemps(tiny,limit=20)", solo,
                 is_open ? ",\"open\":true" : "");
        dx_house_say(&house, 1,
                     "{\"type\":\"move\",\"seq\":1,\"move\":"
                     "\"done\"}");
        dx_house_say(&house, 1, "{\"type\":\"why\",\"id\":1,\"turn\":2}");
        json_t *why = dx_house_last(&house, 1, "why");
        CHECK_EQ(json_is_true(json_object_get(why, "sealed")), !is_open);
        json_decref(why);
        play_to_the_end(&house, 1);
        dx_house_say(&house, 1, "{\"type\":\"why\",\"id\":2,\"turn\":2}");
        why = dx_house_last(&house, 1, "why");
        CHECK(json_is_object(json_object_get(why, "why")));
        json_decref(why);
        dx_house_close(&house);
    }
}

TEST(while_a_game_is_played_only_its_seats_may_ask)
{
    dx_house house;
    char body[200];
    int code;
    dx_house_table t = sit_down(&house, 2, "kemps(tiny,limit=20)", two, "");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"formula\":\"kemps(2)\"}",
             t.id);
    json_decref(dx_house_web(&house, "/api/ask", NULL, body, &code));
    CHECK_EQ(code, 403);
    json_decref(dx_house_web(&house, "/api/ask", "0123", body, &code));
    CHECK_EQ(code, 403);
    json_t *mine = dx_house_web(&house, "/api/ask", t.token[0], body, &code);
    CHECK_EQ(code, 200);
    CHECK_TEXT(text(mine, "formula"), "kemps(2)");
    json_decref(mine);
    char path[80];
    snprintf(path, sizeof path, "/api/records/%s", t.id);
    json_decref(dx_house_web(&house, path, t.token[0], NULL, &code));
    CHECK_EQ(code, 403);
    snprintf(path, sizeof path, "/api/records/%s/replay", t.id);
    json_decref(dx_house_web(&house, path, t.token[0], NULL, &code));
    CHECK_EQ(code, 403);
    dx_house_close(&house);
}

TEST(a_seat_for_anyone_can_be_taken_once_and_an_absent_person_replaced)
{
    dx_house house;
    char path[80];
    int code;
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny,players=3)",
                                     "[\"person\",\"anyone\",\"person\"]", "");
    snprintf(path, sizeof path, "/api/tables/%s/sit", t.id);
    json_t *sat = dx_house_web(&house, path, NULL, "{\"name\":\"Ann\"}", &code);
    CHECK_EQ(code, 200);
    CHECK_EQ(number(sat, "seat"), 2);
    json_decref(dx_house_web(&house, path, NULL, "{}", &code));
    CHECK_EQ(code, 409);
    join(&house, 1, t.id, t.token[0]);
    join(&house, 2, t.id, text(sat, "token"));
    snprintf(path, sizeof path, "/api/tables/%s/seat", t.id);
    json_decref(dx_house_web(&house, path, NULL,
                             "{\"seat\":3,\"agent\":\"greedy\"}", &code));
    CHECK_EQ(code, 403);
    json_decref(dx_house_web(&house, path, t.token[0],
                             "{\"seat\":2,\"agent\":\"greedy\"}", &code));
    CHECK_EQ(code, 400); // she is there
    json_decref(dx_house_web(&house, path, t.token[0],
                             "{\"seat\":3,\"agent\":\"greedy\"}", &code));
    CHECK_EQ(code, 200);
    json_t *start = dx_house_last(&house, 1, "start");
    CHECK(start != NULL);
    json_decref(start);
    json_decref(sat);
    dx_house_close(&house);
}

TEST(nobody_gets_a_link_to_a_seat_that_somebody_else_has_seen)
{
    dx_house house;
    char path[80];
    int code;
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny)", two, "");
    snprintf(path, sizeof path, "/api/tables/%s/seat", t.id);
    join(&house, 1, t.id, t.token[0]);
    json_t *fresh =
        dx_house_web(&house, path, t.token[0], "{\"seat\":2}", &code);
    CHECK_EQ(code, 200); // nobody has come yet
    join(&house, 2, t.id, text(fresh, "token"));
    dx_house_go(&house, 2);
    json_decref(dx_house_web(&house, path, t.token[0], "{\"seat\":2}", &code));
    CHECK_EQ(code, 400);
    json_decref(dx_house_web(&house, path, t.token[0],
                             "{\"seat\":2,\"agent\":\"greedy\"}", &code));
    CHECK_EQ(code, 400); // not so soon
    join(&house, 3, t.id, text(fresh, "token"));
    CHECK_EQ(dx_house_closed(&house, 3), 0);
    json_t *own =
        dx_house_web(&house, path, text(fresh, "token"), "{\"seat\":2}", &code);
    CHECK_EQ(code, 200); // a new link for oneself
    join(&house, 4, t.id, text(fresh, "token"));
    CHECK_EQ(dx_house_closed(&house, 4), 4003);
    json_decref(fresh);
    json_decref(own);
    dx_house_close(&house);
}

TEST(a_line_of_moves_is_refused_where_a_game_is_played)
{
    static const char *const paths[] = {"/api/lens", "/api/ask",
                                        "/api/complete", "/api/changed"};
    dx_house house;
    char body[200];
    int code;
    dx_house_table t =
        sit_down(&house, 1, "hanabi(players=2)", "[\"person\",\"info\"]", "");
    snprintf(body, sizeof body,
             "{\"table\":\"%s\",\"formula\":\"true\",\"from\":0,"
             "\"line\":[\"play 1\"]}",
             t.id);
    for (unsigned i = 0; i < 8; i++) {
        json_decref(
            dx_house_web(&house, paths[i % 4], t.token[0], body, &code));
        CHECK_EQ(code, 400);
    }
    dx_house_say(&house, 1, "{\"type\":\"lens\",\"id\":1,\"line\":[]}");
    dx_house_say(&house, 1, "{\"type\":\"lens\",\"id\":1,\"line\":[\"a\"]}");
    CHECK(move(&house, 1));
    dx_house_close(&house);
}

TEST(an_empty_token_is_a_wrong_one)
{
    dx_house house;
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny)", solo, "");
    join(&house, 1, t.id, "");
    CHECK_EQ(dx_house_closed(&house, 1), 4003);
    dx_house_say(&house, 2, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
    CHECK_EQ(dx_house_closed(&house, 2), 0);
    dx_house_close(&house);
}

TEST(tables_that_make_no_sense_are_refused_with_a_sentence)
{
    static const char *const bodies[] = {
        "{\"rules\":\"chess\"}",
        "{\"rules\":\"kemps\",\"seats\":[\"person\",\"nobody\"]}",
        "{\"rules\":\"kemps\",\"seats\":[\"person\",\"cmd:sh\"]}",
        "{\"rules\":\"kemps\",\"seats\":[\"person\",\"program:sh\"]}",
        "{\"rules\":\"kemps\",\"seats\":[\"person\",\"search\"]}",
        "{\"rules\":\"kemps\",\"seats\":[\"person\"]}",
        "{\"rules\":\"kemps\",\"names\":[\"a\\u0007b\"]}",
        "{\"rules\":\"kemps\",\"seats\":7}",
        "{\"rules\":",
        "",
    };
    dx_house house;
    dx_house_open(&house, NULL);
    for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        int code = 0;
        CHECKING("%s", bodies[i]);
        json_t *answer =
            dx_house_web(&house, "/api/tables", NULL, bodies[i], &code);
        CHECK_EQ(code, 400);
        CHECK(strlen(text(json_object_get(answer, "error"), "text")) > 10);
        json_decref(answer);
    }
    dx_house_close(&house);
}

TEST(a_lens_is_sent_again_after_each_event_until_it_is_closed)
{
    dx_house house;
    sit_down(&house, 1, "hanabi(tiny)", "[\"person\",\"random\"]", "");
    dx_house_say(&house, 1, "{\"type\":\"lens\",\"id\":3,\"small\":true}");
    json_t *lens = dx_house_last(&house, 1, "lens");
    int first = number(lens, "n");
    CHECK(first > 0);
    CHECK(json_is_array(json_object_get(lens, "places")));
    CHECK(json_is_object(json_object_get(json_object_get(lens, "small"), "2")));
    json_decref(lens);
    move(&house, 1);
    lens = dx_house_last(&house, 1, "lens");
    int second = number(lens, "n");
    CHECK(second > first);
    json_decref(lens);
    dx_house_say(&house, 1, "{\"type\":\"unlens\",\"id\":3}");
    move(&house, 1);
    lens = dx_house_last(&house, 1, "lens");
    CHECK_EQ(number(lens, "n"), second);
    json_decref(lens);
    dx_house_close(&house);
}

// A guest's line that is not settled yet.
static void whisper(dx_house *house, dx_guest guest, const char *line)
{
    dx_letter *letter = dx_letter_new(DX_LETTER_LINE, guest);
    letter->text = dx_copy_text(line);
    letter->length = strlen(line);
    dx_hall_receive(house->hall, letter);
}

TEST(what_a_guest_has_asked_is_given_up_when_it_goes)
{
    dx_house house;
    sit_down(&house, 1, "kemps(tiny)", solo, "");
    whisper(&house, 1, "{\"type\":\"lens\",\"id\":1}");
    whisper(&house, 1, "{\"type\":\"ask\",\"id\":2,\"formula\":\"true\"}");
    CHECK_EQ(house.jobs.count, 2);
    dx_job *lens = house.jobs.at[0], *ask = house.jobs.at[1];
    CHECK(!atomic_load(&lens->watch->is_over));
    dx_hall_receive(house.hall, dx_letter_new(DX_LETTER_GONE, 1));
    CHECK(atomic_load(&lens->watch->is_over));
    CHECK(atomic_load(&lens->is_cancelled));
    CHECK(atomic_load(&ask->is_cancelled));
    dx_house_settle(&house);
    dx_house_close(&house);
}

// The thinking is long, and who it was for has gone; somebody comes again.
TEST(an_agent_does_not_think_on_where_nobody_is)
{
    dx_house house;
    dx_house_open(&house, NULL);
    dx_house_table t =
        dx_house_make(&house, "hanabi(players=2,colours=2,ranks=2,hand=2)",
                      "[\"info\",\"info\"]", "");
    int64_t now = dx_now_ms() + 2000;
    house.is_slow = true;
    join(&house, 1, t.id, NULL);
    CHECK_EQ(house.jobs.count, 1);
    dx_hall_tick(house.hall, now);
    CHECK(!atomic_load(&house.jobs.at[0]->is_cancelled)); // it is watched
    dx_house_go(&house, 1);
    dx_hall_tick(house.hall, now + 2000);
    CHECK(atomic_load(&house.jobs.at[0]->is_cancelled));
    join(&house, 2, t.id, NULL);
    json_t *before = dx_house_last(&house, 2, "state");
    house.is_slow = false;
    dx_house_settle(&house);
    json_t *after = dx_house_last(&house, 2, "state");
    CHECK_EQ(number(before, "turn"), 0);
    CHECK(number(after, "turn") > 0);
    json_decref(before);
    json_decref(after);
    dx_house_close(&house);
}

TEST(questions_that_may_take_seconds_wait_for_each_other_only)
{
    static const struct {
        const char *line;
        bool is_slow;
    } cases[] = {
        {"{\"type\":\"lens\",\"id\":1}", false},
        {"{\"type\":\"lens\",\"id\":2,\"assume\":\"uniform\"}", false},
        {"{\"type\":\"lens\",\"id\":3,\"assume\":\"greedy\"}", true},
        {"{\"type\":\"ask\",\"id\":4,\"formula\":\"true\"}", false},
        {"{\"type\":\"ask\",\"id\":5,\"formula\":\"true\",\"effort\":9}", true},
        {"{\"type\":\"suspicion\",\"id\":6}", true},
    };
    dx_house house;
    sit_down(&house, 1, "kemps(tiny)", solo, "");
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        whisper(&house, 1, cases[i].line);
        CHECKING("%s", cases[i].line);
        CHECK_EQ(house.jobs.count, i + 1);
        CHECK_EQ(house.jobs.at[i]->is_slow, cases[i].is_slow);
    }
    dx_house_settle(&house);
    dx_house_close(&house);
}

TEST(who_watches_sees_what_is_public_and_asks_nothing)
{
    dx_house house;
    dx_text told = {0};
    dx_house_table t = sit_down(&house, 2, "kemps(tiny)", two, "");
    join(&house, 3, t.id, NULL);
    dx_house_say(&house, 3,
                 "{\"type\":\"lens\",\"id\":1,\"path\":[1],\"worlds\":3}");
    dx_house_say(&house, 3,
                 "{\"type\":\"ask\",\"id\":2,\"formula\":\"kemps(1)\"}");
    json_t *lens = dx_house_last(&house, 3, "lens");
    CHECK_EQ(json_array_size(json_object_get(lens, "path")), 0);
    json_decref(lens);
    json_t *answer = dx_house_last(&house, 3, "answer");
    CHECK_TEXT(text(json_object_get(answer, "error"), "code"), "unsupported");
    json_decref(answer);
    dx_house_told(&house, 3, 0, &told);
    CHECK(strstr(dx_text_string(&told), "\"type\":\"turn\"") == NULL);
    CHECK(strstr(dx_text_string(&told), "1: draw ?") != NULL);
    CHECK(strstr(dx_text_string(&told), "2: draw ?") != NULL);
    dx_text_release(&told);
    dx_house_close(&house);
}

TEST(what_a_question_is_told_can_be_said_over_the_wire)
{
    dx_house house;
    sit_down(&house, 1, "saboteur(players=3)",
             "[\"person\",\"straight\",\"straight\"]", "");
    for (unsigned i = 0; i < 3; i++)
        CHECK(move(&house, 1));
    dx_house_say(&house, 1,
                 "{\"type\":\"ask\",\"id\":1,\"formula\":"
                 "\"P[1](saboteur(2))\"}");
    json_t *answer = dx_house_last(&house, 1, "answer");
    const json_t *wrong = json_object_get(answer, "error");
    CHECK_TEXT(text(wrong, "code"), "unsupported");
    CHECK(strstr(text(wrong, "text"), "try to assume") != NULL);
    CHECK(strstr(text(wrong, "text"), "--") == NULL);
    json_decref(answer);
    dx_house_close(&house);
}

// A table where a program and a person sit, who has come.
static dx_house_table sit_with_program(dx_house *house)
{
    dx_house_table t = dx_house_make(house, "kemps(tiny)",
                                     "[\"program:mute\",\"person\"]", "");
    join(house, 1, t.id, t.token[1]);
    return t;
}

// The program has been started, and is this guest.
static void start_program(dx_house *house, const dx_house_table *t,
                          dx_guest guest)
{
    dx_letter *letter = dx_letter_new(DX_LETTER_PROGRAM, guest);
    dx_text seat = {0};
    dx_text_printf(&seat, "%s 0", t->id);
    letter->text = dx_text_take(&seat);
    dx_hall_receive(house->hall, letter);
}

TEST(a_program_that_says_nothing_is_ended_and_has_a_clock)
{
    dx_house house;
    dx_house_open(&house, NULL);
    dx_house_table t = sit_with_program(&house);
    for (dx_guest guest = 2; guest <= 2 + DX_FALLS_MAX; guest++) {
        start_program(&house, &t, guest);
        dx_hall_tick(house.hall, dx_now_ms() + (int64_t)guest * 1000);
        CHECK_EQ(dx_house_closed(&house, guest), guest < 5 ? 0 : 1000);
        dx_hall_tick(house.hall,
                     dx_now_ms() + (DX_HELLO_S + (int64_t)guest) * 1000);
        CHECK_EQ(dx_house_closed(&house, guest), guest < 5 ? 1008 : 1000);
        dx_house_go(&house, guest);
    }
    json_t *end = dx_house_last(&house, 1, "end");
    CHECK_TEXT(text(end, "how"), "crashed");
    json_decref(end);
    dx_house_close(&house);
}

TEST(a_program_without_a_clock_is_moved_for_after_a_minute)
{
    dx_house house;
    dx_house_open(&house, NULL);
    dx_house_table t = sit_with_program(&house);
    start_program(&house, &t, 2);
    dx_house_say(&house, 2, "{\"type\":\"hello\",\"protocol\":1}");
    json_t *turn = dx_house_last(&house, 2, "turn");
    CHECK_EQ(number(json_object_get(turn, "clock"), "move_ms"),
             1000 * DX_PROGRAM_S);
    json_decref(turn);
    dx_hall_tick(house.hall, dx_now_ms() + INT64_C(1000) * DX_PROGRAM_S + 1000);
    dx_house_settle(&house);
    json_t *error = dx_house_last(&house, 2, "error");
    CHECK_TEXT(text(error, "code"), "late");
    json_decref(error);
    dx_house_close(&house);
}

TEST(a_game_that_nobody_visits_leaves_the_memory_and_comes_back)
{
    dx_house house;
    char path[80];
    int code;
    int64_t now = dx_now_ms() + 1000;
    dx_house_table t =
        sit_down(&house, 1, "hanabi(players=2)", "[\"person\",\"info\"]", "");
    CHECK(move(&house, 1));
    json_t *before = dx_house_last(&house, 1, "state");
    dx_hall_tick(house.hall, now);
    dx_hall_tick(house.hall, now + INT64_C(2000) * DX_KEEP_IDLE_S);
    CHECK(move(&house, 1)); // it is played: it stays
    json_decref(before);
    before = dx_house_last(&house, 1, "state");
    dx_house_go(&house, 1);
    now += INT64_C(3000) * DX_KEEP_IDLE_S;
    dx_hall_tick(house.hall, now);
    dx_hall_tick(house.hall, now + INT64_C(2000) * DX_KEEP_IDLE_S);
    json_t *metrics = dx_house_web(&house, "/api/tables", NULL, NULL, &code);
    CHECK_EQ(json_array_size(json_object_get(metrics, "tables")), 0);
    json_decref(metrics);
    snprintf(path, sizeof path, "/api/tables/%s", t.id);
    json_t *table = dx_house_web(&house, path, NULL, NULL, &code);
    CHECK_TEXT(text(table, "state"), "running");
    json_decref(table);
    join(&house, 2, t.id, t.token[0]);
    json_t *after = dx_house_last(&house, 2, "state");
    CHECK(json_equal(before, after));
    CHECK(move(&house, 2));
    json_decref(before);
    json_decref(after);
    dx_house_close(&house);
}

TEST(all_games_go_on_where_they_were_when_the_store_is_opened_again)
{
    char path[DX_TEST_FILE];
    dx_house house;
    dx_test_file(path);
    dx_house_open(&house, path);
    dx_house_table kemps = dx_house_make(&house, "kemps(tiny)", two, "");
    dx_house_table open = dx_house_make(&house, "hanabi", two, "");
    join(&house, 1, kemps.id, kemps.token[0]);
    join(&house, 2, kemps.id, kemps.token[1]);
    CHECK(move(&house, 1));
    json_t *before = dx_house_last(&house, 1, "state");
    dx_house_close(&house);
    dx_house_open(&house, path);
    unsigned games, broken;
    dx_hall_opened(house.hall, &games, &broken);
    CHECK_EQ(games, 2);
    CHECK_EQ(broken, 0);
    join(&house, 1, kemps.id, kemps.token[0]);
    join(&house, 2, kemps.id, kemps.token[1]);
    json_t *after = dx_house_last(&house, 1, "state");
    CHECK(json_equal(before, after));
    CHECK(move(&house, 1) || move(&house, 2));
    join(&house, 3, open.id, open.token[1]);
    CHECK(dx_house_last(&house, 3, "start") == NULL);
    json_decref(before);
    json_decref(after);
    dx_house_close(&house);
}

TEST(a_record_that_is_brought_can_be_replayed_and_asked)
{
    dx_house house;
    dx_text record;
    int code;
    char body[200];
    dx_house_open(&house, NULL);
    CHECK_EQ(dx_text_read_file(
                 dx_test_path("../examples/records/hanabi-small.jsonl"),
                 1 << 20, &record, NULL),
             DX_OK);
    json_t *brought = dx_house_web(&house, "/api/records", NULL,
                                   dx_text_string(&record), &code);
    CHECK_EQ(code, 200);
    snprintf(body, sizeof body,
             "{\"record\":\"%s\",\"turn\":1,\"formula\":\"P[1](playable(1,1))"
             "\"}",
             text(brought, "id"));
    json_t *answer = dx_house_web(&house, "/api/ask", NULL, body, &code);
    CHECK_TEXT(text(answer, "value"), "5/6");
    json_decref(answer);
    snprintf(body, sizeof body,
             "{\"record\":\"%s\",\"formula\":\"K[1] plyable(1,1)\"}",
             text(brought, "id"));
    answer = dx_house_web(&house, "/api/ask", NULL, body, &code);
    const json_t *wrong = json_object_get(answer, "error");
    CHECK_TEXT(text(wrong, "near"), "playable");
    CHECK_EQ(number(wrong, "column"), 6);
    CHECK_EQ(number(wrong, "length"), 7);
    json_decref(answer);
    snprintf(body, sizeof body, "/api/records/%s/replay?seat=2",
             text(brought, "id"));
    json_t *replay = dx_house_web(&house, body, NULL, NULL, &code);
    CHECK_EQ(json_array_size(json_object_get(replay, "steps")), 10);
    json_decref(replay);
    json_decref(brought);
    record.at[200] ^= 1;
    json_decref(dx_house_web(&house, "/api/records", NULL,
                             dx_text_string(&record), &code));
    CHECK_EQ(code, 400);
    dx_text_release(&record);
    dx_house_close(&house);
}

TEST(a_dx_text_is_answered_and_may_include_nothing)
{
    dx_house house;
    int code;
    dx_house_open(&house, NULL);
    json_t *answer = dx_house_web(&house, "/api/dx", NULL,
                                  "{\"text\":\"agents a, b\\nvars p: "
                                  "bool\\nsees a: p\\nsees b: nothing\\n"
                                  "true K[a] p | K[a] ~p\\nafter !p: count "
                                  "true expect 1\\n\",\"after\":1}",
                                  &code);
    CHECK_EQ(code, 200);
    CHECK_EQ(json_array_size(json_object_get(answer, "queries")), 2);
    CHECK_EQ(json_array_size(
                 json_object_get(json_object_get(answer, "model"), "worlds")),
             1);
    json_decref(answer);
    answer =
        dx_house_web(&house, "/api/dx", NULL,
                     "{\"text\":\"include \\\"/etc/passwd\\\"\\n\"}", &code);
    const json_t *errors = json_object_get(answer, "errors");
    CHECK_EQ(json_array_size(errors), 1);
    CHECK(strstr(text(json_array_get(errors, 0), "text"), "outside") != NULL);
    json_decref(answer);
    dx_house_close(&house);
}
