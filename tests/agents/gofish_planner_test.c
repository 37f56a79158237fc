// What the planner of Go Fish goes by among several players: whether a book can
// be collected from them in one turn, and who they seem to be.

#include "agents/gofish/collect.h"
#include "agents/gofish/shown.h"
#include "agents/typed.h"
#include "base/random.h"
#include "game/match.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { UNKNOWN = 9 };

// Is this way to split the rank one in which all was answered as `known` says?
static bool agrees(const dx_gofish_by_rank *b, unsigned split,
                   const uint8_t *known)
{
    for (unsigned i = 0; i < b->splits.others; i++)
        if (known[i] != UNKNOWN && known[i] != b->splits.number[split][i])
            return false;
    return true;
}

static double weight_of(const dx_gofish_by_rank *b, unsigned rank,
                        const uint8_t *known)
{
    double sum = 0;
    for (unsigned i = 0; i < b->splits.count; i++)
        sum += agrees(b, i, known) ? b->chance[rank][i] : 0;
    return sum;
}

// The weight of all cases in which the book is complete, if `first` is asked
// next, or (UNKNOWN) whoever is best.
static double judged(const dx_gofish_by_rank *b, unsigned rank,
                     const uint8_t *known, unsigned first)
{
    unsigned have = b->own[rank];
    double most = 0;
    for (unsigned i = 0; i < b->splits.others; i++)
        have += known[i] == UNKNOWN ? 0U : known[i];
    if (have == b->copies)
        return weight_of(b, rank, known);
    for (unsigned i = 0; i < b->splits.others; i++) {
        double sum = 0;
        uint8_t then[DX_GOFISH_OTHERS];
        if (known[i] != UNKNOWN || (first != UNKNOWN && first != i))
            continue;
        memcpy(then, known, sizeof then);
        for (then[i] = 1; have + then[i] <= b->copies; then[i]++)
            sum += judged(b, rank, then, UNKNOWN);
        most = fmax(most, sum);
    }
    return most;
}

static unsigned compare_collecting(const dx_gofish_by_rank *b)
{
    unsigned compared = 0;
    uint8_t nothing[DX_GOFISH_OTHERS];
    memset(nothing, UNKNOWN, sizeof nothing);
    for (unsigned rank = 0; rank < b->ranks; rank++)
        for (unsigned i = 0; i < b->splits.others; i++) {
            unsigned seat = (b->seat + 1 + i) % b->players;
            if (b->own[rank] == 0 || b->own[rank] == b->copies)
                continue;
            double got = dx_gofish_collects(b, rank, seat);
            double want = judged(b, rank, nothing, i);
            CHECK_THAT(fabs(got - want) < 1e-12,
                       "%u players, rank %s from seat %u: %.15f, not %.15f",
                       b->players, dx_gofish_word(rank), seat + 1, got, want);
            compared++;
        }
    return compared;
}

// A game of random questions, seen by the first seat.
static unsigned compare_in_game(const dx_rules *rules, unsigned game)
{
    dx_policy policy = policy_of("random", rules);
    dx_deal *deal = dx_deal_new(rules, 5, game);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(5, game, 0);
    dx_thought thought = {.random = &random};
    dx_gofish_by_rank beliefs, room;
    unsigned seat, noted = 0, compared = 0;
    dx_gofish_by_rank_init(&beliefs, rules, 0);
    while ((seat = dx_match_turn(match)) != DX_OVER) {
        const dx_view *own = dx_match_view(match, 0);
        for (; noted < own->count; noted++)
            dx_gofish_by_rank_follow(&beliefs, own->seen[noted]);
        compared +=
            compare_collecting(dx_gofish_by_rank_begun(&beliefs, &room));
        dx_mind *mind = dx_mind_new(&policy, dx_match_view(match, seat));
        dx_event move =
            dx_mind_choose(mind, dx_match_view(match, seat), &thought);
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
        dx_mind_free(mind);
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return compared;
}

TEST(a_book_is_collected_as_often_as_the_best_order_of_questions_does)
{
    static const char *const houses[] = {"gofish(players=6)",
                                         "gofish(players=4,ranks=6)",
                                         "gofish(players=3,copies=3,ranks=7)"};
    for (unsigned i = 0; i < 3; i++) {
        dx_rules rules = rules_of(houses[i]);
        unsigned compared = 0;
        for (unsigned game = 0; game < 6; game++)
            compared += compare_in_game(&rules, game);
        CHECK(compared > 100);
    }
}

// Seats that have asked something: how much more likely of each strategy.
static dx_gofish_shown asked_at_random(unsigned players, uint64_t seed)
{
    dx_gofish_shown shown = {.players = players};
    dx_random random = dx_random_named(seed, 0, 0);
    dx_kinds_begin(&dx_gofish_kinds_rule, players, &shown.kinds);
    for (unsigned seat = 0; seat < players; seat++) {
        double likely[DX_GOFISH_KINDS];
        for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
            likely[i] = exp(-(double)dx_random_below(&random, 400) / 100);
        dx_kinds_see(&dx_gofish_kinds_rule, &shown.kinds, seat, likely);
    }
    return shown;
}

// All strategies of all others, one case after the other.  How likely a case
// is before anybody asked depends on how many have each: by x (x+1) (x+2) ...
// for as many.
static void judge_types(const dx_gofish_shown *s, unsigned observer,
                        double out[][DX_GOFISH_KINDS])
{
    const double *before = dx_gofish_kinds_rule.prior;
    unsigned cases = 1;
    double all = 0;
    for (unsigned seat = 1; seat < s->players; seat++)
        cases *= DX_GOFISH_KINDS;
    memset(out, 0, s->players * sizeof *out);
    for (unsigned k = 0; k < cases; k++) {
        unsigned has[DX_GOFISH_SEATS] = {0}, number[DX_GOFISH_KINDS] = {0};
        double weight = 1;
        for (unsigned seat = 0, rest = k; seat < s->players; seat++) {
            if (seat == observer)
                continue;
            has[seat] = rest % DX_GOFISH_KINDS;
            rest /= DX_GOFISH_KINDS;
            number[has[seat]]++;
            weight *= s->kinds.weight[seat][has[seat]] / before[has[seat]];
        }
        for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
            weight *= tgamma(before[i] + number[i]) / tgamma(before[i]);
        for (unsigned seat = 0; seat < s->players; seat++)
            out[seat][has[seat]] += seat == observer ? 0 : weight;
        all += weight;
    }
    for (unsigned seat = 0; seat < s->players; seat++)
        for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
            out[seat][i] /= all;
}

TEST(who_the_others_are_is_what_all_cases_say_of_a_company_of_one_kind)
{
    for (unsigned players = 2; players <= DX_GOFISH_SEATS; players++)
        for (unsigned observer = 0; observer < players; observer++) {
            double got[DX_GOFISH_SEATS][DX_GOFISH_KINDS];
            double want[DX_GOFISH_SEATS][DX_GOFISH_KINDS];
            dx_gofish_shown shown = asked_at_random(players, 7 + observer);
            dx_gofish_type_chances(&shown, observer, got);
            judge_types(&shown, observer, want);
            for (unsigned seat = 0; seat < players; seat++)
                for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
                    CHECK(fabs(got[seat][i] - want[seat][i]) < 1e-9);
        }
}

TEST(five_who_ask_alike_are_recognised_sooner_than_one)
{
    double chances[DX_GOFISH_SEATS][DX_GOFISH_KINDS];
    const dx_kinds_rule *rule = &dx_gofish_kinds_rule;
    const double likely[DX_GOFISH_KINDS] = {1, .5, .5, .5, .5, .5, .5};
    dx_gofish_shown shown = {.players = DX_GOFISH_SEATS};
    dx_kinds_begin(rule, DX_GOFISH_SEATS, &shown.kinds);
    dx_kinds_see(rule, &shown.kinds, 1, likely);
    dx_gofish_type_chances(&shown, 0, chances);
    double alone = chances[1][DX_GOFISH_TYPE_RANDOM];
    CHECK(alone > chances[2][DX_GOFISH_TYPE_RANDOM]);
    for (unsigned seat = 2; seat < DX_GOFISH_SEATS; seat++)
        dx_kinds_see(rule, &shown.kinds, seat, likely);
    dx_gofish_type_chances(&shown, 0, chances);
    CHECK(chances[1][DX_GOFISH_TYPE_RANDOM] > alone + 0.15);
}
