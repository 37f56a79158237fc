// The list of tables: the newest first, so many at a time, and how many there
// are.

#include "base/memory.h"
#include "server/house.h"
#include "server/limits.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char solo[] = "[\"person\",\"greedy\"]";

static json_t *list(dx_house *house, const char *query)
{
    char path[200];
    int code = 0;
    snprintf(path, sizeof path, "/api/tables%s", query);
    json_t *lobby = dx_house_web(house, path, NULL, NULL, &code);
    CHECK_THAT(code == 200, "%s: %d", path, code);
    return lobby;
}

static const char *id_of(const json_t *lobby, size_t i)
{
    const json_t *table = json_array_get(json_object_get(lobby, "tables"), i);
    return json_string_value(json_object_get(table, "id"));
}

static int number_of(const json_t *lobby, const char *name)
{
    return (int)json_integer_value(json_object_get(lobby, name));
}

TEST(the_lobby_lists_the_newest_tables_first_page_by_page)
{
    enum { MANY = 70, PAGE = 8 };
    dx_house house;
    char id[MANY][DX_TABLE_ID], query[100] = "?state=playing&limit=8";
    dx_house_open(&house, NULL);
    for (unsigned i = 0; i < MANY; i++) {
        dx_house_table t = dx_house_make(&house, "kemps(tiny)", solo, "");
        memcpy(id[i], t.id, sizeof id[i]);
    }
    json_t *lobby = list(&house, "");
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), DX_LIST_NORMAL);
    CHECK_EQ(number_of(lobby, "playing"), MANY);
    CHECK_EQ(number_of(lobby, "over"), 0);
    json_decref(lobby);
    for (unsigned seen = 0; seen < MANY;) {
        lobby = list(&house, query);
        size_t count = json_array_size(json_object_get(lobby, "tables"));
        CHECK_EQ(count, MANY - seen < PAGE ? MANY - seen : PAGE);
        for (size_t i = 0; i < count; i++, seen++)
            CHECK_TEXT(id_of(lobby, i), id[MANY - 1 - seen]);
        snprintf(query, sizeof query, "?state=playing&limit=%d&before=%s", PAGE,
                 id[MANY - seen]);
        json_decref(lobby);
    }
    lobby = list(&house, query);
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), 0);
    json_decref(lobby);
    dx_house_close(&house);
}

// A game that is over, with something before it; the caller frees its id.
static char *bring_behind(dx_house *house, const char *before)
{
    int code = 0;
    dx_text record = {0}, text = {0};
    CHECK_EQ(
        dx_text_read_file(dx_test_path("../examples/records/gofish-tiny.jsonl"),
                          1 << 20, &record, NULL),
        DX_OK);
    dx_text_printf(&text, "%s%s", before, dx_text_string(&record));
    json_t *answer =
        dx_house_web(house, "/api/records", NULL, dx_text_string(&text), &code);
    CHECK_EQ(code, 200);
    const char *id = json_string_value(json_object_get(answer, "id"));
    char *copy = dx_copy_text(id != NULL ? id : "");
    json_decref(answer);
    dx_text_release(&text);
    dx_text_release(&record);
    return copy;
}

static void bring(dx_house *house)
{
    dx_free(bring_behind(house, ""));
}

TEST(a_record_may_begin_with_a_byte_order_mark_and_a_refused_one_has_no_number)
{
    dx_house house;
    int code = 0;
    dx_house_open(&house, NULL);
    bring(&house);
    for (unsigned i = 0; i < 3; i++) {
        json_decref(
            dx_house_web(&house, "/api/records", NULL, "no record", &code));
        CHECK_EQ(code, 400);
    }
    char *id = bring_behind(&house, "\xef\xbb\xbf");
    CHECK(strstr(id, "-2-") != NULL);
    dx_free(id);
    dx_house_close(&house);
}

// A game of two agents that somebody watches to its end.
static void finish(dx_house *house)
{
    dx_house_table t = dx_house_make(house, "kemps(tiny,limit=6)",
                                     "[\"random\",\"random\"]", "");
    dx_house_say(house, 1, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
    dx_house_go(house, 1);
}

TEST(games_that_are_over_are_listed_behind_those_that_are_played)
{
    dx_house house;
    dx_house_open(&house, NULL);
    for (unsigned i = 0; i < 6; i++)
        if (i % 2 == 0)
            finish(&house);
        else
            dx_house_make(&house, "kemps(tiny)", solo, "");
    json_t *lobby = list(&house, "?limit=2");
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), 4);
    CHECK_EQ(number_of(lobby, "playing"), 3);
    CHECK_EQ(number_of(lobby, "over"), 3);
    static const char *const ends[] = {"-6", "-4", "-5", "-3"};
    for (size_t i = 0; i < 4; i++)
        CHECK_TEXT(strrchr(id_of(lobby, i), '-'), ends[i]);
    char query[100];
    snprintf(query, sizeof query, "?state=over&limit=2&before=%s",
             id_of(lobby, 2));
    json_decref(lobby);
    lobby = list(&house, query);
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), 2);
    CHECK_TEXT(strrchr(id_of(lobby, 0), '-'), "-3");
    json_decref(lobby);
    dx_house_close(&house);
}

TEST(records_that_are_brought_are_in_no_list)
{
    dx_house house;
    char path[DX_TABLE_ID + 20];
    int code = 0;
    dx_house_open(&house, NULL);
    char *id = bring_behind(&house, "");
    json_t *lobby = list(&house, "");
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), 0);
    json_decref(lobby);
    snprintf(path, sizeof path, "/api/records/%s", id);
    json_decref(dx_house_web(&house, path, NULL, NULL, &code));
    CHECK_EQ(code, 200);
    *strrchr(path, '-') = '\0'; // its number is not enough
    json_decref(dx_house_web(&house, path, NULL, NULL, &code));
    CHECK_EQ(code, 404);
    dx_free(id);
    dx_house_close(&house);
}

TEST(a_list_of_tables_that_makes_no_sense_is_refused)
{
    static const char *const queries[] = {"?limit=0",
                                          "?limit=201",
                                          "?limit=many",
                                          "?limit=-1",
                                          "?limit=5x",
                                          "?state=unknown",
                                          "?before=something",
                                          "?before=a-b-c",
                                          "?before=a-0",
                                          "?before=any-name-5",
                                          "?limit=+5",
                                          "?limit= 5",
                                          "?limit=99999999999999999999",
                                          "?limit=4294967297"};
    dx_house house;
    char path[100];
    dx_house_open(&house, NULL);
    for (unsigned i = 0; i < sizeof queries / sizeof *queries; i++) {
        int code = 0;
        CHECKING("%s", queries[i]);
        snprintf(path, sizeof path, "/api/tables%s", queries[i]);
        json_decref(dx_house_web(&house, path, NULL, NULL, &code));
        CHECK_EQ(code, 400);
    }
    dx_house_close(&house);
}

TEST(what_a_query_has_that_nobody_takes_is_refused_by_its_name)
{
    static const char *const wrong[][2] = {
        {"/api/tables?stat=over", "\"stat\": /api/tables has no such member, "
                                  "only: state limit before"},
        {"/api/tables?limit=1&x", "\"x\": /api/tables has no such member"},
        {"/api/games?game=kemps", "\"game\": /api/games has no such member"},
        {"/api/examples?x=1", "\"x\": /api/examples has no such member"},
        {"/api/rules/kemps?x=1", "x"},
        {"/api/records/%s?seat=1", "\"seat\": /api/records/"},
        {"/api/records/%s/track?seat=1", "\"seat\": /api/records/"},
        {"/api/records/%s/replay?sead=1",
         "\"sead\": replay has no such member"},
        {"/api/records/%s/replay?sead=", "\"sead\": replay has no such member"},
        {"/api/records/%s/replay?seat=one", "\"seat\": expected a seat"},
        {"/api/records/%s/replay?seat=99999999999",
         "\"seat\": expected a seat"},
        {"/api/records/%s/replay?from=-1",
         "\"turn\": expected a whole number"}};
    dx_house house;
    char path[200];
    dx_house_open(&house, NULL);
    char *id = bring_behind(&house, "");
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int code = 0;
        const char *blank = strstr(wrong[i][0], "%s");
        size_t before =
            blank != NULL ? (size_t)(blank - wrong[i][0]) : strlen(wrong[i][0]);
        snprintf(path, sizeof path, "%.*s%s%s", (int)before, wrong[i][0],
                 blank != NULL ? id : "", blank != NULL ? blank + 2 : "");
        json_t *answer = dx_house_web(&house, path, NULL, NULL, &code);
        const char *text = json_string_value(
            json_object_get(json_object_get(answer, "error"), "text"));
        CHECK_THAT(code == 400 && text != NULL &&
                       strstr(text, wrong[i][1]) != NULL,
                   "%s: %d %s", path, code, text != NULL ? text : "");
        json_decref(answer);
    }
    snprintf(path, sizeof path, "/api/records/%s/replay?seat=&&from=1&", id);
    int code = 0;
    json_decref(dx_house_web(&house, path, NULL, NULL, &code));
    CHECK_EQ(code, 200);
    dx_free(id);
    dx_house_close(&house);
}

// Of whom a request comes: 0 is exempt.
static int make_from(dx_house *house, uint64_t address, const char *seats)
{
    char body[200];
    int code = 0;
    snprintf(body, sizeof body, "{\"rules\":\"kemps(tiny)\",\"seats\":%s}",
             seats);
    house->address = address;
    json_decref(dx_house_web(house, "/api/tables", NULL, body, &code));
    house->address = 0;
    return code;
}

TEST(no_address_has_more_than_a_quarter_of_the_tables)
{
    dx_house house;
    char path[DX_TEST_FILE];
    unsigned made = 0;
    dx_test_file(path);
    dx_house_open(&house, path); // for a hundred
    while (make_from(&house, 7, solo) == 200)
        made++;
    CHECK_EQ(made, 25);
    CHECK_EQ(make_from(&house, 7, solo), 429);
    dx_house_close(&house);
    dx_house_open(&house, path); // and it stays so
    CHECK_EQ(make_from(&house, 7, solo), 429);
    CHECK_EQ(make_from(&house, 8, solo), 200);
    for (unsigned i = 0; i < 30; i++)
        CHECK_EQ(make_from(&house, 0, solo), 200);
    dx_house_close(&house);
}

// However many tables a guest makes, it is one guest to those who think.
TEST(agents_are_thought_about_for_who_made_their_table)
{
    enum { TABLES = 3 };
    static const uint64_t maker[TABLES] = {7, 7, 0};
    dx_house house;
    dx_house_open(&house, NULL);
    house.is_slow = true;
    for (unsigned i = 0; i < TABLES; i++) {
        house.address = maker[i];
        dx_house_table t =
            dx_house_make(&house, "hanabi(players=2)",
                          "[\"search(rollouts=1)\",\"person\"]", "");
        house.address = 0;
        dx_house_say(&house, i + 1,
                     "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}",
                     t.id, t.token[1]);
    }
    CHECK_EQ(house.jobs.count, TABLES);
    CHECK_EQ(house.jobs.at[0]->asker, 7);
    CHECK_EQ(house.jobs.at[1]->asker, 7);
    CHECK(house.jobs.at[2]->asker != 7);
    house.is_slow = false;
    dx_house_settle(&house);
    dx_house_close(&house);
}

// Bodies of a megabyte, until one is not taken.
static unsigned bring_from(dx_house *house, uint64_t address, unsigned most)
{
    dx_text body = {0};
    unsigned brought = 0;
    int code = 0;
    while (body.length < 1 << 20)
        dx_text_add(&body, "no record, but it might be one;");
    house->address = address;
    for (; brought < most && code != 429; brought++)
        json_decref(dx_house_web(house, "/api/records", NULL,
                                 dx_text_string(&body), &code));
    house->address = 0;
    dx_text_release(&body);
    return brought;
}

TEST(no_address_has_more_kept_than_its_share)
{
    enum { DAY_MS = 86400000 };
    dx_house house;
    dx_house_open(&house, NULL);
    CHECK_EQ(bring_from(&house, 7, 99), 65);
    CHECK_EQ(make_from(&house, 7, solo), 429);
    CHECK_EQ(make_from(&house, 8, solo), 200);
    CHECK_EQ(bring_from(&house, 0, 99), 99);
    // What is played counts like what is brought.
    CHECK_EQ(bring_from(&house, 9, 63), 63);
    house.address = 9;
    dx_house_table table =
        dx_house_make(&house, "kemps(players=10)",
                      "[\"random\",\"random\",\"random\",\"random\","
                      "\"random\",\"random\",\"random\",\"random\","
                      "\"random\",\"random\"]",
                      "");
    house.address = 0;
    CHECK_EQ(make_from(&house, 9, solo), 200);
    dx_house_say(&house, 5, "{\"type\":\"join\",\"table\":\"%s\"}", table.id);
    CHECK_EQ(make_from(&house, 9, solo), 429);
    // A day later there is room again.
    dx_hall_tick(house.hall, 1000);
    dx_hall_tick(house.hall, 1000 + DAY_MS);
    CHECK_EQ(make_from(&house, 9, solo), 200);
    CHECK_EQ(bring_from(&house, 7, 99), 65);
    dx_house_close(&house);
}

static int playing(dx_house *house)
{
    json_t *lobby = list(house, "");
    int count = number_of(lobby, "playing");
    json_decref(lobby);
    return count;
}

TEST(at_a_table_where_nobody_is_nobody_thinks_and_it_goes)
{
    dx_house house;
    char path[DX_TABLE_ID + 20];
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(limit=10000)",
                                     "[\"random\",\"random\",\"random\"]", "");
    snprintf(path, sizeof path, "/api/tables/%s", t.id);
    for (unsigned i = 0; i < 2; i++) {
        house.is_slow = true; // jobs are counted, not thought about
        json_t *table = dx_house_web(&house, path, NULL, NULL, NULL);
        CHECK_EQ(number_of(table, "turn"), 0);
        json_decref(table);
        CHECK_EQ(house.jobs.count, 0);
        if (i == 1)
            break;
        dx_house_say(&house, 1, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
        CHECK_EQ(house.jobs.count, 1); // somebody watches
        CHECK(house.jobs.at[0]->kind == DX_JOB_MOVE);
        dx_house_go(&house, 1);
        atomic_store(&house.jobs.at[0]->is_cancelled, true);
        house.is_slow = false;
        dx_house_settle(&house);
    }
    house.is_slow = false;
    CHECK_EQ(playing(&house), 1);
    dx_hall_tick(house.hall, 1000000);
    dx_hall_tick(house.hall, 1000000 + DX_KEEP_IDLE_S * 1000 + 2000);
    CHECK_EQ(playing(&house), 0);
    dx_house_close(&house);
}

TEST(no_agent_thinks_where_the_tables_are)
{
    dx_house house;
    dx_text told = {0};
    dx_house_open(&house, NULL);
    dx_house_table t = dx_house_make(&house, "kemps(tiny)", solo, "");
    house.is_slow = true;
    dx_house_say(&house, 1,
                 "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}", t.id,
                 t.token[0]);
    for (unsigned i = 0; i < 20 && house.jobs.count == 0; i++) {
        json_t *turn = dx_house_last(&house, 1, "turn");
        CHECK(turn != NULL);
        const json_t *legal = json_object_get(turn, "legal");
        dx_house_say(&house, 1,
                     "{\"type\":\"move\",\"seq\":%d,\"move\":\"%s\"}",
                     number_of(turn, "seq"),
                     json_string_value(json_array_get(legal, 0)));
        json_decref(turn);
    }
    CHECK_EQ(house.jobs.count, 1);
    CHECK(house.jobs.at[0]->kind == DX_JOB_MOVE && house.jobs.at[0]->is_quick);
    // Its own move is told with the answer to it, or when it wants something.
    size_t before = house.posts.count;
    dx_house_say(&house, 1, "{\"type\":\"ping\"}");
    dx_house_told(&house, 1, before, &told);
    const char *see = strstr(dx_text_string(&told), "\"type\":\"see\"");
    CHECK(see != NULL && see < strstr(see, "pong"));
    dx_text_release(&told);
    house.is_slow = false;
    dx_house_close(&house);
}

TEST(a_private_table_is_in_no_list_and_found_by_its_link)
{
    dx_house house;
    char path[DX_TABLE_ID + 20], body[200];
    int code = 0;
    dx_house_open(&house, NULL);
    dx_house_table t =
        dx_house_make(&house, "kemps(tiny,limit=6)", solo, ",\"private\":true");
    CHECK(dx_table_id_is_secret(t.id));
    CHECK_EQ(playing(&house), 0);
    dx_house_say(&house, 1,
                 "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}", t.id,
                 t.token[0]);
    dx_house_say(&house, 2, "{\"type\":\"join\",\"table\":\"%.*s\"}",
                 (int)strlen(t.id) - 14, t.id); // as others' are called
    json_t *error = dx_house_last(&house, 2, "error");
    CHECK_TEXT(json_string_value(json_object_get(error, "code")), "missing");
    json_decref(error);
    dx_house_say(&house, 3, "{\"type\":\"join\",\"table\":\"%s\"}", t.id);
    json_t *start = dx_house_last(&house, 3, "start");
    CHECK(start != NULL);
    json_decref(start);
    // An agent plays on for the person, to the end.
    dx_house_go(&house, 1);
    snprintf(path, sizeof path, "/api/tables/%s/seat", t.id);
    snprintf(body, sizeof body, "{\"seat\":1,\"agent\":\"random\"}");
    json_decref(dx_house_web(&house, path, t.token[0], body, &code));
    CHECK_EQ(code, 200);
    snprintf(path, sizeof path, "/api/records/%s", t.id);
    json_decref(dx_house_web(&house, path, NULL, NULL, &code));
    CHECK_EQ(code, 200);
    json_t *lobby = list(&house, "");
    CHECK_EQ(json_array_size(json_object_get(lobby, "tables")), 0);
    CHECK_EQ(number_of(lobby, "over"), 0); // nor counted
    json_decref(lobby);
    dx_house_close(&house);
}

// A page that is opened again need not be sent forty kilobytes again.
TEST(who_has_the_list_of_games_is_told_that_it_is_the_same)
{
    dx_house house;
    static const char *const ways[] = {NULL,        "%s",          "W/%s",
                                       "\"a\", %s", "W/\"b\",%s,", "*"};
    uint64_t tag = 0;
    dx_house_open(&house, NULL);
    for (unsigned again = 0; again < sizeof ways / sizeof *ways; again++) {
        dx_letter *letter = dx_letter_new(DX_LETTER_WEB, 70 + again);
        letter->web = dx_alloc(1, sizeof *letter->web);
        if (again > 0) {
            char own[DX_TAG];
            dx_web_tag_write(tag, own);
            dx_text list = {0};
            for (const char *at = ways[again]; *at != '\0'; at++)
                if (strncmp(at, "%s", 2) == 0) {
                    dx_text_add(&list, own);
                    at++;
                } else {
                    dx_text_add_char(&list, *at);
                }
            CHECK(list.length < sizeof letter->web->tags);
            memcpy(letter->web->tags, dx_text_string(&list), list.length + 1);
            dx_text_release(&list);
        }
        snprintf(letter->web->path, sizeof letter->web->path, "/api/games");
        dx_hall_receive(house.hall, letter);
        const dx_post *post = house.posts.at[house.posts.count - 1];
        CHECK_EQ(post->code, again ? 304 : 200);
        CHECK_EQ(post->length > 0, !again);
        CHECK(post->tag != 0 && (!again || post->tag == tag));
        tag = post->tag;
    }
    dx_house_close(&house);
}
