// A line of one's own from a turn of a record.

#include "base/heed.h"
#include "base/memory.h"
#include "games/games.h"
#include "server/house.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>

static const char *text(const json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL ? value : "";
}

static json_t *bring(dx_house *house)
{
    dx_text record;
    int code;
    CHECK_EQ(dx_text_read_file(
                 dx_test_path("../examples/records/hanabi-small.jsonl"),
                 1 << 20, &record, NULL),
             DX_OK);
    json_t *brought = dx_house_web(house, "/api/records", NULL,
                                   dx_text_string(&record), &code);
    CHECK_EQ(code, 200);
    dx_text_release(&record);
    return brought;
}

static json_t *ask(dx_house *house, const char *path, const json_t *record,
                   const char *rest, int *code)
{
    char body[300];
    snprintf(body, sizeof body, "{\"record\":\"%s\",%s}", text(record, "id"),
             rest);
    return dx_house_web(house, path, NULL, body, code);
}

TEST(a_line_goes_on_from_a_turn_and_leaves_the_record_as_it_is)
{
    dx_house house;
    int code;
    dx_house_open(&house, NULL);
    json_t *record = bring(&house);
    json_t *played = ask(&house, "/api/line", record,
                         "\"seat\":1,\"from\":1,\"line\":[\"play 1\"]", &code);
    CHECK_EQ(code, 200);
    const json_t *steps = json_object_get(played, "steps");
    CHECK_EQ(json_array_size(steps), 3);
    CHECK(json_is_false(json_object_get(played, "finished")));
    const json_t *events = json_object_get(json_array_get(steps, 2), "events");
    CHECK_TEXT(text(json_array_get(events, 0), "verb"), "play");
    json_decref(played);
    // A question behind the line, one before it, and one of the record.
    json_t *behind = ask(&house, "/api/ask", record,
                         "\"turn\":2,\"from\":1,\"line\":[\"play 1\"],"
                         "\"formula\":\"score\"",
                         &code);
    CHECK_EQ(code, 200);
    json_t *before =
        ask(&house, "/api/ask", record,
            "\"turn\":1,\"formula\":\"P[1](playable(1,1))\"", &code);
    CHECK_TEXT(text(before, "value"), "5/6");
    json_decref(behind);
    json_decref(before);
    json_decref(record);
    dx_house_close(&house);
}

TEST(a_line_that_cannot_be_played_is_refused_in_words)
{
    static const char *const wrong[] = {
        "\"from\":1,\"line\":[\"play 9\"]",  "\"from\":1,\"line\":[7]",
        "\"from\":1,\"line\":\"play 1\"",    "\"from\":400,\"line\":[]",
        "\"from\":1,\"seat\":9,\"line\":[]",
    };
    dx_house house;
    int code;
    dx_house_open(&house, NULL);
    json_t *record = bring(&house);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECKING("line %u", i);
        json_t *answer = ask(&house, "/api/line", record, wrong[i], &code);
        CHECK_EQ(code, 400);
        CHECK(text(json_object_get(answer, "error"), "text")[0] != '\0');
        json_decref(answer);
    }
    json_decref(record);
    dx_house_close(&house);
}

TEST(a_lens_of_a_record_without_a_seat_shows_what_all_saw)
{
    dx_house house;
    int code;
    dx_house_open(&house, NULL);
    json_t *record = bring(&house);
    json_t *lens = ask(&house, "/api/lens", record, "\"turn\":3", &code);
    CHECK_EQ(code, 200);
    CHECK_EQ(json_array_size(json_object_get(lens, "path")), 0);
    const json_t *place;
    size_t i;
    json_array_foreach (json_object_get(lens, "places"), i, place)
        CHECK(json_is_false(json_object_get(place, "seen")));
    CHECK(i == 4);
    json_decref(lens);
    json_decref(record);
    dx_house_close(&house);
}

TEST(a_replay_in_parts_is_the_replay)
{
    dx_house house;
    int code;
    char path[120];
    unsigned next = 0, parts = 0;
    dx_house_open(&house, NULL);
    json_t *record = bring(&house), *steps = json_array();
    snprintf(path, sizeof path, "/api/records/%s/replay?seat=1",
             text(record, "id"));
    json_t *whole = dx_house_web(&house, path, NULL, NULL, &code);
    CHECK(json_object_get(whole, "next") == NULL);
    for (bool has_more = true; has_more; parts++) {
        snprintf(path, sizeof path,
                 "/api/records/%s/replay?seat=1&from=%u&limit=3",
                 text(record, "id"), next);
        json_t *part = dx_house_web(&house, path, NULL, NULL, &code);
        CHECK_EQ(code, 200);
        json_array_extend(steps, json_object_get(part, "steps"));
        const json_t *more = json_object_get(part, "next");
        has_more = more != NULL;
        next = (unsigned)json_integer_value(more);
        json_decref(part);
    }
    CHECK(parts > 2);
    CHECK(json_equal(steps, json_object_get(whole, "steps")));
    json_decref(steps);
    json_decref(whole);
    json_decref(record);
    dx_house_close(&house);
}

// A long record takes half a second to read: nothing else waits for that.
TEST(a_replay_is_made_beside_quick_answers)
{
    dx_house house;
    char path[120];
    dx_house_open(&house, NULL);
    json_t *record = bring(&house);
    static const struct {
        const char *what;
        bool is_slow;
    } wants[] = {{"", false}, {"/replay", true}, {"/track", true}};
    for (size_t i = 0; i < sizeof wants / sizeof *wants; i++) {
        dx_letter *letter = dx_letter_new(DX_LETTER_WEB, 50 + i);
        snprintf(path, sizeof path, "/api/records/%s%s", text(record, "id"),
                 wants[i].what);
        letter->web = dx_alloc(1, sizeof *letter->web);
        snprintf(letter->web->path, sizeof letter->web->path, "%s", path);
        house.is_slow = true;
        dx_hall_receive(house.hall, letter);
        CHECK_EQ(house.jobs.count, 1);
        CHECK_EQ(house.jobs.at[0]->is_slow, wants[i].is_slow);
        house.is_slow = false;
        dx_house_settle(&house);
    }
    json_decref(record);
    dx_house_close(&house);
}

// How often whoever makes an answer looks whether somebody waits for it.
static uint64_t looks_for(dx_house *house, const char *id, const char *what,
                          bool is_off)
{
    atomic_bool stop = is_off;
    dx_web web = {.is_post = false, .games = dx_games()};
    dx_web_answer answer = {0};
    dx_text head = {0};
    uint64_t before = dx_heed_looks();
    const atomic_bool *heeded = dx_heed(&stop); // as a job does
    snprintf(web.path, sizeof web.path, "/api/records/%s/%s", id, what);
    dx_web_answer_it(house->store, &web, &head, &stop, &answer);
    dx_heed(heeded);
    CHECK_EQ(answer.code == 200, !is_off);
    dx_text_release(&answer.body);
    return dx_heed_looks() - before;
}

// It is left at the first looks, and not made and thrown away.
TEST(an_answer_that_nobody_waits_for_is_not_made)
{
    static const char *const whats[] = {"replay", "track"};
    dx_house house;
    dx_house_open(&house, NULL);
    json_t *record = bring(&house);
    for (unsigned i = 0; i < 2; i++) {
        uint64_t whole = looks_for(&house, text(record, "id"), whats[i], false);
        uint64_t off = looks_for(&house, text(record, "id"), whats[i], true);
        CHECK_THAT(off > 0 && off * 4 < whole, "%s: %llu of %llu", whats[i],
                   (unsigned long long)off, (unsigned long long)whole);
    }
    json_decref(record);
    dx_house_close(&house);
}
