// A table may stand for several histories only if every seat's worlds are the
// same after each of them: so a table must hold each seat's private past.

#include "base/memory.h"
#include "game/match.h"
#include "game/twin.h"
#include "games/parlour.h"
#include "minds/consider.h"
#include "test.h"

#include <math.h>
#include <string.h>

static const dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};

static dx_worlds *consider(const dx_view *view)
{
    dx_worlds *worlds = NULL;
    CHECK_EQ(dx_consider(view, &(dx_consider_options){.assumption = &uniform},
                         &worlds, NULL),
             DX_OK);
    return worlds;
}

static double total(const dx_worlds *worlds)
{
    double sum = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        sum += dx_worlds_at(worlds, i).weight;
    return sum;
}

// The share of weight on worlds with this table.
static double share(const dx_worlds *worlds, const void *table, size_t bytes)
{
    double sum = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        if (memcmp(dx_worlds_at(worlds, i).table, table, bytes) == 0)
            sum += dx_worlds_at(worlds, i).weight;
    return sum / total(worlds);
}

static bool same_beliefs(const dx_rules *rules, const dx_world *one,
                         const dx_world *two, unsigned seat)
{
    size_t bytes = rules->game->table_bytes(rules);
    dx_eyes *eyes[2] = {dx_world_eyes(rules, one, seat),
                        dx_world_eyes(rules, two, seat)};
    dx_worlds *worlds[2] = {consider(dx_eyes_view(eyes[0])),
                            consider(dx_eyes_view(eyes[1]))};
    bool same = true;
    for (unsigned k = 0; k < 2; k++)
        for (size_t i = 0; i < dx_worlds_count(worlds[k]); i++) {
            const void *table = dx_worlds_at(worlds[k], i).table;
            same &= fabs(share(worlds[0], table, bytes) -
                         share(worlds[1], table, bytes)) < 1e-9;
        }
    for (unsigned k = 0; k < 2; k++) {
        dx_worlds_free(worlds[k]);
        dx_eyes_free(eyes[k]);
    }
    return same;
}

// Compares worlds of equal tables, each with the first such one.
static unsigned compare_equal_tables(const dx_rules *rules,
                                     const dx_worlds *worlds, uint64_t seed)
{
    size_t bytes = rules->game->table_bytes(rules);
    unsigned pairs = 0;
    for (size_t i = 1; i < dx_worlds_count(worlds) && pairs < 5; i++) {
        dx_world one = dx_worlds_at(worlds, i);
        for (size_t k = 0; k < i; k++) {
            dx_world two = dx_worlds_at(worlds, k);
            if (memcmp(one.table, two.table, bytes) != 0)
                continue;
            for (unsigned seat = 0; seat < dx_players(rules); seat++)
                CHECK_THAT(same_beliefs(rules, &one, &two, seat),
                           "seed %d: seat %u believes otherwise in worlds %zu "
                           "and %zu of one table",
                           (int)seed, seat, i, k);
            pairs++;
            break;
        }
    }
    return pairs;
}

TEST(equal_tables_give_every_seat_equal_worlds)
{
    const dx_game *const games[] = {&dx_parlour, NULL};
    dx_rules rules;
    unsigned pairs = 0;
    CHECK_EQ(dx_rules_parse(games,
                            "parlour(players=2,colours=2,copies=3,hand=2)",
                            &rules, NULL),
             DX_OK);
    for (uint64_t seed = 0; seed < 40; seed++) {
        CHECKING_SEED(seed);
        unsigned count;
        dx_event *events = dx_twin_play(&rules, seed, 10, &count);
        dx_eyes *eyes = dx_eyes_new(&rules, DX_BYSTANDER);
        for (unsigned i = 0; i < count; i++)
            dx_eyes_see(eyes, events[i]);
        dx_worlds *worlds = consider(dx_eyes_view(eyes));
        pairs += compare_equal_tables(&rules, worlds, seed);
        dx_worlds_free(worlds);
        dx_eyes_free(eyes);
        dx_free(events);
    }

    CHECK(pairs > 20);
}
