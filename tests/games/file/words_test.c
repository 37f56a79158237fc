// What a file does not say of its facts and numbers follows from what it says.

#include "game/deal.h"
#include "game/match.h"
#include "game/say.h"
#include "game/words.h"
#include "games/file/file.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_game *game_with(const char *facts, const char *pack)
{
    char text[1200];
    dx_game *game = NULL;
    dx_error error = {0};
    snprintf(text, sizeof text,
             "game coins \"which coin?\"\n"
             "param players = 2 in 2..4\n"
             "set metal = {gold, tin \"lead\"}\n"
             "set coin = {penny, dime}\n"
             "pack card = metal * coin %s\n"
             "place purse(seat) seen by owner\n"
             "%s\n"
             "phase guessing: %s\n"
             "nature deal(card: card) \"@ got %%0\" part \"@ got a coin\"\n"
             "start { draw deal to purse(1) then guessing by 1 }\n"
             "verb guess(c: card) { then over } \"@ guessed %%0\" move \"guess "
             "%%0\"\n"
             "score(s) = if s = 1 then 1 else 0\n",
             pack, facts,
             strstr(facts, "verb pass") != NULL ? "guess, pass" : "guess");
    dx_status status = dx_game_read(text, strlen(text), &game, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, DX_OK);
    return game;
}

TEST(what_is_not_so_and_how_a_list_calls_it_follow_from_how_a_fact_is_said)
{
    static const char *const said[][3] = {
        {"%0 {has|have} %1", "%0 {does|do} not have %1", "has this card"},
        {"%0 {has|have} the %1a", "%0 {does|do} not have the %1a",
         "has this card"},
        {"%0 {has|have} asked %1", "%0 {has|have} not asked %1",
         "has asked this card"},
        {"%0 {is|are} out", "%0 {is|are} not out", "is out"},
        {"%1 was laid by %0", "%1 was not laid by %0",
         "this card was laid by this seat"},
        {"%0 may lay %1", "%0 may not lay %1", "may lay this card"},
        {"%0 {likes|like} %1", "it is not so that %0 {likes|like} %1",
         "likes this card"},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char fact[200];
        snprintf(fact, sizeof fact,
                 "let has(s: seat, c: card) = c in purse(s) \"%s\"",
                 said[i][0]);
        dx_game *game = game_with(fact, "");
        const dx_fact_words *words = dx_words_of_fact(game, "has");
        assert_string_equal(words->yes, said[i][0]);
        assert_string_equal(words->no, said[i][1]);
        assert_string_equal(words->menu, said[i][2]);
        dx_game_free(game);
    }
}

TEST(what_a_file_says_of_a_fact_stands_for_what_would_follow)
{
    dx_game *game = game_with("let has(s: seat, c: card) = c in purse(s)\n"
                              "\"%0 {has|have} %1\" menu \"owns it\"\n"
                              "no \"%0 {lacks|lack} %1\"",
                              "");
    const dx_fact_words *words = dx_words_of_fact(game, "has");
    assert_string_equal(words->no, "%0 {lacks|lack} %1");
    assert_string_equal(words->menu, "owns it");
    dx_game_free(game);
}

TEST(what_stands_behind_then_over_is_why_the_game_is_over)
{
    dx_game *game = game_with(
        "verb pass { if who = 1 { then over \"$players {one|all} have "
        "passed.\" } else { then over } }",
        "");
    const dx_rules rules = dx_rules_normal(game);
    const dx_cast cast = {.rules = &rules, .you = DX_BYSTANDER};
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    dx_text why = {0};
    dx_ending_say(&cast, dx_match_truth(match), &why);
    assert_string_equal(dx_text_string(&why), "");
    dx_event move;
    CHECK_EQ(dx_read_move(dx_match_view(match, 0), "pass", &move, NULL), DX_OK);
    CHECK_EQ(dx_match_play(match, 0, move, NULL, NULL), DX_OK);
    assert_int_equal(dx_match_turn(match), DX_OVER);
    dx_ending_say(&cast, dx_match_view(match, 1)->sight, &why);
    assert_string_equal(dx_text_string(&why), "2 all have passed.");
    dx_text_release(&why);
    dx_match_free(match);
    dx_deal_free(deal);
    dx_game_free(game);
}

TEST(what_there_are_many_of_follows_from_how_a_number_is_said)
{
    static const char *const said[][3] = {
        {"%0 {has|have} # {coin|coins} in hand",
         "the number of %0's coins in hand", "coins in hand"},
        {"# {coin lies|coins lie} before %0",
         "the number of coins that lie before %0",
         "coins that lie before this seat"},
        {"%0 {is|are} worth #", "the number \"size\" of %0", "size"},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char fact[200];
        snprintf(fact, sizeof fact, "let size(s: seat) = size(purse(s)) \"%s\"",
                 said[i][0]);
        dx_game *game = game_with(fact, "");
        const dx_number_words *words = dx_words_of_number(game, "size");
        assert_string_equal(words->is, said[i][0]);
        assert_string_equal(words->noun, said[i][1]);
        assert_string_equal(words->menu, said[i][2]);
        dx_game_free(game);
    }
}

TEST(words_stand_behind_verbs_cards_and_the_words_of_sets)
{
    dx_game *game =
        game_with("stock \"# {coin|coins} rest\"", "\"a %1 of %0\"");
    assert_string_equal(dx_words_of_number(game, "stock")->is,
                        "# {coin|coins} rest");
    assert_string_equal(dx_words_of_verb(game, 0)->part, "@ got a coin");
    assert_string_equal(dx_words_of_verb(game, 1)->move, "guess %0");
    dx_rules rules = dx_rules_normal(game);
    dx_text said = {0};
    assert_true(game->words->value(&rules, "card", 2, DX_WORD_PLAIN, &said));
    assert_string_equal(dx_text_string(&said), "a penny of lead");
    dx_text_release(&said);
    dx_game_free(game);
}
