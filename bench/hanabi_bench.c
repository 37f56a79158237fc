// Hanabi through the game interface, events logged.

#include "bench.h"

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/random.h"
#include "game/match.h"
#include "games/games.h"
#include "logic/formula/parse.h"

// A game at random; returns the number of moves.
static unsigned play_out(dx_match *match, dx_random *random)
{
    unsigned moves = 0;
    while (dx_match_turn(match) != DX_OVER) {
        const dx_event *legal;
        unsigned count = dx_match_moves(match, &legal);
        dx_event move = legal[dx_random_below(random, count)];
        if (dx_match_play(match, dx_match_turn(match), move, NULL, NULL) !=
            DX_OK)
            break;
        moves++;
    }
    return moves;
}

BENCH(hanabi_random_moves_of_five_players)
{
    dx_rules rules;
    if (dx_rules_parse(dx_games(), "hanabi(players=5)", &rules, NULL) != DX_OK)
        return;
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    unsigned moves = 0;
    enum { GAMES = 1000 };
    while (dx_bench_running(bench)) {
        dx_random random = dx_random_named(1, 0, 99);
        moves = 0;
        for (unsigned game = 0; game < GAMES; game++) {
            dx_deal_restart(deal, 1, game);
            dx_match_restart(match, deal);
            moves += play_out(match, &random);
        }
    }
    dx_bench_items(bench, moves);
    dx_bench_result(bench, moves);
    dx_bench_peer(bench, 1587, "Hanabi Learning Environment, 0.63 M moves/s");
    dx_match_free(match);
    dx_deal_free(deal);
}

// The question as a user asks it: parsed formula, view, answer.
BENCH(hanabi_i_know_that_bob_knows)
{
    dx_rules rules;
    dx_formula f;
    dx_answer answer = {0};
    if (dx_rules_parse(dx_games(), "hanabi(players=5)", &rules, NULL) != DX_OK)
        return;
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    dx_formulas *store = dx_formulas_new();
    const dx_view *view = dx_match_view(match, 0);
    if (dx_parse(store, "K[1] K[2] playable(2,1)", &f, NULL) != DX_OK)
        return;
    while (dx_bench_running(bench))
        if (dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer, NULL) !=
            DX_OK)
            break;
    dx_bench_result(bench, answer.truth);
    dx_bench_peer(bench, 4.5e9, "the report's smallest model of level two");
    dx_formulas_free(store);
    dx_match_free(match);
    dx_deal_free(deal);
}

// One shared mind for all seats, as a tournament has it.
static int play_convention(dx_match *match, const dx_policy *policy,
                           dx_random *random)
{
    dx_mind *mind = NULL;
    dx_thought thought = {.random = random};
    for (unsigned seat = dx_match_turn(match); seat != DX_OVER;
         seat = dx_match_turn(match)) {
        const dx_view *view = dx_match_view(match, seat);
        if (mind == NULL)
            mind = dx_mind_new(policy, view);
        dx_event move = dx_mind_choose(mind, view, &thought);
        if (dx_match_play(match, seat, move, NULL, NULL) != DX_OK)
            break;
    }
    dx_mind_free(mind);
    return dx_match_score(match, 0);
}

static void play_games(dx_bench *bench, const char *game, const char *agent,
                       unsigned games)
{
    dx_rules rules;
    dx_policy policy;
    if (dx_rules_parse(dx_games(), game, &rules, NULL) != DX_OK ||
        dx_policy_parse(dx_agents(), agent, &rules, &policy, NULL) != DX_OK)
        return;
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    int points = 0;
    while (dx_bench_running(bench)) {
        dx_random random = dx_random_named(1, 0, 99);
        points = 0;
        for (unsigned i = 0; i < games; i++) {
            dx_deal_restart(deal, 1, i);
            dx_match_restart(match, deal);
            points += play_convention(match, &policy, &random);
        }
    }
    dx_bench_items(bench, games);
    dx_bench_result(bench, (uint64_t)points);
    dx_match_free(match);
    dx_deal_free(deal);
}

BENCH(hanabi_info_games_of_five_players)
{
    play_games(bench, "hanabi(players=5)", "info", 200);
    dx_bench_peer(bench, 544959, "C++ port of an older info, 1835 games/s");
}

// No memory, so that one mind does for all seats.
BENCH(hanabi_report_games_of_five_players)
{
    play_games(bench, "hanabi(report,players=5)", "report", 200);
    dx_bench_peer(bench, 57.3 * 60 / 5 * 1e9, "the report, up to 11.3 GB");
}

BENCH(hanabi_search_games_of_five_players)
{
    play_games(bench, "hanabi(players=5)", "search", 1);
}
