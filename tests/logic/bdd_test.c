// The BDD core on cases done on paper: counts, solutions, limits, garbage,
// orders.

#include "test.h"

#include "logic/bdd/inside.h"
#include "logic/truth.h"

#include <math.h>

// Manager with `count` variables, their functions and numbers.
typedef struct setting {
    dx_bdd_manager *m;
    dx_bdd_var vars[256];
    dx_bdd x[256];
} setting;

static setting with_variables(const dx_bdd_options *options, unsigned count)
{
    setting s = {.m = dx_bdd_manager_new(options)};
    for (unsigned i = 0; i < count; i++) {
        s.vars[i] = dx_bdd_variable_new(s.m);
        s.x[i] = dx_bdd_variable(s.m, s.vars[i]);
    }
    return s;
}

static void check_count(const setting *s, dx_bdd f, unsigned vars,
                        const char *wanted)
{
    dx_text out = {0};
    dx_bdd_count_print(s->m, f, s->vars, vars, &out);
    CHECK_TEXT(dx_text_string(&out), wanted);
    dx_text_release(&out);
}

static void check_sound(const dx_bdd_manager *m)
{
    dx_text what = {0};
    CHECK_THAT(dx_bdd_check(m, &what), "%s", dx_text_string(&what));
    dx_text_release(&what);
}

TEST(two_hundred_variables_have_two_to_the_two_hundred_assignments)
{
    setting s = with_variables(NULL, 200);
    dx_bdd all = dx_bdd_and_all(s.m, s.x, 200);
    dx_bdd none = dx_bdd_not(dx_bdd_or_all(s.m, s.x, 200));

    check_count(&s, DX_BDD_FALSE, 200, "0");
    check_count(
        &s, DX_BDD_TRUE, 200,
        "1606938044258990275541962092341162602522202993782792835301376");
    check_count(&s, all, 200, "1");
    check_count(&s, none, 200, "1");
    check_count(
        &s, dx_bdd_not(none), 200,
        "1606938044258990275541962092341162602522202993782792835301375");
    CHECK(dx_bdd_count(s.m, none, s.vars, 200) == 1.0);
    CHECK(dx_bdd_count(s.m, DX_BDD_TRUE, s.vars, 200) == ldexp(1, 200));
    dx_bdd_manager_free(s.m);
}

// 100 choose 50.
TEST(fifty_of_a_hundred_is_counted_exactly)
{
    setting s = with_variables(NULL, 100);
    dx_bdd half = dx_bdd_exactly(s.m, s.x, 100, 50);

    check_count(&s, half, 100, "100891344545564193334812497256");
    uint64_t count = 7;
    CHECK_EQ(dx_bdd_count_exact(s.m, half, s.vars, 100, &count), DX_ERR_LIMIT);
    CHECK_EQ(count, 7);
    dx_bdd_manager_free(s.m);
}

// Level l of "exactly k of n" has one node per possible number so far.
TEST(thresholds_have_diagrams_of_quadratic_size)
{
    setting s = with_variables(NULL, 200);
    dx_bdd f = dx_bdd_at_least(s.m, s.x, 200, 100);

    // 100 * 101 nodes of variables, and the constant.
    CHECK_EQ(dx_bdd_size(s.m, f), 10101);
    CHECK(dx_bdd_nodes(s.m) < 25000);
    dx_bdd_manager_free(s.m);
}

TEST(at_least_and_exactly_count_positions)
{
    setting s = with_variables(NULL, 2);
    dx_bdd twice[2] = {s.x[0], s.x[0]};

    CHECK_EQ(dx_bdd_exactly(s.m, twice, 2, 1), DX_BDD_FALSE);
    CHECK_EQ(dx_bdd_at_least(s.m, twice, 2, 2), s.x[0]);
    CHECK_EQ(dx_bdd_at_least(s.m, twice, 2, 3), DX_BDD_FALSE);
    CHECK_EQ(dx_bdd_at_least(s.m, NULL, 0, 0), DX_BDD_TRUE);
    CHECK_EQ(dx_bdd_and_all(s.m, NULL, 0), DX_BDD_TRUE);
    CHECK_EQ(dx_bdd_or_all(s.m, NULL, 0), DX_BDD_FALSE);
    dx_bdd_manager_free(s.m);
}

// ---- Solutions ----

TEST(all_solutions_are_listed_once_with_what_does_not_matter_spelt_out)
{
    setting s = with_variables(NULL, 3);
    dx_bdd f = dx_bdd_or(s.m, s.x[0], dx_bdd_not(s.x[2])); // x1 is free
    static const char *const wanted[] = {"000", "010", "100",
                                         "101", "110", "111"};
    dx_bdd_solutions *all = dx_bdd_solutions_new(s.m, f, s.vars, 3);

    for (unsigned i = 0; i < 6; i++) {
        const bool *values = dx_bdd_solutions_next(all);
        char got[4] = {0};
        for (unsigned v = 0; v < 3; v++)
            got[v] = values[v] ? '1' : '0';
        CHECK_TEXT(got, wanted[i]);
    }
    CHECK(dx_bdd_solutions_next(all) == NULL);
    CHECK(dx_bdd_solutions_next(all) == NULL);
    dx_bdd_solutions_free(all);
    dx_bdd_manager_free(s.m);
}

TEST(true_has_one_solution_over_no_variables_and_false_has_none)
{
    setting s = with_variables(NULL, 1);
    dx_bdd_solutions *one = dx_bdd_solutions_new(s.m, DX_BDD_TRUE, NULL, 0);
    dx_bdd_solutions *none = dx_bdd_solutions_new(s.m, DX_BDD_FALSE, s.vars, 1);

    CHECK(dx_bdd_solutions_next(one) != NULL);
    CHECK(dx_bdd_solutions_next(one) == NULL);
    CHECK(dx_bdd_solutions_next(none) == NULL);
    dx_bdd_solutions_free(one);
    dx_bdd_solutions_free(none);
    dx_bdd_manager_free(s.m);
}

TEST(a_solution_satisfies_and_false_has_none)
{
    setting s = with_variables(NULL, 4);
    dx_bdd f =
        dx_bdd_and(s.m, dx_bdd_xor(s.m, s.x[0], s.x[3]), dx_bdd_not(s.x[0]));
    bool values[4] = {true, true, true, true};

    CHECK(!dx_bdd_solution(s.m, DX_BDD_FALSE, s.vars, 4, values));
    CHECK(values[0]);
    CHECK(dx_bdd_solution(s.m, f, s.vars, 4, values));
    CHECK(!values[0] && !values[1] && !values[2] && values[3]);
    dx_bdd_manager_free(s.m);
}

// ---- Limits ----

// The middle bit of a product has no small diagram in any order; eighteen
// factors pairwise in the worst order do for here.
static dx_bdd hard_function(const setting *s, unsigned pairs)
{
    dx_bdd f = DX_BDD_FALSE;
    for (unsigned i = 0; i < pairs; i++)
        f = dx_bdd_or(s->m, f, dx_bdd_and(s->m, s->x[i], s->x[i + pairs]));
    return f;
}

TEST(too_many_nodes_end_in_an_error_that_stays_until_recovery)
{
    setting s = with_variables(&(dx_bdd_options){.nodes_max = 5000}, 36);
    dx_bdd f = hard_function(&s, 18);

    CHECK_EQ(f, DX_BDD_INVALID);
    CHECK_EQ(dx_bdd_status(s.m), DX_ERR_LIMIT);
    CHECK_TEXT(dx_bdd_trouble(s.m)->message,
               "more than 5000 nodes of decision diagrams: raise the limit, "
               "or try another order of the variables");
    CHECK_EQ(dx_bdd_and(s.m, s.x[0], s.x[1]), DX_BDD_INVALID);
    CHECK_EQ(dx_bdd_not(f), DX_BDD_INVALID);

    dx_bdd_recover(s.m);
    dx_bdd_collect(s.m);
    CHECK_EQ(dx_bdd_status(s.m), DX_OK);
    CHECK_EQ(dx_bdd_nodes(s.m), 37); // the variables and the constant
    CHECK(dx_bdd_and(s.m, s.x[0], s.x[1]) != DX_BDD_INVALID);
    CHECK_EQ(dx_bdd_and(s.m, s.x[0], f), DX_BDD_INVALID);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

TEST(too_many_steps_end_in_an_error)
{
    setting s = with_variables(&(dx_bdd_options){.steps_max = 1000}, 36);
    CHECK_EQ(hard_function(&s, 18), DX_BDD_INVALID);
    CHECK_EQ(dx_bdd_status(s.m), DX_ERR_LIMIT);
    CHECK_EQ(dx_bdd_steps(s.m), 1001);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

static bool stop_at_third(void *context)
{
    return ++*(unsigned *)context >= 3;
}

TEST(the_caller_can_stop_an_operation)
{
    unsigned asked = 0;
    setting s = with_variables(
        &(dx_bdd_options){.stop = stop_at_third, .stop_context = &asked}, 36);
    CHECK_EQ(hard_function(&s, 18), DX_BDD_INVALID);
    CHECK_EQ(dx_bdd_status(s.m), DX_ERR_CANCELLED);
    CHECK_EQ(asked, 3);
    dx_bdd_manager_free(s.m);
}

TEST(too_many_variables_are_refused)
{
    dx_bdd_manager *m = dx_bdd_manager_new(NULL);
    for (unsigned i = 0; i < DX_BDD_VARIABLES_MAX; i++)
        CHECK_EQ(dx_bdd_variable_new(m), i);
    CHECK_EQ(dx_bdd_variable_new(m), DX_BDD_VAR_NONE);
    CHECK_EQ(dx_bdd_status(m), DX_ERR_LIMIT);
    dx_bdd_manager_free(m);
}

// The deepest recursion there is: every level of every variable.
TEST(as_many_variables_as_allowed_fit_on_the_stack)
{
    dx_bdd_manager *m = dx_bdd_manager_new(NULL);
    enum { N = DX_BDD_VARIABLES_MAX };
    static dx_bdd x[N];
    static dx_bdd_var vars[N];
    for (unsigned i = 0; i < N; i++)
        x[i] = dx_bdd_variable(m, vars[i] = dx_bdd_variable_new(m));
    dx_bdd all = dx_bdd_and_all(m, x, N), odd = dx_bdd_xor_all(m, x, N);

    dx_bdd both = dx_bdd_and(m, all, odd);
    CHECK_EQ(both, DX_BDD_FALSE); // N is even
    CHECK_EQ(dx_bdd_size(m, odd), N + 1);
    CHECK_EQ(dx_bdd_compose(m, odd, N - 1, x[0]),
             dx_bdd_xor_all(m, x + 1, N - 2));
    CHECK_EQ(dx_bdd_exists(m, odd, dx_bdd_cube(m, vars + N / 2, 9)),
             DX_BDD_TRUE);
    dx_bdd_ref(m, odd);
    dx_bdd_collect(m);
    CHECK_EQ(dx_bdd_size(m, odd), N + 1);
    dx_bdd_manager_free(m);
}

// ---- Garbage ----

TEST(what_is_referenced_survives_and_the_rest_is_given_back)
{
    setting s = with_variables(NULL, 36);
    dx_bdd kept = dx_bdd_ref(s.m, hard_function(&s, 9));
    size_t size = dx_bdd_size(s.m, kept);
    hard_function(&s, 14);
    CHECK(dx_bdd_nodes(s.m) > 16000);

    dx_bdd_collect(s.m);
    CHECK(dx_bdd_nodes(s.m) <= size + 36);
    CHECK_EQ(hard_function(&s, 9), kept);
    check_sound(s.m);

    dx_bdd_deref(s.m, kept);
    dx_bdd_collect(s.m);
    CHECK_EQ(dx_bdd_nodes(s.m), 37);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

TEST(tidying_keeps_a_long_computation_within_its_limit)
{
    setting s = with_variables(&(dx_bdd_options){.nodes_max = 12000}, 22);
    for (unsigned round = 0; round < 50; round++) {
        dx_bdd f = hard_function(&s, 10);
        dx_bdd g = dx_bdd_xor(s.m, f, s.x[round % 20]);
        CHECK(g != DX_BDD_INVALID);
        dx_bdd_tidy(s.m);
    }
    dx_bdd_manager_free(s.m);
}

// ---- Order ----

// x0 y0 | x1 y1 | ...: with partners side by side two nodes a pair suffice.
TEST(sifting_finds_the_linear_order_of_pairs)
{
    setting s = with_variables(NULL, 20);
    dx_bdd f = dx_bdd_ref(s.m, hard_function(&s, 10));
    dx_bdd before = hard_function(&s, 10);
    CHECK(dx_bdd_size(s.m, f) > 1500);

    dx_bdd_reorder(s.m);
    CHECK_EQ(dx_bdd_size(s.m, f), 21);
    CHECK_EQ(before, f);
    CHECK_EQ(hard_function(&s, 10), f);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

TEST(groups_stay_together_and_in_order)
{
    setting s = with_variables(NULL, 20);
    for (unsigned i = 0; i < 20; i += 2)
        dx_bdd_group(s.m, &s.vars[i], 2);
    dx_bdd f = dx_bdd_ref(s.m, hard_function(&s, 10));
    size_t before = dx_bdd_size(s.m, f);

    dx_bdd_reorder(s.m);
    CHECK(dx_bdd_size(s.m, f) < before);
    for (unsigned i = 0; i < 20; i += 2)
        CHECK_EQ(dx_bdd_level(s.m, s.vars[i]) + 1,
                 dx_bdd_level(s.m, s.vars[i + 1]));
    CHECK_EQ(hard_function(&s, 10), f);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

TEST(an_order_can_be_given)
{
    setting s = with_variables(NULL, 20);
    dx_bdd f = dx_bdd_ref(s.m, hard_function(&s, 10));
    dx_bdd_var order[20];
    for (unsigned i = 0; i < 10; i++) {
        order[2 * i] = i;
        order[2 * i + 1] = i + 10;
    }

    dx_bdd_order(s.m, order);
    CHECK_EQ(dx_bdd_size(s.m, f), 21);
    for (unsigned l = 0; l < 20; l++)
        CHECK_EQ(dx_bdd_variable_at(s.m, l), order[l]);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

TEST(tidying_reorders_when_asked_to)
{
    setting s = with_variables(&(dx_bdd_options){.reorder_at = 1000}, 24);
    dx_bdd f = dx_bdd_ref(s.m, hard_function(&s, 12));

    dx_bdd_tidy(s.m);
    CHECK_EQ(dx_bdd_size(s.m, f), 25);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

TEST(a_variable_can_come_in_at_any_level)
{
    setting s = with_variables(NULL, 4);
    dx_bdd f = dx_bdd_ref(s.m, hard_function(&s, 2));
    dx_bdd_var middle = dx_bdd_variable_new_at(s.m, 2);

    CHECK_EQ(dx_bdd_level(s.m, middle), 2);
    CHECK_EQ(dx_bdd_level(s.m, 1), 1);
    CHECK_EQ(dx_bdd_level(s.m, 2), 3);
    CHECK_EQ(hard_function(&s, 2), f);
    dx_bdd g = dx_bdd_and(s.m, f, dx_bdd_variable(s.m, middle));
    CHECK_EQ(dx_bdd_exists(s.m, g, dx_bdd_variable(s.m, middle)), f);
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}

// ---- The checker checks ----

TEST(a_new_manager_is_sound_and_small)
{
    dx_bdd_manager *m = dx_bdd_manager_new(NULL);
    check_sound(m);
    CHECK(dx_bdd_bytes(m) < 32768);
    dx_bdd_manager_free(m);
}

// Plants one fault after the other and takes it out again.
TEST(the_checker_finds_planted_faults)
{
    setting s = with_variables(NULL, 4);
    dx_bdd f = hard_function(&s, 2);
    dx_bdd_node *node = &s.m->node[f >> 1];
    const dx_bdd_node good = *node;

    node->low ^= 1; // complemented
    CHECK(!dx_bdd_check(s.m, NULL));
    *node = good;
    node->high = node->low; // a test that decides nothing
    CHECK(!dx_bdd_check(s.m, NULL));
    *node = good;
    node->var = 3; // above its children no more, and in the wrong table
    CHECK(!dx_bdd_check(s.m, NULL));
    *node = good;
    node->high = s.x[0]; // as high as itself
    CHECK(!dx_bdd_check(s.m, NULL));
    *node = good;
    s.m->table[0].count++;
    CHECK(!dx_bdd_check(s.m, NULL));
    s.m->table[0].count--;
    s.m->level_of[1] = 2;
    CHECK(!dx_bdd_check(s.m, NULL));
    s.m->level_of[1] = 1;
    check_sound(s.m);
    dx_bdd_manager_free(s.m);
}
