// The game in words over HTTP: rules, menus, who is called what.

#include "game/rules_list.h"
#include "server/house.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *text(const json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL ? value : "";
}

static dx_house house;

// Every fact has a menu word, and every type in it its values.
static void check_words(const dx_game *game)
{
    char path[120];
    int code;
    size_t i, k;
    const json_t *fact, *type;
    if (game->words == NULL)
        return;
    snprintf(path, sizeof path, "/api/words/%s?players=%d", game->name,
             game->schema.params[0].max);
    json_t *words = dx_house_web(&house, path, NULL, NULL, &code);
    if (code == 400) { // a game of the tests' own, which no server offers
        json_decref(words);
        return;
    }
    CHECK_EQ(code, 200);
    json_array_foreach (json_object_get(words, "facts"), i, fact) {
        CHECK(*text(fact, "menu") != '\0' && *text(fact, "yes") != '\0');
        json_array_foreach (json_object_get(fact, "types"), k, type) {
            const char *name = json_string_value(type);
            const json_t *values =
                json_object_get(json_object_get(words, "values"), name);
            CHECK(strcmp(name, "seat") == 0 || json_array_size(values) > 0);
        }
    }
    CHECK(i > 0);
    json_decref(words);
}

TEST(menus_have_every_fact_of_every_game)
{
    dx_house_open(&house, NULL);
    dx_each_game(check_words);
    dx_house_close(&house);
}

TEST(rules_have_the_numbers_of_the_table)
{
    int code;
    dx_house_open(&house, NULL);
    json_t *sheet = dx_house_web(&house, "/api/rules/hanabi?players=2&lives=2",
                                 NULL, NULL, &code);
    CHECK_EQ(code, 200);
    const json_t *play = json_array_get(json_object_get(sheet, "moves"), 1);
    CHECK(strstr(text(play, "text"), "one of 2 lives") != NULL);
    CHECK(json_array_size(json_object_get(sheet, "round")) >= 3);
    json_decref(sheet);
    sheet =
        dx_house_web(&house, "/api/rules/hanabi?players=9", NULL, NULL, &code);
    CHECK_EQ(code, 400);
    CHECK(strstr(text(json_object_get(sheet, "error"), "text"),
                 "expected 2 to 5") != NULL);
    json_decref(sheet);
    dx_house_close(&house);
}

// From a seat one does not read what lies before it; from above one does.
TEST(a_position_is_told_to_a_seat_and_from_above)
{
    static const char *const body[] = {
        "{\"record\":\"lesson-hanabi\",\"turn\":3}",
        "{\"record\":\"lesson-hanabi\",\"turn\":3,\"seat\":1}",
        "{\"record\":\"lesson-hanabi\",\"turn\":900}"};
    size_t longest = 0; // from above
    dx_house_open(&house, NULL);
    for (int i = 0; i < 3; i++) {
        int code;
        json_t *out =
            dx_house_web(&house, "/api/position", NULL, body[i], &code);
        CHECK_EQ(code, i < 2 ? 200 : 400);
        const char *said = i < 2 ? text(out, "text") : "";
        CHECK_THAT(i == 2 || strstr(said, " left.") != NULL, "%s", said);
        CHECK_THAT(i == 2 || (strstr(said, "'s card 1 is ") != NULL), "%s",
                   said);
        longest = i == 0 ? strlen(said) : longest;
        CHECK_THAT(strlen(said) < longest || i == 0, "%s", said);
        json_decref(out);
    }
    dx_house_close(&house);
}

// The sentence of the first event of turn 1.
static void first_words(const char *id, const char *query, char *out,
                        size_t bytes)
{
    char path[120];
    int code;
    snprintf(path, sizeof path, "/api/records/%s/replay?%s", id, query);
    json_t *replay = dx_house_web(&house, path, NULL, NULL, &code);
    CHECK_EQ(code, 200);
    const json_t *step = json_array_get(json_object_get(replay, "steps"), 1);
    const json_t *event = json_array_get(json_object_get(step, "events"), 0);
    snprintf(out, bytes, "%s", text(event, "words"));
    json_decref(replay);
}

TEST(in_a_replay_you_are_who_sat_there_and_nobody_else)
{
    dx_text record;
    int code;
    char said[120], body[200];
    dx_house_open(&house, NULL);
    CHECK_EQ(dx_text_read_file(
                 dx_test_path("../examples/records/hanabi-small.jsonl"),
                 1 << 20, &record, NULL),
             DX_OK);
    json_t *brought = dx_house_web(&house, "/api/records", NULL,
                                   dx_text_string(&record), &code);
    const char *id = text(brought, "id");
    first_words(id, "seat=1", said, sizeof said);
    CHECK(strncmp(said, "Mia ", 4) == 0);
    first_words(id, "seat=1&you=1", said, sizeof said);
    CHECK(strncmp(said, "You ", 4) == 0);
    first_words(id, "seat=2&you=1", said, sizeof said);
    CHECK(strncmp(said, "You ", 4) == 0);
    for (unsigned you = 0; you < 2; you++) {
        snprintf(body, sizeof body,
                 "{\"record\":\"%s\",\"turn\":1,\"seat\":1,\"you\":%u,"
                 "\"formula\":\"playable(1,1)\"}",
                 id, you);
        json_t *answer = dx_house_web(&house, "/api/ask", NULL, body, &code);
        CHECK_TEXT(text(answer, "sentence"),
                   you == 0 ? "Mia does not know whether Mia's own card 1 can "
                              "be played now."
                            : "You do not know whether your own card 1 can be "
                              "played now.");
        json_decref(answer);
    }
    json_decref(brought);
    dx_text_release(&record);
    dx_house_close(&house);
}

// Whoever was told knows it since that turn; what is open names what was told.
TEST(an_answer_has_its_reason)
{
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
    static const struct {
        unsigned seat, turn;
        const char *formula, *how, *text;
        unsigned since;
    } asked[] = {
        {1, 1, "K[2] rank(2,1,1)", "since", "Mia told Ann: card 1 is a 1.", 1},
        {1, 4, "Kw[2] hinted(1,1)", "seen",
         "It follows from what everybody has seen.", 0},
        {1, 3, "K[2] rank(2,1,1)", "seen", // a card has left Ann's hand
         "It follows from what everybody has seen.", 0},
        {2, 3, "Kw[2] colour(2,1,red)", "since",
         "Mia told Ann: card 2 is yellow.", 3},
        {2, 1, "holds(2,1,r1)", "told",
         "Mia told Ann: card 1 is a 1, and no more.", 1},
    };
    for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
        snprintf(body, sizeof body,
                 "{\"record\":\"%s\",\"turn\":%u,\"seat\":%u,"
                 "\"because\":true,\"formula\":\"%s\"}",
                 text(brought, "id"), asked[i].turn, asked[i].seat,
                 asked[i].formula);
        json_t *answer = dx_house_web(&house, "/api/ask", NULL, body, &code);
        const json_t *why =
            json_array_get(json_object_get(answer, "because"), 0);
        CHECK_TEXT(text(why, "how"), asked[i].how);
        CHECK_TEXT(text(why, "text"), asked[i].text);
        CHECK_EQ(json_integer_value(json_object_get(why, "turn")),
                 asked[i].since);
        json_decref(answer);
    }
    json_decref(brought);
    dx_text_release(&record);
    dx_house_close(&house);
}
