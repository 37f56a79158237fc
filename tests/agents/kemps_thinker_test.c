// The thinker and what it imagines with, and all strategies of Kemps at work.

#include "agents/agents.h"
#include "agents/kemps/collect.h"
#include "agents/kemps/habit.h"
#include "agents/kemps/weigh.h"
#include "ask/ask.h"
#include "game/match.h"
#include "games/games.h"
#include "games/kemps/worlds.h"
#include "logic/formula/parse.h"
#include "minds/board/board.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct table {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    unsigned players;
    dx_policy policy[DX_SEATS_MAX];
    dx_mind *mind[DX_SEATS_MAX];
    dx_random random;
} table;

// Seat s is agent s - shift of the list, which is used again from its start.
static void sit_down(table *t, const char *rules, const char *const *names,
                     unsigned count, unsigned shift)
{
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &t->rules, NULL), DX_OK);
    t->players = dx_players(&t->rules);
    for (unsigned seat = 0; seat < t->players; seat++)
        CHECK_EQ(dx_policy_parse(
                     dx_agents(),
                     names[(seat + t->players - shift) % t->players % count],
                     &t->rules, &t->policy[seat], NULL),
                 DX_OK);
    t->deal = dx_deal_new(&t->rules, 0, 0);
    t->match = dx_match_new(&t->rules, t->deal);
}

static void start(table *t, uint64_t number)
{
    t->random = dx_random_named(3, number, 5);
    dx_deal_restart(t->deal, 3, number);
    dx_match_restart(t->match, t->deal);
    for (unsigned seat = 0; seat < t->players; seat++)
        t->mind[seat] =
            dx_mind_new(&t->policy[seat], dx_match_view(t->match, seat));
}

static void stop(table *t)
{
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_mind_free(t->mind[seat]);
}

static void stand_up(table *t)
{
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

static dx_event think(table *t, dx_reason *reason, const dx_budget *budget)
{
    unsigned seat = dx_match_turn(t->match);
    dx_thought thought = {
        .random = &t->random, .reason = reason, .budget = budget};
    return dx_mind_choose(t->mind[seat], dx_match_view(t->match, seat),
                          &thought);
}

static void play(table *t, dx_event move)
{
    CHECK_EQ(dx_match_play(t->match, move.who, move, NULL, NULL), DX_OK);
}

static const dx_kemps *truth(const table *t)
{
    return dx_match_truth(t->match);
}

static void play_with_reasons(const char *rules, const char *const *names,
                              unsigned count)
{
    table t;
    sit_down(&t, rules, names, count, 0);
    for (uint64_t number = 0; number < 3; number++) {
        CHECKING("deal %u", (unsigned)number);
        start(&t, number);
        while (dx_match_turn(t.match) != DX_OVER) {
            dx_reason reason = {.rule = ""};
            dx_event move = think(&t, &reason, NULL);
            CHECK_THAT(reason.rule[0] != '\0' && reason.words[0] != '\0',
                       "%s: seat %u gave no reason", rules, move.who + 1U);
            dx_reason_release(&reason);
            play(&t, move);
        }
        stop(&t);
    }
    stand_up(&t);
}

TEST(kemps_agents_play_legal_moves_and_give_reasons)
{
    static const char *const all[] = {
        "greedy",           "thinker(worlds=8)", "kb-greedy",
        "thinker(order=0)", "kb-blocking",       "thinker(order=2,worlds=8)"};
    play_with_reasons("kemps(paper,limit=60)", all, 6);
    play_with_reasons("kemps(players=6,limit=60)", all, 6);
    play_with_reasons("kemps(players=10,limit=30)", all, 6);
    play_with_reasons("kemps(tiny,limit=60)", all + 1, 5);
    play_with_reasons("kemps(2-6,suits=3,hand=2,limit=60)", all, 6);
}

// A mind made anew in the middle of a turn, and its copy, have the same plan.
static void check_plan(table *t, unsigned seat, dx_event move)
{
    const dx_view *view = dx_match_view(t->match, seat);
    dx_mind *other = dx_mind_new(&t->policy[seat], view);
    dx_random random = dx_random_named(9, 9, 9);
    dx_thought thought = {.random = &random};
    CHECK_EQ(dx_mind_choose(other, view, &thought).bits, move.bits);
    dx_mind *copy = dx_mind_copy(other);
    CHECK_EQ(dx_mind_choose(copy, view, &thought).bits, move.bits);
    dx_mind_free(other);
    dx_mind_free(copy);
}

TEST(kemps_thinker_is_a_function_of_its_view)
{
    static const char *const names[] = {"thinker(worlds=8)", "greedy",
                                        "thinker(order=2,worlds=8)"};
    table t;
    sit_down(&t, "kemps(paper,limit=40)", names, 3, 0);
    for (uint64_t number = 0; number < 8; number++) {
        CHECKING_SEED(number);
        start(&t, number);
        while (dx_match_turn(t.match) != DX_OVER) {
            unsigned seat = dx_match_turn(t.match);
            dx_event move = think(&t, NULL, NULL);
            if (seat != 1)
                check_plan(&t, seat, move);
            play(&t, move);
        }
        stop(&t);
    }
    stand_up(&t);
}

TEST(kemps_thinker_that_must_stop_at_once_has_a_move)
{
    static const char *const names[] = {"thinker"};
    dx_budget budget = {.steps_max = 1};
    table t;
    sit_down(&t, "kemps(paper,limit=9)", names, 1, 0);
    start(&t, 2);
    while (dx_match_turn(t.match) != DX_OVER)
        play(&t, think(&t, NULL, &budget));
    stop(&t);
    stand_up(&t);
}

// The sketch of a truth, played with the hands that are really chosen, has the
// same hands, table, scores and end, but for cards that are dealt.
TEST(kemps_sketches_follow_the_rules)
{
    static const char *const names[] = {"greedy"};
    table t;
    sit_down(&t, "kemps(paper)", names, 1, 0);
    for (uint64_t number = 0; number < 20; number++) {
        CHECKING("deal %u", (unsigned)number);
        start(&t, number);
        while (dx_match_turn(t.match) != DX_OVER) {
            dx_kemps before = *truth(&t);
            unsigned seat = before.turn;
            dx_kemps_sketch sketch;
            dx_kemps_sketch_init(&sketch, &before, number);
            dx_kemps_step step =
                dx_kemps_collect(&before, seat, DX_KEMPS_ALL_RANKS);
            unsigned goal = dx_kemps_bag_goal(sketch.hand[seat], sketch.table);
            CHECK(goal == DX_NONE || goal == step.rank);
            dx_event move = think(&t, NULL, NULL);
            CHECK_EQ(goal == DX_NONE, move.verb == DX_KEMPS_DONE);
            dx_kemps_cards hand = before.hand[seat];
            for (; move.verb == DX_KEMPS_SWAP; move = think(&t, NULL, NULL)) {
                play(&t, move);
                hand = truth(&t)->hand[seat];
            }
            dx_kemps_sketch_play(&sketch, dx_kemps_bag_from(&before, hand));
            play(&t, move);
            const dx_kemps *after = truth(&t);
            CHECK_EQ(sketch.score[seat],
                     after->score[seat] - before.score[seat]);
            CHECK_EQ(sketch.over, dx_match_turn(t.match) == DX_OVER);
            CHECK_EQ(sketch.deck_count, after->deck);
            if (after->deck == before.deck &&
                after->shuffles == before.shuffles && !sketch.over)
                CHECK(sketch.table == dx_kemps_bag_from(after, after->table) &&
                      sketch.idle == after->idle && sketch.turn == after->turn);
        }
        stop(&t);
    }
    stand_up(&t);
}

// Greedy's own past is always likely for the hand that it has.
TEST(kemps_habits_of_greedy_fit_its_hand)
{
    static const char *const names[] = {"greedy"};
    table t;
    sit_down(&t, "kemps(paper)", names, 1, 0);
    for (uint64_t number = 0; number < 10; number++) {
        CHECKING("deal %u", (unsigned)number);
        start(&t, number);
        while (dx_match_turn(t.match) != DX_OVER) {
            dx_kemps_habit habit[DX_KEMPS_SEATS];
            const dx_kemps *now = truth(&t);
            if (now->taken == 0) {
                dx_kemps_habits(dx_match_view(t.match, now->turn), habit);
                for (unsigned seat = 0; seat < 3; seat++)
                    CHECK(dx_kemps_habit_likelihood(
                              &habit[seat],
                              dx_kemps_bag_from(now, now->hand[seat]), 0) == 1);
            }
            play(&t, think(&t, NULL, NULL));
        }
        stop(&t);
    }
    stand_up(&t);
}

// Kemps of the first of `names` over deals in all three seats.
static unsigned kemps_of_first(const char *const *names, unsigned deals)
{
    unsigned kemps = 0;
    for (unsigned shift = 0; shift < 3; shift++) {
        table t;
        sit_down(&t, "kemps(paper)", names, 3, shift);
        for (uint64_t number = 0; number < deals; number++) {
            CHECKING("deal %u", (unsigned)number);
            start(&t, number);
            while (dx_match_turn(t.match) != DX_OVER)
                play(&t, think(&t, NULL, NULL));
            CHECK(truth(&t)->turns < truth(&t)->limit);
            kemps += truth(&t)->score[shift];
            stop(&t);
        }
        stand_up(&t);
    }
    return kemps;
}

// 9 Kemps a game: three is a third.
TEST(kemps_thinkers_beat_greedy)
{
    static const char *const glance[] = {"thinker(order=0)", "greedy",
                                         "greedy"};
    static const char *const full[] = {"thinker(worlds=32)", "greedy",
                                       "greedy"};
    CHECK(kemps_of_first(glance, 40) > 3 * 40 * 3.2);
    CHECK(kemps_of_first(full, 8) > 3 * 8 * 3.3);
}

// ---- the engine ----

// How many cards of a rank the engine expects among a rival's hidden ones;
// `sight` is a bystander's, who numbers the places.
static double expected(const dx_board *board, const dx_kemps *sight,
                       unsigned rival, unsigned rank)
{
    uint64_t place = dx_kemps_places_of(sight, rival);
    double sum = 0;
    for (unsigned card = 0; place != 0 && card < sight->ranks * sight->suits;
         card++)
        if (sight->rank_of[card] == rank)
            sum += dx_rational_value(
                dx_board_at(board, (unsigned)__builtin_ctzll(place), card));
    return sum;
}

// The glance expects what the engine does, until the discards are shuffled in;
// but for the rare hand that would be a Kemps, which the engine rules out.
static void compare_expected(const dx_view *view, const dx_kemps_scene *scene,
                             double *off, unsigned *count)
{
    const dx_kemps *sight = view->sight;
    dx_frames *frames = dx_frames_new(view->rules);
    for (unsigned i = 0; i < view->count; i++)
        dx_frames_follow(frames, view->seen[i]);
    const dx_looker looker = {.sees = dx_frames_now(frames)->sees[view->seat],
                              .own = sight};
    dx_effort effort = {0};
    dx_board board;
    CHECK_EQ(dx_board_look(&board, frames, &looker, &effort), DX_OK);
    for (unsigned rival = 0; rival < sight->players; rival++)
        for (unsigned rank = 0; rival != view->seat && rank < sight->ranks;
             rank++) {
            double want =
                expected(&board, dx_frames_now(frames)->sight, rival, rank);
            double got = scene->in_hand_of[rival] * scene->unseen[rank];
            CHECK_THAT(fabs(got - want) < 0.1, "seat %u, rank %u: %f, not %f",
                       rival + 1, rank + 1, got, want);
            *off += fabs(got - want);
            ++*count;
        }
    dx_board_release(&board);
    dx_frames_free(frames);
}

// Does the seat know that `rival` knows that it has this card?
static bool knows_known(const dx_view *view, unsigned rival, unsigned card)
{
    dx_formulas *store = dx_formulas_new();
    dx_text text = {0};
    dx_answer answer;
    dx_error error = {.message = ""};
    dx_formula f;
    dx_text_printf(&text, "K[%u] hand(%u,", rival + 1, view->seat + 1U);
    dx_type_say(view->rules, "card", card, &text);
    dx_text_add(&text, ")");
    CHECK_EQ(dx_parse(store, dx_text_string(&text), &f, &error), DX_OK);
    CHECK_THAT(dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer,
                           &error) == DX_OK,
               "%s: %s", dx_text_string(&text), error.message);
    CHECK(answer.truth != DX_ANSWER_UNDECIDED);
    bool yes = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_text_release(&text);
    dx_formulas_free(store);
    return yes;
}

// What rivals know of the own hand is what all saw go into it.
static void check_shown(const dx_view *view, const dx_kemps_scene *scene)
{
    const dx_kemps *sight = view->sight;
    for (dx_kemps_cards left = sight->hand[view->seat]; left != 0;
         left &= left - 1) {
        unsigned card = dx_kemps_first(left);
        for (unsigned rival = 0; rival < sight->players; rival++)
            if (rival != view->seat)
                CHECK_EQ(knows_known(view, rival, card),
                         (scene->shown & dx_kemps_card(card)) != 0);
    }
}

TEST(kemps_thinkers_count_what_the_engine_answers)
{
    static const char *const names[] = {"thinker(order=0)", "greedy"};
    table t;
    double off = 0;
    unsigned count = 0, turns = 0;
    sit_down(&t, "kemps(players=3,limit=60)", names, 2, 0);
    for (uint64_t number = 0; number < SAMPLE(4U, 60U); number++) {
        start(&t, number);
        while (dx_match_turn(t.match) != DX_OVER && truth(&t)->shuffles == 0) {
            const dx_kemps *now = truth(&t);
            const dx_view *view = dx_match_view(t.match, now->turn);
            CHECKING("game %u, turn %u", (unsigned)number, now->turns);
            if (now->taken == 0 && ++turns % 3 == 0) {
                dx_kemps_scene scene;
                dx_kemps_scene_init(&scene, view);
                compare_expected(view, &scene, &off, &count);
                check_shown(view, &scene);
            }
            play(&t, think(&t, NULL, NULL));
        }
        stop(&t);
    }
    stand_up(&t);
    CHECK(count > 500);
    CHECK_THAT(off / count < 0.002, "%f", off / count);
}
