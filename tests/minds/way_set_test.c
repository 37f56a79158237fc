// Sets of ways are searched as one by one would: random ways, listed so that
// neighbours have much in common, as hands are, and random rooms.

#include "base/random.h"
#include "minds/message/way_set.h"
#include "test.h"

enum { KINDS = 13, COPIES = 4 };

// Some cards more or fewer than a way has.
static uint64_t vary(uint64_t way, dx_random *random)
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned kind = (unsigned)dx_random_below(random, KINDS);
        way &= ~(15 * dx_way_one(kind));
        way |= dx_random_below(random, COPIES + 1) * dx_way_one(kind);
    }
    return way;
}

static size_t next_of(const dx_way_set *set, size_t from, uint64_t room)
{
    for (size_t i = from; i < set->ways.count; i++) {
        bool fits = true;
        for (unsigned kind = 0; kind < KINDS; kind++)
            fits &= dx_way_of(set->ways.at[i], kind) <= dx_way_of(room, kind);
        if (fits)
            return i;
    }
    return DX_STATE_NONE;
}

static void search_room(dx_way_set *set, uint64_t room, unsigned *fits)
{
    dx_effort effort = {0};
    size_t wanted = next_of(set, 0, room);
    size_t found = dx_way_set_next(set, 0, room, &effort);
    CHECK(found == wanted);
    for (; found != DX_STATE_NONE; (*fits)++) {
        wanted = next_of(set, wanted + 1, room);
        found = dx_way_set_next(set, found + 1, room, &effort);
        CHECK(found == wanted);
    }
    found = dx_way_set_find(set, room, &effort);
    CHECK((found == DX_STATE_NONE) == (next_of(set, 0, room) == DX_STATE_NONE));
    CHECK(found == DX_STATE_NONE || next_of(set, found, room) == found);
}

TEST(ways_that_fit_are_found_as_one_by_one)
{
    unsigned fits = 0;
    for (uint64_t seed = 0; seed < SAMPLE(8, 80); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 3);
        dx_way_set set = {0};
        uint64_t way = 0;
        size_t count = dx_random_below(&random, 2500);
        for (size_t i = 0; i < count; i++) {
            way = vary(way, &random);
            dx_way_set_add(&set, way);
        }
        for (unsigned i = 0; i < 40 && count > 0; i++) {
            size_t like = dx_random_below(&random, count);
            search_room(&set, vary(set.ways.at[like], &random), &fits);
        }
        dx_way_set_release(&set);
    }
    CHECK(fits > 100);
}
