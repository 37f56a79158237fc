// Rounds by role.  A policy sits at every seat as long as its role is dealt to
// it; roles are read off the truth, which no policy sees.

#include "agents/saboteur/trial.h"

#include "game/deal.h"
#include "game/match.h"

#include <math.h>
#include <string.h>

dx_status dx_saboteur_cast_read(const dx_agent *const *agents,
                                const char *rules, const char *miner,
                                const char *saboteur, dx_saboteur_cast *out,
                                dx_error *error)
{
    static const dx_game *const games[] = {&dx_game_saboteur, NULL};
    dx_status status = dx_rules_parse(games, rules, &out->rules, error);
    if (status == DX_OK)
        status =
            dx_policy_parse(agents, miner, &out->rules, &out->miner, error);
    if (status == DX_OK)
        status = dx_policy_parse(agents, saboteur, &out->rules, &out->saboteur,
                                 error);
    return status;
}

// Follows the match for who watches it.
typedef struct following {
    dx_saboteur_acts acts;
    dx_saboteur sights[DX_SABOTEUR_SEATS];
    unsigned followed;
} following;

static void follow(following *f, dx_match *match, dx_saboteur_watch *watch,
                   void *context)
{
    unsigned count, before = f->acts.count;
    const dx_event *events = dx_match_events(match, &count);
    const dx_rules *rules = dx_match_rules(match);
    for (; f->followed < count; f->followed++)
        dx_saboteur_acts_follow(&f->acts, events[f->followed]);
    if (f->acts.count == before)
        return;
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        f->sights[seat] =
            *(const dx_saboteur *)dx_match_view(match, seat)->sight;
    watch(context, &f->acts, f->sights, dx_match_truth(match));
}

dx_saboteur_round dx_saboteur_trial(const dx_saboteur_cast *cast,
                                    uint64_t experiment, uint64_t number,
                                    dx_saboteur_watch *watch, void *context)
{
    dx_deal *deal = dx_deal_new(&cast->rules, experiment, number);
    dx_match *match = dx_match_new(&cast->rules, deal);
    const dx_saboteur *t = dx_match_truth(match);
    dx_mind *mind[DX_SABOTEUR_SEATS] = {NULL};
    dx_random random = dx_random_named(experiment, number, 77);
    following *f = dx_alloc(1, sizeof *f);
    dx_saboteur_round round = {.saboteurs = dx_saboteur_guilty(t)};
    while (t->goal[round.gold] != DX_SABOTEUR_GOLD)
        round.gold++;
    dx_saboteur_acts_begin(&f->acts, &cast->rules);
    for (unsigned seat = 0; seat < t->players; seat++)
        mind[seat] = dx_mind_new(round.saboteurs >> seat & 1 ? &cast->saboteur
                                                             : &cast->miner,
                                 dx_match_view(match, seat));
    while (dx_match_turn(match) != DX_OVER && t->round == 0) {
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        dx_thought thought = {.random = &random};
        dx_event move = dx_mind_choose(mind[seat], view, &thought);
        DX_REQUIRE(dx_match_play(match, seat, move, NULL, NULL) == DX_OK,
                   "a legal move");
        if (watch != NULL)
            follow(f, match, watch, context);
        if (t->round == 0 || t->rounds == 1)
            round.turns = t->moves;
    }
    round.found = t->won[0] == DX_SABOTEUR_MINER;
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_mind_free(mind[seat]);
    dx_free(f);
    dx_match_free(match);
    dx_deal_free(deal);
    return round;
}

// ---- marks ----

double dx_saboteur_calibration(const dx_saboteur_marks *m)
{
    double error = 0, all = 0;
    for (unsigned i = 0; i < 10; i++) {
        error += fabs(m->bin_sum[i] - m->bin_true[i]);
        all += m->bin_count[i];
    }
    return all > 0 ? error / all : 0;
}

typedef struct judging {
    unsigned count;
    dx_saboteur_judged *judged;
    // Turns at which P > 0.9 was first held of a seat, by belief and observer.
    uint8_t sure[64][DX_SABOTEUR_SEATS][DX_SABOTEUR_SEATS];
} judging;

static double clip(double p)
{
    return p < 0.005 ? 0.005 : p > 0.995 ? 0.995 : p;
}

static void mark_seat(dx_saboteur_marks *m, double p, bool is, unsigned round)
{
    unsigned bin = p >= 1 ? 9 : (unsigned)(p * 10);
    double q = clip(p), loss = -log(is ? q : 1 - q);
    m->log_loss += loss;
    m->round_loss[round] += loss;
    m->round_count[round]++;
    m->brier += (p - is) * (p - is);
    m->count++;
    m->bin_sum[bin] += p;
    m->bin_true[bin] += is;
    m->bin_count[bin]++;
}

static void judge_act(void *context, const dx_saboteur_acts *acts,
                      const dx_saboteur *sights, const dx_saboteur *truth)
{
    judging *j = context;
    unsigned saboteurs = dx_saboteur_guilty(truth);
    unsigned round = (truth->moves - 1U) / truth->players;
    if (!dx_saboteur_is_open_round(truth))
        return;
    if (round >= DX_SABOTEUR_MARKED)
        round = DX_SABOTEUR_MARKED - 1;
    for (unsigned seat = 0; seat < truth->players; seat++) {
        if (saboteurs >> seat & 1)
            continue;
        for (unsigned k = 0; k < j->count; k++) {
            dx_saboteur_judged *one = &j->judged[k];
            double guilt[DX_SABOTEUR_SEATS], gold[DX_SABOTEUR_GOALS] = {-1};
            one->believer(one->context, acts, &sights[seat], seat, guilt, gold);
            for (unsigned i = 0; i < truth->players; i++) {
                if (i == seat)
                    continue;
                mark_seat(&one->marks, guilt[i], saboteurs >> i & 1, round);
                if (guilt[i] > 0.9 && j->sure[k][seat][i] == 0)
                    j->sure[k][seat][i] = truth->moves;
            }
            for (unsigned i = 0; gold[0] >= 0 && i < truth->goals; i++)
                if (truth->goal[i] == DX_SABOTEUR_GOLD) {
                    one->marks.gold_loss -= log(clip(gold[i]));
                    one->marks.gold_count++;
                }
        }
    }
}

static void mark_certainty(judging *j, unsigned players, unsigned saboteurs)
{
    for (unsigned k = 0; k < j->count; k++)
        for (unsigned seat = 0; seat < players; seat++)
            for (unsigned i = 0; i < players; i++) {
                dx_saboteur_marks *m = &j->judged[k].marks;
                unsigned turn = j->sure[k][seat][i];
                bool guilty = saboteurs >> i & 1;
                if (i == seat || (saboteurs >> seat & 1) != 0)
                    continue;
                m->guilty += guilty;
                m->innocent += !guilty;
                m->caught += guilty && turn > 0;
                m->turns += guilty ? turn : 0;
                m->accused += !guilty && turn > 0;
            }
}

dx_saboteur_round dx_saboteur_judge(const dx_saboteur_cast *cast,
                                    uint64_t experiment, uint64_t number,
                                    unsigned count, dx_saboteur_judged *judged)
{
    judging *j = dx_alloc(1, sizeof *j);
    DX_REQUIRE(count <= 64, "at most 64 beliefs at once");
    j->count = count;
    j->judged = judged;
    dx_saboteur_round round =
        dx_saboteur_trial(cast, experiment, number, judge_act, j);
    mark_certainty(j, dx_players(&cast->rules), round.saboteurs);
    dx_free(j);
    return round;
}

// ---- believers ----

void dx_saboteur_by_graph(const void *context, const dx_saboteur_acts *acts,
                          const dx_saboteur *sight, unsigned seat,
                          double *out_guilt, double *out_gold)
{
    const dx_saboteur_graph_believer *by = context;
    dx_saboteur_graph graph;
    (void)out_gold;
    dx_saboteur_graph_make(&graph, acts, sight, seat, &by->options);
    dx_saboteur_graph_guilt(&graph, seat, by->power, out_guilt);
}

void dx_saboteur_by_bayes(const void *context, const dx_saboteur_acts *acts,
                          const dx_saboteur *sight, unsigned seat,
                          double *out_guilt, double *out_gold)
{
    dx_saboteur_bayes bayes;
    dx_saboteur_bayes_begin(&bayes, context, sight);
    dx_saboteur_bayes_follow(&bayes, acts);
    dx_saboteur_bayes_believe(&bayes, sight, seat, out_guilt, out_gold);
}

void dx_saboteur_by_chance(const void *context, const dx_saboteur_acts *acts,
                           const dx_saboteur *sight, unsigned seat,
                           double *out_guilt, double *out_gold)
{
    dx_saboteur_bayes bayes;
    (void)context, (void)acts;
    dx_saboteur_bayes_begin(&bayes, &dx_saboteur_bayes_normal, sight);
    dx_saboteur_bayes_believe(&bayes, sight, seat, out_guilt, out_gold);
}

// ---- habits ----

typedef struct counting {
    dx_saboteur_bayes bayes;
    dx_saboteur_census *census;
} counting;

static void count_act(void *context, const dx_saboteur_acts *acts,
                      const dx_saboteur *sights, const dx_saboteur *truth)
{
    counting *c = context;
    unsigned gold = 0;
    (void)sights;
    while (truth->goal[gold] != DX_SABOTEUR_GOLD)
        gold++;
    if (c->bayes.goals == 0)
        dx_saboteur_bayes_begin(&c->bayes, &dx_saboteur_bayes_normal, truth);
    for (; c->bayes.acts < acts->count;) {
        const dx_saboteur_act *act = &acts->at[c->bayes.acts];
        dx_saboteur_habit habit = dx_saboteur_habit_of(&c->bayes, act, gold);
        unsigned role = dx_saboteur_guilty(truth) >> act->who & 1;
        c->census->count[role][habit.context][habit.deed]++;
        dx_saboteur_bayes_act(&c->bayes, act);
    }
}

void dx_saboteur_count_habits(const dx_saboteur_cast *cast, uint64_t experiment,
                              uint64_t number, dx_saboteur_census *census)
{
    counting *c = dx_alloc(1, sizeof *c);
    c->census = census;
    dx_saboteur_trial(cast, experiment, number, count_act, c);
    dx_free(c);
}
