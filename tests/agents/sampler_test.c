// Worlds for any view, however they are found, and the player that tries its
// moves in them.

#include "agents/imagine.h"
#include "agents/typed.h"
#include "base/memory.h"
#include "game/match.h"
#include "test.h"

#include <string.h>

enum { MANY_STEPS = 1000000 };

// The seat sees the same in an imagined world as it does in its own: the legal
// moves and its score.
static void check_world(const dx_view *view, const void *world)
{
    const dx_game *game = view->rules->game;
    dx_event own[DX_MOVES_MAX], there[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, own);
    CHECK_EQ(game->turn(world), view->turn);
    CHECK_EQ(game->moves(world, view->seat, there), count);
    CHECK(memcmp(own, there, count * sizeof *own) == 0);
    int score = game->score(view->sight, view->seat);
    if (score != DX_SCORE_HIDDEN)
        CHECK_EQ(game->score(world, view->seat), score);
}

// By places, and by histories as if there were none.
static void check_view(const dx_view *view, dx_random *random)
{
    const dx_rules *rules = view->rules;
    dx_frames *frames = dx_frames_new(rules);
    for (unsigned i = 0; i < view->count; i++)
        dx_frames_follow(frames, view->seen[i]);
    void *world = dx_alloc(1, rules->game->table_bytes(rules));
    for (unsigned way = 0; way < 2; way++) {
        dx_imagination *worlds =
            dx_imagination_new(view, way == 0 ? frames : NULL, MANY_STEPS);
        for (unsigned i = 0; i < 3; i++)
            if (dx_imagination_world(worlds, random, world))
                check_world(view, world);
            else
                CHECK_EQ(way, 1); // a history may take too long
        dx_imagination_free(worlds);
    }
    dx_free(world);
    dx_frames_free(frames);
}

static void walk(const char *name)
{
    dx_rules rules = rules_of(name);
    dx_random random = dx_random_named(71, 0, 0);
    dx_deal *deal = dx_deal_new(&rules, 5, 0);
    dx_match *match = dx_match_new(&rules, deal);
    for (unsigned i = 0; i < 8 && dx_match_turn(match) != DX_OVER; i++) {
        const dx_event *moves;
        CHECKING("%s, turn %u", name, i);
        check_view(dx_match_view(match, dx_match_turn(match)), &random);
        unsigned count = dx_match_moves(match, &moves);
        CHECK_EQ(
            dx_match_step(match, (unsigned)dx_random_below(&random, count)),
            DX_OK);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(an_imagined_world_looks_to_the_seat_as_its_own)
{
    static const char *const names[] = {"hanabi(tiny)", "clue(tiny)",
                                        "gofish(tiny)", "kemps(tiny)",
                                        "yokai(tiny)",  "saboteur"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        walk(names[i]);
}

// The sampler at seat 0 and chance at the others; the points of each.
static void play(const char *game, const char *agent, uint64_t number,
                 int *out_points)
{
    dx_rules rules = rules_of(game);
    dx_policy policy = policy_of(agent, &rules);
    dx_deal *deal = dx_deal_new(&rules, 9, number);
    dx_match *match = dx_match_new(&rules, deal);
    dx_mind *mind = dx_mind_new(&policy, dx_match_view(match, 0));
    dx_random random = dx_random_named(9, number, 1);
    while (dx_match_turn(match) != DX_OVER) {
        const dx_event *moves;
        unsigned seat = dx_match_turn(match);
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        dx_thought thought = {.random = &random};
        if (seat == 0)
            move = dx_mind_choose(mind, dx_match_view(match, 0), &thought);
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
    }
    for (unsigned seat = 0; seat < dx_players(&rules); seat++)
        out_points[seat] += dx_match_score(match, seat);
    dx_mind_free(mind);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(the_sampler_wins_from_chance_at_go_fish)
{
    int points[DX_SEATS_MAX] = {0};
    for (uint64_t number = 0; number < SAMPLE(3, 30); number++)
        play("gofish(players=3)", "sampler(steps=3000)", number, points);
    CHECK(points[0] > points[1] && points[0] > points[2]);
}
