// How a game may go on: what it comes to where nothing is open, and that what
// a seat is told of its moves is of its view alone.

#include "agents/playout.h"

#include "agents/typed.h"
#include "base/memory.h"
#include "game/match.h"
#include "minds/reckoner.h"
#include "test.h"

#include <string.h>

enum { GAMES = 4 };

// A game by chance, for so many moves or to its end.
static dx_match *played(const dx_rules *rules, dx_deal *deal, unsigned moves)
{
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(9, 1, 1);
    for (unsigned i = 0; i < moves && dx_match_turn(match) != DX_OVER; i++) {
        const dx_event *legal;
        unsigned count = dx_match_moves(match, &legal);
        CHECK_EQ(
            dx_match_step(match, (unsigned)dx_random_below(&random, count)),
            DX_OK);
    }
    return match;
}

static void with_all(dx_policy *policies, const char *name,
                     const dx_rules *rules)
{
    for (unsigned i = 0; i < dx_players(rules); i++)
        policies[i] = policy_of(name, rules);
}

TEST(a_game_that_is_over_comes_to_what_it_came_to)
{
    static const char *const names[][2] = {{"hanabi(players=3)", "beginner"},
                                           {"gofish(players=3)", "hoarding"}};
    for (unsigned g = 0; g < 2; g++) {
        dx_rules rules = rules_of(names[g][0]);
        dx_policy policies[DX_SEATS_MAX];
        dx_deal *deal = dx_deal_new(&rules, 3, 0);
        dx_match *match = played(&rules, deal, 10000);
        dx_playouts how = {.policy = policies, .games = GAMES};
        dx_playout_value out;
        unsigned count;
        with_all(policies, names[g][1], &rules);
        const dx_event *past = dx_match_events(match, &count);
        for (unsigned seat = 0; seat < dx_players(&rules); seat++) {
            CHECKING("%s, seat %u", names[g][0], seat + 1);
            CHECK_EQ(
                dx_playout_from(&rules, past, count, seat, NULL, &how, &out),
                DX_OK);
            double is = rules.game->team ? dx_match_score(match, seat)
                                         : dx_match_won(match, seat);
            CHECK(out.mean == is && out.error == 0);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

typedef struct twins {
    const dx_view *view;
    const dx_playouts *how;
    const dx_playout_value *value;
    dx_playout_value all;
    unsigned count, tried, differ;
    const dx_event *moves;
} twins;

// A world that looks the same: its truth is another, its values are the same,
// and so is what the position comes to.
static bool check_twin(void *context, const dx_world *world)
{
    twins *t = context;
    const dx_view *view = t->view;
    dx_playout_value value[DX_MOVES_MAX] = {{0}};
    dx_eyes *eyes = dx_eyes_new(view->rules, view->seat);
    for (unsigned i = 0; i < world->count; i++) {
        dx_eyes_see(eyes, world->past[i]);
        t->differ +=
            memcmp(&world->past[i], &view->seen[i], sizeof *view->seen) != 0;
    }
    CHECK_EQ(
        dx_playout_moves(dx_eyes_view(eyes), t->count, t->moves, t->how, value),
        DX_OK);
    for (unsigned i = 0; i < t->count; i++)
        CHECK(value[i].mean == t->value[i].mean &&
              value[i].error == t->value[i].error);
    CHECK_EQ(dx_playout_moves(dx_eyes_view(eyes), 1, NULL, t->how, value),
             DX_OK);
    CHECK(value->mean == t->all.mean && value->error == t->all.error);
    dx_eyes_free(eyes);
    t->tried++;
    return true;
}

static void check_twins(const char *name, const char *agent, unsigned moves)
{
    dx_rules rules = rules_of(name);
    dx_policy policies[DX_SEATS_MAX];
    dx_deal *deal = dx_deal_new(&rules, 8, 0);
    dx_match *match = played(&rules, deal, moves);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_playouts how = {.policy = policies, .games = GAMES};
    dx_event legal[DX_MOVES_MAX];
    dx_playout_value value[DX_MOVES_MAX];
    dx_random random = dx_random_named(6, 6, 6);
    CHECKING("%s after %u moves", name, moves);
    with_all(policies, agent, &rules);
    twins t = {.view = view, .how = &how, .value = value, .moves = legal};
    t.count = dx_view_moves(view, legal);
    CHECK_EQ(dx_playout_moves(view, t.count, legal, &how, value), DX_OK);
    CHECK_EQ(dx_playout_moves(view, 1, NULL, &how, &t.all), DX_OK);
    dx_reckoning r =
        dx_reckoning_open(&rules, view->seat, NULL, view->seen, view->count);
    for (unsigned i = 0; i < 3; i++)
        r.how->one(r.self, &random, check_twin, &t);
    CHECK(t.tried == 3 && t.differ > 0);
    dx_reckoning_close(&r);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(moves_are_worth_the_same_in_worlds_that_look_the_same)
{
    check_twins("hanabi(players=3)", "beginner", 3);
    check_twins("gofish(players=3)", "hoarding", 4);
    check_twins("clue(players=3)", "detective", 1);
}

TEST(playing_on_ends_when_it_is_called_off)
{
    dx_rules rules = rules_of("hanabi(players=3)");
    dx_policy policies[DX_SEATS_MAX];
    atomic_bool stop = true;
    dx_budget budget = {.cancelled = &stop};
    dx_playouts how = {.policy = policies, .games = GAMES, .budget = &budget};
    dx_deal *deal = dx_deal_new(&rules, 3, 0);
    dx_match *match = played(&rules, deal, 3);
    dx_playout_value out[DX_MOVES_MAX];
    dx_event legal[DX_MOVES_MAX];
    unsigned count;
    with_all(policies, "beginner", &rules);
    const dx_event *past = dx_match_events(match, &count);
    CHECK_EQ(dx_playout_from(&rules, past, count, 0, NULL, &how, out),
             DX_ERR_CANCELLED);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    count = dx_view_moves(view, legal);
    CHECK_EQ(dx_playout_moves(view, count, legal, &how, out), DX_ERR_CANCELLED);
    dx_match_free(match);
    dx_deal_free(deal);
}

// Calls everything off with its third move.
typedef struct caller_off {
    atomic_bool stop;
    unsigned chosen;
} caller_off;

static dx_event call_off(const void *memory DX_UNUSED, const dx_policy *self,
                         const dx_view *view, dx_thought *thought DX_UNUSED)
{
    caller_off *all = (caller_off *)self->agent->data;
    dx_event legal[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, legal);
    if (++all->chosen >= 3)
        atomic_store(&all->stop, true);
    return legal[count - 1];
}

TEST(playing_on_ends_within_a_game_and_among_moves)
{
    caller_off all = {.chosen = 0};
    dx_agent agent = {.name = "caller-off", .data = &all, .choose = call_off};
    dx_rules rules = rules_of("hanabi(players=3)");
    dx_policy policies[DX_SEATS_MAX] = {{&agent}, {&agent}, {&agent}};
    dx_budget budget = {.cancelled = &all.stop};
    dx_playouts how = {.policy = policies, .games = 1, .budget = &budget};
    dx_deal *deal = dx_deal_new(&rules, 3, 0);
    dx_match *match = played(&rules, deal, 3);
    dx_playout_value out[DX_MOVES_MAX];
    dx_event legal[DX_MOVES_MAX];
    unsigned count;
    const dx_event *past = dx_match_events(match, &count);
    CHECK_EQ(dx_playout_from(&rules, past, count, 0, NULL, &how, out),
             DX_ERR_CANCELLED);
    CHECK_EQ(all.chosen, 3);
    all.chosen = 0;
    atomic_store(&all.stop, false);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    count = dx_view_moves(view, legal);
    CHECK_EQ(dx_playout_moves(view, count, legal, &how, out), DX_ERR_CANCELLED);
    CHECK_EQ(all.chosen, 3);
    dx_match_free(match);
    dx_deal_free(deal);
}
