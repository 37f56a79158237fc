// What the other believes of one's hand: the fold of public factors against
// all worlds one by one, in each of which the other's own belief is kept.

#include "agents/gofish/second.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What was said of each rank: the mean of the other's chance, and how likely it
// is at least one half.
typedef struct sums {
    double weight[DX_GOFISH_RANKS], mean[DX_GOFISH_RANKS];
    double half[DX_GOFISH_RANKS];
} sums;

static void add(void *context, unsigned rank, double weight, double chance)
{
    sums *s = context;
    s->weight[rank] += weight;
    s->mean[rank] += weight * chance;
    s->half[rank] += chance >= 0.5 - 1e-9 ? weight : 0;
}

// The same, by listing.
static void list(const dx_worlds *worlds, const dx_rules *rules, unsigned seat,
                 sums *out)
{
    dx_masks masks;
    dx_masks_init(&masks, rules->game->verbs);
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        CHECK(world.past != NULL);
        dx_gofish_exact *exact = dx_gofish_exact_new(rules, !seat);
        dx_gofish_chances chances;
        for (unsigned k = 0; k < world.count; k++)
            dx_gofish_exact_follow(exact,
                                   dx_masks_see(&masks, world.past[k], !seat));
        dx_gofish_exact_read(exact, DX_GOFISH_ALL_RANKS, &chances);
        for (int rank = 0; rank < dx_rules_value(rules, "ranks"); rank++)
            add(out, (unsigned)rank, world.weight,
                1 - chances.exactly[rank][0]);
        dx_gofish_exact_free(exact);
    }
}

static void compare(const dx_gofish_second *second, const dx_worlds *worlds,
                    const dx_rules *rules, unsigned seat)
{
    sums got = {{0}}, want = {{0}};
    CHECK(dx_gofish_second_each(second, 0, add, &got) == 0);
    list(worlds, rules, seat, &want);
    for (int i = 0; i < dx_rules_value(rules, "ranks"); i++) {
        CHECK_THAT(fabs(got.weight[i] - 1) < 1e-9, "rank %d: %g in all", i,
                   got.weight[i]);
        CHECK_THAT(fabs(got.mean[i] - want.mean[i] / want.weight[i]) < 1e-9,
                   "rank %d: %.12f, not %.12f", i, got.mean[i],
                   want.mean[i] / want.weight[i]);
        CHECK_THAT(fabs(got.half[i] - want.half[i] / want.weight[i]) < 1e-9,
                   "rank %d: one half with %.12f, not %.12f", i, got.half[i],
                   want.half[i] / want.weight[i]);
    }
}

static void judge_seat(const dx_rules *rules, const dx_event *past,
                       unsigned count, unsigned seat)
{
    dx_masks masks;
    dx_assumption assumption = {.kind = DX_ASSUME_UNIFORM};
    dx_consider_options options = {.assumption = &assumption};
    dx_masks_init(&masks, rules->game->verbs);
    dx_worlds *worlds = dx_worlds_new(rules, seat, &options);
    dx_gofish_second *second = dx_gofish_second_new(rules, seat);
    bool is_dealt = false;
    for (unsigned i = 0; i < count && past[i].verb != DX_GOFISH_LAY; i++) {
        dx_event seen = dx_masks_see(&masks, past[i], seat);
        CHECKING("seat %u, event %u", seat + 1, i);
        CHECK_EQ(dx_worlds_follow(worlds, seen, NULL), DX_OK);
        dx_gofish_second_follow(second, seen);
        is_dealt = is_dealt || past[i].next != DX_NATURE;
        if (is_dealt)
            compare(second, worlds, rules, seat);
    }
    dx_gofish_second_free(second);
    dx_worlds_free(worlds);
}

static void judge(const char *name, unsigned games)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), name, &rules, NULL), DX_OK);
    for (unsigned seed = 0; seed < games; seed++) {
        unsigned count;
        dx_event *past = dx_twin_play(&rules, seed, 60, &count);
        for (unsigned seat = 0; seat < 2; seat++)
            judge_seat(&rules, past, count, seat);
        dx_free(past);
    }
}

TEST(what_the_other_believes_of_ones_hand_in_go_fish_is_what_all_worlds_say)
{
    judge("gofish(tiny)", SAMPLE(12U, 100U));
    judge("gofish(small)", SAMPLE(2U, 20U));
    judge("gofish(ranks=4,copies=2,hand=2)", SAMPLE(3U, 30U));
    judge("gofish(ranks=2,copies=4,hand=2)", SAMPLE(10U, 100U));
    judge("gofish(ranks=5,copies=2,hand=2)", SAMPLE(1U, 10U));
    judge("gofish(ranks=2,copies=4,hand=1,empty=hand)", SAMPLE(6U, 60U));
}

// P[seat](P[other](has(seat,rank)) >= 1/2) as `ask` answers it.
static double asked(const dx_rules *rules, const dx_event *past, unsigned count,
                    unsigned seat, unsigned rank)
{
    dx_formulas *store = dx_formulas_new();
    dx_assumption assumption = {.kind = DX_ASSUME_UNIFORM};
    dx_ask_options options = {.assumption = &assumption};
    dx_moment moment = {rules, past, count};
    dx_error error = {.message = ""};
    dx_fraction value;
    dx_formula term;
    dx_lexer lexer;
    char text[80];
    snprintf(text, sizeof text, "P[%u](P[%u](has(%u,%s)) >= 1/2)", seat + 1,
             2 - seat, seat + 1, dx_gofish_word(rank));
    dx_lexer_init(&lexer, text, strlen(text));
    CHECK_EQ(dx_parse_term(&lexer, store, &term, NULL), DX_OK);
    CHECK_THAT(dx_ask_value(store, &moment, term, &options, &value, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    dx_formulas_free(store);
    return dx_fraction_value(value);
}

static void ask_all(const dx_rules *rules, const dx_event *past, unsigned count)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        dx_masks masks;
        sums got = {{0}};
        dx_gofish_second *second = dx_gofish_second_new(rules, seat);
        dx_masks_init(&masks, rules->game->verbs);
        for (unsigned i = 0; i < count; i++)
            dx_gofish_second_follow(second,
                                    dx_masks_see(&masks, past[i], seat));
        CHECK(dx_gofish_second_each(second, 0, add, &got) == 0);
        for (int i = 0; i < dx_rules_value(rules, "ranks"); i++) {
            double want = asked(rules, past, count, seat, (unsigned)i);
            CHECK_THAT(fabs(got.half[i] - want) < 1e-9,
                       "seat %u, rank %d: %.12f, not %.12f", seat + 1, i,
                       got.half[i], want);
        }
        dx_gofish_second_free(second);
    }
}

TEST(what_the_other_believes_of_ones_hand_in_go_fish_is_what_ask_answers)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "gofish(tiny)", &rules, NULL), DX_OK);
    for (unsigned seed = 0; seed < SAMPLE(3U, 30U); seed++)
        for (unsigned moves = 0; moves < 4; moves++) {
            unsigned count;
            CHECKING("seed %u, %u moves", seed, moves);
            dx_event *past = dx_twin_play(&rules, seed, moves, &count);
            if (past[count - 1].verb != DX_GOFISH_LAY)
                ask_all(&rules, past, count);
            dx_free(past);
        }
}
