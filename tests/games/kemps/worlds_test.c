// The worlds of Kemps by its places against the reference, and samples of them
// against both.

#include "base/memory.h"
#include "game/match.h"
#include "games/games.h"
#include "games/kemps/worlds.h"
#include "minds/believe/deals.h"
#include "minds/consider.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct tables {
    dx_kemps *at;
    size_t count, room;
} tables;

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(dx_kemps));
}

static void add(tables *list, const void *table)
{
    if (list->count == list->room) {
        list->room = list->room == 0 ? 64 : 2 * list->room;
        list->at = dx_resize(list->at, list->room, sizeof *list->at);
    }
    memcpy(&list->at[list->count++], table, sizeof *list->at);
}

static void sort_and_merge(tables *list)
{
    size_t kept = 0;
    qsort(list->at, list->count, sizeof *list->at, compare);
    for (size_t i = 0; i < list->count; i++)
        if (i == 0 || compare(&list->at[i], &list->at[kept - 1]) != 0)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

static bool add_world(void *context, const dx_world *world)
{
    add(context, world->table);
    return true;
}

// A reckoner that has followed all of `view`.
static void *reckon(const dx_view *view)
{
    const dx_reckoner *reckoner = &dx_reckoner_deals;
    void *self = reckoner->open(reckoner, view->rules, view->seat, NULL);
    dx_eyes *eyes = dx_eyes_new(view->rules, view->seat);
    for (unsigned i = 0; i < view->count; i++) {
        dx_eyes_seen(eyes, view->seen[i]);
        CHECK_EQ(reckoner->follow(self, dx_eyes_view(eyes)), DX_OK);
    }
    dx_eyes_free(eyes);
    return self;
}

// False if the reference has more worlds than it may list.
static bool compare_with_reference(const dx_view *view, uint64_t seed)
{
    dx_worlds *worlds;
    if (dx_consider(view, &(dx_consider_options){.worlds_max = 30000}, &worlds,
                    NULL) != DX_OK)
        return false;
    tables want = {0}, got = {0};
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        add(&want, dx_worlds_at(worlds, i).table);
    sort_and_merge(&want);
    void *self = reckon(view);
    CHECK_EQ(dx_reckoner_deals.each(self, 100000, add_world, &got), DX_OK);
    size_t listed = got.count;
    sort_and_merge(&got);
    dx_count count;
    CHECK_EQ(dx_reckoner_deals.count(self, &count), DX_EXACT);
    CHECK_THAT(listed == got.count && got.count == want.count &&
                   count == want.count &&
                   memcmp(got.at, want.at, got.count * sizeof *got.at) == 0,
               "seed %d: %d worlds, expected %d", (int)seed, (int)listed,
               (int)want.count);
    dx_reckoner_deals.close(self);
    dx_worlds_free(worlds);
    dx_free(want.at);
    dx_free(got.at);
    return true;
}

// Moves that now and then end a turn, so that tables are swept and shuffled.
static void play_some(dx_match *match, dx_random *random, unsigned moves)
{
    while (dx_match_turn(match) != DX_OVER && moves-- > 0) {
        const dx_event *legal;
        unsigned count = dx_match_moves(match, &legal);
        unsigned i = (unsigned)dx_random_below(random, count);
        dx_event move =
            dx_random_below(random, 2) ? legal[i] : legal[count - 1];
        CHECK_EQ(dx_match_play(match, move.who, move, NULL, NULL), DX_OK);
    }
}

static void check_rules(const char *name, uint64_t games)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), name, &rules, NULL), DX_OK);
    unsigned compared = 0;
    for (uint64_t seed = 0; seed < games; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 1, 2);
        dx_deal *deal = dx_deal_new(&rules, 5, seed);
        dx_match *match = dx_match_new(&rules, deal);
        play_some(match, &random, (unsigned)dx_random_below(&random, 40));
        unsigned seat =
            (unsigned)dx_random_below(&random, dx_players(&rules) + 1);
        compared += compare_with_reference(
            dx_match_view(match,
                          seat == dx_players(&rules) ? DX_BYSTANDER : seat),
            seed);
        dx_match_free(match);
        dx_deal_free(deal);
    }
    CHECK(compared * 2 > games);
}

TEST(kemps_worlds_of_two_players_are_those_of_the_reference)
{
    check_rules("kemps(tiny)", 150);
}
TEST(kemps_worlds_of_three_players_are_those_of_the_reference)
{
    check_rules("kemps(players=3,from=2,to=6,suits=2,hand=2,table=2)",
                SAMPLE(20, 200));
}
TEST(kemps_worlds_of_hands_smaller_than_a_rank_are_those_of_the_reference)
{
    check_rules("kemps(players=2,from=2,to=4,suits=3,hand=2,table=2)", 100);
}

// Every deal that fits is as likely as another: 4,000 samples of each of a
// few sights, each world within five standard deviations.
TEST(kemps_samples_are_fair)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "kemps(tiny)", &rules, NULL), DX_OK);
    for (uint64_t seed = 0; seed < 20; seed++) {
        CHECKING_SEED(seed);
        enum { SAMPLES = 4000 };
        dx_random random = dx_random_named(seed, 1, 3);
        dx_deal *deal = dx_deal_new(&rules, 6, seed);
        dx_match *match = dx_match_new(&rules, deal);
        play_some(match, &random, 25);
        void *self = reckon(dx_match_view(match, 0));
        tables all = {0};
        CHECK_EQ(dx_reckoner_deals.each(self, 100000, add_world, &all), DX_OK);
        sort_and_merge(&all);
        unsigned *times = dx_alloc(all.count, sizeof *times);
        for (unsigned i = 0; i < SAMPLES; i++) {
            dx_kemps table;
            dx_reckoner_deals.sample(self, &random, &table);
            dx_kemps *found =
                bsearch(&table, all.at, all.count, sizeof table, compare);
            CHECK_THAT(found != NULL, "seed %d: no such world", (int)seed);
            times[found - all.at]++;
        }
        double p = 1.0 / (double)all.count;
        for (size_t i = 0; i < all.count; i++) {
            double off = times[i] - SAMPLES * p;
            CHECK_THAT(off * off <= 25 * SAMPLES * p * (1 - p) + 1e-6,
                       "seed %d: world %d of %d came %u times", (int)seed,
                       (int)i, (int)all.count, times[i]);
        }
        dx_free(times);
        dx_free(all.at);
        dx_reckoner_deals.close(self);
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

// Ten hands do not fit the table of deals; the answer then says so.
TEST(kemps_worlds_of_ten_players_have_a_number)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), "kemps(players=10)", &rules, NULL),
             DX_OK);
    dx_random random = dx_random_named(1, 1, 4);
    dx_deal *deal = dx_deal_new(&rules, 7, 0);
    dx_match *match = dx_match_new(&rules, deal);
    play_some(match, &random, 30);
    void *self = reckon(dx_match_view(match, 0));
    dx_count count = 0;
    dx_reckoner_deals.count(self, &count);
    CHECK(count > 1000000);
    dx_reckoner_deals.close(self);
    dx_match_free(match);
    dx_deal_free(deal);
}
