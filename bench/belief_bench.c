// Belief under a policy in Hanabi at full size: what a seat may conclude from
// what the others did.

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "bench.h"
#include "game/match.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/believe/believe.h"
#include "minds/reckoner.h"

#include <stdio.h>

typedef struct scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_assumption assumption;
} scene;

// A game of five by info, after so many moves.
static scene play(unsigned moves)
{
    scene s = {.assumption = {.kind = DX_ASSUME_POLICY}};
    if (dx_rules_parse(dx_games(), "hanabi", &s.rules, NULL) != DX_OK)
        return s;
    for (unsigned seat = 0; seat < dx_players(&s.rules); seat++)
        if (dx_policy_parse(dx_agents(), "info", &s.rules,
                            &s.assumption.policy[seat], NULL) != DX_OK)
            return s;
    s.deal = dx_deal_new(&s.rules, 7, 0);
    s.match = dx_match_new(&s.rules, s.deal);
    for (; moves > 0 && dx_match_turn(s.match) != DX_OVER; moves--) {
        unsigned seat = dx_match_turn(s.match);
        const dx_view *view = dx_match_view(s.match, seat);
        dx_mind *mind = dx_mind_new(&s.assumption.policy[seat], view);
        dx_thought thought = {0};
        dx_event move = dx_mind_choose(mind, view, &thought);
        dx_mind_free(mind);
        if (dx_match_play(s.match, seat, move, NULL, NULL) != DX_OK)
            break;
    }
    return s;
}

static void leave(scene *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static bool skip(void *context, const dx_world *world)
{
    (void)context, (void)world;
    return true;
}

// Nanoseconds a hand that is tried: all that the cards allow, or only those in
// which everybody was truthful.
static void weigh(dx_bench *bench, unsigned moves, bool all)
{
    scene s = play(moves);
    dx_account account = {0};
    const dx_view *view = dx_match_view(s.match, dx_match_turn(s.match));
    while (dx_bench_running(bench)) {
        dx_reckoning r =
            dx_reckoning_with(&dx_reckoner_believe, &s.rules, view->seat,
                              &s.assumption, view->seen, view->count);
        dx_status status = all ? r.how->each(r.self, 1000000, skip, NULL)
                               : r.how->believed(r.self, 1000000, skip, NULL);
        if (status == DX_OK)
            r.how->account(r.self, &account);
        dx_reckoning_close(&r);
    }
    dx_bench_items(bench, (double)account.tried);
    dx_bench_result(bench, account.tried);
    leave(&s);
}

BENCH(belief_tries_any_hand_at_turn_2)
{
    weigh(bench, 2, true);
}

BENCH(belief_tries_a_truthful_hand_at_turn_2)
{
    weigh(bench, 2, false);
}

BENCH(belief_tries_any_hand_at_turn_15)
{
    weigh(bench, 15, true);
}

// One question from the mover's eyes, answered from nothing but its view.
static void ask(dx_bench *bench, unsigned moves, unsigned kind, bool of_belief)
{
    scene s = play(moves);
    unsigned me = dx_match_turn(s.match) + 1, you = me % 5 + 1;
    char text[80];
    dx_formula f;
    dx_answer answer = {0};
    dx_truth truth = DX_ANSWER_UNDECIDED;
    dx_formulas *store = dx_formulas_new();
    s.assumption.kind = kind;
    if (of_belief)
        snprintf(text, sizeof text, "B[%u] B[%u] playable(%u,1)", me, you, you);
    else
        snprintf(text, sizeof text, "B[%u] playable(%u,1)", me, me);
    if (dx_parse(store, text, &f, NULL) == DX_OK)
        while (dx_bench_running(bench)) {
            dx_ask_options options = {.assumption = &s.assumption};
            if (dx_ask_seat(store, dx_match_view(s.match, me - 1), f, &options,
                            &answer, NULL) != DX_OK)
                break;
            truth = answer.truth;
            dx_answer_release(&answer);
        }
    dx_bench_result(bench, truth);
    dx_formulas_free(store);
    leave(&s);
}

BENCH(belief_asked_at_turn_15_assuming_info)
{
    ask(bench, 15, DX_ASSUME_POLICY, false);
}

BENCH(belief_asked_at_turn_15_assuming_truth)
{
    ask(bench, 15, DX_ASSUME_TRUTHFUL, false);
}

BENCH(belief_of_belief_at_turn_15_assuming_info)
{
    ask(bench, 15, DX_ASSUME_POLICY, true);
}
