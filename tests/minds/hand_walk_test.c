// Where doubts about two hands lead, walked with kinds alike as one, and with
// every way by itself: random hands of which the first three kinds are alike,
// so that with a way all that swap these are listed.

#include "base/memory.h"
#include "base/random.h"
#include "minds/message/hand_walk.h"
#include "test.h"

#include <string.h>

enum { KINDS = 5, ALIKE = 3, COPIES = 2, WAYS_MAX = 243, LISTED_MAX = 6 };

typedef struct hands {
    uint64_t ways[2][WAYS_MAX]; // all of them
    size_t count[2];
    unsigned part[2][WAYS_MAX]; // to which the doubts lead, 0: none
} hands;

static uint64_t room_of_all(void)
{
    uint64_t room = 0;
    for (unsigned k = 0; k < KINDS; k++)
        room += COPIES * dx_way_one(k);
    return room;
}

static bool falls(uint64_t way)
{
    for (unsigned k = 1; k < ALIKE; k++)
        if (dx_way_of(way, k - 1) < dx_way_of(way, k))
            return false;
    return true;
}

// All ways with the numbers of one that falls.
static void put_swapped(hands *h, unsigned side, uint64_t way)
{
    static const unsigned order[6][ALIKE] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                             {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    uint64_t rest = way & ~(dx_way_one(ALIKE) - 1);
    for (unsigned i = 0; i < 6; i++) {
        uint64_t swapped = rest;
        for (unsigned k = 0; k < ALIKE; k++)
            swapped |= dx_way_of(way, order[i][k]) * dx_way_one(k);
        bool is_new = true;
        for (size_t w = 0; w < h->count[side]; w++)
            is_new &= h->ways[side][w] != swapped;
        if (is_new)
            h->ways[side][h->count[side]++] = swapped;
    }
}

static void draw_list(hands *h, unsigned side, dx_random *random,
                      dx_hand_list *list)
{
    size_t count = 1 + dx_random_below(random, LISTED_MAX);
    for (size_t i = 0; i < count; i++) {
        uint64_t way = 0;
        for (unsigned k = 0; k < KINDS; k++)
            way |= dx_random_below(random, COPIES + 1) * dx_way_one(k);
        size_t before = h->count[side];
        if (falls(way))
            put_swapped(h, side, way);
        if (h->count[side] > before)
            list->ways[list->count++] = way;
    }
}

static bool fit(const hands *h, size_t a, size_t b)
{
    uint64_t room = room_of_all() - h->ways[0][a];
    return dx_way_fits(h->ways[1][b], room);
}

// Numbers the parts; how many there are.
static unsigned find_parts(hands *h)
{
    unsigned parts = 0;
    for (size_t a = 0; a < h->count[0]; a++)
        for (size_t b = 0; b < h->count[1]; b++) {
            if (!fit(h, a, b) || h->part[0][a] != 0)
                continue;
            h->part[0][a] = ++parts;
            for (bool more = true; more;) {
                more = false;
                for (size_t x = 0; x < h->count[0]; x++)
                    for (size_t y = 0; y < h->count[1]; y++)
                        if (fit(h, x, y) && (h->part[0][x] == parts) !=
                                                (h->part[1][y] == parts)) {
                            h->part[0][x] = h->part[1][y] = parts;
                            more = true;
                        }
            }
        }
    return parts;
}

static void list_all(const hands *h, unsigned side, dx_hand_list *list)
{
    list->of.blocks = 0;
    list->count = h->count[side];
    memcpy(list->ways, h->ways[side], list->count * sizeof *list->ways);
}

TEST(two_hands_are_walked_with_kinds_alike_as_way_by_way)
{
    unsigned found[2] = {0, 0}, missed = 0;
    hands *h = dx_alloc(1, sizeof *h);
    uint64_t ways[2][WAYS_MAX];
    for (uint64_t seed = 0; seed < SAMPLE(2000, 20000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 6);
        dx_effort effort = {0};
        dx_hand_list list[2] = {{.ways = ways[0]}, {.ways = ways[1]}};
        memset(h, 0, sizeof *h);
        for (unsigned side = 0; side < 2; side++) {
            list[side].of.blocks = 1;
            list[side].of.block[0] = DX_BIT(ALIKE) - 1;
            draw_list(h, side, &random, &list[side]);
        }
        bool alike =
            dx_hand_lists_connect(&list[0], &list[1], room_of_all(), &effort);
        bool is = find_parts(h) == 1;
        CHECK(is || !alike);
        missed += is && !alike;
        for (unsigned side = 0; side < 2; side++)
            list_all(h, side, &list[side]);
        CHECK(is == dx_hand_lists_connect(&list[0], &list[1], room_of_all(),
                                          &effort));
        found[is]++;
    }
    dx_free(h);
    CHECK_THAT(found[0] > 100 && found[1] > 100 && 4 * missed < found[1],
               "%u apart, %u connected, %u of these not found", found[0],
               found[1], missed);
}
