// Beliefs about a hand of Go Fish: the fast tracker against all worlds listed
// one by one, on small decks and under the rules of each house; and against
// the golden fractions of small decks and of the full one.

#include "agents/gofish/by_rank.h"
#include "agents/typed.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double tolerance = 1e-12;

// The chance that the other seat has `number` cards of the rank, over worlds
// listed one by one.
static double listed(const dx_worlds *worlds, unsigned other, unsigned rank,
                     int number)
{
    double there = 0, all = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        const dx_gofish *t = world.table;
        all += world.weight;
        if (t->count[other][rank] == number)
            there += world.weight;
    }
    return there / all;
}

static void compare(const dx_gofish_exact *exact, const dx_worlds *worlds,
                    const dx_rules *rules, unsigned seat)
{
    dx_gofish_chances got;
    dx_gofish_exact *copy = dx_gofish_exact_copy(exact);
    dx_gofish_exact_read(copy, DX_GOFISH_ALL_RANKS, &got);
    dx_gofish_exact_free(copy);
    for (unsigned rank = 0; (int)rank < dx_rules_value(rules, "ranks"); rank++)
        for (int number = 0; number <= dx_rules_value(rules, "copies");
             number++) {
            double want = listed(worlds, !seat, rank, number);
            CHECK_THAT(fabs(got.exactly[rank][number] - want) < tolerance,
                       "seat %u, %d of rank %s: %.15f, not %.15f", seat + 1,
                       number, dx_gofish_word(rank), got.exactly[rank][number],
                       want);
        }
}

// Through a whole game, for one seat.
static void judge_seat(const dx_rules *rules, const dx_event *past,
                       unsigned count, unsigned seat)
{
    dx_masks masks;
    dx_assumption assumption = {.kind = DX_ASSUME_UNIFORM};
    dx_consider_options options = {.assumption = &assumption};
    dx_masks_init(&masks, rules->game->verbs);
    dx_worlds *worlds = dx_worlds_new(rules, seat, &options);
    dx_gofish_exact *exact = dx_gofish_exact_new(rules, seat);
    bool is_dealt = false;
    for (unsigned i = 0; i < count; i++) {
        dx_event seen = dx_masks_see(&masks, past[i], seat);
        CHECK_EQ(dx_worlds_follow(worlds, seen, NULL), DX_OK);
        dx_gofish_exact_follow(exact, seen);
        is_dealt = is_dealt || past[i].next != DX_NATURE;
        if (seen.verb == DX_GOFISH_LAY)
            break;
        if (is_dealt)
            compare(exact, worlds, rules, seat);
    }
    dx_gofish_exact_free(exact);
    dx_worlds_free(worlds);
}

static void judge(const char *text)
{
    dx_rules rules = rules_of(text);
    for (uint64_t seed = 0; seed < SAMPLE(12, 300); seed++) {
        CHECKING("%s, seed %d", text, (int)seed);
        unsigned count;
        dx_event *past = dx_twin_play(&rules, seed, 60, &count);
        for (unsigned seat = 0; seat < 2; seat++)
            judge_seat(&rules, past, count, seat);
        dx_free(past);
    }
}

TEST(exact_go_fish_beliefs_are_those_of_all_worlds_in_each_house)
{
    judge("gofish(tiny)");
    judge("gofish(small)");
    judge("gofish(ranks=4,copies=2,hand=2)");
    judge("gofish(ranks=4,copies=2,hand=1,starts=0)");
    judge("gofish(ranks=2,copies=4,hand=2)");
    judge("gofish(small,caught=shown)");
    judge("gofish(small,caught=again,empty=ask)");
    judge("gofish(small,empty=hand)");
    judge("gofish(small,empty=out)");
    judge("gofish(ranks=4,copies=2,hand=2,books=laid)");
    judge("gofish(small,books=laid,caught=again,empty=ask)");
    judge("gofish(ranks=2,copies=4,hand=3,books=laid,caught=shown,empty=hand)");
}

static double value_of(const json_t *fraction)
{
    double top = 0, over = 1;
    CHECK(sscanf(json_string_value(fraction), "%lf/%lf", &top, &over) >= 1);
    return top / over;
}

static json_t *load(const char *name)
{
    char path[80];
    snprintf(path, sizeof path, "golden/%s", name);
    json_t *root = json_load_file(dx_test_path(path), 0, NULL);
    CHECK_THAT(root != NULL, "cannot read %s", path);
    return root;
}

// A seat that is told the events of a golden file.
typedef struct listener {
    dx_gofish_exact *exact;
    unsigned number;
    unsigned asker, rank; // of the question that is not answered yet
    bool must_draw;       // it was not answered
} listener;

static void deal(listener *s, const json_t *hand)
{
    for (unsigned rank = 0; rank < json_array_size(hand); rank++)
        for (json_int_t i = json_integer_value(json_array_get(hand, rank));
             i > 0; i--) {
            dx_event event = dx_event_new(DX_GOFISH_DEAL, s->number);
            dx_gofish_exact_follow(s->exact, dx_with(event, 0, rank));
            event = dx_event_new(DX_GOFISH_DEAL, !s->number);
            dx_gofish_exact_follow(s->exact, dx_with(event, 0, DX_HOLE));
        }
}

// Follows one event of a file; false if it was only the question.
static bool follow(listener *s, const char *kind, unsigned by, unsigned rank,
                   unsigned number)
{
    dx_event event = dx_event_new(DX_GOFISH_DRAW, by);
    if (strcmp(kind, "ask") == 0) {
        s->asker = by;
        s->rank = rank;
        return false;
    }
    if (strcmp(kind, "draw") == 0) {
        if (!s->must_draw)
            dx_gofish_exact_follow(s->exact,
                                   dx_event_new(DX_GOFISH_NOTHING, by));
        s->must_draw = false;
        dx_gofish_exact_follow(
            s->exact, dx_with(event, 0, by == s->number ? rank : DX_HOLE));
        return true;
    }
    event = dx_with(dx_event_new(DX_GOFISH_ASK, s->asker), 0, by);
    s->must_draw = number == 0;
    dx_gofish_exact_follow(s->exact,
                           dx_with(dx_with(event, 1, s->rank), 2, number));
    return true;
}

static void check_has(listener *s, const json_t *want)
{
    dx_gofish_chances got;
    dx_gofish_exact_read(s->exact, DX_GOFISH_ALL_RANKS, &got);
    for (unsigned rank = 0; rank < json_array_size(want); rank++)
        CHECK_THAT(fabs(1 - got.exactly[rank][0] -
                        value_of(json_array_get(want, rank))) < tolerance,
                   "seat %u, rank %u: %.15f, not %s", s->number + 1, rank + 1,
                   1 - got.exactly[rank][0],
                   json_string_value(json_array_get(want, rank)));
}

static void check_exactly(listener *s, const json_t *want)
{
    dx_gofish_chances got;
    dx_gofish_exact_read(s->exact, DX_GOFISH_ALL_RANKS, &got);
    for (unsigned rank = 0; rank < json_array_size(want); rank++)
        for (unsigned number = 0; number < DX_GOFISH_NUMBERS; number++)
            CHECK(fabs(got.exactly[rank][number] -
                       value_of(json_array_get(json_array_get(want, rank),
                                               number))) < tolerance);
}

static unsigned rank_of(const json_t *event)
{
    return (unsigned)json_integer_value(json_object_get(event, "rank")) - 1U;
}

static void check_player(const json_t *player, unsigned number,
                         const dx_rules *rules)
{
    listener s = {.exact = dx_gofish_exact_new(rules, number),
                  .number = number};
    const json_t *events = json_object_get(player, "events");
    const json_t *snapshot;
    size_t i, at = 0;
    bool is_whole = true;
    deal(&s, json_object_get(player, "initial_own_hand"));
    json_array_foreach (json_object_get(player, "trace"), i, snapshot) {
        size_t until = (size_t)json_integer_value(
            json_object_get(snapshot, "after_event"));
        for (; at < until; at++) {
            const json_t *event = json_array_get(events, at);
            const char *by = json_string_value(json_object_get(event, "by"));
            const json_t *count = json_object_get(event, "count");
            is_whole =
                follow(&s, json_string_value(json_object_get(event, "event")),
                       *by == 's' ? number : !number, rank_of(event),
                       (unsigned)json_integer_value(count));
        }
        if (is_whole)
            check_has(&s, json_object_get(snapshot, "P_has"));
        if (is_whole && json_object_get(snapshot, "P_exactly") != NULL)
            check_exactly(&s, json_object_get(snapshot, "P_exactly"));
    }
    dx_gofish_exact_free(s.exact);
}

TEST(exact_go_fish_beliefs_of_the_full_deck_are_the_golden_fractions)
{
    json_t *root = load("gofish_beliefs52.json");
    dx_rules rules = rules_of("gofish");
    const json_t *run;
    size_t i;
    json_array_foreach (json_object_get(root, "runs"), i, run) {
        const json_t *players = json_object_get(run, "players");
        CHECKING("run %d", (int)i);
        check_player(json_object_get(players, "1"), 0, &rules);
        check_player(json_object_get(players, "2"), 1, &rules);
    }
    CHECK_EQ(i, 3);
    json_decref(root);
}

// How many cards of the rank the second of two steps gives.
static unsigned given(const json_t *event)
{
    const json_t *count = json_object_get(event, "count");
    return json_is_integer(count) ? (unsigned)json_integer_value(count) : 0;
}

static void check_run(const json_t *run, unsigned number)
{
    char text[60];
    snprintf(text, sizeof text, "gofish(ranks=%d,copies=%d,hand=%d)",
             (int)json_integer_value(json_object_get(run, "n")),
             (int)json_integer_value(json_object_get(run, "m")),
             (int)json_integer_value(json_object_get(run, "h")));
    dx_rules rules = rules_of(text);
    listener s = {.exact = dx_gofish_exact_new(&rules, number),
                  .number = number};
    const json_t *step;
    size_t i;
    deal(&s, json_array_get(json_object_get(run, "initial_hands"), number));
    json_array_foreach (json_object_get(run, "steps"), i, step) {
        const json_t *event = json_object_get(step, "event");
        const json_t *by = json_object_get(event, "by");
        bool is_whole =
            i == 0 ||
            follow(&s, json_string_value(json_object_get(event, "kind")),
                   (unsigned)json_integer_value(by) - 1U, rank_of(event),
                   given(event));
        if (is_whole)
            check_has(&s, json_object_get(step, number == 0 ? "P1_that_2_has"
                                                            : "P2_that_1_has"));
    }
    dx_gofish_exact_free(s.exact);
}

TEST(exact_go_fish_beliefs_of_small_decks_are_the_product_updates)
{
    json_t *root = load("gofish_runs.json");
    const json_t *run;
    size_t i;
    unsigned strict = 0;
    json_array_foreach (json_object_get(root, "runs"), i, run) {
        const json_t *reading = json_object_get(run, "reading");
        if (strcmp(json_string_value(reading), "strict") != 0)
            continue; // the other lets a book be asked for (docs/gofish.md)
        CHECKING("run %d", (int)i);
        strict++;
        check_run(run, 0);
        check_run(run, 1);
    }
    CHECK(strict > 8);
    json_decref(root);
}

// How far beliefs by rank are from what they should be, on the mean.
typedef struct error_sum {
    double sum;
    unsigned count;
} error_sum;

static void measure(const dx_gofish_by_rank *near, unsigned seat,
                    const dx_gofish_chances *want, error_sum *out)
{
    dx_gofish_chances got;
    dx_gofish_by_rank_read(near, seat, &got);
    for (unsigned rank = 0; rank < near->ranks; rank++)
        if (near->own[rank] > 0 && near->own[rank] < near->copies) {
            out->sum += fabs(got.exactly[rank][0] - want->exactly[rank][0]);
            out->count++;
        }
}

static void measure_game(const dx_rules *rules, uint64_t seed, error_sum *out)
{
    unsigned count;
    dx_event *past = dx_twin_play(rules, seed, 200, &count);
    dx_gofish_by_rank near;
    dx_gofish_exact *exact = dx_gofish_exact_new(rules, 0);
    dx_masks masks;
    dx_masks_init(&masks, rules->game->verbs);
    dx_gofish_by_rank_init(&near, rules, 0);
    for (unsigned i = 0; i < count; i++) {
        dx_event seen = dx_masks_see(&masks, past[i], 0);
        dx_gofish_exact_follow(exact, seen);
        dx_gofish_by_rank_follow(&near, seen);
        if (past[i].next != 0)
            continue;
        dx_gofish_chances want;
        dx_gofish_exact_read(exact, DX_GOFISH_ALL_RANKS, &want);
        measure(&near, 1, &want, out);
    }
    dx_gofish_exact_free(exact);
    dx_free(past);
}

TEST(go_fish_beliefs_by_rank_are_within_a_fiftieth_of_the_exact_ones)
{
    dx_rules rules = rules_of("gofish");
    error_sum sum = {0};
    for (uint64_t seed = 0; seed < SAMPLE(4, 60); seed++)
        measure_game(&rules, 2 * seed, &sum);
    CHECK(sum.count > 400);
    CHECK_THAT(sum.sum / sum.count < 0.02, "%f", sum.sum / sum.count);
}

// With three players, where only listing is exact.
static void measure_three(const dx_rules *rules, uint64_t seed, error_sum *out)
{
    unsigned count;
    dx_event *past = dx_twin_play(rules, seed, 12, &count);
    CHECKING_SEED(seed);
    dx_assumption assumption = {.kind = DX_ASSUME_UNIFORM};
    dx_consider_options options = {.assumption = &assumption};
    dx_worlds *worlds = dx_worlds_new(rules, 0, &options);
    dx_gofish_by_rank near;
    dx_masks masks;
    dx_masks_init(&masks, rules->game->verbs);
    dx_gofish_by_rank_init(&near, rules, 0);
    for (unsigned i = 0; i < count; i++) {
        dx_event seen = dx_masks_see(&masks, past[i], 0);
        CHECK_EQ(dx_worlds_follow(worlds, seen, NULL), DX_OK);
        dx_gofish_by_rank_follow(&near, seen);
        for (unsigned seat = 1; past[i].next == 0 && seat < 3; seat++) {
            dx_gofish_chances want;
            for (unsigned rank = 0; rank < near.ranks; rank++)
                want.exactly[rank][0] = listed(worlds, seat, rank, 0);
            measure(&near, seat, &want, out);
        }
    }
    dx_worlds_free(worlds);
    dx_free(past);
}

TEST(go_fish_beliefs_by_rank_are_near_for_three_players_too)
{
    dx_rules rules = rules_of("gofish(players=3,ranks=4,copies=3,hand=2)");
    error_sum sum = {0};
    for (uint64_t seed = 0; seed < SAMPLE(6, 60); seed++)
        measure_three(&rules, seed, &sum);
    CHECK(sum.count > 20);
    CHECK_THAT(sum.sum / sum.count < 0.05, "%f", sum.sum / sum.count);
}

// ---- the engine ----

// The chance that the view's seat finds for `has(2,RANK)`, by the engine.
static double asked(const dx_view *view, unsigned rank)
{
    dx_formulas *store = dx_formulas_new();
    dx_assumption assumption = {.kind = DX_ASSUME_UNIFORM};
    dx_ask_options options = {.assumption = &assumption};
    dx_error error = {.message = ""};
    dx_answer answer;
    dx_formula f;
    char text[40];
    snprintf(text, sizeof text, "has(2,%s)", dx_gofish_word(rank));
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_OK);
    CHECK_THAT(dx_ask_seat(store, view, f, &options, &answer, &error) == DX_OK,
               "%s: %s", text, error.message);
    CHECK(answer.truth != DX_ANSWER_UNDECIDED);
    double chance = answer.truth == DX_ANSWER_OPEN
                        ? answer.probability
                        : answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return chance;
}

TEST(exact_go_fish_beliefs_of_the_full_deck_are_what_ask_answers)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "gofish(players=2)", &rules, NULL),
             DX_OK);
    for (unsigned seed = 0; seed < SAMPLE(8U, 100U); seed++) {
        unsigned count;
        dx_event *past = dx_twin_play(&rules, seed, 3 * seed % 40, &count);
        dx_world world = {.past = past, .count = count};
        dx_eyes *eyes = dx_world_eyes(&rules, &world, 0);
        const dx_view *view = dx_eyes_view(eyes);
        dx_gofish_exact *exact = dx_gofish_exact_new(&rules, 0);
        dx_gofish_chances got;
        for (unsigned i = 0; i < count; i++)
            dx_gofish_exact_follow(exact, view->seen[i]);
        dx_gofish_exact_read(exact, DX_GOFISH_ALL_RANKS, &got);
        for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++) {
            CHECKING("seed %u, rank %u", seed, rank);
            double want = asked(view, rank);
            CHECK_THAT(fabs(1 - got.exactly[rank][0] - want) < 1e-9,
                       "%.12f, not %.12f", 1 - got.exactly[rank][0], want);
        }
        dx_gofish_exact_free(exact);
        dx_eyes_free(eyes);
        dx_free(past);
    }
}
