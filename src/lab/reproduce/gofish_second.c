// What the paper calls out of reach: what one player believes that the other
// believes of its hand, for all ranks, before each of its questions in games
// with 52 cards.  "How likely does the other find it at least even that I have
// one" is a question that the engine (ask/ask.h) answers.  Beside what it
// costs, whether it is right in the mean: the chance that is answered, against
// how often it was so.

#include "lab/reproduce/gofish.h"

#include "ask/ask.h"
#include "base/clock.h"
#include "game/match.h"
#include "games/gofish/gofish.h"
#include "logic/formula/parse.h"

#include <math.h>
#include <stdio.h>

enum { STAGES = 5, GAMES_USUAL = 2, STEPS_MAX = 1000000 };

typedef struct tally {
    double seconds[STAGES], worst[STAGES];
    double expected, given;
    unsigned positions[STAGES], count, undecided, games;
} tally;

// The chance of a question about a rank, as who has the view finds it; -1 if it
// is undecided.
static double ask(const dx_view *view, const char *begin, unsigned rank,
                  const char *end)
{
    dx_formulas *store = dx_formulas_new();
    dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};
    dx_budget budget = {.steps_max = STEPS_MAX};
    dx_ask_options options = {.assumption = &uniform, .budget = &budget};
    dx_answer answer = {.truth = DX_ANSWER_UNDECIDED};
    dx_formula f;
    char text[80];
    snprintf(text, sizeof text, "%s%s%s", begin, dx_gofish_word(rank), end);
    dx_status status = dx_parse(store, text, &f, NULL);
    DX_REQUIRE(status == DX_OK, "a formula");
    status = dx_ask_seat(store, view, f, &options, &answer, NULL);
    double chance = status != DX_OK || answer.truth == DX_ANSWER_UNDECIDED ? -1
                    : answer.truth == DX_ANSWER_OPEN
                        ? answer.probability
                        : answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return chance;
}

static void look(dx_match *match, tally *t)
{
    const dx_gofish *truth = dx_match_truth(match);
    unsigned stage = dx_gofish_stock(truth) / 8;
    double spent = 0;
    stage = stage < STAGES ? stage : STAGES - 1;
    for (unsigned rank = 0; rank < truth->ranks; rank++) {
        double before = dx_cpu_seconds();
        double expected =
            ask(dx_match_view(match, 0), "P[2](has(1,", rank, ")) >= 1/2");
        spent += dx_cpu_seconds() - before;
        double given = ask(dx_match_view(match, 1), "has(1,", rank, ")");
        if (expected < 0 || given < 0) {
            t->undecided++;
            continue;
        }
        t->expected += expected;
        t->given += given >= 0.5;
        t->count++;
    }
    t->seconds[stage] += spent;
    t->worst[stage] = fmax(t->worst[stage], spent);
    t->positions[stage]++;
}

static void play(const dx_reproduce_options *options, const dx_rules *rules,
                 const dx_policy *policy, unsigned game, tally *t)
{
    dx_deal *deal = dx_deal_new(rules, options->seed, game);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(options->seed, game, 4000);
    dx_thought thought = {.random = &random};
    dx_mind *minds[2];
    unsigned turn;
    for (unsigned i = 0; i < 2; i++)
        minds[i] = dx_mind_new(&policy[i], dx_match_view(match, i));
    while ((turn = dx_match_turn(match)) != DX_OVER) {
        if (turn == 0)
            look(match, t);
        dx_event move =
            dx_mind_choose(minds[turn], dx_match_view(match, turn), &thought);
        dx_status status = dx_match_play(match, turn, move, NULL, NULL);
        DX_REQUIRE(status == DX_OK, "a legal move");
    }
    dx_mind_free(minds[0]);
    dx_mind_free(minds[1]);
    dx_match_free(match);
    dx_deal_free(deal);
    t->games++;
}

static void print(const dx_reproduce_options *options, const char *who,
                  const tally *t, bool is_first, dx_text *out)
{
    double seconds = 0, worst = 0, positions = 0;
    for (unsigned i = 0; i < STAGES; i++) {
        seconds += t->seconds[i];
        worst = fmax(worst, t->worst[i]);
        positions += t->positions[i];
    }
    if (options->json) {
        dx_text_printf(
            out,
            "%s{\"players\":\"%s\",\"games\":%u,\"positions\":%.0f,"
            "\"cases\":%u,\"undecided\":%u,\"expected\":%.6f,\"given\":%.6f,"
            "\"cpu_mean\":%.5f,\"cpu_worst\":%.4f}",
            is_first ? "" : ",\n", who, t->games, positions, t->count,
            t->undecided, t->expected / t->count, t->given / t->count,
            seconds / positions, worst);
        return;
    }
    dx_text_printf(out,
                   "  %s, %u games: expected in %.4f, so in %.4f of %u cases, "
                   "%u undecided\n    a position %.1f ms, at worst %.0f ms\n",
                   who, t->games, t->expected / t->count, t->given / t->count,
                   t->count, t->undecided, 1000 * seconds / positions,
                   1000 * worst);
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
                    : "second order: does seat 2 find it at least even that "
                      "seat 1 has a rank, as seat 1\n  expects it before each "
                      "of its questions, all ranks\n");
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
