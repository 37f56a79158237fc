#include "sat/cardinality.h"

#include "test.h"

// How many of the 2^count assignments to the first `count` variables can be
// completed to a solution, and whether exactly those with from .. to true.
static void check_bounds(dx_sat *sat, size_t count, size_t from, size_t to)
{
    for (unsigned a = 0; a < 1U << count; a++) {
        int fixed[8];
        size_t trues = 0;
        for (size_t i = 0; i < count; i++) {
            bool is_true = a >> i & 1;
            trues += is_true;
            fixed[i] = is_true ? (int)i + 1 : -((int)i + 1);
        }
        bool yes;
        dx_error error;
        CHECK_EQ(dx_sat_solve(sat, count, fixed, NULL, &yes, &error), DX_OK);
        CHECK_THAT(yes == (trues >= from && trues <= to),
                   "%zu of %zu, bounds %zu to %zu", trues, count, from, to);
    }
}

static dx_sat *with_variables(size_t count, int *literals)
{
    dx_sat *sat = dx_sat_new();
    for (size_t i = 0; i < count; i++)
        literals[i] = dx_sat_variable(sat);
    return sat;
}

TEST(bounds_allow_exactly_what_they_say)
{
    int literals[8];
    for (size_t count = 0; count <= 6; count++)
        for (size_t k = 0; k <= count + 1; k++) {
            dx_sat *sat = with_variables(count, literals);
            dx_sat_at_most(sat, count, literals, k, 0);
            check_bounds(sat, count, 0, k);
            dx_sat_free(sat);

            sat = with_variables(count, literals);
            dx_sat_at_least(sat, count, literals, k, 0);
            check_bounds(sat, count, k, count);
            dx_sat_free(sat);

            sat = with_variables(count, literals);
            dx_sat_exactly(sat, count, literals, k, 0);
            check_bounds(sat, count, k, k);
            dx_sat_free(sat);
        }
}

TEST(an_output_says_both_that_there_are_enough_and_that_there_are_not)
{
    int literals[8], outputs[5];
    dx_sat *sat = with_variables(5, literals);
    dx_sat_count(sat, 5, literals, 5, outputs);
    for (unsigned a = 0; a < 32; a++) {
        int fixed[5];
        for (int i = 0; i < 5; i++)
            fixed[i] = a >> i & 1 ? literals[i] : -literals[i];
        bool yes;
        dx_error error;
        CHECK_EQ(dx_sat_solve(sat, 5, fixed, NULL, &yes, &error), DX_OK);
        CHECK(yes);
        for (int i = 0; i < 5; i++)
            CHECK_EQ(dx_sat_value(sat, outputs[i]),
                     __builtin_popcount(a) >= i + 1);
    }
    dx_sat_free(sat);
}

TEST(a_bound_can_depend_on_a_literal)
{
    int literals[8];
    dx_sat *sat = with_variables(4, literals);
    int free_hand = dx_sat_variable(sat);
    dx_sat_exactly(sat, 4, literals, 2, free_hand);
    dx_sat_at_least(sat, 4, literals, 9, free_hand);
    check_bounds(sat, 4, 0, 4); // the solver may choose free_hand
    dx_sat_add(sat, 1, (int[]){-free_hand});
    check_bounds(sat, 4, 1, 0); // nine of four: nothing
    dx_sat_free(sat);
}
