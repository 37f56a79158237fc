// The rules of Hanabi on decks laid out by hand.

#include "agents/typed.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "games/hanabi/hanabi.h"
#include "test.h"

// A match whose deck is in the order of the kinds: three r1, two r2, ...
static dx_match *in_order(const dx_rules *rules, dx_deal **out_deal)
{
    uint8_t order[60];
    for (uint8_t i = 0; i < 60; i++)
        order[i] = i;
    *out_deal = dx_deal_blank(rules);
    CHECK_EQ(
        dx_deal_set(*out_deal, 0, 0, order, dx_deal_cards(*out_deal, 0), NULL),
        DX_OK);
    return dx_match_new(rules, *out_deal);
}

static dx_status play(dx_match *match, const char *text, dx_error *error)
{
    unsigned seat = dx_match_turn(match);
    dx_event move;
    dx_status status =
        dx_read_move(dx_match_view(match, seat), text, &move, error);
    return status != DX_OK ? status
                           : dx_match_play(match, seat, move, NULL, error);
}

static const dx_hanabi *truth(const dx_match *match)
{
    return dx_match_truth(match);
}

TEST(five_hanabi_players_get_four_cards_and_three_get_five)
{
    dx_rules five = rules_of("hanabi"), three = rules_of("hanabi(players=3)");
    dx_deal *deal;
    dx_match *match = in_order(&five, &deal);
    CHECK_EQ(truth(match)->size[4], 4);
    CHECK_EQ(truth(match)->deck, 30);
    dx_match_free(match);
    dx_deal_free(deal);

    match = in_order(&three, &deal);
    CHECK_EQ(truth(match)->size[2], 5);
    dx_match_free(match);
    dx_deal_free(deal);
}

// Seat 1 holds r1 r1 r1 r2 r2, seat 2 r3 r3 r4 r4 r5.
TEST(a_hanabi_play_fits_or_costs_a_life)
{
    dx_rules rules = rules_of("hanabi(players=2)");
    dx_deal *deal;
    dx_match *match = in_order(&rules, &deal);

    CHECK_EQ(play(match, "play 1", NULL), DX_OK);
    CHECK_EQ(truth(match)->pile[0], 1);
    CHECK_EQ(truth(match)->size[0], 5); // and drew
    CHECK_EQ(play(match, "play 1", NULL), DX_OK);
    CHECK_EQ(truth(match)->lives, 2);
    CHECK_EQ(truth(match)->discarded[2], 1); // an r3
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_hanabi_hint_names_all_slots_and_rules_out_the_others)
{
    dx_rules rules = rules_of("hanabi(players=2)");
    dx_deal *deal;
    dx_match *match = in_order(&rules, &deal);

    CHECK_EQ(play(match, "hint 2 3", NULL), DX_OK);
    const dx_hanabi *t = truth(match);
    CHECK_EQ(t->tokens, 7);
    CHECK_EQ(t->touched[1], 3);
    CHECK_EQ(t->could[1][0], dx_hanabi_of_rank(t, 2));
    CHECK_EQ(t->could[1][4] & dx_hanabi_of_rank(t, 2), 0);

    const dx_hanabi *sight = dx_match_view(match, 1)->sight;
    CHECK_EQ(sight->hand[1][0], DX_HOLE);
    CHECK_EQ(sight->hand[0][0], 0);
    CHECK_EQ(sight->could[1][0], t->could[1][0]);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_hanabi_discard_at_full_tokens_is_refused)
{
    dx_rules rules = rules_of("hanabi(players=2)");
    dx_rules lax = rules_of("hanabi(players=2,full=yes)");
    dx_deal *deal;
    dx_error error;
    dx_match *match = in_order(&rules, &deal);
    CHECK_EQ(play(match, "discard 1", &error), DX_ERR_MOVE);
    dx_match_free(match);
    dx_deal_free(deal);

    match = in_order(&lax, &deal);
    CHECK_EQ(play(match, "discard 1", &error), DX_OK);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(three_hanabi_bombs_end_the_game_at_zero_or_keep_the_score)
{
    dx_rules zero = rules_of("hanabi(players=2)");
    dx_rules keep = rules_of("hanabi(players=2,bomb=keep)");
    for (int i = 0; i < 2; i++) {
        dx_deal *deal;
        dx_match *match = in_order(i == 0 ? &zero : &keep, &deal);
        CHECK_EQ(play(match, "play 1", NULL), DX_OK); // r1
        CHECK_EQ(play(match, "play 1", NULL), DX_OK); // r3: a bomb
        CHECK_EQ(play(match, "play 1", NULL), DX_OK); // r1 again: a bomb
        CHECK_EQ(play(match, "play 1", NULL), DX_OK); // the third
        CHECK_EQ(dx_match_turn(match), DX_OVER);
        CHECK_EQ(dx_match_score(match, 0), i == 0 ? 0 : 1);
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

// One colour of one copy each: the deck is empty after one draw, and then
// both seats have one more turn.
TEST(the_last_hanabi_round_gives_every_seat_one_turn)
{
    dx_rules rules = rules_of(
        "hanabi(players=2,colours=1,ranks=5,low=1,middle=1,high=1,hand=2)");
    dx_deal *deal;
    dx_match *match = in_order(&rules, &deal);
    CHECK_EQ(play(match, "play 1", NULL), DX_OK); // r1; draws r5
    CHECK_EQ(truth(match)->turns_left, 2);
    CHECK_EQ(play(match, "hint 1 red", NULL), DX_OK);
    CHECK_EQ(play(match, "play 1", NULL), DX_OK); // r2
    CHECK_EQ(dx_match_turn(match), DX_OVER);
    CHECK_EQ(dx_match_score(match, 1), 2);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_hanabi_deck_too_small_for_its_hands_is_refused)
{
    dx_rules rules;
    dx_error error;
    CHECK_EQ(dx_rules_parse(dx_games(), "hanabi(players=5,colours=1)", &rules,
                            &error),
             DX_ERR_INPUT);
}

// One card a hand and three last rounds: somebody runs out of moves.
TEST(a_hanabi_seat_without_card_or_hint_ends_the_game)
{
    dx_rules rules = rules_of("hanabi(players=2,colours=1,ranks=2,hand=1,"
                              "last=3,tokens=1)");
    for (uint64_t number = 0; number < 50; number++) {
        CHECKING("deal %u", (unsigned)number);
        dx_deal *deal = dx_deal_new(&rules, 1, number);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(1, number, 2);
        while (dx_match_turn(match) != DX_OVER) {
            const dx_event *moves;
            unsigned count = dx_match_moves(match, &moves);
            CHECK(count > 0);
            dx_event move = moves[dx_random_below(&random, count)];
            CHECK_EQ(
                dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                DX_OK);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
}
