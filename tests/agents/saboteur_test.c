// Saboteur's agents by role: open saboteurs are found out, deceivers later,
// beliefs by Bayes' rule are better than the graphs, and moves have reasons.

#include "agents/agents.h"
#include "agents/saboteur/stake.h"
#include "agents/saboteur/trial.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_saboteur_cast cast_of(const char *rules, const char *miner,
                                const char *saboteur)
{
    dx_saboteur_cast cast;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_saboteur_cast_read(dx_agents(), rules, miner, saboteur, &cast,
                                     &error) == DX_OK,
               "%s", error.message);
    return cast;
}

static unsigned wins(const char *miner, const char *saboteur, unsigned games)
{
    dx_saboteur_cast cast = cast_of("saboteur(round)", miner, saboteur);
    unsigned found = 0;
    for (unsigned i = 0; i < games; i++)
        found += dx_saboteur_trial(&cast, 99, i, NULL, NULL).found;
    return found;
}

TEST(saboteur_miners_who_infer_win_more_and_random_ones_hardly_ever)
{
    unsigned games = SAMPLE(40, 600);
    unsigned straight = wins("straight", "sly", games);
    CHECK_THAT(straight * 10 > games * 6, "%u of %u", straight, games);
    CHECK(wins("bayes", "sly", games) >= straight);
    CHECK(wins("random", "straight", games) * 20 < games);
    // Open saboteurs do more harm than those who first help, and most who make
    // the way dear.
    unsigned open = wins("straight", "straight", games);
    CHECK(open < straight);
    CHECK(wins("straight", "wrecker", games) < open);
}

TEST(saboteur_bayes_is_less_surprised_by_roles_than_the_graphs)
{
    static const char *const saboteurs[] = {"straight", "sly", "shy"};
    dx_saboteur_graph_believer graph = {
        .options = {.by = {{300, 1.15}, {300, 1.15}, {300, 1.15}},
                    .threshold = 0.05,
                    .depth = 1},
        .power = 1};
    for (unsigned k = 0; k < 3; k++) {
        dx_saboteur_cast cast =
            cast_of("saboteur(round)", "straight", saboteurs[k]);
        dx_saboteur_judged judged[] = {
            {.believer = dx_saboteur_by_chance},
            {.believer = dx_saboteur_by_graph, .context = &graph},
            {.believer = dx_saboteur_by_bayes,
             .context = &dx_saboteur_bayes_normal}};
        for (unsigned i = 0; i < SAMPLE(25, 200); i++)
            dx_saboteur_judge(&cast, 7, i, 3, judged);
        double chance = judged[0].marks.log_loss;
        double by_graph = judged[1].marks.log_loss;
        double by_bayes = judged[2].marks.log_loss;
        CHECK_THAT(by_bayes < by_graph && by_graph < chance,
                   "%s: %f by Bayes, %f by the graph, %f by chance",
                   saboteurs[k], by_bayes, by_graph, chance);
        // Hardly an innocent is ever taken for sure.
        CHECK(judged[2].marks.accused * 20 <= judged[2].marks.innocent);
    }
}

// Without a stranger Bayes' rule is sure and wrong about who does what nobody
// was seen to do.
TEST(saboteur_bayes_is_no_worse_than_chance_about_strangers)
{
    static const char *const saboteurs[] = {"random", "stranger(saboteur=idle)",
                                            "stranger(saboteur=waste)"};
    dx_saboteur_bayes_options known = dx_saboteur_bayes_normal;
    known.stranger = known.strangers = 0;
    for (unsigned k = 0; k < 3; k++) {
        dx_saboteur_cast cast =
            cast_of("saboteur(round)", "straight", saboteurs[k]);
        dx_saboteur_judged judged[] = {
            {.believer = dx_saboteur_by_chance},
            {.believer = dx_saboteur_by_bayes, .context = &known},
            {.believer = dx_saboteur_by_bayes,
             .context = &dx_saboteur_bayes_normal}};
        for (unsigned i = 0; i < SAMPLE(25, 200); i++)
            dx_saboteur_judge(&cast, 7, i, 3, judged);
        double chance = judged[0].marks.log_loss;
        double before = judged[1].marks.log_loss;
        double now = judged[2].marks.log_loss;
        CHECK_THAT(now < 0.9 * chance && now < 1.1 * before,
                   "%s: %f, %f without strangers, %f by chance", saboteurs[k],
                   now, before, chance);
        CHECK(dx_saboteur_calibration(&judged[2].marks) < 0.1);
        CHECK(k != 0 || (before > chance && now < 0.7 * before));
    }
}

// Who does harm from the first turn on is found out by whoever never saw such a
// saboteur; so harm is a strange saboteur's.
TEST(saboteur_bayes_finds_open_saboteurs_that_it_has_no_table_of)
{
    dx_saboteur_bayes_options without = dx_saboteur_bayes_normal;
    without.mix[DX_HABIT_STRAIGHT] = 0;
    without.mix[DX_HABIT_SLY] = 1;
    dx_saboteur_cast cast = cast_of("saboteur(round)", "straight", "straight");
    dx_saboteur_judged judged[] = {
        {.believer = dx_saboteur_by_bayes, .context = &without},
        {.believer = dx_saboteur_by_bayes,
         .context = &dx_saboteur_bayes_normal}};
    for (unsigned i = 0; i < SAMPLE(25, 200); i++)
        dx_saboteur_judge(&cast, 7, i, 2, judged);
    CHECK_THAT(judged[0].marks.log_loss < 1.8 * judged[1].marks.log_loss,
               "%f without a table of them, %f with", judged[0].marks.log_loss,
               judged[1].marks.log_loss);
}

TEST(saboteur_agents_play_with_every_number_of_players)
{
    static const char *const agents[] = {"straight", "graph2", "wrecker",
                                         "bayes", "search(worlds=1)"};
    for (unsigned i = 0; i < SAMPLE(4, 40); i++) {
        char rules[48];
        snprintf(rules, sizeof rules, "saboteur(round,players=%u)",
                 3 + (i * 7 + i / 8) % 8);
        dx_saboteur_cast cast =
            cast_of(rules, agents[i % 5], agents[(i + 2) % 4]);
        dx_saboteur_round round = dx_saboteur_trial(&cast, 5, i, NULL, NULL);
        CHECK(round.found || round.turns == 67);
    }
}

TEST(saboteur_the_same_view_gives_the_same_move_and_a_reason)
{
    dx_saboteur_cast cast =
        cast_of("saboteur(round)", "search(worlds=2)", "straight");
    dx_deal *deal = dx_deal_new(&cast.rules, 4, 4);
    dx_match *match = dx_match_new(&cast.rules, deal);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_event first = {.bits = 0};
    for (unsigned i = 0; i < 2; i++) {
        dx_reason reason = {.rule = ""};
        dx_random random = dx_random_named(i, i, i);
        dx_thought thought = {.random = &random, .reason = &reason};
        dx_mind *mind = dx_mind_new(&cast.miner, view);
        dx_event move = dx_mind_choose(mind, view, &thought);
        CHECK(strcmp(reason.rule, "search") == 0 && reason.words != NULL);
        CHECK(i == 0 || dx_event_same(move, first));
        first = move;
        dx_reason_release(&reason);
        dx_mind_free(mind);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

// A table in its last round, with so much gold at each seat.
static dx_saboteur last_round(const dx_view *view, const uint8_t *gold)
{
    dx_saboteur t = *(const dx_saboteur *)view->sight;
    t.round = (uint8_t)(t.rounds - 1);
    memcpy(t.gold, gold, t.players);
    return t;
}

TEST(saboteur_in_the_last_round_gold_decides_what_a_seat_plays_for)
{
    static const double guilt[] = {0, 0.03, 0.03, 0.97, 0.97};
    static const struct {
        unsigned role;
        uint8_t gold[5];
        unsigned aim;
    } cases[] = {
        // Saboteurs cannot catch up, other miners might: rather nobody.
        {DX_SABOTEUR_MINER, {6, 5, 5, 1, 0}, DX_SABOTEUR_SABOTEUR},
        // Without the gold a saboteur wins.
        {DX_SABOTEUR_MINER, {6, 5, 5, 5, 4}, DX_SABOTEUR_MINER},
        // It has to catch up itself.
        {DX_SABOTEUR_MINER, {3, 4, 0, 0, 0}, DX_SABOTEUR_MINER},
        // Nothing helps, or nothing harms: the own role.
        {DX_SABOTEUR_MINER, {0, 12, 0, 0, 0}, DX_SABOTEUR_MINER},
        {DX_SABOTEUR_SABOTEUR, {12, 1, 1, 1, 1}, DX_SABOTEUR_SABOTEUR},
        {DX_SABOTEUR_SABOTEUR, {3, 4, 4, 2, 1}, DX_SABOTEUR_SABOTEUR},
    };
    dx_saboteur_cast cast = cast_of("saboteur(normal)", "bayes", "bayes");
    dx_deal *deal = dx_deal_new(&cast.rules, 4, 4);
    dx_match *match = dx_match_new(&cast.rules, deal);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_saboteur t = last_round(dx_match_view(match, 0), cases[i].gold);
        t.role[0] = (uint8_t)cases[i].role;
        dx_saboteur_stake stake = dx_saboteur_stake_of(&t, 0, guilt);
        CHECK_THAT(dx_saboteur_aim(&t, 0, guilt) == cases[i].aim,
                   "case %u: %f if it is found, %f if not", i, stake.found,
                   stake.lost);
        t.round = 1; // two rounds are to come: the own side's gold
        CHECK_EQ(dx_saboteur_aim(&t, 0, guilt), cases[i].role);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

// What an agent does by a view whose table is another one.
static dx_event choice_at(const char *agent, const dx_rules *rules,
                          const dx_view *view, const dx_saboteur *t)
{
    dx_policy policy;
    dx_view other = *view;
    dx_random random = dx_random_named(1, 2, 3);
    dx_thought thought = {.random = &random};
    CHECK_EQ(dx_policy_parse(dx_agents(), agent, rules, &policy, NULL), DX_OK);
    other.sight = t;
    dx_mind *mind = dx_mind_new(&policy, &other);
    dx_event move = dx_mind_choose(mind, &other, &thought);
    dx_mind_free(mind);
    return move;
}

// A match of straight players after so many moves.
static dx_match *after(const dx_rules *rules, dx_deal *deal, unsigned moves)
{
    dx_match *match = dx_match_new(rules, deal);
    for (unsigned i = 0; i < moves; i++) {
        const dx_view *view = dx_match_view(match, dx_match_turn(match));
        dx_event move = choice_at("straight", rules, view, view->sight);
        CHECK_EQ(dx_match_play(match, view->seat, move, NULL, NULL), DX_OK);
    }
    return match;
}

// What a seat plays for by the beliefs of `bayes`.
static unsigned aim_of(const dx_match *match, const dx_saboteur *t,
                       unsigned seat)
{
    unsigned count;
    double guilt[DX_SABOTEUR_SEATS], gold[DX_SABOTEUR_GOALS];
    const dx_event *events = dx_match_events(match, &count);
    dx_saboteur_acts *acts = dx_alloc(1, sizeof *acts);
    dx_saboteur_acts_begin(acts, dx_match_rules(match));
    for (unsigned i = 0; i < count; i++)
        dx_saboteur_acts_follow(acts, events[i]);
    dx_saboteur_by_bayes(&dx_saboteur_bayes_normal, acts, t, seat, guilt, gold);
    dx_free(acts);
    return dx_saboteur_aim(t, seat, guilt);
}

TEST(saboteur_a_miner_just_ahead_of_miners_no_longer_digs_for_them)
{
    static const char *const agents[] = {"bayes", "search(worlds=1)"};
    dx_saboteur_cast cast = cast_of("saboteur(normal)", "bayes", "bayes");
    unsigned scenes = 0;
    for (uint64_t number = 0; number < 60 && scenes < 6; number++) {
        dx_deal *deal = dx_deal_new(&cast.rules, 4, number);
        dx_match *match = after(&cast.rules, deal, 18);
        const dx_view *view = dx_match_view(match, dx_match_turn(match));
        unsigned saboteurs = dx_saboteur_guilty(dx_match_truth(match));
        uint8_t gold[5];
        for (unsigned i = 0; i < 5; i++)
            gold[i] = i == view->seat ? 6 : saboteurs >> i & 1 ? 0 : 5;
        const char *agent = agents[number % 2];
        dx_saboteur late = last_round(view, gold);
        dx_event digs = choice_at(agent, &cast.rules, view, view->sight);
        if (!(saboteurs >> view->seat & 1) && digs.verb == DX_SABOTEUR_DIG &&
            aim_of(match, &late, view->seat) == DX_SABOTEUR_SABOTEUR) {
            dx_event spoils = choice_at(agent, &cast.rules, view, &late);
            scenes++;
            CHECK_THAT(!dx_event_same(digs, spoils), "deal %u",
                       (unsigned)number);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
    CHECK_EQ(scenes, 6);
}
