// Assumptions as text: what is read, how it is printed, what is refused and
// where; and what `reset` and `best` make of a game that refutes them.

#include "agents/agents.h"
#include "agents/typed.h"
#include "base/memory.h"
#include "game/match.h"
#include "minds/consider.h"
#include "test.h"

#include <math.h>
#include <string.h>

static dx_assumption parse(const dx_rules *rules, const char *text)
{
    dx_assumption assumption = {.kind = DX_ASSUME_NONE};
    dx_error error = {.message = ""};
    CHECK_THAT(dx_assumption_parse(dx_agents(), text, rules, &assumption,
                                   &error) == DX_OK,
               "%s: %u: %s", text, error.column, error.message);
    return assumption;
}

static bool is_printed(const dx_rules *rules, const dx_assumption *assumption,
                       const char *want)
{
    dx_text out = {0};
    dx_assumption_print(assumption, rules, &out);
    bool is = strcmp(dx_text_string(&out), want) == 0;
    CHECK_THAT(is, "'%s' and not '%s'", dx_text_string(&out), want);
    dx_text_release(&out);
    return is;
}

// ---- the grammar ----

TEST(an_assumption_is_printed_in_the_shortest_form_that_reads_the_same)
{
    static const struct {
        const char *text, *printed;
    } cases[] = {
        {"none", "none"},
        {" none ; drop ", "none"},
        {"uniform", "uniform"},
        {"uniform,uniform,uniform", "uniform"},
        {"info", "info"},
        {"info,info,info", "info"},
        {"info()", "info"},
        {" info , uniform , report ", "info,uniform,report"},
        {"report(hints=any)", "report"},
        {"report( hints=playable )", "report(hints=playable)"},
        {"report(hints=playable),report,info",
         "report(hints=playable),report,info"},
        {"search(rollouts=3,deck=2)", "search(rollouts=3,deck=2)"},
        {"truthful(info)", "truthful(info)"},
        {"truthful( info,info, info )", "truthful(info)"},
        {"truthful(info,pair,info);best", "truthful(info,pair,info); best"},
        {"lapse(info,0.05)", "lapse(info,1/20)"},
        {"lapse(info,0)", "info"},
        {"lapse(info,1)", "lapse(info,1)"},
        {"lapse(report(hints=playable), 2/40 )",
         "lapse(report(hints=playable),1/20)"},
        {"info,lapse(info,1/3),uniform", "info,lapse(info,1/3),uniform"},
        {"mixture( info ,report(hints=any),stranger)",
         "mixture(info,report,stranger)"},
        {"mixture(stranger,pair);best", "mixture(stranger,pair); best"},
        {"info;drop", "info"},
        {"info;reset", "info; reset"},
        {"info,info,report ;  best", "info,info,report; best"},
    };
    dx_rules rules = rules_of("hanabi(players=3)");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECKING("%s", cases[i].text);
        dx_assumption first = parse(&rules, cases[i].text);
        dx_assumption again = parse(&rules, cases[i].printed);
        CHECK(is_printed(&rules, &first, cases[i].printed));
        CHECK(is_printed(&rules, &again, cases[i].printed));
        CHECK_EQ(first.kind, again.kind);
        CHECK_EQ(first.refutation, again.refutation);
        for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++) {
            CHECK(dx_policy_same(&first.policy[seat], &again.policy[seat]));
            CHECK(dx_fraction_equal(first.lapse[seat], again.lapse[seat]));
        }
    }
}

TEST(no_text_and_no_assumption_are_none)
{
    dx_rules rules = rules_of("hanabi(players=3)");
    dx_assumption assumption = parse(&rules, NULL);
    CHECK_EQ(assumption.kind, DX_ASSUME_NONE);
    CHECK_EQ(assumption.refutation, DX_REFUTED_DROP);
    CHECK(is_printed(&rules, NULL, "none"));
}

TEST(each_seat_has_what_the_list_gives_it)
{
    dx_rules rules = rules_of("hanabi(players=3)");
    dx_assumption a = parse(&rules, "uniform,lapse(info,1/5),report; reset");
    CHECK_EQ(a.kind, DX_ASSUME_POLICY);
    CHECK_EQ(a.refutation, DX_REFUTED_RESET);
    CHECK(a.policy[0].agent == NULL);
    CHECK_TEXT(a.policy[1].agent->name, "info");
    CHECK_TEXT(a.policy[2].agent->name, "report");
    CHECK(a.policy[3].agent == NULL);
    CHECK(dx_fraction_equal(a.lapse[1], dx_fraction_of(1, 5)));
    CHECK_EQ(a.lapse[0].top, 0);
    CHECK_EQ(a.lapse[2].top, 0);
}

TEST(what_is_no_assumption_is_refused_at_its_column)
{
    static const struct {
        const char *text;
        unsigned column;
        const char *said;
    } cases[] = {
        {"", 1, "expected none, uniform, an agent"},
        {"  ", 3, "expected none, uniform, an agent"},
        {"nobody", 1, "no agent 'nobody' plays hanabi"},
        {"greedy", 1, "no agent 'greedy' plays hanabi"},
        {"info,nobody,info", 6, "no agent 'nobody'"},
        {"info, report(hint=any) ,info", 14, "no parameter or preset 'hint'"},
        {"info,info", 10, "too few names for 3 seats"},
        {"info,info,info,info", 16, "too many names for 3 seats"},
        {"info,,info", 6, "expected the name of an agent"},
        {"info,info,", 11, "expected the name of an agent"},
        {"info,none,info", 6, "'none' is about all seats"},
        {"info,truthful(info),info", 6, "'truthful' is about all seats"},
        {"truthful(random)", 10, "random does not tell what its moves say"},
        {"truthful(info", 14, "expected ')' at the end of 'truthful(info'"},
        {"truthful()", 10, "expected the name of an agent"},
        {"truthful(info,pair)", 19, "too few names"},
        {"lapse(info)", 11, "expected the chance of a lapse"},
        {"lapse(info,3/2)", 12, "lapse(info,1/20)"},
        {"lapse(info,-1)", 12, "from 0 to 1"},
        {"lapse(info,1/20,1)", 12, "expected the chance of a lapse"},
        {"lapse(nobody,1/20)", 7, "no agent 'nobody'"},
        {"lapse(info,1/20", 16, "expected ')'"},
        {"source(graph(depth=2))", 8,
         "no source 'graph' weighs worlds of hanabi; those that do: none"},
        {"source(graph", 13, "expected ')'"},
        {"mixture(info)", 13, "a mixture is of 2 to 10 kinds"},
        {"mixture()", 9, "expected the name of an agent"},
        {"mixture(info,nobody)", 14, "no agent 'nobody'"},
        {"mixture(info,stranger", 22, "expected ')'"},
        {"info,mixture(info,stranger),info", 6, "'mixture' is about all seats"},
        {"info;", 6, "expected drop, reset or best"},
        {"info; forget", 7, "expected drop, reset or best"},
        {"info; reset; best", 7, "expected drop, reset or best"},
        {"info)", 5, "expected '(' or the end"},
    };
    dx_rules rules = rules_of("hanabi(players=3)");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECKING("%s", cases[i].text);
        dx_error error = {.message = ""};
        dx_assumption out = {.kind = DX_ASSUME_UNIFORM};
        CHECK(dx_assumption_parse(dx_agents(), cases[i].text, &rules, &out,
                                  &error) != DX_OK);
        CHECK_EQ(error.line, 1);
        CHECK_EQ(error.column, cases[i].column);
        CHECK_THAT(strstr(error.message, cases[i].said) != NULL, "%s: %s",
                   cases[i].text, error.message);
        CHECK_EQ(out.kind, DX_ASSUME_UNIFORM);
        CHECK(dx_assumption_parse(dx_agents(), cases[i].text, &rules, &out,
                                  NULL) != DX_OK);
    }
}

// ---- what becomes of belief when it is refuted ----

typedef struct scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} scene;

static dx_event choose(dx_match *match, const dx_policy *policy,
                       dx_random *random)
{
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_thought thought = {.random = random};
    dx_mind *mind = dx_mind_new(policy, view);
    dx_event move = dx_mind_choose(mind, view, &thought);
    dx_mind_free(mind);
    return move;
}

// `moves` by an agent, and a last one by nobody who thinks.
static scene play(const char *agent, uint64_t seed, unsigned moves)
{
    scene s = {.rules = rules_of("hanabi(tiny)")};
    dx_random random = dx_random_named(seed, 0, 5);
    s.deal = dx_deal_new(&s.rules, seed, 0);
    s.match = dx_match_new(&s.rules, s.deal);
    for (unsigned i = 0; i <= moves; i++) {
        dx_assumption by = parse(&s.rules, i < moves ? agent : "random");
        unsigned seat = dx_match_turn(s.match);
        if (seat == DX_OVER)
            break;
        dx_event move = choose(s.match, &by.policy[seat], &random);
        CHECK_EQ(dx_match_play(s.match, seat, move, NULL, NULL), DX_OK);
    }
    return s;
}

static void end_scene(scene *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static dx_worlds *consider(const dx_view *view, const dx_assumption *assumption)
{
    dx_worlds *worlds = NULL;
    CHECK_EQ(dx_consider(view, &(dx_consider_options){.assumption = assumption},
                         &worlds, NULL),
             DX_OK);
    return worlds;
}

static double weight_of_all(const dx_worlds *worlds)
{
    double all = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        all += dx_worlds_at(worlds, i).weight;
    return all;
}

// The largest difference of a world's probability.
static double distance(const dx_worlds *a, const dx_worlds *b)
{
    double all_a = weight_of_all(a), all_b = weight_of_all(b), most = 0;
    CHECK_EQ(dx_worlds_count(a), dx_worlds_count(b));
    for (size_t i = 0; i < dx_worlds_count(a); i++)
        most = fmax(most, fabs(dx_worlds_at(a, i).weight / all_a -
                               dx_worlds_at(b, i).weight / all_b));
    return most;
}

// Checks the best worlds of a position against those of a rare lapse.
static unsigned check_best(const dx_view *view)
{
    dx_assumption best = parse(view->rules, "info; best");
    dx_assumption rare = parse(view->rules, "lapse(info,1/1000000)");
    dx_worlds *right = consider(view, &rare), *worlds = consider(view, &best);
    unsigned refuted = dx_worlds_refuted(worlds, NULL);
    double far = distance(worlds, right);
    CHECK_THAT(far < 1e-3, "%u faults, off by %g", refuted, far);
    dx_worlds_free(right);
    dx_worlds_free(worlds);
    return refuted;
}

TEST(the_best_worlds_are_those_of_a_lapse_that_hardly_ever_happens)
{
    unsigned refuted = 0, more = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        CHECKING_SEED(seed);
        scene s = play("random", seed, (unsigned)seed % 6);
        for (unsigned seat = 0; seat < dx_players(&s.rules); seat++) {
            unsigned faults = check_best(dx_match_view(s.match, seat));
            refuted += faults > 0;
            more += faults > 1;
        }
        end_scene(&s);
    }
    CHECK_THAT(refuted > 10 && more > 3, "%u refuted, %u twice", refuted, more);
}

// Right after its first refutation belief is chance alone; and it is the same
// as `drop` as long as there was none.
TEST(belief_that_is_reset_begins_anew_from_chance)
{
    unsigned refuted = 0, told = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        CHECKING_SEED(seed);
        scene s = play("info", seed, 1 + (unsigned)seed % 6);
        const dx_view *view = dx_match_view(s.match, 0);
        dx_assumption reset = parse(&s.rules, "info; reset");
        dx_assumption drop = parse(&s.rules, "info");
        dx_worlds *worlds = consider(view, &reset);
        dx_worlds *dropped = consider(view, &drop);
        dx_worlds *plain = consider(view, NULL);
        unsigned first = 0, often = dx_worlds_refuted(worlds, &first);
        if (often == 0)
            CHECK(distance(worlds, dropped) < 1e-12);
        if (often == 1 && first + 1 == view->count) {
            refuted++;
            told += distance(dropped, plain) > 1e-9;
            CHECK(distance(worlds, plain) < 1e-12);
        }
        dx_worlds_free(worlds);
        dx_worlds_free(dropped);
        dx_worlds_free(plain);
        end_scene(&s);
    }
    CHECK_THAT(refuted > 3 && told > 0, "%u refuted, %u told apart", refuted,
               told);
}

// ---- a mixture ----

// How likely the moves of `seat` in a past are, by a policy or (NULL) by
// chance.
static double likelihood(const dx_rules *rules, const dx_event *past,
                         unsigned count, unsigned seat, const dx_policy *policy)
{
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    double product = 1;
    for (unsigned i = 0; i < count; i++) {
        const dx_view *view = dx_eyes_view(eyes);
        dx_event moves[DX_MOVES_MAX], made;
        dx_fraction odds[DX_MOVES_MAX];
        if (past[i].who == seat && !rules->game->verbs[past[i].verb].chance) {
            unsigned number = dx_view_moves(view, moves), k = 0;
            made = dx_event_move(rules->game->verbs, past[i]);
            while (!dx_event_same(moves[k], made))
                k++;
            dx_mind *mind = policy != NULL ? dx_mind_new(policy, view) : NULL;
            if (mind != NULL)
                dx_mind_odds(mind, view, number, moves, odds);
            product *= mind != NULL ? dx_fraction_value(odds[k]) : 1.0 / number;
            dx_mind_free(mind);
        }
        dx_eyes_see(eyes, past[i]);
    }
    dx_eyes_free(eyes);
    return product;
}

// Compares what seat 1 believes under a mixture with the mean over both kinds
// of what its worlds weigh; the number of worlds.
static size_t check_mixture(const dx_view *view)
{
    dx_assumption mixed = parse(view->rules, "mixture(info,stranger)");
    dx_worlds *got = consider(view, &mixed), *plain = consider(view, NULL);
    size_t count = dx_worlds_count(plain);
    double *want = dx_alloc(count, sizeof *want), all = 0;
    CHECK_EQ(dx_worlds_refuted(got, NULL), 0);
    for (size_t i = 0; i < count; i++) {
        dx_world world = dx_worlds_at(plain, i);
        want[i] = likelihood(view->rules, world.past, view->count, 1,
                             &mixed.policy[0]) +
                  likelihood(view->rules, world.past, view->count, 1, NULL);
        all += want[i] *= world.weight;
    }
    for (size_t i = 0; i < count; i++) {
        double is = dx_worlds_at(got, i).weight / weight_of_all(got);
        CHECK_THAT(fabs(is - want[i] / all) < 0.01, "world %zu: %g, not %g", i,
                   is, want[i] / all);
    }
    dx_free(want);
    dx_worlds_free(got);
    dx_worlds_free(plain);
    return count;
}

// The other of two players is one of two kinds all game long, so a world weighs
// the mean of what it weighs for each.  Thousandths are all that is lost.
TEST(a_world_of_a_mixture_weighs_the_mean_of_what_it_weighs_for_each_kind)
{
    size_t compared = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        CHECKING_SEED(seed);
        scene s = play("info", seed, 1 + (unsigned)seed % 5);
        size_t worlds = check_mixture(dx_match_view(s.match, 0));
        compared += worlds > 1 ? worlds : 0;
        end_scene(&s);
    }
    CHECK_THAT(compared > 30, "%zu worlds", compared);
}

// As long as nobody has moved twice, a stranger is a lapse.
TEST(a_mixture_with_a_stranger_is_a_lapse_at_first)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        CHECKING_SEED(seed);
        scene s = play("random", seed, (unsigned)seed % 2);
        const dx_view *view = dx_match_view(s.match, 0);
        dx_assumption mixed = parse(&s.rules, "mixture(info,stranger)");
        dx_assumption lapse = parse(&s.rules, "lapse(info,1/2)");
        dx_worlds *got = consider(view, &mixed);
        dx_worlds *want = consider(view, &lapse);
        CHECK(distance(got, want) < 1e-12);
        dx_worlds_free(got);
        dx_worlds_free(want);
        end_scene(&s);
    }
}
