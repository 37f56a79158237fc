// Worlds for a picture, held against all histories listed; and who suspects
// whom, against single questions.

#include "door/picture.h"

#include "ask/histories.h"
#include "base/memory.h"
#include "game/match.h"
#include "games/games.h"
#include "server/house.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a glass tells, as JSON.
static json_t *tell(const dx_rules *rules, const dx_view *view,
                    void (*what)(dx_glass *, const dx_view *, const dx_wish *,
                                 dx_text *))
{
    dx_wish wish = {.depth = 0};
    dx_glass *glass;
    dx_error error = {.message = ""};
    dx_text out = {0};
    CHECK_EQ(dx_glass_new(rules, view->seat, NULL, &wish, NULL, &glass, &error),
             DX_OK);
    dx_text_add_char(&out, '{');
    what(glass, view, &wish, &out);
    json_t *told = json_loads(dx_text_string(&out), 0, NULL);
    CHECK_THAT(told != NULL, "%s", dx_text_string(&out));
    dx_text_release(&out);
    dx_glass_free(glass);
    return told;
}

// How many worlds are in how many cells of each size.
static void sizes_told(const json_t *cells, size_t sizes[100])
{
    memset(sizes, 0, 100 * sizeof *sizes);
    for (size_t i = 0; i < json_array_size(cells); i++)
        sizes[json_array_size(json_array_get(cells, i))]++;
}

static void sizes_listed(const dx_relation *relation, size_t worlds,
                         size_t sizes[100])
{
    memset(sizes, 0, 100 * sizeof *sizes);
    for (size_t i = 0; i < worlds; i++) {
        size_t size = 0;
        bool is_first = true;
        for (size_t k = 0; k < worlds; k++)
            if (relation->cell[k] == relation->cell[i]) {
                is_first &= k >= i;
                size++;
            }
        sizes[size] += is_first;
    }
}

static void check_cells(const dx_rules *rules, dx_histories *histories,
                        const json_t *told)
{
    dx_formulas *store = dx_formulas_new();
    dx_grounding grounding = {.store = store, .rules = rules};
    const dx_model *model;
    CHECK_EQ(dx_histories_model(histories, &grounding, &model, NULL), DX_OK);
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        char name[12];
        size_t ours[100], theirs[100];
        snprintf(name, sizeof name, "%u", seat + 1);
        sizes_told(json_object_get(json_object_get(told, "cells"), name), ours);
        sizes_listed(dx_model_relation(model, seat, DX_KNOWLEDGE),
                     dx_histories_count(histories), theirs);
        CHECK(memcmp(ours, theirs, sizeof ours) == 0);
    }
    dx_formulas_free(store);
}

static void check_mine(const dx_histories *histories, const dx_view *view,
                       const json_t *told)
{
    size_t mine = 0;
    for (size_t i = 0; i < dx_histories_count(histories); i++)
        mine += dx_histories_looks(histories, i, view->seat, view->seen);
    CHECK_EQ(json_array_size(json_object_get(told, "mine")), mine);
    char count[20];
    snprintf(count, sizeof count, "%zu", mine);
    CHECK_TEXT(json_string_value(json_object_get(told, "count")), count);
}

// True if there was a whole model to compare.
static bool compare(const dx_rules *rules, const dx_view *view)
{
    dx_histories *histories;
    dx_consider_options options = {.worlds_max = 5000};
    json_t *told = tell(rules, view, dx_tell_worlds);
    bool whole = json_is_true(json_object_get(told, "whole"));
    CHECK_EQ(dx_histories_new(rules, view->seen, view->count, false, &options,
                              &histories, NULL),
             DX_OK);
    size_t worlds = json_array_size(json_object_get(told, "worlds"));
    CHECK_EQ(whole, dx_histories_count(histories) <= 60);
    if (whole) {
        CHECK_EQ(worlds, dx_histories_count(histories));
        check_cells(rules, histories, told);
    }
    if (worlds > 0)
        check_mine(histories, view, told);
    dx_histories_free(histories);
    json_decref(told);
    return whole;
}

TEST(worlds_of_a_picture_are_the_histories_that_fit_what_was_seen)
{
    static const char *const texts[] = {
        "hanabi(players=2,colours=1,ranks=3,hand=2)",
        "hanabi(players=3,colours=1,ranks=3,hand=1)",
        "hanabi(players=2,colours=1,ranks=2,hand=2)",
    };
    unsigned whole = 0;
    for (unsigned i = 0; i < 3 * (unsigned)SAMPLE(6, 60); i++) {
        dx_rules rules;
        dx_random random = dx_random_named(14, i, 0);
        CHECKING("%s, game %u", texts[i % 3], i);
        CHECK_EQ(dx_rules_parse(dx_games(), texts[i % 3], &rules, NULL), DX_OK);
        dx_deal *deal = dx_deal_new(&rules, i, 0);
        dx_match *match = dx_match_new(&rules, deal);
        for (unsigned turn = 0; turn < 6; turn++) {
            unsigned seat = dx_match_turn(match);
            dx_event moves[DX_MOVES_MAX];
            if (seat == DX_OVER)
                break;
            const dx_view *view = dx_match_view(match, seat);
            whole += compare(&rules, view);
            unsigned count = dx_view_moves(view, moves);
            CHECK_EQ(dx_match_play(match, seat,
                                   moves[dx_random_below(&random, count)], NULL,
                                   NULL),
                     DX_OK);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
    CHECK(whole > 20);
}

static json_t *bring(dx_house *house, const char *path)
{
    dx_text record;
    int code;
    CHECK_EQ(dx_text_read_file(dx_test_path(path), 1 << 20, &record, NULL),
             DX_OK);
    json_t *brought = dx_house_web(house, "/api/records", NULL,
                                   dx_text_string(&record), &code);
    CHECK_EQ(code, 200);
    dx_text_release(&record);
    return brought;
}

TEST(worlds_of_a_picture_name_every_card_by_the_place_that_has_it)
{
    dx_house house;
    int code;
    char body[200];
    dx_house_open(&house, NULL);
    json_t *record = bring(&house, "../examples/records/clue-small.jsonl");
    snprintf(body, sizeof body, "{\"record\":\"%s\",\"turn\":4,\"seat\":1}",
             json_string_value(json_object_get(record, "id")));
    json_t *told = dx_house_web(&house, "/api/model", NULL, body, &code);
    CHECK_EQ(code, 200);
    CHECK(json_array_size(json_object_get(told, "worlds")) > 0);
    char *text = json_dumps(told, 0);
    CHECK_THAT(strstr(text, "kind ") == NULL, "%s", text);
    free(text);
    json_decref(told);
    json_decref(record);
    dx_house_close(&house);
}

TEST(worlds_of_a_picture_that_were_not_counted_are_not_called_none)
{
    dx_house house;
    int code;
    char body[200];
    dx_house_open(&house, NULL);
    json_t *record = bring(&house, "../examples/records/hanabi-full.jsonl");
    snprintf(body, sizeof body, "{\"record\":\"%s\",\"turn\":0,\"seat\":1}",
             json_string_value(json_object_get(record, "id")));
    json_t *told = dx_house_web(&house, "/api/model", NULL, body, &code);
    const json_t *error = json_object_get(told, "error");
    CHECK_TEXT(json_string_value(json_object_get(error, "text")),
               "too many worlds to count: at most 60 can be drawn");
    CHECK(json_object_get(told, "count") == NULL);
    json_decref(told);
    json_decref(record);
    dx_house_close(&house);
}

static const char *cell(const json_t *told, const char *row, const char *about,
                        const char *member)
{
    const json_t *found = json_object_get(
        json_object_get(json_object_get(told, "rows"), row), about);
    const char *value = json_string_value(json_object_get(found, member));
    return value != NULL ? value : "";
}

TEST(who_suspects_whom_is_what_single_questions_say)
{
    dx_house house;
    int code;
    char body[300];
    dx_house_open(&house, NULL);
    json_t *record = bring(&house, "../examples/records/saboteur-small.jsonl");
    const char *id = json_string_value(json_object_get(record, "id"));
    const char *const bodies[] = {
        "\"formula\":\"P[1](saboteur(3))\"",
        "\"formula\":\"P[1](P[2](saboteur(3)) > 1/2)\"",
    };
    snprintf(body, sizeof body,
             "{\"record\":\"%s\",\"turn\":3,\"seat\":1,\"assume\":"
             "\"source(bayes)\"}",
             id);
    json_t *told = dx_house_web(&house, "/api/suspicion", NULL, body, &code);
    CHECK_EQ(code, 200);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(body, sizeof body,
                 "{\"record\":\"%s\",\"turn\":3,\"seat\":1,\"assume\":"
                 "\"source(bayes)\",%s}",
                 id, bodies[i]);
        json_t *asked = dx_house_web(&house, "/api/ask", NULL, body, &code);
        CHECK_TEXT(json_string_value(json_object_get(asked, "quality")),
                   "rounded");
        CHECK_TEXT(cell(told, i == 0 ? "1" : "2", "3", i == 0 ? "p" : "likely"),
                   json_string_value(json_object_get(asked, "value")));
        json_decref(asked);
    }
    json_decref(told);
    snprintf(body, sizeof body,
             "{\"record\":\"%s\",\"turn\":3,\"assume\":\"source(bayes)\"}", id);
    told = dx_house_web(&house, "/api/suspicion", NULL, body, &code);
    CHECK_TEXT(cell(told, "3", "1", "p"), "0"); // the saboteur knows
    json_decref(told);
    json_decref(record);
    dx_house_close(&house);
}

TEST(nobody_in_particular_believes_nothing_by_a_source)
{
    dx_house house;
    int code;
    char body[300];
    static const char *const sources[] = {"bayes", "graph1", "graph2"};
    dx_house_open(&house, NULL);
    json_t *record = bring(&house, "../examples/records/saboteur-small.jsonl");
    const char *id = json_string_value(json_object_get(record, "id"));
    for (unsigned turn = 0; turn < 6; turn++) {
        snprintf(body, sizeof body,
                 "{\"record\":\"%s\",\"turn\":%u,\"assume\":\"source(%s)\"}",
                 id, turn, sources[turn % 3]);
        json_t *lens = dx_house_web(&house, "/api/lens", NULL, body, &code);
        CHECK_EQ(code, 200);
        CHECK(strstr(json_string_value(json_object_get(lens, "unweighed")),
                     "from a seat") != NULL);
        json_decref(lens);
    }
    json_decref(record);
    dx_house_close(&house);
}

TEST(the_uncertainty_of_go_fish_is_told_at_every_turn_of_a_replay)
{
    dx_house house;
    int code;
    char path[200];
    size_t turn;
    const json_t *bits;
    dx_house_open(&house, NULL);
    json_t *record = bring(&house, "../examples/records/gofish.jsonl");
    snprintf(path, sizeof path, "/api/records/%s/track",
             json_string_value(json_object_get(record, "id")));
    json_t *told = dx_house_web(&house, path, NULL, NULL, &code);
    CHECK_EQ(code, 200);
    const json_t *track = json_object_get(json_object_get(told, "seats"), "1");
    CHECK(json_array_size(track) > 50);
    json_array_foreach (track, turn, bits)
        CHECK_THAT(json_is_number(bits), "turn %zu", turn);
    // Nothing is hidden when the stock is empty.
    CHECK_EQ(json_number_value(json_array_get(track, turn - 1)), 0);
    json_decref(told);
    json_decref(record);
    dx_house_close(&house);
}
