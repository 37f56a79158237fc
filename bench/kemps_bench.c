// Kemps through the game interface: whole games, bare, with exact joint
// knowledge, and with the thinker.

#include "bench.h"

#include "agents/agents.h"
#include "game/match.h"
#include "games/games.h"
#include "games/kemps/kemps.h"
#include "minds/board/board.h"
#include "minds/inquiry/inquiry.h"

// What the mover reckons at its turn; returns something for the signature.
typedef uint64_t at_turn(void *context, const dx_view *view);

typedef struct stage {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_policy policy[3];
} stage;

static bool stage_init(stage *s, const char *const names[3])
{
    if (dx_rules_parse(dx_games(), "kemps(paper)", &s->rules, NULL) != DX_OK)
        return false;
    for (unsigned seat = 0; seat < 3; seat++)
        if (dx_policy_parse(dx_agents(), names[seat], &s->rules,
                            &s->policy[seat], NULL) != DX_OK)
            return false;
    s->deal = dx_deal_new(&s->rules, 1, 0);
    s->match = dx_match_new(&s->rules, s->deal);
    return true;
}

static void stage_release(stage *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static uint64_t play_game(stage *s, uint64_t number, at_turn *reckon,
                          void *context)
{
    uint64_t signature = 0;
    dx_mind *mind[3];
    dx_random random = dx_random_named(1, number, 99);
    dx_deal_restart(s->deal, 1, number);
    dx_match_restart(s->match, s->deal);
    for (unsigned seat = 0; seat < 3; seat++)
        mind[seat] =
            dx_mind_new(&s->policy[seat], dx_match_view(s->match, seat));
    while (dx_match_turn(s->match) != DX_OVER) {
        unsigned seat = dx_match_turn(s->match);
        const dx_view *view = dx_match_view(s->match, seat);
        const dx_kemps *sight = view->sight;
        if (reckon != NULL && sight->taken == 0)
            signature += reckon(context, view);
        dx_thought thought = {.random = &random};
        dx_event move = dx_mind_choose(mind[seat], view, &thought);
        if (dx_match_play(s->match, seat, move, NULL, NULL) != DX_OK)
            break;
    }
    for (unsigned seat = 0; seat < 3; seat++) {
        signature = signature * 31 + (uint64_t)dx_match_score(s->match, seat);
        dx_mind_free(mind[seat]);
    }
    return signature;
}

static void run(dx_bench *bench, const char *const names[3], unsigned games,
                at_turn *reckon, void *context)
{
    stage s;
    uint64_t signature = 0;
    if (!stage_init(&s, names))
        return;
    while (dx_bench_running(bench)) {
        signature = 0;
        for (unsigned number = 0; number < games; number++)
            signature = signature * 31 + play_game(&s, number, reckon, context);
    }
    dx_bench_items(bench, games);
    dx_bench_result(bench, signature);
    stage_release(&s);
}

static const char *const greedy[3] = {"greedy", "greedy", "greedy"};

BENCH(kemps_games_of_three_greedy_players)
{
    run(bench, greedy, 200, NULL, NULL);
    dx_bench_peer(bench, 1e7, "the paper's program, about 100 games/s");
}

// Most of these go on to the limit of 10,000 turns: what a turn costs must not
// grow with the game.
BENCH(kemps_games_of_three_blocking_players)
{
    static const char *const names[3] = {"kb-blocking", "kb-blocking",
                                         "kb-blocking"};
    run(bench, names, 20, NULL, NULL);
}

// The turns so far, as all see them.
typedef struct watching {
    const dx_rules *rules;
    dx_frames *frames;
    unsigned count;
} watching;

static void watch(watching *w, const dx_view *view)
{
    if (w->frames == NULL || w->count > view->count) {
        dx_frames_free(w->frames);
        w->frames = dx_frames_new(w->rules);
        w->count = 0;
    }
    for (; w->count < view->count; w->count++)
        dx_frames_follow(w->frames, view->seen[w->count]);
}

static dx_count count_worlds(dx_frames *frames, const dx_view *view)
{
    const dx_frame *now = dx_frames_now(frames);
    dx_inquiry *inquiry = dx_inquiry_new(frames);
    dx_natural worlds = {0};
    dx_count count = 0;
    if (dx_inquiry_count_worlds(inquiry, now, now->sees[view->seat],
                                view->sight, &worlds) == DX_OK)
        dx_natural_to_count(&worlds, &count);
    dx_natural_release(&worlds);
    dx_inquiry_free(inquiry);
    return count;
}

// The number of worlds, and for every card that the mover has not seen the
// chance that each rival has it.
static uint64_t know_all(void *context, const dx_view *view)
{
    watching *w = context;
    dx_effort effort = {0};
    dx_board board;
    double sum = 0;
    watch(w, view);
    const dx_frame *now = dx_frames_now(w->frames);
    dx_looker looker = {.sees = now->sees[view->seat], .own = view->sight};
    if (dx_board_look(&board, w->frames, &looker, &effort) != DX_OK)
        return 0;
    uint64_t hidden = board.frame->real & ~looker.sees;
    for (unsigned place = 0; place < board.places; place++)
        for (unsigned card = 0; card < board.kinds; card++)
            if (hidden >> place & 1)
                sum += dx_rational_value(dx_board_at(&board, place, card));
    dx_board_release(&board);
    // Hidden cards are somewhere: the sum is their number.
    return (uint64_t)count_worlds(w->frames, view) + (uint64_t)(sum + 0.5);
}

BENCH(kemps_games_with_exact_joint_knowledge_at_every_turn)
{
    dx_rules rules;
    if (dx_rules_parse(dx_games(), "kemps(paper)", &rules, NULL) != DX_OK)
        return;
    watching w = {.rules = &rules};
    run(bench, greedy, 5, know_all, &w);
    dx_frames_free(w.frames);
    dx_bench_peer(bench, 1e7, "the paper's program, one row a card");
}

BENCH(kemps_games_of_a_thinker_at_a_glance)
{
    static const char *const names[3] = {"thinker(order=0)", "greedy",
                                         "greedy"};
    run(bench, names, 50, NULL, NULL);
    dx_bench_peer(bench, 270000, "trial in C");
}

BENCH(kemps_games_of_a_thinker)
{
    static const char *const names[3] = {"thinker", "greedy", "greedy"};
    run(bench, names, 4, NULL, NULL);
    dx_bench_peer(bench, 116e6, "trial in C");
}
