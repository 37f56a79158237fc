// Games that are cut by a turn limit keep to it.  A rule is no law, and no
// general test can know the rules; but a parameter called `limit` and a number
// called `turns` say what they mean.

#include "game/match.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/games.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { SEEDS = 60, LIMIT = 3, MOVES = 2000 };

static const dx_quantity *turns_of(const dx_game *game)
{
    const dx_quantity *quantity = game->quantities;
    for (; quantity != NULL && quantity->name != NULL; quantity++)
        if (strcmp(quantity->name, "turns") == 0 && quantity->type[0] == NULL)
            return quantity;
    return NULL;
}

// The turns of a random game, at most one more than the limit.
static int play(const dx_rules *rules, uint64_t seed)
{
    static const int no_args[DX_TERM_ARGS] = {0};
    const dx_quantity *turns = turns_of(rules->game);
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(seed, 0, 1);
    CHECKING_SEED(seed);
    int played = dx_quantity_value(turns, dx_match_truth(match), no_args);
    for (unsigned i = 0; i < MOVES && played <= LIMIT; i++) {
        if (dx_match_turn(match) == DX_OVER)
            break;
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = dx_twin_choose(&random, seed, count, moves);
        CHECK_EQ(dx_match_play(match, move.who, move, NULL, NULL), DX_OK);
        played = dx_quantity_value(turns, dx_match_truth(match), no_args);
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return played;
}

// NULL: the limit is kept, and has been reached.
static const char *limit_fault(const dx_rules *rules)
{
    int most = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        int played = play(rules, seed);
        most = played > most ? played : most;
    }
    return most > LIMIT   ? "a game went on behind its turn limit"
           : most < LIMIT ? "no game came to its turn limit"
                          : NULL;
}

// The rules with a low limit; false if the game has none.
static bool set_limit(const dx_game *game, dx_rules *out)
{
    int limit = dx_param_number(game, "limit");
    if (limit < 0)
        return false;
    *out = dx_rules_normal(game);
    out->params.value[limit] = LIMIT;
    CHECK_THAT(game->schema.params[limit].min <= LIMIT,
               "%s: tests cut games short, so `limit` must go down to %d",
               game->name, LIMIT);
    CHECK_THAT(turns_of(game) != NULL,
               "%s has a parameter `limit`, so it needs a number `turns` that "
               "formulas can ask about and this test can look at",
               game->name);
    return true;
}

static void check_limit(const dx_game *game)
{
    dx_rules rules;
    if (!set_limit(game, &rules))
        return;
    const char *fault = limit_fault(&rules);
    CHECK_THAT(fault == NULL, "%s: %s", dx_rules_name(&rules), fault);
}

TEST(conformance_a_turn_limit_is_kept)
{
    dx_each_game(check_limit);
}

// ---- the same game, which forgets its limit ----

static const dx_game *honest; // what the planted game is made of

static dx_rules without_limit(const dx_rules *rules)
{
    int limit = dx_param_number(honest, "limit");
    dx_rules loose = *rules;
    loose.game = honest;
    loose.params.value[limit] = honest->schema.params[limit].max;
    return loose;
}

static size_t loose_bytes(const dx_rules *rules)
{
    dx_rules loose = without_limit(rules);
    return honest->table_bytes(&loose);
}

static void loose_setup(void *table, const dx_rules *rules)
{
    dx_rules loose = without_limit(rules);
    honest->setup(table, &loose);
}

static void check_overrun_is_found(const dx_game *game)
{
    dx_rules rules;
    if (!set_limit(game, &rules))
        return;
    dx_game forgetful = *game;
    honest = game;
    forgetful.table_bytes = loose_bytes;
    forgetful.setup = loose_setup;
    rules.game = &forgetful;
    const char *fault = limit_fault(&rules);
    CHECK_THAT(fault != NULL && strstr(fault, "behind") != NULL,
               "%s: a limit that is forgotten is not noticed: %s", game->name,
               fault != NULL ? fault : "it is kept");
}

TEST(conformance_a_planted_overrun_of_a_turn_limit_is_found)
{
    dx_each_game(check_overrun_is_found);
}
