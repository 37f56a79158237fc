// The hall and a store that fails or is damaged: nothing is lost in silence,
// and what can go on goes on.

#include "server/house.h"

#include "base/child.h"
#include "base/memory.h"
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char solo[] = "[\"person\",\"greedy\"]";

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

// Makes the first move that is allowed.
static void move(dx_house *house, dx_guest guest)
{
    json_t *turn = dx_house_last(house, guest, "turn");
    CHECK(turn != NULL);
    dx_house_say(
        house, guest, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}",
        (long long)json_integer_value(json_object_get(turn, "seq")),
        json_string_value(json_array_get(json_object_get(turn, "legal"), 0)));
    json_decref(turn);
}

static unsigned events_of(dx_house *house, const char *id)
{
    char path[DX_TABLE_ID + 20];
    snprintf(path, sizeof path, "/api/tables/%s", id);
    json_t *table = dx_house_web(house, path, NULL, NULL, NULL);
    unsigned events =
        (unsigned)json_integer_value(json_object_get(table, "events"));
    json_decref(table);
    return events;
}

TEST(a_table_whose_rows_are_not_kept_says_so_and_goes_on_when_they_are)
{
    dx_house house;
    int code;
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny)", solo, "");
    join(&house, 1, t.id, t.token[0]);
    unsigned events = events_of(&house, t.id);
    size_t before = house.posts.count;
    house.fails = true;
    move(&house, 1);
    dx_text told = {0};
    dx_house_told(&house, 1, before, &told);
    CHECK(strstr(dx_text_string(&told), "\"see\"") == NULL);
    CHECK(strstr(dx_text_string(&told), "disk is full") != NULL);
    dx_text_release(&told);
    CHECK_EQ(dx_house_closed(&house, 1), DX_CLOSE_LATER);
    json_t *health = dx_house_web(&house, "/health", NULL, NULL, &code);
    CHECK_EQ(code, 503);
    CHECK(strstr(text(health, "status"), "disk is full") != NULL);
    json_decref(health);
    // Nothing of the move is told by any way.
    static const char *const questions[] = {"lens",  "ask",       "changed",
                                            "model", "suspicion", "complete"};
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++) {
        char path[40], body[200];
        CHECKING("%s", questions[i]);
        snprintf(path, sizeof path, "/api/%s", questions[i]);
        snprintf(body, sizeof body,
                 "{\"table\":\"%s\",\"formula\":\"kemps(1)\"}", t.id);
        json_t *answer = dx_house_web(&house, path, t.token[0], body, &code);
        CHECK_EQ(code, 503);
        CHECK_TEXT(text(json_object_get(answer, "error"), "code"), "store");
        json_decref(answer);
    }
    char path[DX_TABLE_ID + 20];
    snprintf(path, sizeof path, "/api/tables/%s", t.id);
    json_decref(dx_house_web(&house, path, NULL, NULL, &code));
    CHECK_EQ(code, 503);
    json_t *lobby = dx_house_web(&house, "/api/tables", NULL, NULL, &code);
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), 0);
    json_decref(lobby);
    // Nobody sits down and nothing is made meanwhile, and all are told why.
    dx_house_go(&house, 1);
    join(&house, 2, t.id, t.token[0]);
    json_t *error = dx_house_last(&house, 2, "error");
    CHECK_TEXT(text(error, "code"), "store");
    json_decref(error);
    json_decref(dx_house_web(&house, "/api/tables", NULL,
                             "{\"rules\":\"kemps(tiny)\"}", &code));
    CHECK_EQ(code, 503);
    // There is room again.
    dx_hall_tick(house.hall, dx_now_ms() + 2000);
    house.fails = false;
    dx_hall_tick(house.hall, dx_now_ms() + 4000);
    dx_hall_receive(house.hall, dx_letter_new(DX_LETTER_KEPT, 0));
    dx_hall_tick(house.hall, dx_now_ms() + 6000);
    json_decref(dx_house_web(&house, "/health", NULL, NULL, &code));
    CHECK_EQ(code, 200);
    CHECK_EQ(events_of(&house, t.id), events);
    join(&house, 3, t.id, t.token[0]);
    move(&house, 3);
    CHECK(events_of(&house, t.id) > events);
    dx_house_close(&house);
}

static void forge(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void check_shown_as_broken(dx_house *house, const char *id)
{
    int code;
    char path[DX_TABLE_ID + 20];
    json_t *health = dx_house_web(house, "/health", NULL, NULL, &code);
    CHECK_EQ(code, 503);
    CHECK_TEXT(text(health, "status"), "some games are damaged");
    CHECK_EQ(json_integer_value(json_object_get(health, "broken")), 1);
    CHECK_TEXT(
        json_string_value(json_array_get(json_object_get(health, "games"), 0)),
        id);
    json_decref(health);
    snprintf(path, sizeof path, "/api/tables/%s", id);
    json_t *table = dx_house_web(house, path, NULL, NULL, &code);
    CHECK_EQ(code, 200);
    CHECK_TEXT(text(table, "state"), "broken");
    CHECK(text(table, "damage")[0] != '\0');
    json_decref(table);
    json_t *lobby = dx_house_web(house, "/api/tables", NULL, NULL, &code);
    const json_t *list = json_object_get(lobby, "tables");
    CHECK_EQ(json_array_size(list), 2);
    CHECK_EQ(json_integer_value(json_object_get(lobby, "playing")), 1);
    CHECK_TEXT(text(json_array_get(list, 1), "state"), "broken");
    json_decref(lobby);
}

TEST(a_damaged_game_is_shown_as_broken_and_the_others_go_on)
{
    static const char *const ways[] = {
        "DELETE FROM line WHERE game = 1 AND n > 0",
        "UPDATE line SET text = replace(text, '1', '2') WHERE game = 1",
        "UPDATE game SET rules = 'kemps' WHERE n = 1",
        "DELETE FROM game WHERE n = 1",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        dx_house house;
        char path[DX_TEST_FILE];
        CHECKING("%s", ways[i]);
        dx_test_file(path);
        dx_house_open(&house, path);
        dx_house_table one = dx_house_make(&house, "kemps(tiny)", solo, "");
        dx_house_table two = dx_house_make(&house, "kemps(tiny)", solo, "");
        join(&house, 1, one.id, one.token[0]);
        move(&house, 1);
        join(&house, 2, two.id, two.token[0]);
        move(&house, 2);
        unsigned events = events_of(&house, two.id);
        dx_house_close(&house);
        forge(path, ways[i]);
        dx_house_open(&house, path);
        check_shown_as_broken(&house, one.id);
        join(&house, 1, one.id, one.token[0]);
        json_t *error = dx_house_last(&house, 1, "error");
        CHECK_TEXT(text(error, "code"), "broken");
        json_decref(error);
        CHECK_EQ(events_of(&house, two.id), events);
        join(&house, 2, two.id, two.token[0]);
        move(&house, 2);
        CHECK(events_of(&house, two.id) > events);
        dx_house_close(&house);
    }
}

// Nobody looks at games that are over before somebody wants one.
TEST(a_damaged_game_that_is_over_is_named_once_it_was_found)
{
    dx_house house;
    char path[DX_TEST_FILE], at[DX_TABLE_ID + 20];
    int code;
    dx_test_file(path);
    dx_house_open(&house, path);
    dx_house_table t =
        dx_house_make(&house, "kemps(tiny)", "[\"random\",\"random\"]", "");
    dx_house_say(&house, 1, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
    dx_house_close(&house);
    forge(path, "UPDATE line SET text = replace(text, '1', '2')");
    dx_house_open(&house, path);
    json_decref(dx_house_web(&house, "/health", NULL, NULL, &code));
    CHECK_EQ(code, 200);
    snprintf(at, sizeof at, "/api/tables/%s", t.id);
    json_t *table = dx_house_web(&house, at, NULL, NULL, &code);
    CHECK_TEXT(text(table, "state"), "broken");
    json_decref(table);
    json_t *health = dx_house_web(&house, "/health", NULL, NULL, &code);
    CHECK_EQ(code, 503);
    CHECK_TEXT(
        json_string_value(json_array_get(json_object_get(health, "games"), 0)),
        t.id);
    json_decref(health);
    json_t *lobby = dx_house_web(&house, "/api/tables", NULL, NULL, &code);
    const json_t *first = json_array_get(json_object_get(lobby, "tables"), 0);
    CHECK_TEXT(text(first, "state"), "broken");
    CHECK_TEXT(text(first, "id"), t.id);
    json_decref(lobby);
    dx_house_close(&house);
}

TEST(a_game_whose_name_cannot_be_read_has_one)
{
    dx_house house;
    char path[DX_TEST_FILE];
    dx_test_file(path);
    dx_house_open(&house, path);
    dx_house_table t =
        dx_house_make(&house, "kemps(tiny)", "[\"random\",\"random\"]", "");
    dx_house_say(&house, 1, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
    dx_house_close(&house);
    forge(path, "UPDATE game SET id = ''");
    dx_house_open(&house, path);
    json_t *lobby = dx_house_web(&house, "/api/tables", NULL, NULL, NULL);
    const json_t *first = json_array_get(json_object_get(lobby, "tables"), 0);
    CHECK_TEXT(text(first, "id"), t.id); // it is made of the number
    CHECK_TEXT(text(first, "state"), "broken");
    json_decref(lobby);
    dx_house_close(&house);
}

TEST(a_game_that_is_over_has_as_many_events_when_it_has_left_the_memory)
{
    static const char *const rules[] = {"kemps(tiny)", "hanabi(tiny)",
                                        "gofish(players=2)", "clue"};
    dx_house house;
    dx_house_open(&house, NULL);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char path[DX_TABLE_ID + 20];
        CHECKING("%s", rules[i]);
        dx_house_table t =
            dx_house_make(&house, rules[i],
                          i < 3 ? "[\"random\",\"random\"]"
                                : "[\"random\",\"random\",\"random\"]",
                          "");
        snprintf(path, sizeof path, "/api/tables/%s", t.id);
        dx_house_say(&house, i + 1, "{\"type\":\"join\",\"table\":\"%s\"}",
                     t.id); // who watches
        dx_house_go(&house, i + 1);
        json_t *before = dx_house_web(&house, path, NULL, NULL, NULL);
        CHECK_TEXT(text(before, "state"), "over");
        CHECK(json_object_get(before, "how") != NULL); // it is in memory
        dx_hall_tick(house.hall, dx_now_ms() + (int64_t)(i + 1) * 1000000);
        json_t *after = dx_house_web(&house, path, NULL, NULL, NULL);
        CHECK(json_object_get(after, "how") == NULL);
        CHECK(json_equal(json_object_get(before, "events"),
                         json_object_get(after, "events")));
        CHECK(json_equal(json_object_get(before, "turn"),
                         json_object_get(after, "turn")));
        json_decref(before);
        json_decref(after);
    }
    dx_house_close(&house);
}

// It is not read where others' quick questions wait.
TEST(a_question_about_a_long_record_is_handed_to_those_for_long_ones)
{
    enum { SHORT = 100, LONG = 3000 };
    dx_house house;
    int code;
    dx_house_open(&house, NULL);
    for (int64_t number = 1; number <= 2; number++) {
        dx_row game = {.kind = DX_ROW_GAME,
                       .game = number,
                       .id = dx_alloc(DX_TABLE_ID, 1),
                       .text = dx_copy_text("kemps"),
                       .seats = dx_copy_text("[]"),
                       .options = dx_copy_text("{}"),
                       .state = "over"};
        dx_text lines = {0};
        dx_table_id_new(number, game.id);
        for (unsigned i = 0; i < (number == 1 ? SHORT : LONG); i++)
            dx_text_add(&lines, i > 0 ? "\n{}" : "{}");
        dx_row line = {
            .kind = DX_ROW_LINE, .game = number, .text = dx_text_take(&lines)};
        CHECK_EQ(dx_store_begin(house.store, NULL), DX_OK);
        CHECK_EQ(dx_store_put(house.store, &game, NULL), DX_OK);
        CHECK_EQ(dx_store_put(house.store, &line, NULL), DX_OK);
        CHECK_EQ(dx_store_commit(house.store, NULL), DX_OK);
        char path[DX_TABLE_ID + 20], body[DX_TABLE_ID + 20];
        snprintf(path, sizeof path, "/api/tables/%s", game.id);
        snprintf(body, sizeof body, "{\"record\":\"%s\"}", game.id);
        unsigned each = number == 1 ? 0 : 1;
        house.put_off = 0;
        json_decref(dx_house_web(&house, path, NULL, NULL, &code));
        CHECK_EQ(code, 200);
        CHECK_EQ(house.put_off, each);
        json_decref(dx_house_web(&house, "/api/position", NULL, body, &code));
        CHECK_EQ(code, 400); // these lines are no record
        CHECK_EQ(house.put_off, 2 * each);
        json_decref(dx_house_web(&house, "/api/lens", NULL, body, &code));
        CHECK_EQ(house.put_off, 3 * each);
        dx_row_release(&game);
        dx_row_release(&line);
    }
    dx_house_close(&house);
}

// Whoever reads its record later need not read for long.
TEST(a_game_without_end_ends)
{
    dx_house house;
    int code;
    char path[DX_TABLE_ID + 20];
    dx_house_open(&house, NULL);
    dx_house_table t =
        dx_house_make(&house, "kemps(players=10,limit=10000)",
                      "[\"random\",\"random\",\"random\",\"random\",\"random\","
                      "\"random\",\"random\",\"random\",\"random\",\"random\"]",
                      "");
    dx_house_say(&house, 1, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
    snprintf(path, sizeof path, "/api/tables/%s", t.id);
    json_t *table = dx_house_web(&house, path, NULL, NULL, &code);
    CHECK_TEXT(text(table, "state"), "over");
    CHECK_TEXT(text(table, "how"), "limit");
    json_int_t events = json_integer_value(json_object_get(table, "events"));
    CHECK(events >= DX_TABLE_EVENTS && events < DX_TABLE_EVENTS + 100);
    json_decref(table);
    dx_house_close(&house);
}
