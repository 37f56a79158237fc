// hanab.live's two forms: out, in again, and wrong ones refused.

#include "base/memory.h"
#include "game/record.h"
#include "games/games.h"
#include "games/hanabi/hanabi.h"
#include "games/hanabi/hanablive.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_patient(dx_event move)
{
    return move.verb != DX_HANABI_PLAY;
}

// A random game as a record; moves that are `wanted` come before others, the
// last of them first.
static dx_record *random_record(unsigned players, const char *more,
                                bool (*wanted)(dx_event move), uint64_t seed)
{
    char rules_text[60];
    dx_rules rules;
    snprintf(rules_text, sizeof rules_text, "hanabi(players=%u%s)", players,
             more);
    CHECK_EQ(dx_rules_parse(dx_games(), rules_text, &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 3, seed);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(3, seed, 1);
    while (dx_match_turn(match) != DX_OVER) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        for (unsigned i = 0; wanted != NULL && i < count; i++)
            if (wanted(moves[i]))
                move = moves[i];
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                 DX_OK);
    }
    dx_record_writer *writer = dx_record_writer_new(&rules, NULL);
    dx_text text = {0};
    dx_record *record;
    dx_record_write(writer, match, &text);
    CHECK_EQ(dx_record_read(dx_games(), text.at, text.length, &record, NULL),
             DX_OK);
    dx_text_release(&text);
    dx_record_writer_free(writer);
    dx_match_free(match);
    dx_deal_free(deal);
    return record;
}

static void check_same(const dx_record *record, const dx_text *text,
                       uint64_t seed)
{
    dx_hanablive game;
    dx_error error = {.message = ""};
    unsigned count;
    CHECK_THAT(dx_hanablive_read(text->at, text->length, &game, &error) ==
                   DX_OK,
               "seed %d: %s", (int)seed, error.message);
    const dx_event *events = dx_match_events(game.match, &count);
    CHECK_EQ(count, record->count);
    CHECK(memcmp(events, record->events, count * sizeof *events) == 0);
    CHECK(memcmp(&game.rules.params, &record->rules.params,
                 sizeof game.rules.params) == 0);
    dx_hanablive_release(&game);
}

static void round_trips(uint64_t from, uint64_t to)
{
    for (uint64_t seed = from; seed < to; seed++) {
        CHECKING_SEED(seed);
        dx_record *record =
            random_record(2 + (unsigned)seed % 4, "", NULL, seed);
        dx_text text = {0};
        CHECK_EQ(dx_hanablive_write(record, &text, NULL), DX_OK);
        check_same(record, &text, seed);
        dx_text_clear(&text);
        CHECK_EQ(dx_hanablive_write_link(record, &text, NULL), DX_OK);
        check_same(record, &text, seed);
        dx_text_release(&text);
        dx_record_free(record);
    }
}

TEST(hanablive_exports_read_back_to_the_same_record)
{
    round_trips(0, 100);
}

LONG_TEST(a_thousand_hanablive_exports_read_back_to_the_same_record)
{
    round_trips(100, 1100);
}

TEST(wrong_hanablive_games_are_refused_with_the_place)
{
    static const char *const cases[][2] = {
        {"{\"players\": [\"a\", ]}", "unexpected token"},
        {"{}", "players: expected a list"},
        {"{\"players\":[\"a\",\"b\"]}", "deck: expected a list"},
        {"{\"players\":[\"a\",\"b\"],\"deck\":[{\"suitIndex\":9,\"rank\":1}]}",
         "deck[0].suitIndex: 9, expected 0 to 4"},
        {"{\"players\":[\"a\",\"b\"],\"deck\":[{\"suitIndex\":0,\"rank\":1}],"
         "\"actions\":[]}",
         "deck: 1 cards, expected 50"},
        {"{\"players\":[\"a\",\"b\"],\"options\":{\"variant\":\"Rainbow\"}}",
         "options.variant: 'Rainbow'"},
        {"915aaa,00,0", "the number of players"},
        {"215aa!", "a letter from a to z"},
        {"https://hanab.live/replay/123#4", "only names a game"},
        {"https://evil.com/replay-json/215aaa,00,0", "leads elsewhere"},
        {"evil.com/replay-json/215aaa,00,0", "leads elsewhere"},
        {"https://evilhanab.live/replay-json/215", "leads elsewhere"},
        {"https://hanab.live@evil.com/replay-json/215", "leads elsewhere"},
        {"https://evil.com/hanab.live/replay-json/215", "leads elsewhere"},
        {"215aaa,00,77", "variant 77 with 3 cards"},
        {"215aaa", "a comma before the actions"},
        {"", "the number of players"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_hanablive game;
        dx_error error = {.message = ""};
        dx_status status =
            dx_hanablive_read(cases[i][0], strlen(cases[i][0]), &game, &error);
        CHECK_THAT(status != DX_OK && strstr(error.message, cases[i][1]),
                   "%s: %s", cases[i][0], error.message);
    }
}

// What people paste: the whole link or less of it, a turn behind it, a seed, a
// line's end.
TEST(a_hanablive_link_is_read_as_it_is_pasted)
{
    static const char *const before[] = {"https://hanab.live/shared-",
                                         "https://hanab.live/",
                                         "see <HTTPS://www.Hanab.Live/",
                                         "hanab.live/",
                                         "/",
                                         ""};
    static const char *const behind[] = {"",          "\n",   "#12",
                                         ",p4v0s1#3", "?x=1", " and so on"};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        CHECKING("'%s'", behind[i]);
        dx_record *record = random_record(3, "", NULL, i);
        dx_text link = {0}, text = {0};
        CHECK_EQ(dx_hanablive_write_link(record, &link, NULL), DX_OK);
        dx_text_printf(&text, "%sreplay-json/%s%s", before[i],
                       dx_text_string(&link), behind[i]);
        check_same(record, &text, i);
        dx_text_release(&text);
        dx_text_release(&link);
        dx_record_free(record);
    }
}

// The same game as a site has it whose second player moves first: hands, notes
// and players have changed places.
static char *second_first(const dx_text *text)
{
    enum { HAND = 5 };
    json_t *root = json_loadb(text->at, text->length, 0, NULL);
    json_t *deck = json_object_get(root, "deck"), *turned = json_array();
    json_t *players = json_object_get(root, "players");
    json_t *actions = json_object_get(root, "actions");
    for (size_t i = 0; i < json_array_size(deck); i++)
        json_array_append(turned, json_array_get(deck, i < HAND       ? i + HAND
                                                       : i < 2 * HAND ? i - HAND
                                                                      : i));
    json_object_set_new(root, "deck", turned);
    json_array_append(players, json_array_get(players, 0));
    json_array_remove(players, 0);
    for (size_t i = 0; i < json_array_size(actions); i++) {
        json_t *action = json_array_get(actions, i);
        json_int_t type = json_integer_value(json_object_get(action, "type"));
        json_int_t target =
            json_integer_value(json_object_get(action, "target"));
        json_int_t moved = type >= 2           ? 1 - target
                           : target < HAND     ? target + HAND
                           : target < 2 * HAND ? target - HAND
                                               : target;
        json_object_set_new(action, "target", json_integer(moved));
    }
    json_object_del(root, "notes");
    json_object_set_new(root, "options",
                        json_pack("{s:i}", "startingPlayer", 1));
    char *out = json_dumps(root, 0);
    json_decref(root);
    return out;
}

TEST(a_hanablive_game_may_begin_with_any_player)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        CHECKING_SEED(seed);
        dx_record *record = random_record(2, "", NULL, seed);
        dx_text text = {0}, turned = {0};
        CHECK_EQ(dx_hanablive_write(record, &text, NULL), DX_OK);
        char *json = second_first(&text);
        dx_text_add(&turned, json);
        check_same(record, &turned, seed);
        free(json);
        dx_text_release(&turned);
        dx_text_release(&text);
        dx_record_free(record);
    }
}

// A deck in order, a card played at once, and a vote to end.
TEST(a_hanablive_game_may_have_other_suits_notes_and_be_voted_to_an_end)
{
    static const unsigned copies[] = {3, 2, 2, 2, 1};
    for (unsigned suits = 3; suits <= 6; suits++) {
        dx_text text = {0};
        char variant[12] = "No Variant";
        dx_hanablive game;
        dx_error error = {.message = ""};
        if (suits != 5)
            snprintf(variant, sizeof variant, "%u Suits", suits);
        dx_text_printf(&text,
                       "{\"players\":[\"a\",\"b\"],\"options\":{\"variant\":"
                       "\"%s\"},\"notes\":[[\"a one\"],[]],\"actions\":[{"
                       "\"type\":0,\"target\":0},{\"type\":5,\"target\":1,"
                       "\"value\":10}],\"deck\":[",
                       variant);
        for (unsigned card = 0; card < suits * 10; card++) {
            unsigned rank = 0, left = card % 10;
            while (left >= copies[rank])
                left -= copies[rank++];
            dx_text_printf(&text, "%s{\"suitIndex\":%u,\"rank\":%u}",
                           card > 0 ? "," : "", card / 10, rank + 1);
        }
        dx_text_add(&text, "]}");
        CHECK_THAT(dx_hanablive_read(text.at, text.length, &game, &error) ==
                       DX_OK,
                   "%s", error.message);
        CHECK_EQ(dx_rules_value(&game.rules, "colours"), (int)suits);
        CHECK_EQ(dx_match_score(game.match, 0), 1);
        const dx_reason *why = dx_match_reason(game.match, 10);
        CHECK(why != NULL);
        CHECK_TEXT(why->words, "a one");
        dx_hanablive_release(&game);
        dx_text_release(&text);
    }
}

// Nobody plays until the last card can be played from the deck.
TEST(a_hanablive_game_may_have_a_play_from_the_deck)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        CHECKING_SEED(seed);
        dx_record *record = random_record(2, ",blind=yes", is_patient, seed);
        unsigned blind = 0;
        dx_text text = {0};
        for (unsigned i = 0; i < record->count; i++)
            blind += record->events[i].verb == DX_HANABI_BLIND;
        CHECK_EQ(blind, 1);
        CHECK_EQ(dx_hanablive_write(record, &text, NULL), DX_OK);
        check_same(record, &text, seed);
        dx_text_release(&text);
        dx_record_free(record);
    }
}

TEST(a_wrong_hanablive_action_is_named)
{
    dx_record *record = random_record(2, "", NULL, 1);
    dx_text text = {0};
    CHECK_EQ(dx_hanablive_write(record, &text, NULL), DX_OK);
    char *string = dx_text_take(&text);
    char *target = strstr(strstr(string, "actions"), "\"target\": ");
    target[10] = '5';
    target[11] = '9';
    dx_hanablive game;
    dx_error error = {.message = ""};
    CHECK(dx_hanablive_read(string, strlen(string), &game, &error) != DX_OK);
    CHECK(strncmp(error.message, "actions[0]", 10) == 0 || error.line > 0);
    dx_free(string);
    dx_record_free(record);
}

// Two players, five slots: discards 0-4, plays 5-9, colours 10-14, ranks 15-19.
TEST(hle_numbers_the_moves_as_it_does)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "hanabi(players=2)", &rules, NULL),
             DX_OK);
    dx_event move = dx_with(dx_event_new(DX_HANABI_THROW, 1), 0, 3);
    CHECK_EQ(dx_hanabi_hle_move(&rules, move), 3);
    move = dx_with(dx_event_new(DX_HANABI_PLAY, 1), 0, 3);
    CHECK_EQ(dx_hanabi_hle_move(&rules, move), 8);
    move = dx_with(dx_event_new(DX_HANABI_HINT, 1), 1, 2);
    CHECK_EQ(dx_hanabi_hle_move(&rules, move), 12);
    move = dx_with(dx_event_new(DX_HANABI_HINT, 1), 1, 9);
    CHECK_EQ(dx_hanabi_hle_move(&rules, move), 19);
}
