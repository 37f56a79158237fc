// The rules of Saboteur on decks laid out by hand: what fits, what is joined,
// tools, maps, goals, rounds and gold.

#include "games/saboteur/scene.h"
#include "test.h"

#include "games/games.h"

#include <stdio.h>
#include <string.h>

static unsigned count_sort(const dx_saboteur *t, dx_saboteur_sort sort)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        if (dx_saboteur_cards[kind].sort == sort)
            count += dx_saboteur_copies(t, kind);
    return count;
}

TEST(saboteur_has_40_tunnels_9_of_them_dead_ends_and_27_actions)
{
    dx_scene s = dx_scene_new("saboteur", "", "", "");
    const dx_saboteur *t = dx_scene_truth(&s);
    CHECK_EQ(count_sort(t, DX_SABOTEUR_OPEN), 31);
    CHECK_EQ(count_sort(t, DX_SABOTEUR_DEAD), 9);
    CHECK_EQ(count_sort(t, DX_SABOTEUR_BREAK), 9);
    CHECK_EQ(count_sort(t, DX_SABOTEUR_MEND), 9);
    CHECK_EQ(count_sort(t, DX_SABOTEUR_ROCK), 3);
    CHECK_EQ(count_sort(t, DX_SABOTEUR_MAP), 6);
    CHECK_EQ(dx_saboteur_pack_size(t), 67);
    CHECK_EQ(dx_saboteur_copies(t, DX_SABOTEUR_CARD_straight_ns), 4);
    dx_scene_free(&s);
    s = dx_scene_new("saboteur(straights=ew)", "", "", "");
    t = dx_scene_truth(&s);
    CHECK_EQ(dx_saboteur_copies(t, DX_SABOTEUR_CARD_straight_ns), 3);
    CHECK_EQ(dx_saboteur_copies(t, DX_SABOTEUR_CARD_straight_ew), 4);
    CHECK_EQ(dx_saboteur_pack_size(t), 67);
    dx_scene_free(&s);
}

TEST(saboteur_deals_roles_and_hands_by_the_number_of_players)
{
    static const uint8_t saboteurs[] = {1, 1, 2, 2, 3, 3, 3, 4};
    static const uint8_t left[] = {49, 43, 37, 37, 32, 35, 31, 27};
    for (unsigned players = 3; players <= 10; players++) {
        char text[40];
        snprintf(text, sizeof text, "saboteur(players=%u)", players);
        dx_scene s = dx_scene_new(text, "", "", "");
        const dx_saboteur *t = dx_scene_truth(&s);
        CHECK_EQ(dx_saboteur_role_cards(t, DX_SABOTEUR_SABOTEUR),
                 saboteurs[players - 3]);
        CHECK_EQ(dx_saboteur_role_cards(t, DX_SABOTEUR_MINER),
                 players + 1 - saboteurs[players - 3]);
        CHECK_EQ(dx_saboteur_deck(t), left[players - 3]);
        dx_scene_free(&s);
    }
    dx_scene s = dx_scene_new("saboteur(simplified)", "", "", "");
    CHECK_EQ(dx_saboteur_role_cards(dx_scene_truth(&s), DX_SABOTEUR_MINER), 3);
    CHECK_EQ(dx_scene_truth(&s)->spare, DX_NONE);
    dx_scene_free(&s);
}

#define SMALL "saboteur(players=3,rounds=1,hand=3,distance=3,score=side)"

TEST(saboteur_a_tunnel_agrees_with_every_side_that_it_touches)
{
    dx_scene s = dx_scene_new(SMALL, "MMMS", "stone_ne gold stone_nw",
                              "straight_ns cross curve_nw straight_ew cross "
                              "cross t_horizontal dead_cross map");
    CHECK(dx_scene_refuses(&s, "dig straight_ns 1 0 upright"));
    CHECK(!dx_scene_refuses(&s, "dig straight_ns 0 n1 upright"));
    CHECK(!dx_scene_refuses(&s, "dig straight_ew 1 0 upright"));
    CHECK(dx_scene_refuses(&s, "dig straight_ew 0 n1 upright"));
    // Turned by half it has no opening to the north any more.
    CHECK(!dx_scene_refuses(&s, "dig t_horizontal 1 0 upright"));
    CHECK(!dx_scene_refuses(&s, "dig t_horizontal 1 0 turned"));
    CHECK(dx_scene_refuses(&s, "dig t_horizontal 0 s1 turned"));
    SCENE_PLAY(&s, "dig t_horizontal 1 0 turned");
    // There is a wall to the north of it.
    CHECK(dx_scene_refuses(&s, "dig cross 1 n1 upright"));
    CHECK(!dx_scene_refuses(&s, "dig cross 1 s1 upright"));
    CHECK(!dx_scene_refuses(&s, "dig cross 2 0 upright"));
    dx_scene_free(&s);
}

TEST(saboteur_a_dead_end_cuts_the_way_unless_tunnels_may_be_loose)
{
    const char *cards = "dead_cross cross map map map map map map rockfall";
    dx_scene s = dx_scene_new(SMALL, "MMMS", "stone_ne gold stone_nw", cards);
    SCENE_PLAY(&s, "dig dead_cross 1 0 upright");
    CHECK(dx_scene_refuses(&s, "dig cross 2 0 upright"));
    CHECK(dx_scene_refuses(&s, "dig cross 1 n1 upright"));
    CHECK(!dx_scene_refuses(&s, "dig cross 0 n1 upright"));
    dx_scene_free(&s);
    s = dx_scene_new("saboteur(players=3,rounds=1,hand=3,distance=3,joined=no)",
                     "MMMS", "stone_ne gold stone_nw", cards);
    SCENE_PLAY(&s, "dig dead_cross 1 0 upright");
    CHECK(!dx_scene_refuses(&s, "dig cross 2 0 upright"));
    CHECK(dx_scene_refuses(&s, "dig cross 2 n1 upright"));
    SCENE_PLAY(&s, "dig cross 2 0 upright");
    // It touches the goal, but no way leads there.
    CHECK_EQ(dx_scene_truth(&s)->up, 0);
    dx_scene_free(&s);
}

TEST(saboteur_a_broken_tool_keeps_from_digging_and_a_double_mends_one)
{
    dx_scene s = dx_scene_new(SMALL, "MMMS", "stone_ne gold stone_nw",
                              "break_lamp cross map break_pick map map "
                              "map map fix_pick_lamp cross cross");
    CHECK(dx_scene_refuses(&s, "break 1 break_lamp"));
    SCENE_PLAY(&s, "break 2 break_lamp", "throw cross");
    // Anybody may mend it.
    CHECK(!dx_scene_refuses(&s, "mend 2 fix_pick_lamp lamp"));
    dx_scene_free(&s);
    s = dx_scene_new(SMALL, "MMMS", "stone_ne gold stone_nw",
                     "break_lamp cross break_pick map fix_pick_lamp map "
                     "map rockfall break_lamp cross cross");
    SCENE_PLAY(&s, "break 2 break_lamp");
    CHECK(dx_scene_refuses(&s, "dig cross 1 0 upright"));
    CHECK(dx_scene_refuses(&s, "mend 2 fix_pick_lamp pick"));
    SCENE_PLAY(&s, "throw rockfall");
    // One of each kind at most.
    CHECK(dx_scene_refuses(&s, "break 2 break_lamp"));
    SCENE_PLAY(&s, "break 2 break_pick", "throw map",
               "mend 2 fix_pick_lamp lamp");
    const dx_saboteur *t = dx_scene_truth(&s);
    CHECK_EQ(t->broken[1], 1);
    CHECK_EQ(t->used[DX_SABOTEUR_CARD_fix_pick_lamp], 1);
    CHECK_EQ(t->used[DX_SABOTEUR_CARD_break_lamp], 1);
    CHECK_EQ(t->used[DX_SABOTEUR_CARD_break_pick], 0);
    dx_scene_free(&s);
}

TEST(saboteur_rocks_take_any_tunnel_and_the_hole_may_be_filled)
{
    dx_scene s = dx_scene_new(SMALL, "MMMS", "stone_ne gold stone_nw",
                              "cross rockfall cross cross map map map map map "
                              "map straight_ew");
    SCENE_PLAY(&s, "dig cross 1 0 upright");
    CHECK(dx_scene_refuses(&s, "rockfall 0 0"));
    CHECK(dx_scene_refuses(&s, "rockfall 3 0"));
    CHECK(dx_scene_refuses(&s, "rockfall 2 0"));
    SCENE_PLAY(&s, "rockfall 1 0");
    CHECK_EQ(dx_scene_truth(&s)->tunnels, 0);
    CHECK(!dx_scene_refuses(&s, "dig cross 1 0 upright"));
    CHECK(dx_scene_refuses(&s, "dig cross 2 0 upright"));
    dx_scene_free(&s);
}

TEST(saboteur_a_map_is_seen_by_one_seat_and_a_word_about_it_may_be_a_lie)
{
    dx_scene s = dx_scene_new(SMALL, "MMMS", "stone_ne gold stone_nw",
                              "map cross cross");
    SCENE_PLAY(&s, "look middle");
    CHECK_EQ(dx_scene_sight(&s, 0)->goal[1], DX_SABOTEUR_GOLD);
    CHECK_EQ(dx_scene_sight(&s, 1)->goal[1], DX_HOLE);
    CHECK_EQ(dx_scene_sight(&s, 1)->looked[0], 2);
    CHECK_EQ(dx_match_turn(s.match), 0);
    CHECK(!dx_scene_refuses(&s, "silent"));
    CHECK(!dx_scene_refuses(&s, "claim middle gold"));
    CHECK(dx_scene_refuses(&s, "claim top gold"));
    SCENE_PLAY(&s, "claim middle stone");
    CHECK_EQ(dx_scene_sight(&s, 2)->said[0][1], DX_SABOTEUR_SAID_STONE);
    CHECK_EQ(dx_match_turn(s.match), 1);
    dx_scene_free(&s);
    s = dx_scene_new("saboteur(players=3,rounds=1,hand=3,claims=no)", "MMMS",
                     "stone_ne gold stone_nw", "map cross cross");
    SCENE_PLAY(&s, "look middle");
    CHECK_EQ(dx_match_turn(s.match), 1);
    dx_scene_free(&s);
}

TEST(saboteur_a_stone_is_turned_so_that_it_joins_the_way_which_may_go_on)
{
    dx_scene s = dx_scene_new(
        SMALL, "MMMS", "gold stone_ne stone_nw",
        "cross cross t_vertical map map map map map map cross cross");
    SCENE_PLAY(&s, "dig cross 1 0 upright", "dig cross 2 0 upright");
    const dx_saboteur *t = dx_scene_truth(&s);
    CHECK_EQ(t->up, 2);
    CHECK_EQ(t->goal[1], DX_SABOTEUR_STONE_NE);
    // Its openings are south and west now.
    CHECK_EQ(t->turned[1], 1);
    CHECK_EQ(dx_scene_sight(&s, 2)->goal[1], DX_SABOTEUR_STONE_NE);
    CHECK(dx_scene_refuses(&s, "dig t_vertical 3 n1 upright"));
    CHECK(!dx_scene_refuses(&s, "dig t_vertical 3 s1 upright"));
    // It touches the goal below at once, which is turned up as well.
    SCENE_PLAY(&s, "dig t_vertical 3 s1 upright");
    CHECK_EQ(t->up, 6);
    CHECK_EQ(t->turned[2], 0);
    CHECK_EQ(dx_match_turn(s.match), 0);
    dx_scene_free(&s);
}

TEST(saboteur_the_gold_ends_the_round_and_roles_are_shown)
{
    dx_scene s = dx_scene_new(SMALL, "MSMM", "stone_nw gold stone_ne",
                              "cross cross map map map map map map");
    SCENE_PLAY(&s, "dig cross 1 0 upright", "dig cross 2 0 upright");
    CHECK_EQ(dx_match_turn(s.match), DX_OVER);
    CHECK_EQ(dx_scene_truth(&s)->linker, 1);
    CHECK_EQ(dx_match_score(s.match, 0), 1);
    CHECK_EQ(dx_match_score(s.match, 1), 0);
    CHECK_EQ(dx_match_score(s.match, 2), 1);
    CHECK_EQ(dx_scene_sight(&s, 0)->role[1], DX_SABOTEUR_SABOTEUR);
    dx_scene_free(&s);
}

// All throw away what they have, the first card of each hand.
static void throw_all(dx_scene *s, unsigned round)
{
    while (dx_match_turn(s->match) != DX_OVER &&
           dx_scene_truth(s)->round == round) {
        const dx_event *moves;
        unsigned count = dx_match_moves(s->match, &moves);
        CHECK_EQ(moves[count - 1].verb, DX_SABOTEUR_THROW);
        CHECK_EQ(dx_match_step(s->match, count - 1), DX_OK);
    }
}

static void check_paid(unsigned players, const char *roles, unsigned each)
{
    char text[60];
    snprintf(text, sizeof text, "saboteur(rounds=1,players=%u)", players);
    dx_scene s = dx_scene_new(text, roles, "", "");
    throw_all(&s, 0);
    const dx_saboteur *t = dx_scene_truth(&s);
    CHECK_EQ(t->drawn, 67);
    CHECK_EQ(t->moves, 67);
    for (unsigned seat = 0; seat < players; seat++)
        CHECK_EQ(t->gold[seat], roles[seat] == 'S' ? each : 0);
    dx_scene_free(&s);
}

TEST(saboteur_when_all_cards_are_gone_saboteurs_get_four_three_three_or_two)
{
    check_paid(3, "SMMM", 4);
    check_paid(5, "SMMSMM", 3);
    check_paid(7, "SMMSMSMM", 3);
    check_paid(10, "SMMSMSMSMMM", 2);
    check_paid(3, "MMMS", 0);
}

// The scene's gold cards come in the order 1, 1, ...: all are worth one.
TEST(saboteur_miners_share_the_gold_against_the_clock_from_who_reached_it)
{
    const char *cards = "cross cross map map map map map map";
    dx_scene s = dx_scene_new("saboteur(players=4,rounds=1,hand=2,distance=3)",
                              "MMSM", "stone_nw gold stone_ne", cards);
    SCENE_PLAY(&s, "dig cross 1 0 upright", "dig cross 2 0 upright");
    const dx_saboteur *t = dx_scene_truth(&s);
    // Four cards: seat 2 first, then 1, 4 and 2 again.
    CHECK_EQ(t->gold[1], 2);
    CHECK_EQ(t->gold[0], 1);
    CHECK_EQ(t->gold[3], 1);
    CHECK_EQ(t->gold[2], 0);
    CHECK_EQ(t->paid[0], 4);
    dx_scene_free(&s);
    s = dx_scene_new("saboteur(players=4,rounds=1,hand=2,distance=3)", "MSMM",
                     "stone_nw gold stone_ne", cards);
    SCENE_PLAY(&s, "dig cross 1 0 upright", "dig cross 2 0 upright");
    t = dx_scene_truth(&s);
    // A saboteur reached it: the next miner against the clock begins.
    CHECK_EQ(t->gold[0], 2);
    CHECK_EQ(t->gold[1], 0);
    dx_scene_free(&s);
}

TEST(saboteur_a_new_round_begins_to_the_left_of_who_moved_last)
{
    dx_scene s = dx_scene_new("saboteur(players=3,rounds=3,hand=2,distance=3)",
                              "MMSM", "stone_nw gold stone_ne",
                              "cross cross map map map map map map");
    SCENE_PLAY(&s, "dig cross 1 0 upright", "dig cross 2 0 upright");
    const dx_saboteur *t = dx_scene_truth(&s);
    CHECK_EQ(t->round, 1);
    CHECK_EQ(t->tunnels, 0);
    CHECK_EQ(t->up, 0);
    CHECK_EQ(dx_match_turn(s.match), 2);
    CHECK_EQ(t->gold[0] + t->gold[1], 3);
    // Roles are dealt again, and nobody sees those of others.
    CHECK_EQ(dx_scene_sight(&s, 0)->role[1], DX_HOLE);
    throw_all(&s, 1);
    throw_all(&s, 2);
    CHECK_EQ(dx_match_turn(s.match), DX_OVER);
    CHECK_EQ(t->gold[2], 8);
    CHECK(dx_rules_won(&s.rules, t, 2));
    CHECK(!dx_rules_won(&s.rules, t, 0));
    dx_scene_free(&s);
}

TEST(saboteur_the_board_has_no_edge)
{
    dx_scene s = dx_scene_new("saboteur(rounds=1,hand=3)", "", "",
                              "cross cross cross cross cross straight_ew "
                              "straight_ew straight_ew");
    for (unsigned i = 1; i <= 5; i++) {
        char move[40];
        snprintf(move, sizeof move, "dig cross w%u 0 upright", i);
        SCENE_PLAY(&s, move);
    }
    CHECK(!dx_scene_refuses(&s, "dig straight_ew w6 0 upright"));
    SCENE_PLAY(&s, "dig straight_ew w6 0 upright");
    CHECK(!dx_scene_refuses(&s, "dig straight_ew w7 0 upright"));
    dx_scene_free(&s);
}
