// The detective and the sleuth at work on small packs, where knowing is cheap.

#include "agents/agents.h"
#include "agents/clue/profile.h"
#include "agents/clue/turn.h"
#include "base/heed.h"
#include "base/memory.h"
#include "game/match.h"
#include "games/clue/clue.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

typedef struct tally {
    unsigned games, won, wrong, dared, moves;
    unsigned first_won; // by the first policy
} tally;

// One game, the first policy at the seat `first`, the other elsewhere; every
// move must be legal, and accusations are counted.
static void play(const dx_rules *rules, const dx_policy *policies,
                 unsigned first, uint64_t seed, tally *t)
{
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_mind *minds[DX_SEATS_MAX] = {NULL};
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        minds[seat] =
            dx_mind_new(&policies[seat != first], dx_match_view(match, seat));
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
        dx_reason_release(&reason);
    }
    const dx_clue *end = dx_match_view(match, 0)->sight;
    t->won += end->winner != DX_CLUE_NONE;
    t->first_won += end->winner == first;
    t->games++;
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        dx_mind_free(minds[seat]);
    dx_match_free(match);
    dx_deal_free(deal);
}

static tally play_against(const char *text, const char *agent,
                          const char *others, unsigned games)
{
    dx_rules rules;
    dx_policy policies[2];
    tally t = {0};
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    CHECK_EQ(dx_policy_parse(dx_agents(), agent, &rules, &policies[0], NULL),
             DX_OK);
    CHECK_EQ(dx_policy_parse(dx_agents(), others, &rules, &policies[1], NULL),
             DX_OK);
    for (unsigned game = 0; game < games; game++) {
        CHECKING("%s, %s, seed %u", text, agent, game);
        play(&rules, policies, game % dx_players(&rules), game, &t);
    }
    return t;
}

static tally play_many(const char *text, const char *agent, unsigned games)
{
    return play_against(text, agent, agent, games);
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

// How much more is measured in docs/clue.md.
TEST(a_sleuth_wins_more_than_its_share_against_detectives)
{
    tally t = play_against("clue", "sleuth", "detective", SAMPLE(15, 600));
    CHECK(3 * t.first_won > t.games);
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
    CHECKING_SEED(seed);
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

static dx_clue *table_of(const char *text, dx_rules *rules)
{
    CHECK_EQ(dx_rules_parse(dx_games(), text, rules, NULL), DX_OK);
    dx_clue *t = dx_alloc(1, rules->game->table_bytes(rules));
    rules->game->setup(t, rules);
    return t;
}

static void ask(dx_clue *t, unsigned asker, unsigned shower, dx_clue_triple at,
                unsigned card)
{
    t->ask[t->turns++] =
        (dx_clue_ask){at, (uint8_t)asker, (uint8_t)shower,
                      (uint8_t)(asker == shower ? DX_CLUE_NONE : card)};
}

// Seat 2 asks for the first suspect, weapon and room of the normal pack.
static double weight(dx_clue_cards hand, unsigned shower, double trust)
{
    dx_rules rules;
    dx_clue *t = table_of("clue", &rules);
    dx_clue_triple named = dx_clue_named(t, dx_event_new(DX_CLUE_ASK, 0));
    t->phase = DX_CLUE_ASKING;
    t->hand[1] = hand;
    ask(t, 1, shower, named, named.card[0]);
    double all = dx_clue_profile(t, 0, trust);
    CHECK(dx_clue_profile(t, 1, trust) == 1); // its own say nothing to it
    dx_free(t);
    return all;
}

TEST(a_question_says_what_the_asker_does_not_have)
{
    dx_clue_cards suspect = dx_clue_card(0), room = dx_clue_card(12);
    dx_clue_cards others = dx_clue_card(1) | dx_clue_card(13);
    double without = weight(others, 2, 0.9);
    CHECK(weight(suspect | dx_clue_card(13), 2, 0.9) < without);
    CHECK(weight(room | dx_clue_card(1), 2, 0.9) > without); // a filler
    CHECK(weight(suspect, 2, 0) == 1 && weight(others, 2, 0) == 1);
}

TEST(who_asked_in_vain_and_did_not_accuse_has_one_of_the_three)
{
    CHECK(weight(dx_clue_card(1), 1, 1) == 0);
    CHECK(weight(dx_clue_card(12), 1, 1) > 0);
    CHECK(weight(dx_clue_card(1), 2, 1) > 0);
}

// It was shown the first weapon, and names this one next.
static double weight_next(unsigned weapon)
{
    dx_rules rules;
    dx_clue *t = table_of("clue", &rules);
    dx_clue_triple named = dx_clue_named(t, dx_event_new(DX_CLUE_ASK, 0));
    t->hand[1] = dx_clue_card(13);
    ask(t, 1, 2, named, named.card[1]);
    named.card[1] = (uint8_t)(named.card[1] + weapon);
    ask(t, 1, 2, named, named.card[0]);
    double all = dx_clue_profile(t, 0, 0.9);
    dx_free(t);
    return all;
}

TEST(a_thinking_asker_does_not_name_what_it_was_shown)
{
    CHECK(weight_next(0) < weight_next(1));
    CHECK(weight_next(1) == weight_next(2));
}

// What it says it would make is what it chooses, and nothing else; at every
// turn of a game of its own.
static void check_makes(const char *name, uint64_t number)
{
    dx_rules rules;
    dx_policy policy;
    CHECK_EQ(dx_rules_parse(dx_games(), "clue(small)", &rules, NULL), DX_OK);
    CHECK_EQ(dx_policy_parse(dx_agents(), name, &rules, &policy, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 5, number);
    dx_match *match = dx_match_new(&rules, deal);
    for (unsigned turn = 0; turn < 30 && dx_match_turn(match) != DX_OVER;
         turn++) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves), made = 0;
        const dx_view *view = dx_match_view(match, dx_match_turn(match));
        dx_mind *mind = dx_mind_new(&policy, view);
        dx_event chosen = dx_mind_choose(mind, view, &(dx_thought){0});
        for (unsigned i = 0; i < count; i++) {
            bool makes = policy.agent->makes(dx_mind_memory(mind), &policy,
                                             view, moves[i]);
            CHECK_EQ(makes, dx_event_same(moves[i], chosen));
            made += makes;
        }
        CHECK_EQ(made, 1);
        dx_mind_free(mind);
        CHECK_EQ(dx_match_play(match, view->seat, chosen, NULL, NULL), DX_OK);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_move_is_made_if_it_is_chosen)
{
    for (unsigned number = 0; number < SAMPLE(3, 50); number++) {
        check_makes("detective(worlds=8)", number);
        check_makes("sleuth(worlds=6,imagined=2,minds=4)", number);
    }
}

// How often a sleuth looks whether it is called off while it makes its first
// move; what it then makes is legal.
static uint64_t looks_of(const char *agent, const atomic_bool *flag)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "clue(small)", &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 5, 0);
    dx_match *match = dx_match_new(&rules, deal);
    const atomic_bool *before = dx_heed(flag);
    uint64_t looks = dx_heed_looks();
    check_move(match, agent);
    looks = dx_heed_looks() - looks;
    dx_heed(before);
    dx_match_free(match);
    dx_deal_free(deal);
    return looks;
}

TEST(a_sleuth_hears_at_each_mind_and_each_question_that_it_is_called_off)
{
    static atomic_bool on = false, off = true;
    CHECK(looks_of("sleuth(worlds=20,imagined=10,minds=2)", &on) >= 20 + 12);
    CHECK(looks_of("sleuth(worlds=20,imagined=10,minds=2)", &off) >= 20 + 12);
}
