// Learners of Go Fish: slopes, what is written and read, who is recognised.

#include "agents/gofish/critic.h"
#include "agents/gofish/qlearn.h"
#include "agents/gofish/train_private.h"
#include "agents/typed.h"
#include "base/heed.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static dx_gofish_course course_of(dx_gofish_method method, const char *game)
{
    dx_gofish_course c = {
        .rules = rules_of(game), .method = method, .seed = 5, .rounds = 400};
    c.opponent[0] = policy_of("random", &c.rules);
    c.opponent[1] = policy_of("closer-point", &c.rules);
    c.share[0] = 2;
    c.share[1] = 1;
    c.opponent_count = 2;
    return c;
}

static dx_gofish_trainer *trainer_of(const dx_gofish_course *course)
{
    dx_gofish_trainer *t = NULL;
    CHECK_EQ(dx_gofish_trainer_new(course, &t, NULL), DX_OK);
    return t;
}

// Slopes of a few numbers against differences.
static float noise(dx_random *random)
{
    return (float)(dx_random_unit(random) - 0.5);
}

TEST(slopes_of_the_network_are_differences)
{
    dx_random random = dx_random_named(3, 0, 0);
    dx_gofish_net net, slope = {0};
    float input[DX_GOFISH_INPUTS], hidden[DX_GOFISH_UNITS];
    float *numbers = (float *)&net;
    dx_gofish_net_init(&net, &random);
    for (unsigned i = 0; i < DX_GOFISH_UNITS; i++)
        net.second[i] = noise(&random);
    for (unsigned i = 0; i < DX_GOFISH_INPUTS; i++)
        input[i] = i % 3 == 0 ? 0 : noise(&random);
    dx_gofish_net_run(&net, input, hidden);
    dx_gofish_net_learn(&net, input, hidden, 1, &slope);
    for (unsigned i = 0; i < DX_GOFISH_NET_NUMBERS; i += 7) {
        float old = numbers[i], h = 0.01F;
        numbers[i] = old + h;
        double up = (double)dx_gofish_net_run(&net, input, hidden);
        numbers[i] = old - h;
        double down = (double)dx_gofish_net_run(&net, input, hidden);
        numbers[i] = old;
        double got = (double)((const float *)&slope)[i];
        CHECK_THAT(fabs((up - down) / (2 * (double)h) - got) < 0.01,
                   "number %u: %f, not %f", i, got,
                   (up - down) / 2 / (double)h);
    }
}

static double logit(double chance)
{
    return log(chance / (1 - chance));
}

TEST(slopes_of_the_critic_are_differences)
{
    dx_random random = dx_random_named(4, 0, 0);
    dx_gofish_critic critic, slope = {0};
    dx_gofish_position position = {.ranks = 13};
    float *numbers = (float *)&critic;
    dx_gofish_critic_init(&critic, &random);
    for (unsigned i = 0; i < DX_GOFISH_CRITIC_UNITS; i++)
        critic.third[i] = noise(&random);
    for (unsigned i = 0; i < 13; i++)
        for (unsigned k = 0; k < DX_GOFISH_RANK_INPUTS; k++)
            position.rank[i][k] = k % 2 == 0 ? 0 : noise(&random);
    position.world[0] = 1;
    dx_gofish_critic_learn(&critic, &position, 1, &slope);
    for (unsigned i = 0; i < DX_GOFISH_CRITIC_NUMBERS; i += 11) {
        float old = numbers[i], h = 0.003F;
        numbers[i] = old + h;
        double up = logit(dx_gofish_critic_run(&critic, &position));
        numbers[i] = old - h;
        double down = logit(dx_gofish_critic_run(&critic, &position));
        numbers[i] = old;
        double got = (double)((const float *)&slope)[i];
        double want = (up - down) / (2 * (double)h);
        CHECK_THAT(fabs(want - got) < 0.01 + 0.02 * fabs(want),
                   "number %u: %f, not %f", i, got, want);
    }
}

// Writes a trainer after some rounds into another one; both go on alike.
static void check_resumed(const dx_gofish_course *course)
{
    dx_text first = {0}, last = {0}, again = {0};
    dx_error error = {.message = ""};
    dx_gofish_trainer *a = trainer_of(course), *b = trainer_of(course);
    dx_gofish_trainer_run(a, 45);
    dx_gofish_trainer_write(a, true, &first);
    CHECK_THAT(dx_gofish_trainer_read(b, dx_text_string(&first), &error) ==
                   DX_OK,
               "line %u: %s", error.line, error.message);
    CHECK_EQ(dx_gofish_trainer_rounds(b), 45);
    dx_gofish_trainer_run(a, 45);
    dx_gofish_trainer_run(b, 45);
    dx_gofish_trainer_write(a, true, &last);
    dx_gofish_trainer_write(b, true, &again);
    CHECK_TEXT(dx_text_string(&last), dx_text_string(&again));
    CHECK(strcmp(dx_text_string(&first), dx_text_string(&last)) != 0);
    dx_text_release(&first);
    dx_text_release(&last);
    dx_text_release(&again);
    dx_gofish_trainer_free(a);
    dx_gofish_trainer_free(b);
}

TEST(a_learner_that_was_read_again_goes_on_as_if_it_had_never_stopped)
{
    for (unsigned i = 0; i < DX_GOFISH_METHODS; i++) {
        CHECKING("%s", dx_gofish_method_names[i]);
        dx_gofish_course c = course_of((dx_gofish_method)i, "gofish(ranks=6)");
        check_resumed(&c);
    }
    dx_gofish_course three =
        course_of(DX_GOFISH_GRADIENT, "gofish(players=3,ranks=6,hand=3)");
    check_resumed(&three);
}

// Calls everything off when it is asked for its first move.
static atomic_bool is_off;
static unsigned asked;
static dx_agent caller;
static dx_event (*choose_first)(const void *memory, const dx_policy *policy,
                                const dx_view *view, dx_thought *thought);

static dx_event call_off(const void *memory, const dx_policy *policy,
                         const dx_view *view, dx_thought *thought)
{
    asked++;
    is_off = true;
    return choose_first(memory, policy, view, thought);
}

// The round it is in is whole: another learner who plays one is as it is.
TEST(a_learner_that_is_called_off_has_learnt_from_whole_rounds)
{
    for (unsigned i = 0; i < DX_GOFISH_METHODS; i++) {
        dx_gofish_course c = course_of((dx_gofish_method)i, "gofish(ranks=6)");
        dx_text one = {0}, other = {0};
        double won[40];
        CHECKING("%s", dx_gofish_method_names[i]);
        c.opponent_count = 1;
        caller = *c.opponent[0].agent;
        choose_first = caller.choose;
        caller.choose = call_off;
        dx_gofish_trainer *a = trainer_of(&c);
        c.opponent[0].agent = &caller;
        dx_gofish_trainer *b = trainer_of(&c);
        is_off = false;
        dx_heed(&is_off);
        dx_gofish_trainer_run(b, 45);
        CHECK_EQ(dx_gofish_trainer_rounds(b), 1);
        asked = 0; // nor are games of a test played
        dx_policy policy = dx_gofish_trainer_policy(b);
        dx_gofish_compare(&c.rules, &policy, &c.opponent[0], 9, 40, won);
        CHECK_EQ(asked, 0);
        dx_heed(NULL);
        dx_gofish_trainer_run(a, 1);
        dx_gofish_trainer_write(a, true, &one);
        dx_gofish_trainer_write(b, true, &other);
        CHECK_TEXT(dx_text_string(&one), dx_text_string(&other));
        dx_text_release(&one);
        dx_text_release(&other);
        dx_gofish_trainer_free(a);
        dx_gofish_trainer_free(b);
    }
}

// What both win of the same games.
static void check_same_play(const dx_rules *rules, const dx_policy *a,
                            const dx_policy *b)
{
    enum { DEALS = 10 };
    dx_policy random = policy_of("random", rules);
    double first[DEALS], second[DEALS];
    dx_gofish_compare(rules, a, &random, 9, DEALS, first);
    dx_gofish_compare(rules, b, &random, 9, DEALS, second);
    CHECK(memcmp(first, second, sizeof first) == 0);
}

TEST(what_was_learnt_plays_from_a_file_as_it_did)
{
    for (unsigned i = 0; i < DX_GOFISH_METHODS; i++) {
        CHECKING("%s", dx_gofish_method_names[i]);
        dx_gofish_course c = course_of((dx_gofish_method)i, "gofish(ranks=6)");
        dx_gofish_trainer *t = trainer_of(&c);
        dx_text text = {0};
        dx_gofish_learnt *learnt = NULL;
        dx_error error = {.message = ""};
        dx_gofish_trainer_run(t, 64);
        dx_gofish_trainer_write(t, false, &text);
        CHECK_THAT(dx_gofish_learnt_read(dx_text_string(&text), "me", &learnt,
                                         &error) == DX_OK,
                   "%s", error.message);
        CHECK_TEXT(learnt->agent.name, "me");
        dx_policy own = dx_gofish_trainer_policy(t), read = own;
        read.agent = &learnt->agent;
        read.data = NULL;
        check_same_play(&c.rules, &own, &read);
        dx_gofish_learnt_free(learnt);
        dx_gofish_trainer_free(t);
        dx_text_release(&text);
    }
}

static void check_refused(const char *text, unsigned line)
{
    dx_gofish_learnt *learnt = NULL;
    dx_error error = {.message = ""};
    CHECK(dx_gofish_learnt_read(text, "me", &learnt, &error) != DX_OK);
    CHECK(learnt == NULL && error.message[0] != '\0');
    CHECK_EQ(error.line, line);
    CHECK(error.column > 0);
}

TEST(a_text_that_no_learner_wrote_is_refused_with_its_line)
{
    check_refused("", 1);
    check_refused("doxa learnt chess gradient part\nrounds 1\n", 1);
    check_refused("doxa learnt gofish qlearn part\nrounds 1\n", 1);
    check_refused("doxa learnt gofish gradient part\nrounds -5\n", 2);
    check_refused("doxa learnt gofish states part\nrounds 1\nstates 0\n7", 4);
    check_refused("doxa learnt gofish features part\nrounds 1\n1 2 x\n", 3);
    check_refused("doxa learnt gofish states part\nrounds 1\nstates -1", 3);
    check_refused("doxa learnt gofish states part\nrounds 1\nstates 2\n3 4 5",
                  4);
}

TEST(a_table_of_states_is_for_two_players)
{
    dx_gofish_course c = course_of(DX_GOFISH_STATES, "gofish(players=3)");
    dx_gofish_trainer *t = NULL;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_gofish_trainer_new(&c, &t, &error), DX_ERR_UNSUPPORTED);
}

// Follows a game of two strategies from the table; returns the mean chance that
// the planner's habits give to the true strategy of seat 2 at the end.
static double recognised(const char *name, unsigned type)
{
    enum { GAMES = 12 };
    dx_rules rules = rules_of("gofish");
    dx_policy other = policy_of(name, &rules);
    dx_policy own = policy_of("finish-fast(beliefs=ranks)", &rules);
    double sum = 0, chances[2][DX_GOFISH_KINDS];
    for (unsigned game = 0; game < GAMES; game++) {
        dx_deal *deal = dx_deal_new(&rules, 31, game);
        dx_match *match = dx_match_new(&rules, deal);
        dx_mind *minds[2] = {dx_mind_new(&own, dx_match_view(match, 0)),
                             dx_mind_new(&other, dx_match_view(match, 1))};
        dx_random random = dx_random_named(31, game, 1);
        dx_thought thought = {.random = &random};
        dx_gofish_shown shown;
        unsigned seat, count;
        while ((seat = dx_match_turn(match)) != DX_OVER)
            CHECK_EQ(dx_match_play(match, seat,
                                   dx_mind_choose(minds[seat],
                                                  dx_match_view(match, seat),
                                                  &thought),
                                   NULL, NULL),
                     DX_OK);
        const dx_event *events = dx_match_events(match, &count);
        dx_gofish_shown_init(&shown, &rules);
        for (unsigned i = 0; i < count; i++)
            dx_gofish_shown_follow(&shown, dx_gofish_habits_for(2), events[i]);
        dx_gofish_type_chances(&shown, 0, chances);
        sum += chances[1][type];
        dx_mind_free(minds[0]);
        dx_mind_free(minds[1]);
        dx_match_free(match);
        dx_deal_free(deal);
    }
    return sum / GAMES;
}

TEST(strategies_are_recognised_by_how_they_ask)
{
    CHECK(recognised("random", DX_GOFISH_TYPE_RANDOM) > 0.6);
    CHECK(recognised("closer-point", DX_GOFISH_TYPE_CLOSER) > 0.6);
    CHECK(recognised("hoarding(beliefs=ranks)", DX_GOFISH_TYPE_HOARDING) >
          0.35);
    CHECK(recognised("finish-fast(beliefs=ranks)", DX_GOFISH_TYPE_FINISH) >
          0.35);
}

TEST(who_is_known_is_not_taken_for_a_stranger)
{
    CHECK(recognised("random", DX_GOFISH_STRANGER) < 0.2);
    CHECK(recognised("finish-fast(beliefs=ranks)", DX_GOFISH_STRANGER) < 0.2);
    CHECK(recognised("stranger(way=repeat)", DX_GOFISH_STRANGER) > 0.1);
}

static double share_of(const char *name, const char *other)
{
    enum { DEALS = 100 };
    dx_rules rules = rules_of("gofish");
    dx_policy own = policy_of(name, &rules), them = policy_of(other, &rules);
    double won[DEALS], sum = 0;
    dx_gofish_compare(&rules, &own, &them, 913, DEALS, won);
    for (unsigned i = 0; i < DEALS; i++)
        sum += won[i];
    return sum / 2 / DEALS;
}

// It once lost nine points to who always asks for its lowest rank, whom it took
// for closer-point.
TEST(planner_does_not_lose_by_what_it_takes_a_stranger_for)
{
    const char *other = "stranger(way=repeat)";
    CHECK(share_of("planner(beliefs=ranks)", other) >
          share_of("finish-fast(beliefs=ranks)", other) - 0.04);
}

// Of planner's questions in a game against `other`, how many are finish-fast's
// too.
static void count_safe(const char *other, unsigned game, unsigned *out_same,
                       unsigned *out_all)
{
    dx_rules rules = rules_of("gofish");
    dx_policy policy[3] = {policy_of("planner(beliefs=ranks)", &rules),
                           policy_of(other, &rules),
                           policy_of("finish-fast(beliefs=ranks)", &rules)};
    dx_deal *deal = dx_deal_new(&rules, 37, game);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(37, game, 1);
    dx_thought thought = {.random = &random};
    dx_mind *minds[3];
    for (unsigned i = 0; i < 3; i++)
        minds[i] = dx_mind_new(&policy[i], dx_match_view(match, i % 2));
    for (unsigned seat; (seat = dx_match_turn(match)) != DX_OVER;) {
        const dx_view *view = dx_match_view(match, seat);
        dx_event move = dx_mind_choose(minds[seat], view, &thought);
        *out_all += seat == 0;
        *out_same +=
            seat == 0 &&
            dx_event_same(move, dx_mind_choose(minds[2], view, &thought));
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
    }
    for (unsigned i = 0; i < 3; i++)
        dx_mind_free(minds[i]);
    dx_match_free(match);
    dx_deal_free(deal);
}

// What is trained against others is kept for them.
TEST(planner_asks_what_is_safe_of_who_asks_by_chance_or_like_nobody)
{
    static const char *const others[] = {"random", "stranger(way=hide)"};
    for (unsigned i = 0; i < 2; i++) {
        unsigned same = 0, all = 0;
        for (unsigned game = 0; game < 10; game++)
            count_safe(others[i], game, &same, &all);
        CHECK_THAT(same * 10 > all * 9, "%s: %u of %u", others[i], same, all);
    }
}
