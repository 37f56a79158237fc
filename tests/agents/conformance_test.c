// What every registered agent must keep to, in every game it plays.

#include "agents/agents.h"
#include "game/match.h"
#include "game/rules_list.h"
#include "games/games.h"
#include "test.h"

#include <math.h>
#include <string.h>

static const dx_agent *agent; // the one being tested

#define ENSURE(condition, what)                                                \
    CHECK_THAT(condition, "%s in %s, event %u: %s", agent->name,               \
               view->rules->game->name, view->count, what)

// The chances of all moves add up to one, and the move chosen has one.
static void check_odds(dx_mind *mind, const dx_view *view, dx_event chosen)
{
    dx_event moves[DX_MOVES_MAX];
    static dx_fraction odds[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    double sum = 0;
    bool possible = false;
    dx_mind_odds(mind, view, count, moves, odds);
    for (unsigned i = 0; i < count; i++) {
        ENSURE(!dx_fraction_is_lost(odds[i]) && odds[i].top >= 0,
               "odds that are no chance");
        sum += dx_fraction_value(odds[i]);
        possible |=
            dx_event_same(moves[i], chosen) && !dx_fraction_is_zero(odds[i]);
    }
    ENSURE(fabs(sum - 1) < 1e-9, "odds that do not add up to one");
    ENSURE(possible, "it chose what it said it never would");
}

// The choice is a function of the view and the random numbers: a mind made
// anew, or copied, chooses the same.
static void check_function(dx_mind *mind, const dx_policy *policy,
                           const dx_view *view, uint64_t seed, dx_event chosen)
{
    dx_mind *made = dx_mind_new(policy, view), *copied = dx_mind_copy(mind);
    dx_mind *const others[2] = {made, copied};
    for (unsigned i = 0; i < 2; i++) {
        dx_random random = dx_random_named(seed, view->count, 7);
        dx_thought thought = {.random = &random};
        dx_event again = dx_mind_choose(others[i], view, &thought);
        ENSURE(dx_event_same(again, chosen),
               i == 0 ? "a mind made from the view chooses otherwise"
                      : "a copied mind chooses otherwise");
        dx_mind_free(others[i]);
    }
}

static void play_game(const dx_rules *rules, const dx_policy *policy,
                      uint64_t seed, unsigned moves_max)
{
    CHECKING("%s, %s, seed %u", agent->name, rules->game->name, (unsigned)seed);
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_mind *minds[DX_SEATS_MAX] = {NULL};
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        minds[seat] = dx_mind_new(policy, dx_match_view(match, seat));
    for (unsigned turn = 0; dx_match_turn(match) != DX_OVER && turn < moves_max;
         turn++) {
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        dx_random random = dx_random_named(seed, view->count, 7);
        dx_reason reason = {.rule = ""};
        dx_thought thought = {.random = &random, .reason = &reason};
        dx_event move = dx_mind_choose(minds[seat], view, &thought);
        ENSURE(reason.rule[0] != '\0', "a move without a reason");
        // A mind made anew goes through all of the game so far.
        if (turn < 4 || turn % SAMPLE(3, 1) == 0)
            check_function(minds[seat], policy, view, seed, move);
        check_odds(minds[seat], view, move);
        ENSURE(dx_match_play(match, seat, move, &reason, NULL) == DX_OK,
               "an illegal move");
        dx_reason_release(&reason);
    }
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        dx_mind_free(minds[seat]);
    dx_match_free(match);
    dx_deal_free(deal);
}

enum { DEAR = 100 }; // steps of an agent of which a few moves must do

static void play_rules(const dx_rules *rules)
{
    if (agent->game != NULL && strcmp(agent->game, rules->game->name) != 0)
        return;
    dx_policy policy = {agent, dx_params_normal(&agent->schema)};
    // Who plays every game has every preset to think about: shortly.
    if (agent->game == NULL && agent->schema.params != NULL)
        policy.params.value[0] = agent->schema.params[0].min;
    unsigned moves = agent->steps < DEAR ? 40 : SAMPLE(6, 40);
    for (uint64_t seed = 0; seed < SAMPLE(1, 4); seed++)
        play_game(rules, &policy, seed, moves);
}

TEST(conformance_agents_are_functions_of_their_view)
{
    for (const dx_agent *const *at = dx_agents(); *at != NULL; at++) {
        agent = *at;
        dx_each_rules(play_rules);
    }
}

static unsigned words_of(const char *text)
{
    unsigned words = *text != '\0';
    for (; *text != '\0'; text++)
        words += *text == ' ';
    return words;
}

TEST(conformance_agents_say_how_they_talk)
{
    for (const dx_agent *const *at = dx_agents(); *at != NULL; at++) {
        const char *talk = (*at)->talk;
        CHECKING("%s", (*at)->name);
        assert_non_null(talk);
        assert_in_range(words_of(talk), 3, 60);
        assert_true(talk[strlen(talk) - 1] == '.');
        assert_null(strchr(talk, '"'));
    }
}

// Somebody must sit beside a person.
static bool people_play(const dx_game *game)
{
    for (const dx_agent *const *at = dx_agents(); *at != NULL; at++)
        if ((*at)->people && (*at)->game != NULL &&
            strcmp((*at)->game, game->name) == 0)
            return true;
    return false;
}

TEST(conformance_every_game_has_an_agent_for_people)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++) {
        CHECKING("%s", (*game)->name);
        assert_true(people_play(*game));
    }
}
