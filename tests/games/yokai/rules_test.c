// The rules of Yokai on packs laid out by hand, and what its sights hold.

#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "games/yokai/yokai.h"
#include "test.h"

#include <string.h>

// A table to play on.
typedef struct game {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} game;

// Cards, hints and sizes in the order of their numbers: each family is a row,
// and the hints that come are r, g, rg, rb, ry, rgb and rgy.
static game in_order(const char *text)
{
    game g;
    dx_error error = {.message = ""};
    dx_status status = dx_rules_parse(dx_games(), text, &g.rules, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    uint8_t order[DX_YOKAI_CARDS];
    for (uint8_t i = 0; i < DX_YOKAI_CARDS; i++)
        order[i] = i;
    g.deal = dx_deal_blank(&g.rules);
    for (unsigned pack = 0; pack < dx_deal_packs(g.deal); pack++)
        CHECK_EQ(dx_deal_set(g.deal, pack, 0, order,
                             dx_deal_cards(g.deal, pack), NULL),
                 DX_OK);
    g.match = dx_match_new(&g.rules, g.deal);
    return g;
}

static void leave(game *g)
{
    dx_match_free(g->match);
    dx_deal_free(g->deal);
}

static bool can(game *g, const char *text)
{
    unsigned seat = dx_match_turn(g->match);
    dx_event move;
    return dx_read_move(dx_match_view(g->match, seat), text, &move, NULL) ==
           DX_OK;
}

// Several moves, each by the seat that is next.
static void play(game *g, const char *const *moves)
{
    for (; *moves != NULL; moves++) {
        unsigned seat = dx_match_turn(g->match);
        dx_event move;
        dx_error error = {.message = ""};
        dx_status status =
            dx_read_move(dx_match_view(g->match, seat), *moves, &move, &error);
        if (status == DX_OK)
            status = dx_match_play(g->match, seat, move, NULL, &error);
        CHECK_THAT(status == DX_OK, "%s: %s", *moves, error.message);
    }
}
#define PLAY(game, ...) play(game, (const char *const[]){__VA_ARGS__, NULL})

static const dx_yokai *sight(const game *g, unsigned seat)
{
    return dx_match_view(g->match, seat)->sight;
}
static const dx_yokai *truth(const game *g)
{
    return dx_match_truth(g->match);
}

TEST(a_yokai_turn_is_look_look_move_hint_in_this_order)
{
    game g = in_order("yokai");
    CHECK(can(&g, "look c1") && can(&g, "stop") && !can(&g, "reveal"));
    PLAY(&g, "look c1");
    CHECK(!can(&g, "look c1") && can(&g, "look c2") && !can(&g, "stop"));
    PLAY(&g, "look c2");
    CHECK(!can(&g, "look c3") && can(&g, "move c1 14 16"));
    PLAY(&g, "move c1 14 16");
    CHECK(can(&g, "reveal") && !can(&g, "place r c1"));
    CHECK_EQ(dx_match_turn(g.match), 0);
    PLAY(&g, "reveal");
    CHECK_EQ(dx_match_turn(g.match), 1);
    CHECK_EQ(truth(&g)->turns, 1);
    CHECK_EQ(dx_yokai_active(truth(&g)), 1);
    leave(&g);
}

TEST(only_who_looks_at_a_yokai_card_sees_it_and_all_see_that_it_looked)
{
    game g = in_order("yokai");
    PLAY(&g, "look c7");
    CHECK_EQ(sight(&g, 0)->colour[6], 1);
    CHECK_EQ(sight(&g, 1)->colour[6], DX_HOLE);
    CHECK_EQ(sight(&g, 1)->looked[6], 1);
    CHECK_EQ(sight(&g, 0)->left[1], 3);
    CHECK_EQ(sight(&g, 1)->left[1], 4);
    leave(&g);
}

TEST(a_marked_yokai_card_is_neither_looked_at_nor_moved)
{
    game g = in_order("yokai");
    PLAY(&g, "look c1", "look c2", "move c1 14 16", "reveal");
    PLAY(&g, "look c1", "look c5", "move c1 15 15", "place r c1");
    CHECK(!can(&g, "look c1") && can(&g, "look c2"));
    PLAY(&g, "look c2", "look c3");
    CHECK(!can(&g, "move c1 14 16") && can(&g, "move c4 14 16"));
    PLAY(&g, "move c4 14 16");
    CHECK(!can(&g, "place r c2"));
    leave(&g);
}

TEST(a_yokai_game_that_is_stopped_with_all_families_together_is_won)
{
    game g = in_order("yokai");
    PLAY(&g, "look c1", "look c2", "move c1 14 16", "reveal");
    PLAY(&g, "look c1", "look c2", "move c1 15 15", "place r c1");
    PLAY(&g, "look c5", "look c2", "move c5 15 19", "reveal");
    CHECK_EQ(dx_match_turn(g.match), 1);
    PLAY(&g, "look c5", "look c6", "move c5 16 15", "place g c16", "stop");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    for (unsigned seat = 0; seat < 2; seat++) {
        CHECK(dx_rules_won(&g.rules, sight(&g, seat), seat));
        CHECK_EQ(dx_game_yokai.score(sight(&g, seat), seat), 1 - 1 + 5 * 5);
    }
    leave(&g);
}

TEST(a_yokai_game_that_is_stopped_too_soon_is_lost_and_scores_nothing)
{
    game g = in_order("yokai");
    PLAY(&g, "look c1", "look c2", "move c1 19 18", "reveal", "stop");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK(!dx_rules_won(&g.rules, sight(&g, 1), 1));
    CHECK_EQ(dx_game_yokai.score(sight(&g, 0), 0), 0);
    leave(&g);
}

// Reveals all hints, then places them all; says how many actions it took.
static unsigned play_out(game *g)
{
    unsigned actions = 0;
    while (dx_match_turn(g->match) != DX_OVER) {
        const dx_event *moves;
        unsigned count = dx_match_moves(g->match, &moves), choice = 0;
        while (choice + 1 < count && moves[choice].verb == DX_YOKAI_STOP)
            choice++;
        CHECK_EQ(dx_match_step(g->match, choice), DX_OK);
        actions++;
    }
    return actions;
}

TEST(a_yokai_game_ends_when_all_hints_are_placed)
{
    game g = in_order("yokai");
    CHECK_EQ(play_out(&g), 56);
    CHECK_EQ(truth(&g)->turns, 14);
    CHECK(!truth(&g)->stopped);
    leave(&g);
    g = in_order("yokai(players=3)");
    CHECK_EQ(truth(&g)->hints, 9);
    CHECK_EQ(play_out(&g), 72);
    leave(&g);
    g = in_order("yokai(players=4)");
    CHECK_EQ(truth(&g)->hints, 10);
    CHECK_EQ(play_out(&g), 80);
    leave(&g);
    g = in_order("yokai(nine)");
    CHECK_EQ(truth(&g)->cards, 9);
    CHECK_EQ(play_out(&g), 40);
    leave(&g);
}

TEST(in_the_papers_yokai_the_order_is_free_and_hints_are_chosen)
{
    game g = in_order("yokai(paper)");
    CHECK(can(&g, "activate ry") && !can(&g, "reveal"));
    PLAY(&g, "activate ry", "look c1", "move c2 14 15");
    CHECK_EQ(dx_match_turn(g.match), 0);
    CHECK(can(&g, "look c2") && !can(&g, "move c2 15 16"));
    CHECK(!can(&g, "place ry c1") && !can(&g, "activate r"));
    PLAY(&g, "look c2", "place ry c3");
    CHECK(!can(&g, "look c3") && can(&g, "look c2") && can(&g, "stop") == 0);
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
}

TEST(hints_beyond_those_in_the_yokai_box_are_refused)
{
    dx_rules rules;
    dx_error error;
    CHECK_EQ(dx_rules_parse(dx_games(), "yokai(nine,three=1)", &rules, &error),
             DX_ERR_INPUT);
    CHECK(strstr(error.message, "there are 0") != NULL);
    CHECK_EQ(dx_rules_parse(dx_games(), "yokai(tiny,one=0)", &rules, &error),
             DX_ERR_INPUT);
}

TEST(a_group_of_yokai_cards_may_be_joined_by_the_card_that_moves)
{
    // c1 c2 c3 in a row: c2 may go where it still joins the others, and there
    // is such a square only if they are two apart.
    dx_yokai_board board = {3, {0}};
    for (unsigned card = 0; card < 3; card++)
        board.square[card] = (uint16_t)dx_yokai_square(10, 10 + card);
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    dx_yokai_shape_init(&shape, &board);
    CHECK_EQ(shape.rim_count, 8);
    CHECK_EQ(dx_yokai_targets(&shape, 1, target), 0);
    CHECK_EQ(dx_yokai_targets(&shape, 0, target), 5);
    board.square[0] = (uint16_t)dx_yokai_square(11, 11);
    dx_yokai_shape_init(&shape, &board); // an L: c1 below c2, c3 beside it
    CHECK_EQ(dx_yokai_targets(&shape, 1, target), 1);
}
