// What `doxa reproduce gofish` counts and measures.

#include "agents/agents.h"
#include "games/games.h"
#include "lab/reproduce/gofish.h"
#include "test.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

// One part, as JSON; the caller gives it back.
static json_t *reproduce(const char *part, unsigned games)
{
    dx_text text = {0};
    dx_error error = {.message = ""};
    json_error_t where;
    dx_reproduce_options options = {.all_games = dx_games(),
                                    .all_agents = dx_agents(),
                                    .seed = 3,
                                    .games = games,
                                    .only = part,
                                    .json = true};
    CHECK_THAT(dx_reproduce_gofish(&options, &text, &error) == DX_OK, "%s",
               error.message);
    json_t *all = json_loads(dx_text_string(&text), 0, &where);
    CHECK_THAT(all != NULL, "%s: %s", part, where.text);
    json_t *value = json_incref(json_object_get(all, part));
    CHECK_THAT(value != NULL, "no %s", part);
    json_decref(all);
    dx_text_release(&text);
    return value;
}

static double number(const json_t *in, const char *key)
{
    const json_t *value = json_object_get(in, key);
    CHECK_THAT(json_is_number(value), "no %s", key);
    return json_number_value(value);
}

TEST(the_go_fish_papers_number_of_worlds_is_that_of_its_formula)
{
    json_t *worlds = reproduce("worlds", 0);
    CHECK_EQ((int64_t)number(worlds, "printed"), 2295733083);
    CHECK_EQ((int64_t)number(worlds, "pairs"), 2074826182);
    json_decref(worlds);
}

TEST(figures_of_the_go_fish_paper_have_its_worlds_but_where_it_errs)
{
    static const int want[] = {21, 8, 4, 2, 1, 2};
    json_t *figures = reproduce("figures", 0);
    for (unsigned i = 0; i < 6; i++) {
        const json_t *f = json_array_get(figures, i);
        CHECK_EQ((int)number(f, "worlds"), want[i]);
        CHECK(i == 1 || number(f, "paper") == number(f, "worlds"));
    }
    json_decref(figures);
}

TEST(who_knows_how_the_other_asks_in_go_fish_believes_better)
{
    json_t *beliefs = reproduce("beliefs", SAMPLE(10, 100));
    for (unsigned i = 0; i < 2; i++) {
        const json_t *asker = json_array_get(beliefs, i);
        CHECK_THAT(number(asker, "ratio") < (i == 0 ? 0.99 : 0.95), "%s: %f",
                   json_string_value(json_object_get(asker, "asker")),
                   number(asker, "ratio"));
    }
    const json_t *random = json_array_get(beliefs, 2);
    CHECK(number(random, "ratio") > 0.9999 && number(random, "ratio") < 1.0001);
    json_decref(beliefs);
}

TEST(every_cell_of_the_go_fish_papers_table_is_played)
{
    json_t *table = reproduce("table", 2);
    CHECK_EQ(json_array_size(table), 15);
    for (unsigned i = 0; i < 15; i++) {
        const json_t *cell = json_array_get(table, i);
        CHECK_EQ((int)number(cell, "games"), 2);
        CHECK(number(cell, "low") <= number(cell, "ours") &&
              number(cell, "ours") <= number(cell, "high"));
    }
    json_decref(table);
}

LONG_TEST(
    what_the_other_is_expected_to_believe_in_go_fish_is_near_what_it_believes)
{
    json_t *second = reproduce("second", 1);
    for (unsigned i = 0; i < 2; i++) {
        const json_t *pair = json_array_get(second, i);
        CHECK(number(pair, "undecided") <= 0.05 * number(pair, "cases"));
        CHECK(fabs(number(pair, "expected") - number(pair, "given")) < 0.05);
    }
    json_decref(second);
}

// Without a threshold the text's rule is finish-fast.  The appendix's is
// hoarding up to one half: below, the nearest to one half is the highest.
TEST(the_two_rules_of_exploit_explore_are_strategies_at_low_thresholds)
{
    json_t *cells = reproduce("threshold", 8);
    dx_reproduce_options options = {.all_games = dx_games(),
                                    .all_agents = dx_agents(),
                                    .seed = 3,
                                    .games = 8};
    static const char *const same[] = {"finish-fast", "hoarding"};
    double want[2];
    dx_rules rules;
    dx_policy rival, policy;
    CHECK_EQ(dx_paper_rules(&options, &rules, NULL), DX_OK);
    CHECK_EQ(dx_paper_policy(&options, &rules, "finish-fast", &rival, NULL),
             DX_OK);
    for (unsigned i = 0; i < 2; i++) {
        unsigned games;
        CHECK_EQ(dx_paper_policy(&options, &rules, same[i], &policy, NULL),
                 DX_OK);
        want[i] = dx_paper_duel(&options, &policy, &rival, &games).share;
    }
    CHECK_EQ(json_array_size(cells), 14);
    CHECK(want[0] != want[1]);
    CHECK(fabs(want[0] - number(json_array_get(cells, 0), "ours")) < 1e-4);
    for (unsigned i = 1; i < 12; i += 2) {
        CHECK(number(json_array_get(cells, i), "threshold") <= 0.5);
        CHECK(fabs(want[1] - number(json_array_get(cells, i), "ours")) < 1e-4);
    }
    json_decref(cells);
}

TEST(the_pace_of_the_go_fish_paper_stands_beside_ours)
{
    json_t *pace = reproduce("pace", 4);
    CHECK(fabs(number(pace, "paper") - 5000 / 36000.0) < 1e-4);
    CHECK(number(pace, "games") == 4 && number(pace, "ours") > 0);
    json_decref(pace);
}
