// Games that start from a position that somebody wrote down.

#include "agents/agents.h"
#include "agents/typed.h"
#include "base/memory.h"
#include "game/record.h"
#include "games/games.h"
#include "games/hanabi/hanabi.h"
#include "games/hanabi/hanablive.h"
#include "test.h"

#include <string.h>

static const char written[] =
    "{\"piles\":{\"r\":2,\"b\":1},\"discards\":[\"r1\",\"y3\",\"y3\"],"
    "\"hints\":4,\"lives\":2,\"next\":2,\"hands\":["
    "[\"r3\",\"y1\",\"g5\",null,\"p1\"],"
    "[\"b2\",\"b3\",\"g1\",\"g1\",\"w\"],"
    "[\"r5\",null,null,null,null]],\"deck\":[\"r4\"]}";

static dx_hanablive read_position(const char *text)
{
    dx_hanablive game;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_hanablive_read(text, strlen(text), &game, &error) == DX_OK,
               "%s", error.message);
    return game;
}

// The text with another word in it.
static char *with(const char *text, const char *old, const char *word)
{
    dx_text out = {0};
    const char *at = strstr(text, old);
    CHECK(at != NULL);
    dx_text_add_part(&out, text, (size_t)(at - text));
    dx_text_add(&out, word);
    dx_text_add(&out, at + strlen(old));
    return dx_text_take(&out);
}

TEST(a_hanabi_position_is_a_game_that_starts_there)
{
    char *text = with(written, "\"w\"", "\"y4\"");
    dx_hanablive game = read_position(text);
    const dx_hanabi *t = dx_match_truth(game.match);
    CHECK_EQ(dx_match_turn(game.match), 1);
    CHECK_EQ(t->score, 3);
    CHECK_EQ(t->tokens, 4);
    CHECK_EQ(t->lives, 2);
    CHECK_EQ(t->pile[0], 2);
    CHECK_EQ(t->pile[3], 1);
    CHECK_EQ(t->discarded[dx_hanabi_kind(t, 1, 2)], 2);
    CHECK_EQ(t->deck, 50 - 3 - 3 - 15);
    CHECK_EQ(t->hand[0][0], dx_hanabi_kind(t, 0, 2));
    CHECK_EQ(t->hand[1][4], dx_hanabi_kind(t, 1, 3));
    CHECK_EQ(t->hand[2][0], dx_hanabi_kind(t, 0, 4));
    CHECK(dx_hanabi_doomed(t, dx_hanabi_kind(t, 1, 3)));
    dx_event move = dx_with(dx_event_new(DX_HANABI_PLAY, 1), 0, 0);
    CHECK_EQ(dx_match_play(game.match, 1, move, NULL, NULL), DX_OK);
    CHECK_EQ(t->score, 4);
    CHECK_EQ(t->hand[1][4], dx_hanabi_kind(t, 0, 3)); // the deck as given
    dx_hanablive_release(&game);
    dx_free(text);
}

TEST(a_record_from_a_hanabi_position_is_read_again)
{
    char *text = with(written, "\"w\"", "null");
    dx_hanablive game = read_position(text);
    dx_record_writer *writer = dx_record_writer_new(&game.rules, NULL);
    dx_text lines = {0};
    dx_record *record;
    dx_error error = {.message = ""};
    dx_record_write(writer, game.match, &lines);
    CHECK_THAT(dx_record_read(dx_games(), lines.at, lines.length, &record,
                              &error) == DX_OK,
               "%s", error.message);
    CHECK(memcmp(&record->rules.params, &game.rules.params,
                 sizeof record->rules.params) == 0);
    CHECK_EQ(record->count, 15);
    dx_record_free(record);
    dx_text_release(&lines);
    dx_record_writer_free(writer);
    dx_hanablive_release(&game);
    dx_free(text);
}

TEST(a_wrong_hanabi_position_is_refused_with_what_is_wrong)
{
    static const char *const cases[][3] = {
        {"\"w\"", "\"w1\"", "hands[1][4]: expected a card"},
        {"\"w\"", "\"g5\"", "a card more often than the pack has it"},
        {"\"w\"", "\"y4\",\"y4\"", "hands[1]: expected a list of 5 cards"},
        {"\"w\"]", "\"y4\"],[]", "hands[0]: expected a list of 4 cards"},
        {"\"r\":2", "\"r\":6", "expected a card of this pack"},
        {"\"r\":2", "\"r\":\"\\\"\"", "expected a card of this pack"},
        {"\"y3\",", "\"y3\",\"y3\",", "y3 is gone or on its pile 3 times"},
        {"\"hints\":4", "\"hints\":9", "hints 9, expected 0 to 8"},
        {"\"lives\":2", "\"lives\":0", "lives 0, expected 1 to 3"},
        {"\"next\":2", "\"next\":4", "next 4, expected 1 to 3"},
        {"\"next\":2", "\"rules\":\"kemps\"", "kemps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_hanablive game;
        dx_error error = {.message = ""};
        char *text = with(written, cases[i][0], cases[i][1]);
        CHECK_THAT(dx_hanablive_read(text, strlen(text), &game, &error) !=
                           DX_OK &&
                       strstr(error.message, cases[i][2]) != NULL,
                   "%s: %s", text, error.message);
        dx_free(text);
    }
}

// Whoever plays Hanabi plays on from anywhere.
TEST(every_hanabi_agent_plays_on_from_a_position)
{
    dx_rules rules = rules_of("hanabi(late,players=2)");
    for (const dx_agent *const *at = dx_agents(); *at != NULL; at++) {
        dx_policy policy;
        if ((*at)->game == NULL || strcmp((*at)->game, "hanabi") != 0 ||
            strcmp((*at)->name, "search") == 0)
            continue;
        CHECKING("%s", (*at)->name);
        CHECK_EQ(
            dx_policy_parse(dx_agents(), (*at)->name, &rules, &policy, NULL),
            DX_OK);
        for (unsigned number = 0; number < 4; number++) {
            dx_deal *deal = dx_deal_new(&rules, 26, number);
            dx_match *match = dx_match_new(&rules, deal);
            dx_mind *mind[2] = {dx_mind_new(&policy, dx_match_view(match, 0)),
                                dx_mind_new(&policy, dx_match_view(match, 1))};
            dx_random random = dx_random_named(26, number, 1);
            dx_thought thought = {.random = &random};
            while (dx_match_turn(match) != DX_OVER) {
                unsigned seat = dx_match_turn(match);
                dx_event move = dx_mind_choose(
                    mind[seat], dx_match_view(match, seat), &thought);
                CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
            }
            dx_mind_free(mind[0]);
            dx_mind_free(mind[1]);
            dx_match_free(match);
            dx_deal_free(deal);
        }
    }
}
