// Questions about a game of Clue that is longer than there is room for.

#include "ask/ask.h"
#include "game/deal.h"
#include "game/match.h"
#include "games/clue/clue.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <string.h>

TEST(a_game_with_very_many_showings_is_undecided_and_says_why)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "clue(limit=300)", &rules, NULL),
             DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(1, 0, 1);
    for (unsigned i = 0; i < 500 && dx_match_turn(match) != DX_OVER; i++) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves), choice;
        do
            choice = (unsigned)dx_random_below(&random, count);
        while (moves[choice].verb == DX_CLUE_ACCUSE);
        CHECK_EQ(dx_match_step(match, choice), DX_OK);
    }
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(store, "K[1] shown(2,1,plum) | has(2,rope)", &f, NULL),
             DX_OK);
    CHECK_EQ(dx_ask_seat(store, dx_match_view(match, 0), f,
                         &(dx_ask_options){.counts = true, .examples = true},
                         &answer, NULL),
             DX_OK);
    CHECK_EQ(answer.truth, DX_ANSWER_UNDECIDED);
    CHECK(strstr(answer.why, "places") != NULL);
    dx_answer_release(&answer);
    dx_formulas_free(store);
    dx_match_free(match);
    dx_deal_free(deal);
}
