// What a relation must be like in either form; the rest of the kernel asserts
// it of every relation that a model takes.

#include "logic/kripke/relation.h"

#include "test.h"

TEST(a_partition_is_sound_if_every_cell_has_a_number_below_the_count)
{
    dx_relation cells = dx_relation_of_cells(3, (uint32_t[]){7, 9, 7});
    CHECK_EQ(cells.cell_count, 2);
    CHECK(dx_relation_is_sound(&cells, 3));

    cells.cell[1] = 2;
    CHECK(!dx_relation_is_sound(&cells, 3));
    dx_relation_release(&cells);
}

TEST(edges_are_sound_if_rows_ascend_and_stay_within_the_worlds)
{
    dx_edge edges[] = {{0, 2}, {0, 1}, {0, 2}, {2, 0}};
    dx_relation rows = dx_relation_of_edges(3, 4, edges);
    CHECK(rows.cell == NULL);
    CHECK_EQ(rows.first[3], 3); // 0 -> 2 was there twice
    CHECK(dx_relation_is_sound(&rows, 3));

    rows.target[0] = 2; // 0 -> 2, 2
    CHECK(!dx_relation_is_sound(&rows, 3));
    rows.target[0] = 1;
    rows.target[1] = 3;
    CHECK(!dx_relation_is_sound(&rows, 3));
    dx_relation_release(&rows);
}

TEST(an_equivalence_given_by_edges_is_a_partition)
{
    dx_edge edges[] = {{0, 0}, {1, 1}, {2, 2}, {0, 2}, {2, 0}};
    dx_relation relation = dx_relation_of_edges(3, 5, edges);
    CHECK(relation.cell != NULL);
    CHECK_EQ(relation.cell[0], relation.cell[2]);
    CHECK(dx_relation_is_sound(&relation, 3));

    dx_relation written_out = dx_relation_as_edges(&relation, 3);
    CHECK(written_out.cell == NULL);
    CHECK(dx_relation_is_sound(&written_out, 3));
    dx_relation_release(&written_out);
    dx_relation_release(&relation);
}
