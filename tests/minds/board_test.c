// The law of places (game/places.h), on small decks: the worlds that the
// reference lists for a seat have in every place the cards that the board says,
// as often as it says, they are as uncertain as it says, and `fill` makes the
// same tables.

#include "base/memory.h"
#include "game/places.h"
#include "game/twin.h"
#include "games/games.h"
#include "minds/board/board.h"
#include "minds/consider.h"
#include "minds/eliminate/sample.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { MOVES_MAX = 14, WORLDS_MAX = 20000 };

typedef struct scene {
    dx_rules rules;
    dx_assumption assumption;
    unsigned judged, bits;
} scene;

// The mean number of cards of a kind in a place, over listed worlds.
static dx_fraction listed_mean(const dx_worlds *worlds, const dx_places *places,
                               const void *public, unsigned place,
                               unsigned kind)
{
    dx_fraction sum = dx_fraction_int(0), all = sum;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        uint8_t copies[DX_KINDS_MAX] = {0};
        dx_places_held(places, public, world.table, place, copies);
        all = dx_fraction_add(all, world.exact);
        sum = dx_fraction_add(
            sum,
            dx_fraction_multiply(world.exact, dx_fraction_int(copies[kind])));
    }
    return dx_fraction_divide(sum, all);
}

static double listed_bits(const dx_worlds *worlds, const dx_places *places,
                          const dx_board *board);

static void judge_board(scene *s, const dx_board *board,
                        const dx_worlds *worlds)
{
    const dx_places *places = s->rules.game->places;
    if (board->has_bits && dx_worlds_count(worlds) < 500) {
        double want = listed_bits(worlds, places, board);
        CHECK_THAT(fabs(board->bits - want) < 1e-9, "%f bits, not %f",
                   board->bits, want);
        s->bits++;
    }
    for (unsigned place = 0; place < board->places; place++)
        for (unsigned kind = 0; kind < board->kinds; kind++) {
            dx_fraction want =
                listed_mean(worlds, places, board->frame->sight, place, kind);
            const dx_rational *got = dx_board_at(board, place, kind);
            if (dx_fraction_is_lost(want))
                continue;
            if (board->has_chances && dx_worlds_have_chances(worlds))
                CHECK_THAT(dx_rational_compare_fraction(got, want) == 0,
                           "place %u, kind %u: %f, not %f", place, kind,
                           dx_rational_value(got), dx_fraction_value(want));
            else
                CHECK_EQ(dx_rational_is_zero(got), dx_fraction_is_zero(want));
        }
}

// The entropy of what lies where, over listed worlds.
static double listed_bits(const dx_worlds *worlds, const dx_places *places,
                          const dx_board *board)
{
    size_t bytes = (size_t)board->places * DX_KINDS_MAX + 1;
    size_t count = dx_worlds_count(worlds), found = 0;
    uint8_t *deals = dx_alloc(count + 1, bytes);
    double *weight = dx_alloc(count + 1, sizeof *weight), all = 0, bits = 0;
    for (size_t i = 0; i < count; i++) {
        dx_world world = dx_worlds_at(worlds, i);
        uint8_t *deal = deals + found * bytes;
        size_t same = 0;
        memset(deal, 0, bytes);
        for (unsigned place = 0; place < board->places; place++)
            dx_places_held(places, board->frame->sight, world.table, place,
                           deal + place * DX_KINDS_MAX);
        while (memcmp(deals + same * bytes, deal, bytes) != 0)
            same++;
        found += same == found;
        weight[same] += dx_fraction_value(world.exact);
        all += dx_fraction_value(world.exact);
    }
    for (size_t i = 0; i < found; i++)
        bits -= weight[i] / all * log2(weight[i] / all);
    dx_free(weight);
    dx_free(deals);
    return bits;
}

static bool is_listed(const dx_worlds *worlds, const void *table, size_t bytes)
{
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        if (memcmp(dx_worlds_at(worlds, i).table, table, bytes) == 0)
            return true;
    return false;
}

// Worlds that are drawn.
static void judge_worlds(scene *s, dx_frames *frames, const dx_view *view,
                         const dx_looker *looker, const dx_worlds *worlds,
                         dx_random *random)
{
    const dx_frame *now = dx_frames_now(frames);
    size_t bytes = s->rules.game->table_bytes(&s->rules);
    void *table = dx_alloc(1, bytes);
    for (unsigned i = 0; i < 5; i++) {
        dx_effort effort = {0};
        dx_dealt dealt;
        CHECK(dx_board_draw(frames, looker, random, &dealt, &effort));
        memcpy(table, now->sight, bytes);
        s->rules.game->places->fill(table, &dealt);
        CHECK(is_listed(worlds, table, bytes));
    }
    dx_effort effort = {0};
    dx_sampler *draw =
        dx_sampler_new(frames, view->seat, view->sight,
                       s->assumption.kind == DX_ASSUME_UNIFORM, &effort);
    CHECK(draw != NULL);
    for (unsigned i = 0; i < 5; i++) {
        dx_sampler_world(draw, random, table);
        CHECK(is_listed(worlds, table, bytes));
    }
    dx_sampler_free(draw);
    dx_free(table);
}

static dx_looker looker_of(const scene *s, dx_frames *frames,
                           const dx_view *view, dx_factors_list *factors)
{
    const dx_frame *now = dx_frames_now(frames);
    bool uniform = s->assumption.kind == DX_ASSUME_UNIFORM;
    bool weighs = uniform && s->rules.game->places->factors != NULL;
    return (dx_looker){.sees = now->sees[view->seat],
                       .own = view->sight,
                       .is_uniform = uniform,
                       .factors =
                           weighs ? dx_factors_at(factors, frames, now) : NULL};
}

static void judge_seat(scene *s, const dx_event *past, unsigned count,
                       unsigned seat, dx_random *random)
{
    dx_world world = {.past = past, .count = count};
    dx_eyes *eyes = dx_world_eyes(&s->rules, &world, seat);
    const dx_view *view = dx_eyes_view(eyes);
    dx_worlds *worlds;
    dx_consider_options options = {.assumption = &s->assumption,
                                   .worlds_max = WORLDS_MAX};
    if (dx_consider(view, &options, &worlds, NULL) == DX_OK) {
        dx_frames *frames = dx_frames_new(&s->rules);
        for (unsigned i = 0; i < count; i++)
            dx_frames_follow(frames, past[i]);
        dx_board board;
        dx_effort effort = {0};
        dx_factors_list factors = {0};
        dx_looker looker = looker_of(s, frames, view, &factors);
        CHECK_EQ(dx_board_look(&board, frames, &looker, &effort), DX_OK);
        judge_board(s, &board, worlds);
        judge_worlds(s, frames, view, &looker, worlds, random);
        dx_factors_list_release(&factors);
        s->judged++;
        dx_board_release(&board);
        dx_frames_free(frames);
        dx_worlds_free(worlds);
    }
    dx_eyes_free(eyes);
}

static void judge(const char *rules, unsigned assumption)
{
    scene s = {.assumption = {.kind = assumption}};
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &s.rules, NULL), DX_OK);
    for (uint64_t seed = 0; seed < SAMPLE(10, 200); seed++) {
        CHECKING("%s, seed %d", rules, (int)seed);
        dx_random random = dx_random_named(seed, 0, 3);
        unsigned count, moves = (unsigned)dx_random_below(&random, MOVES_MAX);
        dx_event *past = dx_twin_play(&s.rules, seed, moves, &count);
        for (unsigned seat = 0; seat < dx_players(&s.rules); seat++)
            judge_seat(&s, past, count, seat, &random);
        dx_free(past);
    }
    CHECK_THAT(s.judged > 5, "%s: only %u positions", rules, s.judged);
    // Hands of several cards, of kinds of several copies, have none.
    bool may_have_none = strncmp(rules, "gofish", 6) == 0;
    CHECK_THAT(s.bits > 2 || may_have_none, "%s: bits of %u positions", rules,
               s.bits);
}

TEST(a_board_has_the_means_of_all_worlds_and_drawn_worlds_are_possible)
{
    judge("hanabi(tiny)", DX_ASSUME_NONE);
    judge("hanabi(players=3,colours=2,ranks=2,low=2,high=2,hand=2)",
          DX_ASSUME_NONE);
    judge("kemps(tiny)", DX_ASSUME_NONE);
    judge("clue(tiny)", DX_ASSUME_NONE);
    judge("clue(small)", DX_ASSUME_UNIFORM);
    judge("gofish(tiny)", DX_ASSUME_NONE);
    judge("gofish(small)", DX_ASSUME_NONE);
    judge("gofish(small3)", DX_ASSUME_NONE);
    judge("gofish(tiny)", DX_ASSUME_UNIFORM);
    judge("gofish(small)", DX_ASSUME_UNIFORM);
    judge("hanabi(tiny)", DX_ASSUME_UNIFORM);
    judge("hanabi(players=3,colours=2,ranks=2,low=2,high=2,hand=2)",
          DX_ASSUME_UNIFORM);
    judge("hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)",
          DX_ASSUME_UNIFORM);
    judge("hanabi(players=2,colours=2,ranks=3,low=1,middle=1,high=1,hand=2)",
          DX_ASSUME_UNIFORM);
}

// What is drawn often is as frequent as the board says: within five standard
// deviations of the mean of so many worlds.
static void judge_frequency(const char *text, uint64_t seed)
{
    enum { DRAWN = 2000 };
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    CHECKING("%s, seed %d", text, (int)seed);
    unsigned count;
    dx_event *past = dx_twin_play(&rules, seed, 6, &count);
    dx_world world = {.past = past, .count = count};
    dx_eyes *eyes = dx_world_eyes(&rules, &world, 0);
    const void *own = dx_eyes_view(eyes)->sight;
    dx_frames *begun = dx_frames_new(&rules);
    for (unsigned i = 0; i < count; i++)
        dx_frames_follow(begun, past[i]);
    dx_frames *frames = dx_frames_copy(begun);
    dx_frames_free(begun);
    dx_effort effort = {0};
    dx_board board;
    const dx_looker looker = {
        .sees = dx_frames_now(frames)->sees[0], .own = own, .is_uniform = true};
    CHECK_EQ(dx_board_look(&board, frames, &looker, &effort), DX_OK);
    dx_sampler *draw = dx_sampler_new(frames, 0, own, true, &effort);
    CHECK(draw != NULL);
    void *table = dx_alloc(1, rules.game->table_bytes(&rules));
    unsigned *found = dx_alloc(board.places * board.kinds, sizeof *found);
    dx_random random = dx_random_named(seed, 1, 4);
    for (unsigned i = 0; i < DRAWN; i++) {
        dx_sampler_world(draw, &random, table);
        for (unsigned place = 0; place < board.places; place++) {
            uint8_t copies[DX_KINDS_MAX] = {0};
            dx_places_held(rules.game->places, board.frame->sight, table, place,
                           copies);
            for (unsigned kind = 0; kind < board.kinds; kind++)
                found[place * board.kinds + kind] += copies[kind];
        }
    }
    for (unsigned i = 0; i < board.places * board.kinds; i++) {
        double p = dx_rational_value(&board.mean[i]);
        double off = (double)found[i] / DRAWN - p;
        CHECK_THAT(off * off <= 25 * p * (1 - p) / DRAWN + 1e-12,
                   "cell %u: %u of %d, not %f", i, found[i], DRAWN, p);
    }
    dx_free(found);
    dx_free(table);
    dx_sampler_free(draw);
    dx_board_release(&board);
    dx_frames_free(frames);
    dx_eyes_free(eyes);
    dx_free(past);
}

TEST(worlds_are_drawn_as_often_as_they_weigh)
{
    for (uint64_t seed = 0; seed < SAMPLE(4, 40); seed++) {
        judge_frequency("clue(small)", seed);
        judge_frequency("clue(small4)", seed);
    }
}
