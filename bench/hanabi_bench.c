// Hanabi through the game interface, events logged.

#include "bench.h"

#include "base/random.h"
#include "game/match.h"
#include "games/games.h"

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
