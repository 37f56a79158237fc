// A scene for each rule of sample.

#include "games/sample/sample.h"

#include "game/match.h"
#include "game/say.h"
#include "test.h"

// Plays `moves`, words of seats in turn up to NULL, from a dealt game.
static dx_match *play(const dx_rules *rules, dx_deal *deal,
                      const char *const *moves)
{
    dx_match *match = dx_match_new(rules, deal);
    for (; *moves != NULL; moves++) {
        unsigned seat = dx_match_turn(match);
        dx_event move;
        dx_error error = {.message = ""};
        CHECK_THAT(dx_read_move(dx_match_view(match, seat), *moves, &move,
                                &error) == DX_OK,
                   "%s", error.message);
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
    }
    return match;
}

TEST(the_highest_card_of_sample_scores_and_the_last_one_ends_it)
{
    const dx_game *const games[] = {&dx_game_sample, NULL};
    static const uint8_t order[] = {0, 2, 4, 1, 3, 5}; // cards 1 2, 3 1, 2 3
    static const char *const moves[] = {"lay 1", "lay 2", "lay 1", "lay 3",
                                        NULL};
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(games, "sample(tiny)", &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_blank(&rules);
    CHECK_EQ(dx_deal_set(deal, 0, 0, order, 6, NULL), DX_OK);
    dx_match *match = play(&rules, deal, moves);
    CHECK_EQ(dx_match_turn(match), DX_OVER);
    CHECK_EQ(dx_match_score(match, 0), 1);
    CHECK_EQ(dx_match_score(match, 1), 1);
    dx_match_free(match);
    dx_deal_free(deal);
}
