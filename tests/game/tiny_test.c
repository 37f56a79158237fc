// A preset `tiny` is the deck on which clever engines are held against the
// reference.  If choices are hidden in the game but never there, nothing about
// hidden choices is tested at all, and nobody would know.

#include "game/match.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/parlour.h"
#include "test.h"

#include <string.h>

enum { SEEDS = 40, MOVES = 60 };

// Could somebody else mistake one of these moves for another?
static bool hides_choice(const dx_rules *rules, const dx_event *moves,
                         unsigned count)
{
    const dx_game *game = rules->game;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            for (unsigned seat = 0; seat < dx_players(rules); seat++)
                if (seat != moves[i].who &&
                    game->moves_alike(rules, moves[k], moves[i], seat))
                    return true;
    return false;
}

// In how many of SEEDS random games does it happen?
static unsigned games_with_hidden_choice(const dx_rules *rules)
{
    unsigned games = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        CHECKING_SEED(seed);
        dx_deal *deal = dx_deal_new(rules, seed, 0);
        dx_match *match = dx_match_new(rules, deal);
        dx_random random = dx_random_named(seed, 0, 1);
        bool found = false;
        for (unsigned i = 0;
             i < MOVES && dx_match_turn(match) != DX_OVER && !found; i++) {
            const dx_event *moves;
            unsigned count = dx_match_moves(match, &moves);
            found = hides_choice(rules, moves, count);
            dx_event move = dx_twin_choose(&random, seed, count, moves);
            CHECK_EQ(dx_match_play(match, move.who, move, NULL, NULL), DX_OK);
        }
        games += found;
        dx_match_free(match);
        dx_deal_free(deal);
    }
    return games;
}

static bool has_tiny(const dx_game *game)
{
    const dx_preset *preset = game->schema.presets;
    for (; preset != NULL && preset->name != NULL; preset++)
        if (strcmp(preset->name, "tiny") == 0)
            return true;
    return false;
}

static void check_tiny(const dx_game *game)
{
    if (game == &dx_parlour || game->moves_alike == NULL || !has_tiny(game))
        return;
    dx_rules rules = dx_rules_of(game, "tiny");
    CHECK_THAT(games_with_hidden_choice(&rules) > 0,
               "%s: choices are hidden in this game (it has moves_alike), but "
               "in none of %d games of its preset `tiny` does a seat have one; "
               "give it more cards",
               game->name, SEEDS);
}

TEST(conformance_tiny_has_the_hidden_choices_of_its_game)
{
    dx_each_game(check_tiny);
}

// With one card in the hand there is nothing to choose about what is tossed.
TEST(the_check_of_tiny_knows_a_deck_without_hidden_choices)
{
    dx_rules forced = dx_rules_of(&dx_parlour, "tiny");
    dx_rules chosen = dx_rules_of(&dx_parlour, "tiny,copies=3,hand=2");
    CHECK_EQ(games_with_hidden_choice(&forced), 0);
    CHECK(games_with_hidden_choice(&chosen) > SEEDS / 2);
}
