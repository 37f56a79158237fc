// What the paper calls out of reach: what one player believes that the other
// believes of its hand, for all ranks, at every turn of games with 52 cards.
// Beside what it costs, whether it is right in the mean: the chance that one
// expects the other to give, against the chance that it gave.

#include "lab/reproduce/gofish.h"

#include "agents/gofish/second.h"
#include "base/clock.h"
#include "game/match.h"

#include <math.h>
#include <string.h>

enum { STAGES = 5, GAMES_USUAL = 6 };
static const uint64_t steps_max = 200000000;

typedef struct tally {
    double seconds[STAGES], worst[STAGES], left[STAGES];
    double expected, given, apart;
    unsigned positions[STAGES], count, games;
} tally;

// What is expected of the other, rank by rank.
typedef struct expectation {
    double weight[DX_GOFISH_RANKS], sum[DX_GOFISH_RANKS];
} expectation;

static void add(void *context, unsigned rank, double weight, double chance)
{
    expectation *e = context;
    e->weight[rank] += weight;
    e->sum[rank] += weight * chance;
}

static void look(const dx_gofish_second *second, dx_gofish_exact *theirs,
                 const dx_gofish *truth, tally *t)
{
    expectation e;
    dx_gofish_chances chances;
    unsigned stage = dx_gofish_stock(truth) / 8;
    stage = stage < STAGES ? stage : STAGES - 1;
    memset(&e, 0, sizeof e);
    double before = dx_cpu_seconds();
    t->left[stage] += dx_gofish_second_each(second, steps_max, add, &e);
    double spent = dx_cpu_seconds() - before;
    t->seconds[stage] += spent;
    t->worst[stage] = fmax(t->worst[stage], spent);
    t->positions[stage]++;
    dx_gofish_exact_read(theirs, DX_GOFISH_ALL_RANKS, &chances);
    for (unsigned rank = 0; rank < truth->ranks; rank++) {
        double expected = e.sum[rank] / e.weight[rank];
        double given = 1 - chances.exactly[rank][0];
        t->expected += expected;
        t->given += given;
        t->apart += fabs(expected - given);
        t->count++;
    }
}

static void play(const dx_reproduce_options *options, const dx_rules *rules,
                 const dx_policy *policy, unsigned game, tally *t)
{
    dx_deal *deal = dx_deal_new(rules, options->seed, game);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(options->seed, game, 4000);
    dx_thought thought = {.random = &random};
    dx_gofish_second *second = dx_gofish_second_new(rules, 0);
    dx_gofish_exact *theirs = dx_gofish_exact_new(rules, 1);
    dx_mind *minds[2];
    unsigned turn, noted = 0;
    for (unsigned i = 0; i < 2; i++)
        minds[i] = dx_mind_new(&policy[i], dx_match_view(match, i));
    while ((turn = dx_match_turn(match)) != DX_OVER) {
        const dx_view *own = dx_match_view(match, 0);
        const dx_view *other = dx_match_view(match, 1);
        for (; noted < own->count; noted++) {
            dx_gofish_second_follow(second, own->seen[noted]);
            dx_gofish_exact_follow(theirs, other->seen[noted]);
        }
        look(second, theirs, dx_match_truth(match), t);
        dx_event move =
            dx_mind_choose(minds[turn], dx_match_view(match, turn), &thought);
        dx_status status = dx_match_play(match, turn, move, NULL, NULL);
        DX_REQUIRE(status == DX_OK, "a legal move");
    }
    dx_gofish_second_free(second);
    dx_gofish_exact_free(theirs);
    dx_mind_free(minds[0]);
    dx_mind_free(minds[1]);
    dx_match_free(match);
    dx_deal_free(deal);
    t->games++;
}

static void print(const dx_reproduce_options *options, const char *who,
                  const tally *t, bool is_first, dx_text *out)
{
    double seconds = 0, worst = 0, left = 0, positions = 0;
    for (unsigned i = 0; i < STAGES; i++) {
        seconds += t->seconds[i];
        worst = fmax(worst, t->worst[i]);
        left += t->left[i];
        positions += t->positions[i];
    }
    if (options->json) {
        dx_text_printf(out,
                       "%s{\"players\":\"%s\",\"games\":%u,\"positions\":%.0f,"
                       "\"left_out\":%.6f,\"expected\":%.6f,\"given\":%.6f,"
                       "\"apart\":%.6f,\"cpu_mean\":%.5f,\"cpu_worst\":%.4f}",
                       is_first ? "" : ",\n", who, t->games, positions,
                       left / positions, t->expected / t->count,
                       t->given / t->count, t->apart / t->count,
                       seconds / positions, worst);
        return;
    }
    dx_text_printf(out,
                   "  %s, %u games: mean chance expected %.4f, given %.4f, "
                   "apart by %.3f\n    a position %.1f ms, at worst %.0f ms; "
                   "weight left out %.4f\n",
                   who, t->games, t->expected / t->count, t->given / t->count,
                   t->apart / t->count, 1000 * seconds / positions,
                   1000 * worst, left / positions);
    for (unsigned i = STAGES; i-- > 0;)
        if (t->positions[i] > 0)
            dx_text_printf(out, "    stock %2u to %2u  %6.1f ms\n", 8 * i,
                           8 * i + 7, 1000 * t->seconds[i] / t->positions[i]);
}

dx_status dx_paper_second(const dx_reproduce_options *options, dx_text *out,
                          dx_error *error)
{
    static const char *const pairs[][2] = {
        {"finish-fast(beliefs=ranks)", "hoarding(beliefs=ranks)"},
        {"random", "random"}};
    static const char *const titles[] = {"finish-fast and hoarding",
                                         "random and random"};
    unsigned games = options->games > 0 ? options->games : GAMES_USUAL;
    dx_rules rules;
    dx_policy policy[2];
    dx_status status = dx_paper_rules(options, &rules, error);
    dx_text_add(out,
                options->json
                    ? "["
                    : "second order: what seat 1 expects seat 2 to believe "
                      "of its hand, all ranks, every turn\n");
    for (unsigned i = 0; i < 2 && status == DX_OK; i++) {
        tally t = {.games = 0};
        double limit = dx_cpu_seconds() + options->seconds;
        for (unsigned k = 0; k < 2 && status == DX_OK; k++)
            status = dx_paper_policy(options, &rules, pairs[i][k], &policy[k],
                                     error);
        for (unsigned game = 0; game < games && status == DX_OK; game++)
            if (game == 0 || options->seconds == 0 || dx_cpu_seconds() < limit)
                play(options, &rules, policy, game, &t);
        if (status == DX_OK)
            print(options, titles[i], &t, i == 0, out);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    return status;
}
