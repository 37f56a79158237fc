// The detective and the sleuth at work on small packs, where knowing is cheap.

#include "agents/agents.h"
#include "game/match.h"
#include "games/clue/clue.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

typedef struct tally {
    unsigned games, won, wrong, dared, moves;
} tally;

// One game; every move must be legal, and accusations are counted.
static void play(const dx_rules *rules, const dx_policy *policy, uint64_t seed,
                 tally *t)
{
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_mind *minds[DX_SEATS_MAX] = {NULL};
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        minds[seat] = dx_mind_new(policy, dx_match_view(match, seat));
    while (dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        dx_random random = dx_random_named(seed, 0, seat);
        dx_reason reason = {.rule = ""};
        dx_thought thought = {.random = &random, .reason = &reason};
        dx_event move =
            dx_mind_choose(minds[seat], dx_match_view(match, seat), &thought);
        CHECK_EQ(dx_match_play(match, seat, move, &reason, NULL), DX_OK);
        const dx_clue *now = dx_match_view(match, seat)->sight;
        if (move.verb == DX_CLUE_ACCUSE && now->winner != seat)
            t->wrong++;
        t->dared += strcmp(reason.rule, "dare") == 0;
        t->moves++;
    }
    const dx_clue *end = dx_match_view(match, 0)->sight;
    t->won += end->winner != DX_CLUE_NONE;
    t->games++;
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        dx_mind_free(minds[seat]);
    dx_match_free(match);
    dx_deal_free(deal);
}

static tally play_many(const char *text, const char *agent, unsigned games)
{
    dx_rules rules;
    dx_policy policy;
    tally t = {0};
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    CHECK_EQ(dx_policy_parse(dx_agents(), agent, &rules, &policy, NULL), DX_OK);
    for (uint64_t seed = 0; seed < games; seed++) {
        CHECKING("%s, %s, seed %d", text, agent, (int)seed);
        play(&rules, &policy, seed, &t);
    }
    return t;
}

TEST(a_detective_is_never_wrong_and_always_finds_out)
{
    static const char *const rules[] = {"clue(small)", "clue(small4)",
                                        "clue(tiny)"};
    for (unsigned i = 0; i < 3; i++) {
        tally t =
            play_many(rules[i], "detective(worlds=40)", SAMPLE(100, 1000));
        CHECK_EQ(t.wrong, 0);
        CHECK_EQ(t.dared, 0);
        CHECK_EQ(t.won, t.games);
    }
    tally full = play_many("clue", "detective(worlds=40)", SAMPLE(5, 100));
    CHECK_EQ(full.wrong, 0);
    CHECK_EQ(full.won, full.games);
}

TEST(a_sleuth_dares_and_is_wrong_less_often_than_it_accuses)
{
    tally t = play_many("clue(small)", "sleuth(worlds=40,minds=20)",
                        SAMPLE(100, 1000));
    CHECK(t.dared > 0);
    CHECK(t.wrong <= t.dared); // what it knows is right
    CHECK(t.won > t.games / 2);
}

static unsigned showings(const dx_clue *sight)
{
    unsigned count = 0;
    for (unsigned i = 0; i < sight->turns; i++)
        count += dx_clue_answered(&sight->ask[i]);
    return count;
}

// A mind made here makes a legal move.
static void check_move(dx_match *match, const char *agent)
{
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_policy policy;
    CHECK_EQ(dx_policy_parse(dx_agents(), agent, view->rules, &policy, NULL),
             DX_OK);
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_random random = dx_random_named(0, 0, 0);
    dx_thought thought = {.random = &random};
    dx_event move = dx_mind_choose(mind, view, &thought);
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves), same = 0;
    for (unsigned i = 0; i < count; i++)
        same += dx_event_same(moves[i], move);
    CHECK_EQ(same, 1);
    dx_mind_free(mind);
}

// All ask for the same three cards, and nobody accuses.
static unsigned play_long(const dx_rules *rules, uint64_t seed)
{
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    unsigned checked = 0;
    while (dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        const dx_event *moves;
        if (showings(dx_match_view(match, seat)->sight) > 56) {
            check_move(match, "detective");
            check_move(match, "sleuth");
            checked++;
        }
        dx_match_moves(match, &moves);
        CHECK_EQ(dx_match_play(match, seat, moves[0], NULL, NULL), DX_OK);
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return checked;
}

TEST(a_game_with_more_showings_than_minds_have_places_for_goes_on)
{
    dx_rules rules;
    unsigned checked = 0;
    CHECK_EQ(dx_rules_parse(dx_games(), "clue(tiny,limit=70)", &rules, NULL),
             DX_OK);
    for (uint64_t seed = 0; seed < 4; seed++)
        checked += play_long(&rules, seed);
    CHECK(checked > 10);
}
