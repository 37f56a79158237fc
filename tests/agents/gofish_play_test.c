// All strategies of Go Fish at one table, game after game: nobody asks what it
// may not, and beliefs are never empty and never rule out what is the case.

#include "agents/agents.h"
#include "agents/gofish/by_rank.h"
#include "game/match.h"
#include "games/games.h"
#include "test.h"

#include <math.h>
#include <stdio.h>

static const char *const strategies[] = {
    "random",          "closer-point", "hoarding", "finish-fast", "exploration",
    "exploit-explore", "planner",      "qlearn",   "gradient"};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

typedef struct seated {
    dx_mind *mind;
    dx_gofish_exact *exact; // of two players, in some games
    dx_gofish_by_rank ranks;
    unsigned noted;
} seated;

// Number `i` of the strategies; with exact beliefs where wanted.
static dx_policy strategy(const dx_rules *rules, unsigned i, bool is_exact)
{
    dx_policy policy;
    CHECK_EQ(dx_policy_parse(dx_agents(), strategies[i % STRATEGIES], rules,
                             &policy, NULL),
             DX_OK);
    if (i % STRATEGIES > 1)
        policy.params.value[0] = !is_exact;
    return policy;
}

static void check_chances(const dx_gofish_chances *chances, const dx_gofish *t,
                          unsigned other, bool is_exact)
{
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        double sum = 0;
        for (unsigned k = 0; k <= t->copies; k++)
            sum += chances->exactly[rank][k];
        CHECK_THAT(fabs(sum - 1) < 1e-6, "chances of %s add up to %g",
                   dx_gofish_word(rank), sum);
        CHECK_THAT(!is_exact ||
                       chances->exactly[rank][t->count[other][rank]] > 0,
                   "%d cards of %s were thought impossible",
                   t->count[other][rank], dx_gofish_word(rank));
    }
}

// What the seat that is next believes of the others.
static void check_beliefs(seated *s, const dx_view *view, const dx_gofish *t)
{
    dx_gofish_chances chances;
    for (; s->noted < view->count; s->noted++) {
        dx_gofish_by_rank_follow(&s->ranks, view->seen[s->noted]);
        if (s->exact != NULL)
            dx_gofish_exact_follow(s->exact, view->seen[s->noted]);
    }
    for (unsigned other = 0; other < t->players; other++) {
        if (other == view->seat)
            continue;
        dx_gofish_by_rank_read(&s->ranks, other, &chances);
        check_chances(&chances, t, other, false);
        if (s->exact == NULL)
            continue;
        dx_gofish_exact_read(s->exact, DX_GOFISH_ALL_RANKS, &chances);
        check_chances(&chances, t, other, true);
    }
}

static void play(const dx_rules *rules, unsigned game, bool is_exact)
{
    CHECKING("game %u, %u players", game, dx_players(rules));
    seated seats[DX_GOFISH_SEATS] = {{NULL}};
    dx_deal *deal = dx_deal_new(rules, 99, game);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(99, game, 1);
    unsigned players = dx_players(rules), turn;
    for (unsigned i = 0; i < players; i++) {
        dx_policy policy =
            strategy(rules, i == 0 ? game : game / STRATEGIES + i, is_exact);
        seats[i].mind = dx_mind_new(&policy, dx_match_view(match, i));
        dx_gofish_by_rank_init(&seats[i].ranks, rules, i);
        if (is_exact && players == 2)
            seats[i].exact = dx_gofish_exact_new(rules, i);
    }
    while ((turn = dx_match_turn(match)) != DX_OVER) {
        const dx_view *view = dx_match_view(match, turn);
        dx_thought thought = {.random = &random};
        check_beliefs(&seats[turn], view, dx_match_truth(match));
        CHECK_EQ(dx_match_play(match, turn,
                               dx_mind_choose(seats[turn].mind, view, &thought),
                               NULL, NULL),
                 DX_OK);
    }
    for (unsigned i = 0; i < players; i++) {
        dx_mind_free(seats[i].mind);
        dx_gofish_exact_free(seats[i].exact);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

// One game in twenty with exact beliefs, one in fifty with more players.
TEST(nobody_asks_what_it_may_not_or_believes_nothing_in_any_game_of_go_fish)
{
    dx_rules rules[5];
    char name[30];
    for (unsigned i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "gofish(players=%u)", i + 2);
        CHECK_EQ(dx_rules_parse(dx_games(), name, &rules[i], NULL), DX_OK);
    }
    for (unsigned game = 0; game < SAMPLE(150U, 100000U); game++)
        play(game % 50 == 7 ? &rules[1 + game / 50 % 4] : &rules[0], game,
             game % 20 == 0);
}
