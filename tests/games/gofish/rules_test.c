// The rules of Go Fish on packs laid out by hand, one scene for each rule of a
// house, and what its sights hold.

#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "games/gofish/gofish.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// A table to play on.
typedef struct game {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} game;

// The pack in the order of `ranks` (one letter each, a is the first rank); what
// they leave out comes behind them.
static game laid_out(const char *text, const char *ranks)
{
    game g;
    dx_error error = {.message = ""};
    dx_status status = dx_rules_parse(dx_games(), text, &g.rules, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    uint8_t order[DX_GOFISH_CARDS], copies[DX_GOFISH_RANKS] = {0};
    unsigned count = 0, each = (unsigned)dx_rules_value(&g.rules, "copies");
    for (; ranks[count] != '\0'; count++) {
        unsigned rank = (unsigned)(ranks[count] - 'a');
        order[count] = (uint8_t)(rank * each + copies[rank]++);
    }
    for (unsigned rank = 0; (int)rank < dx_rules_value(&g.rules, "ranks");
         rank++)
        while (copies[rank] < each)
            order[count++] = (uint8_t)(rank * each + copies[rank]++);
    g.deal = dx_deal_blank(&g.rules);
    CHECK_EQ(dx_deal_set(g.deal, 0, 0, order, count, NULL), DX_OK);
    if (dx_deal_packs(g.deal) > 1)
        CHECK_EQ(dx_deal_set(g.deal, 1, 0, (const uint8_t[]){1, 0}, 2, NULL),
                 DX_OK);
    g.match = dx_match_new(&g.rules, g.deal);
    return g;
}

static void leave(game *g)
{
    dx_match_free(g->match);
    dx_deal_free(g->deal);
}

static dx_status try_move(game *g, const char *text, dx_error *error)
{
    unsigned seat = dx_match_turn(g->match);
    dx_event move;
    dx_status status =
        dx_read_move(dx_match_view(g->match, seat), text, &move, error);
    return status != DX_OK ? status
                           : dx_match_play(g->match, seat, move, NULL, error);
}

// Several moves, each by the seat that is next.
static void play(game *g, const char *const *moves)
{
    for (; *moves != NULL; moves++) {
        dx_error error = {.message = ""};
        dx_status status = try_move(g, *moves, &error);
        CHECK_THAT(status == DX_OK, "%s: %s", *moves, error.message);
    }
}
#define PLAY(game, ...) play(game, (const char *const[]){__VA_ARGS__, NULL})

static const dx_gofish *truth(const game *g)
{
    return dx_match_truth(g->match);
}
static const dx_gofish *sight(const game *g, unsigned seat)
{
    return dx_match_view(g->match, seat)->sight;
}

static void check_hand(const game *g, unsigned seat, const char *ranks)
{
    int8_t want[DX_GOFISH_RANKS] = {0};
    for (const char *rank = ranks; *rank != '\0'; rank++)
        want[*rank - 'a']++;
    for (unsigned rank = 0; rank < truth(g)->ranks; rank++)
        CHECK_THAT(truth(g)->count[seat][rank] == want[rank],
                   "seat %u has %d of %s, not %d", seat + 1,
                   truth(g)->count[seat][rank], dx_gofish_word(rank),
                   want[rank]);
    CHECK_EQ(truth(g)->size[seat], strlen(ranks));
}

TEST(go_fish_deals_seven_cards_or_five_to_four_and_more)
{
    static const int want[] = {0, 0, 7, 7, 5, 5, 5};
    for (int players = 2; players <= DX_GOFISH_SEATS; players++) {
        char text[40];
        snprintf(text, sizeof text, "gofish(players=%d)", players);
        game g = laid_out(text, "");
        for (int seat = 0; seat < players; seat++)
            CHECK_EQ(truth(&g)->size[seat], want[players]);
        CHECK_EQ(dx_gofish_stock(truth(&g)), 52 - players * want[players]);
        leave(&g);
    }
}

TEST(go_fish_deals_round_or_a_whole_hand_at_a_time)
{
    game g = laid_out("gofish(tiny)", "abcc");
    check_hand(&g, 0, "ac");
    check_hand(&g, 1, "bc");
    leave(&g);
    g = laid_out("gofish(tiny,deal=whole)", "abcc");
    check_hand(&g, 0, "ab");
    check_hand(&g, 1, "cc");
    leave(&g);
}

TEST(go_fish_is_started_by_a_seat_or_by_lot)
{
    game g = laid_out("gofish(tiny)", "abcc");
    CHECK_EQ(dx_match_turn(g.match), 0);
    leave(&g);
    g = laid_out("gofish(tiny,starts=2)", "abcc");
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
    g = laid_out("gofish(tiny,starts=0)", "abcc"); // see laid_out
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
}

// Seat 1 has a a b, seat 2 has b b c.
TEST(who_is_given_cards_asks_again_and_who_is_not_draws_and_passes)
{
    game g = laid_out("gofish(ranks=3,copies=3,hand=3)", "abbbaccca");
    check_hand(&g, 0, "aab");
    check_hand(&g, 1, "bbc");
    PLAY(&g, "ask 2 2");
    check_hand(&g, 0, "aabbb");
    check_hand(&g, 1, "c");
    CHECK_EQ(dx_match_turn(g.match), 0);
    PLAY(&g, "ask 2 a");
    check_hand(&g, 0, "aabbbc");
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
}

TEST(one_asks_for_ranks_that_one_has_in_part_only)
{
    game g = laid_out("gofish(ranks=3,copies=3,hand=3)", "abbbaccca");
    dx_error error;
    CHECK_EQ(try_move(&g, "ask 2 3", &error), DX_ERR_MOVE); // has none
    CHECK_EQ(try_move(&g, "ask 1 a", &error), DX_ERR_MOVE); // itself
    PLAY(&g, "ask 2 2");
    CHECK_EQ(try_move(&g, "ask 2 2", &error), DX_ERR_MOVE); // has all
    CHECK_EQ(try_move(&g, "nothing", &error), DX_ERR_MOVE);
    leave(&g);
}

TEST(a_seat_without_cards_is_not_asked)
{
    game g = laid_out("gofish(players=3,ranks=3,copies=3,hand=1)", "aab");
    dx_error error;
    PLAY(&g, "ask 2 a");
    CHECK_EQ(try_move(&g, "ask 2 a", &error), DX_ERR_MOVE);
    PLAY(&g, "ask 3 a");
    leave(&g);
}

// Seat 1 has a b, seat 2 has b c; seat 1 asks for a and draws one.
static void check_caught(const char *text, unsigned next, bool is_known)
{
    game g = laid_out(text, "abbca");
    PLAY(&g, "ask 2 a");
    check_hand(&g, 0, "aab");
    CHECK_EQ(dx_match_turn(g.match), next);
    CHECK_EQ(sight(&g, 1)->drawn[2], is_known ? 0 : DX_HOLE);
    CHECK_EQ(dx_gofish_least(sight(&g, DX_BYSTANDER), 0, 0), is_known ? 2 : 1);
    leave(&g);
}

TEST(who_catches_what_it_asked_for_hides_it_or_shows_it_or_asks_again)
{
    check_caught("gofish(ranks=3,copies=3,hand=2,caught=hidden)", 1, false);
    check_caught("gofish(ranks=3,copies=3,hand=2,caught=shown)", 1, true);
    check_caught("gofish(ranks=3,copies=3,hand=2,caught=again)", 0, true);
}

TEST(who_shows_catches_and_shows_none_has_not_drawn_the_rank)
{
    game g = laid_out("gofish(ranks=3,copies=3,hand=2,caught=shown)", "abbcc");
    PLAY(&g, "ask 2 a");
    CHECK_EQ(sight(&g, 1)->may[2], 6);
    CHECK_EQ(dx_gofish_most(sight(&g, 1), 0, 0), 2);
    leave(&g);
}

// Seat 1 has a book of a and says that it has nothing to ask.
static game with_nothing(const char *empty, const char *ranks)
{
    char text[80];
    snprintf(text, sizeof text, "gofish(ranks=4,copies=2,hand=2,empty=%s)",
             empty);
    game g = laid_out(text, ranks);
    PLAY(&g, "nothing");
    return g;
}

TEST(who_has_nothing_to_ask_draws_a_card_or_a_hand_or_none)
{
    game g = with_nothing("pass", "abacbdcd");
    check_hand(&g, 0, "aab");
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
    g = with_nothing("ask", "abacbdcd");
    check_hand(&g, 0, "aab");
    CHECK_EQ(dx_match_turn(g.match), 0);
    leave(&g);
    g = with_nothing("hand", "abacbdcd");
    check_hand(&g, 0, "aabd");
    CHECK_EQ(dx_match_turn(g.match), 0);
    leave(&g);
    g = with_nothing("out", "abacbdcd");
    check_hand(&g, 0, "aa");
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
}

TEST(who_says_nothing_is_known_to_have_none_or_all_of_each_rank)
{
    game g = with_nothing("out", "abacbdcd");
    for (unsigned rank = 0; rank < 4; rank++) // of two: not one
        CHECK_EQ(sight(&g, 1)->fits[0][rank], 5);
    leave(&g);
}

TEST(a_book_is_kept_until_the_end_or_laid_down_at_once)
{
    game g = laid_out("gofish(tiny)", "abac"); // a a against b c
    CHECK_EQ(truth(&g)->laid[0], 0);
    check_hand(&g, 0, "aa");
    leave(&g);
    g = laid_out("gofish(tiny,books=laid)", "abac");
    CHECK_EQ(truth(&g)->laid[0], 1);
    CHECK_EQ(sight(&g, 1)->owner[0], 0);
    check_hand(&g, 0, "");
    leave(&g);
}

TEST(a_book_that_is_laid_down_shows_the_card_that_made_it)
{
    game g = laid_out("gofish(tiny,books=laid)", "abbcac");
    PLAY(&g, "ask 2 a"); // draws the other one
    check_hand(&g, 0, "b");
    CHECK_EQ(truth(&g)->laid[0], 1);
    CHECK_EQ(sight(&g, 1)->drawn[2], 0);
    PLAY(&g, "ask 1 2"); // seat 2 completes b from seat 1
    check_hand(&g, 0, "");
    CHECK_EQ(truth(&g)->laid[1], 1);
    leave(&g);
}

TEST(kept_books_are_laid_down_when_nobody_has_anything_to_ask)
{
    game g = laid_out("gofish(tiny)", "abbcac");
    PLAY(&g, "ask 2 a", "ask 1 3", "ask 2 2", "nothing");
    CHECK_EQ(dx_match_turn(g.match), 1); // it might have something
    CHECK_EQ(sight(&g, DX_BYSTANDER)->laid[0], 0);
    PLAY(&g, "nothing");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK_EQ(sight(&g, DX_BYSTANDER)->laid[0], 2);
    CHECK_EQ(sight(&g, DX_BYSTANDER)->owner[2], 1);
    CHECK(dx_rules_won(&g.rules, truth(&g), 0));
    CHECK(!dx_rules_won(&g.rules, truth(&g), 1));
    leave(&g);
}

TEST(a_game_may_end_with_the_first_empty_hand_or_the_last_card_of_the_stock)
{
    game g = laid_out("gofish(ranks=3,copies=2,hand=1,books=laid)", "aabbcc");
    PLAY(&g, "ask 2 a"); // its only book, and no card left
    CHECK_EQ(dx_match_turn(g.match), 0);
    leave(&g);
    g = laid_out("gofish(ranks=3,copies=2,hand=1,books=laid,end=out,wins=out)",
                 "aabbcc");
    PLAY(&g, "ask 2 a");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK(dx_rules_won(&g.rules, truth(&g), 0));
    CHECK(!dx_rules_won(&g.rules, truth(&g), 1));
    leave(&g);
    g = laid_out("gofish(tiny,end=stock)", "abbcac");
    PLAY(&g, "ask 2 a", "ask 1 3");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    leave(&g);
}

TEST(a_game_that_is_cut_counts_the_books_that_are_made)
{
    game g = laid_out("gofish(tiny,limit=1)", "abacbc");
    PLAY(&g, "nothing"); // is no question
    CHECK_EQ(dx_match_turn(g.match), 1);
    PLAY(&g, "ask 1 3");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK_EQ(truth(&g)->laid[0], 1);
    leave(&g);
}

static void check_refused(const char *text, const char *part)
{
    dx_rules rules;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, &error), DX_ERR_INPUT);
    CHECK_THAT(strstr(error.message, part) != NULL, "%s: %s", text,
               error.message);
}

TEST(houses_that_cannot_be_are_refused)
{
    check_refused("gofish(players=4,ranks=3)", "too few for 4 hands of 5");
    check_refused("gofish(starts=3)", "expected a seat up to 2, or 0");
    check_refused("gofish(end=out)", "books=laid");
    check_refused("gofish(books=laid,wins=out)", "end=out");
}

TEST(a_seat_sees_its_own_cards_and_how_many_go_from_hand_to_hand)
{
    game g = laid_out("gofish(ranks=3,copies=3,hand=3)", "abbbaccca");
    PLAY(&g, "ask 2 2");
    const dx_gofish *t = sight(&g, 1);
    CHECK_EQ(t->dealt[1][1], 2);
    CHECK_EQ(t->count[1][1], 0);
    CHECK_EQ(t->dealt[0][1], 0); // not seen
    CHECK_EQ(t->offset[0][1], 2);
    CHECK_EQ(dx_gofish_least(t, 0, 1), 3); // had one or two when it asked
    CHECK_EQ(dx_gofish_most(t, 0, 1), 3);
    leave(&g);
}
