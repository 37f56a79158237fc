// Pairs of numbers to numbers, through several growths of the table.

#include "base/pair_map.h"

#include "test.h"

TEST(an_empty_pair_map_knows_no_pair)
{
    dx_pair_map map = {0};
    CHECK_EQ(dx_pair_map_find(&map, 0, 0), UINT32_MAX);
    dx_pair_map_release(&map);
}

TEST(a_pair_map_gives_back_what_was_put_last)
{
    dx_pair_map map = {0};
    dx_pair_map_put(&map, 1, 2, 7);
    dx_pair_map_put(&map, 2, 1, 8);
    dx_pair_map_put(&map, 1, 2, 0);

    CHECK_EQ(dx_pair_map_find(&map, 1, 2), 0);
    CHECK_EQ(dx_pair_map_find(&map, 2, 1), 8);
    CHECK_EQ(dx_pair_map_find(&map, 2, 2), UINT32_MAX);
    dx_pair_map_release(&map);
    CHECK_EQ(dx_pair_map_find(&map, 1, 2), UINT32_MAX);
}

TEST(a_pair_map_keeps_all_pairs_while_it_grows)
{
    dx_pair_map map = {0};
    for (uint32_t a = 0; a < 60; a++)
        for (uint32_t b = 0; b < 60; b++)
            dx_pair_map_put(&map, a, b, 100 * a + b);
    for (uint32_t a = 0; a < 60; a++)
        for (uint32_t b = 0; b < 60; b++)
            CHECK_THAT(dx_pair_map_find(&map, a, b) == 100 * a + b, "(%u, %u)",
                       a, b);
    CHECK_EQ(dx_pair_map_find(&map, 60, 0), UINT32_MAX);
    dx_pair_map_release(&map);
}
