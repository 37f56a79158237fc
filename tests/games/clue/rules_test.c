// The rules of Clue on packs laid out by hand, and what its sights hold.

#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/clue/clue.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

// A table to play on.
typedef struct game {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} game;

// Cards in the order of their numbers: the envelope has scarlett, candlestick
// and the kitchen, and the rest is dealt round as it comes.
static game in_order(const char *text)
{
    game g;
    dx_error error = {.message = ""};
    dx_status status = dx_rules_parse(dx_games(), text, &g.rules, &error);
    CHECK_THAT(status == DX_OK, "%s: %s", text, error.message);
    uint8_t order[DX_CLUE_CARDS];
    for (uint8_t i = 0; i < DX_CLUE_CARDS; i++)
        order[i] = i;
    g.deal = dx_deal_blank(&g.rules);
    for (unsigned shuffle = 0; shuffle < 2; shuffle++)
        CHECK_EQ(dx_deal_set(g.deal, 0, shuffle, order,
                             dx_deal_cards(g.deal, 0), NULL),
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

static const dx_clue *truth(const game *g)
{
    return dx_match_truth(g->match);
}
static const dx_clue *sight(const game *g, unsigned seat)
{
    return dx_match_view(g->match, seat)->sight;
}

static unsigned card(const game *g, const char *word)
{
    unsigned value = 0;
    CHECK_THAT(dx_type_read(&g->rules, "card", word, strlen(word), &value),
               "%s is no card", word);
    return value;
}
static dx_clue_cards bit(const game *g, const char *word)
{
    return dx_clue_card(card(g, word));
}

static void check_hands(const char *text, const char *sizes)
{
    game g = in_order(text);
    for (unsigned seat = 0; sizes[seat] != '\0'; seat++) {
        CHECK_EQ(truth(&g)->size[seat], sizes[seat] - '0');
        CHECK_EQ(dx_clue_size(truth(&g)->hand[seat]), sizes[seat] - '0');
    }
    CHECK_EQ(truth(&g)->unseen, 0);
    leave(&g);
}

TEST(clue_deals_all_cards_but_three_round_and_the_first_seats_get_one_more)
{
    check_hands("clue", "666");
    check_hands("clue(players=4)", "5544");
    check_hands("clue(players=5)", "44433");
    check_hands("clue(six)", "333333");
    check_hands("clue(small)", "221");
    check_hands("clue(small4)", "2211");
    check_hands("clue(tiny)", "211");
    check_hands("clue(suspects=10,weapons=8,rooms=12)", "999");
}

TEST(clue_hides_a_suspect_a_weapon_and_a_room_from_all)
{
    game g = in_order("clue");
    CHECK_EQ(truth(&g)->envelope.card[0], card(&g, "scarlett"));
    CHECK_EQ(truth(&g)->envelope.card[1], card(&g, "candlestick"));
    CHECK_EQ(truth(&g)->envelope.card[2], card(&g, "kitchen"));
    for (unsigned seat = 0; seat < 3; seat++) {
        const dx_clue *t = sight(&g, seat);
        CHECK_EQ(t->envelope.card[0], DX_HOLE);
        CHECK_EQ(t->envelope.card[2], DX_HOLE);
        for (unsigned other = 0; other < 3; other++)
            CHECK_EQ(t->hand[other],
                     other == seat ? truth(&g)->hand[seat] : 0U);
        CHECK_EQ(t->unseen, dx_clue_pack(t) & ~t->hand[seat]);
    }
    leave(&g);
}

// Seat 1 has mustard peacock pipe wrench billiard hall, seat 2 white plum
// revolver ballroom library lounge, seat 3 green knife rope conservatory
// study dining.
TEST(a_clue_question_stops_at_the_first_seat_to_the_left_that_has_a_card)
{
    game g = in_order("clue");
    PLAY(&g, "ask mustard rope study"); // 1 has mustard, 2 none, 3 two
    CHECK_EQ(dx_match_turn(g.match), 2);
    dx_clue_cards asked =
        bit(&g, "mustard") | bit(&g, "rope") | bit(&g, "study");
    for (unsigned seat = 0; seat < 3; seat++) {
        const dx_clue *t = sight(&g, seat);
        CHECK_EQ(t->could[1], dx_clue_pack(t) & ~asked); // who denied
        CHECK_EQ(t->could[0], dx_clue_pack(t));          // who asked, who shows
        CHECK_EQ(t->could[2], dx_clue_pack(t));
        CHECK_EQ(t->ask[0].asker, 0);
        CHECK_EQ(t->ask[0].shower, 2);
        CHECK_EQ(t->ask[0].card, DX_CLUE_NONE);
    }
    PLAY(&g, "show 1 rope", "end", "ask white knife billiard");
    CHECK_EQ(dx_match_turn(g.match), 2); // not seat 2, which asks, nor seat 1
    leave(&g);
}

TEST(a_clue_seat_chooses_which_of_its_cards_it_shows)
{
    game g = in_order("clue");
    const dx_event *moves;
    dx_error error = {.message = ""};
    PLAY(&g, "ask plum revolver hall");
    CHECK_EQ(dx_match_moves(g.match, &moves), 2);
    CHECK_EQ(try_move(&g, "show 1 hall", &error), DX_ERR_MOVE);
    CHECK_EQ(try_move(&g, "show 1 white", &error), DX_ERR_MOVE);
    CHECK_EQ(try_move(&g, "show 3 plum", &error), DX_ERR_MOVE);
    PLAY(&g, "show 1 revolver", "end", "ask peacock rope dining");
    CHECK_EQ(dx_match_turn(g.match), 2);
    CHECK_EQ(dx_match_moves(g.match, &moves), 2);
    PLAY(&g, "show 2 dining", "end", "ask plum rope study");
    CHECK_EQ(dx_match_moves(g.match, &moves), 1); // seat 2 has plum alone
    leave(&g);
}

TEST(a_shown_clue_card_is_seen_by_two_and_that_it_was_shown_by_all)
{
    game g = in_order("clue");
    PLAY(&g, "ask plum revolver hall", "show 1 revolver");
    unsigned shown = card(&g, "revolver");
    CHECK_EQ(truth(&g)->ask[0].card, shown);
    CHECK_EQ(sight(&g, 0)->ask[0].card, shown);
    CHECK_EQ(sight(&g, 1)->ask[0].card, shown);
    CHECK_EQ(sight(&g, 2)->ask[0].card, DX_HOLE);
    CHECK_EQ(sight(&g, DX_BYSTANDER)->ask[0].card, DX_HOLE);
    CHECK(dx_clue_showed(&sight(&g, DX_BYSTANDER)->ask[0]));
    CHECK_EQ(sight(&g, 0)->hand[1], dx_clue_card(shown));
    CHECK_EQ(sight(&g, 0)->unseen >> shown & 1, 0);
    CHECK_EQ(sight(&g, 2)->hand[1], 0);
    leave(&g);
}

TEST(a_clue_question_that_nobody_answers_is_denied_by_all_others)
{
    game g = in_order("clue");
    PLAY(&g, "ask scarlett pipe hall"); // pipe and hall are seat 1's own
    CHECK_EQ(dx_match_turn(g.match), 0);
    const dx_clue *t = sight(&g, DX_BYSTANDER);
    CHECK_EQ(t->ask[0].shower, 0);
    CHECK(!dx_clue_showed(&t->ask[0]));
    for (unsigned seat = 0; seat < 3; seat++)
        CHECK_EQ(t->could[seat] >> card(&g, "scarlett") & 1, seat == 0);
    leave(&g);
}

TEST(a_clue_seat_accuses_or_ends_its_turn_after_the_answer_only)
{
    game g = in_order("clue");
    dx_error error = {.message = ""};
    CHECK_EQ(try_move(&g, "end", &error), DX_ERR_MOVE);
    CHECK_EQ(try_move(&g, "accuse scarlett candlestick kitchen", &error),
             DX_ERR_MOVE);
    CHECK_EQ(try_move(&g, "ask rope plum hall", &error), DX_ERR_MOVE);
    PLAY(&g, "ask plum revolver hall", "show 1 plum");
    CHECK_EQ(try_move(&g, "ask plum revolver hall", &error), DX_ERR_MOVE);
    CHECK_EQ(dx_match_turn(g.match), 0);
    PLAY(&g, "end");
    CHECK_EQ(dx_match_turn(g.match), 1);
    leave(&g);
}

TEST(a_right_clue_accusation_wins_and_shows_the_envelope)
{
    game g = in_order("clue");
    PLAY(&g, "ask plum revolver hall", "show 1 plum",
         "accuse scarlett candlestick kitchen");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    for (unsigned seat = 0; seat < 3; seat++) {
        CHECK_EQ(dx_match_score(g.match, seat), seat == 0);
        CHECK_EQ(dx_match_won(g.match, seat), seat == 0);
        CHECK(dx_clue_same(sight(&g, seat)->envelope, truth(&g)->envelope));
    }
    CHECK(dx_clue_same(sight(&g, DX_BYSTANDER)->envelope, truth(&g)->envelope));
    CHECK_EQ(truth(&g)->out, 0);
    leave(&g);
}

TEST(a_wrong_clue_accuser_looks_asks_no_more_and_goes_on_showing)
{
    game g = in_order("clue");
    PLAY(&g, "ask plum revolver hall", "show 1 plum",
         "accuse scarlett candlestick library");
    CHECK_EQ(dx_match_turn(g.match), 1);
    CHECK(dx_clue_same(sight(&g, 0)->envelope, truth(&g)->envelope));
    for (unsigned i = 1; i <= 3; i++) {
        const dx_clue *t = sight(&g, i == 3 ? DX_BYSTANDER : i);
        CHECK_EQ(t->envelope.card[2], DX_HOLE);
        CHECK_EQ(t->out, 1);
        CHECK_EQ(dx_clue_looked(t), 1);
        CHECK_EQ(t->accused[0].card[0], card(&g, "scarlett"));
        CHECK_EQ(t->accused[0].card[2], card(&g, "library"));
    }
    PLAY(&g, "ask green pipe hall", "show 2 green", "end",
         "ask white pipe hall");
    CHECK_EQ(dx_match_turn(g.match), 0); // goes on showing
    PLAY(&g, "show 3 hall", "end");
    CHECK_EQ(dx_match_turn(g.match), 1); // but is not asked to ask
    leave(&g);
}

TEST(when_all_have_accused_wrongly_nobody_wins_clue)
{
    game g = in_order("clue(tiny)");
    // 1: mustard conservatory, 2: knife, 3: ballroom
    PLAY(&g, "ask scarlett candlestick kitchen",
         "accuse mustard candlestick kitchen", "ask mustard knife conservatory",
         "show 2 mustard", "accuse scarlett knife kitchen",
         "ask scarlett candlestick kitchen");
    CHECK_EQ(dx_match_turn(g.match), 2); // alone, and may still win
    PLAY(&g, "accuse scarlett candlestick ballroom");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK_EQ(truth(&g)->out, 7);
    for (unsigned seat = 0; seat < 3; seat++) {
        CHECK_EQ(dx_match_score(g.match, seat), 0);
        CHECK(!dx_match_won(g.match, seat));
    }
    CHECK(dx_clue_same(sight(&g, DX_BYSTANDER)->envelope, truth(&g)->envelope));
    leave(&g);
}

TEST(the_turn_limit_of_clue_ends_it_with_the_envelope_opened)
{
    game g = in_order("clue(tiny,limit=2)");
    PLAY(&g, "ask scarlett candlestick kitchen", "end",
         "ask mustard knife conservatory");
    CHECK_EQ(dx_match_turn(g.match), 0); // shows
    PLAY(&g, "show 2 conservatory", "end");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK_EQ(truth(&g)->turns, 2);
    CHECK_EQ(truth(&g)->winner, DX_CLUE_NONE);
    CHECK(dx_clue_same(sight(&g, 1)->envelope, truth(&g)->envelope));
    leave(&g);

    g = in_order("clue(tiny,limit=1)"); // in the last turn one may accuse
    PLAY(&g, "ask scarlett candlestick kitchen",
         "accuse mustard candlestick kitchen");
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK_EQ(truth(&g)->out, 1);
    CHECK(dx_clue_same(sight(&g, 2)->envelope, truth(&g)->envelope));
    leave(&g);
}

TEST(a_clue_table_has_room_for_all_questions_up_to_the_limit)
{
    game g = in_order("clue(limit=1000)");
    for (unsigned turn = 0; turn < 1000; turn++) {
        CHECK_EQ(dx_match_turn(g.match), turn % 3);
        PLAY(&g, "ask scarlett candlestick kitchen", "end");
    }
    CHECK_EQ(dx_match_turn(g.match), DX_OVER);
    CHECK_EQ(truth(&g)->turns, 1000);
    CHECK_EQ(truth(&g)->ask[999].asker, 0);
    leave(&g);
}

TEST(clue_refuses_packs_with_fewer_cards_than_seats)
{
    dx_rules rules;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_rules_parse(dx_games(),
                            "clue(players=6,suspects=2,weapons=2,rooms=4)",
                            &rules, &error),
             DX_ERR_INPUT);
    CHECK_TEXT(error.message,
               "5 cards are left to deal to 6 players: expected one or more "
               "for each; fewer players or more cards");
}

static bool fact(const game *g, const char *name, int a, int b, int c)
{
    const dx_atom *atom = dx_game_clue.atoms;
    while (strcmp(atom->name, name) != 0)
        atom++;
    return dx_atom_holds(atom, truth(g), (const int[DX_TERM_ARGS]){a, b, c});
}
static int number(const game *g, const char *name, int a, int b)
{
    const dx_quantity *quantity = dx_game_clue.quantities;
    while (strcmp(quantity->name, name) != 0)
        quantity++;
    return dx_quantity_value(quantity, truth(g),
                             (const int[DX_TERM_ARGS]){a, b});
}
static unsigned members(const game *g, const char *name, int a, int *out)
{
    const dx_domain *domain = dx_game_clue.domains;
    while (strcmp(domain->name, name) != 0)
        domain++;
    return dx_domain_members(domain, truth(g), (const int[DX_TERM_ARGS]){a},
                             out);
}

TEST(clue_facts_numbers_and_domains_are_those_of_the_table)
{
    game g = in_order("clue");
    int plum = (int)card(&g, "plum"), hall = (int)card(&g, "hall");
    int kitchen = (int)card(&g, "kitchen"), in[DX_HOLE];
    CHECK_EQ(members(&g, "named", 0, in), 0);
    PLAY(&g, "ask plum revolver hall", "show 1 plum", "end",
         "ask mustard candlestick hall", "show 2 hall",
         "accuse plum candlestick hall");
    CHECK(fact(&g, "has", 1, plum, 0) && !fact(&g, "has", 0, plum, 0));
    CHECK(fact(&g, "envelope", kitchen, 0, 0));
    CHECK(!fact(&g, "envelope", plum, 0, 0));
    CHECK(fact(&g, "shown", 1, 0, plum) && !fact(&g, "shown", 0, 1, plum));
    CHECK(!fact(&g, "shown", 1, 0, hall) && !fact(&g, "shown", 1, 2, plum));
    CHECK(fact(&g, "denied", 2, hall, 0) && !fact(&g, "denied", 0, hall, 0));
    CHECK(fact(&g, "out", 1, 0, 0) && !fact(&g, "out", 0, 0, 0));
    CHECK_EQ(number(&g, "size", 2, 0), 6);
    CHECK_EQ(number(&g, "count", 0, 0), 2); // mustard peacock
    CHECK_EQ(number(&g, "count", 2, 2), 3); // conservatory study dining
    CHECK_EQ(number(&g, "turns", 0, 0), 2);
    CHECK_EQ(members(&g, "cards", 0, in), 21);
    CHECK_EQ(members(&g, "suspects", 0, in), 6);
    CHECK_EQ(members(&g, "weapons", 0, in), 6);
    CHECK_EQ(in[0], (int)card(&g, "candlestick"));
    CHECK_EQ(members(&g, "rooms", 0, in), 9);
    CHECK_EQ(members(&g, "hand", 0, in), 6);
    CHECK_EQ(members(&g, "named", 0, in), 3);
    CHECK_EQ(in[2], hall);
    PLAY(&g, "ask scarlett pipe kitchen", "show 3 pipe",
         "accuse scarlett candlestick kitchen");
    CHECK_EQ(number(&g, "score", 2, 0), 1);
    CHECK_EQ(number(&g, "score", 0, 0), 0);
    leave(&g);
}
