// Saboteur's agents by role: open saboteurs are found out, deceivers later,
// beliefs by Bayes' rule are better than the graphs, and moves have reasons.

#include "agents/agents.h"
#include "agents/saboteur/trial.h"
#include "game/deal.h"
#include "game/match.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_saboteur_cast cast_of(const char *rules, const char *miner,
                                const char *saboteur)
{
    dx_saboteur_cast cast;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_saboteur_cast_read(dx_agents(), rules, miner, saboteur, &cast,
                                     &error) == DX_OK,
               "%s", error.message);
    return cast;
}

static unsigned wins(const char *miner, const char *saboteur, unsigned games)
{
    dx_saboteur_cast cast = cast_of("saboteur(round)", miner, saboteur);
    unsigned found = 0;
    for (unsigned i = 0; i < games; i++)
        found += dx_saboteur_trial(&cast, 99, i, NULL, NULL).found;
    return found;
}

TEST(saboteur_miners_who_infer_win_more_and_random_ones_hardly_ever)
{
    unsigned games = SAMPLE(40, 600);
    unsigned straight = wins("straight", "sly", games);
    CHECK_THAT(straight * 10 > games * 6, "%u of %u", straight, games);
    CHECK(wins("bayes", "sly", games) >= straight);
    CHECK(wins("random", "straight", games) * 20 < games);
    // Open saboteurs do more harm than those who first help.
    CHECK(wins("straight", "straight", games) < straight);
}

TEST(saboteur_bayes_is_less_surprised_by_roles_than_the_graphs)
{
    static const char *const saboteurs[] = {"straight", "sly", "shy"};
    dx_saboteur_graph_believer graph = {
        .options = {.by = {{300, 1.15}, {300, 1.15}, {300, 1.15}},
                    .threshold = 0.05,
                    .depth = 1},
        .power = 1};
    for (unsigned k = 0; k < 3; k++) {
        dx_saboteur_cast cast =
            cast_of("saboteur(round)", "straight", saboteurs[k]);
        dx_saboteur_judged judged[] = {
            {.believer = dx_saboteur_by_chance},
            {.believer = dx_saboteur_by_graph, .context = &graph},
            {.believer = dx_saboteur_by_bayes,
             .context = &dx_saboteur_bayes_normal}};
        for (unsigned i = 0; i < SAMPLE(25, 200); i++)
            dx_saboteur_judge(&cast, 7, i, 3, judged);
        double chance = judged[0].marks.log_loss;
        double by_graph = judged[1].marks.log_loss;
        double by_bayes = judged[2].marks.log_loss;
        CHECK_THAT(by_bayes < by_graph && by_graph < chance,
                   "%s: %f by Bayes, %f by the graph, %f by chance",
                   saboteurs[k], by_bayes, by_graph, chance);
        // Hardly an innocent is ever taken for sure.
        CHECK(judged[2].marks.accused * 20 <= judged[2].marks.innocent);
    }
}

TEST(saboteur_agents_play_with_every_number_of_players)
{
    static const char *const agents[] = {"straight", "graph2", "shy", "bayes",
                                         "search(worlds=1)"};
    for (unsigned i = 0; i < SAMPLE(4, 40); i++) {
        char rules[48];
        snprintf(rules, sizeof rules, "saboteur(round,players=%u)",
                 3 + (i * 7 + i / 8) % 8);
        dx_saboteur_cast cast =
            cast_of(rules, agents[i % 5], agents[(i + 2) % 4]);
        dx_saboteur_round round = dx_saboteur_trial(&cast, 5, i, NULL, NULL);
        CHECK(round.found || round.turns == 67);
    }
}

TEST(saboteur_the_same_view_gives_the_same_move_and_a_reason)
{
    dx_saboteur_cast cast =
        cast_of("saboteur(round)", "search(worlds=2)", "straight");
    dx_deal *deal = dx_deal_new(&cast.rules, 4, 4);
    dx_match *match = dx_match_new(&cast.rules, deal);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_event first = {.bits = 0};
    for (unsigned i = 0; i < 2; i++) {
        dx_reason reason = {.rule = ""};
        dx_random random = dx_random_named(i, i, i);
        dx_thought thought = {.random = &random, .reason = &reason};
        dx_mind *mind = dx_mind_new(&cast.miner, view);
        dx_event move = dx_mind_choose(mind, view, &thought);
        CHECK(strcmp(reason.rule, "search") == 0 && reason.words != NULL);
        CHECK(i == 0 || dx_event_same(move, first));
        first = move;
        dx_reason_release(&reason);
        dx_mind_free(mind);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}
