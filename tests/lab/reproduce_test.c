// What `doxa reproduce hanabi` counts, against one who lists.

#include "agents/agents.h"
#include "base/memory.h"
#include "games/games.h"
#include "lab/reproduce/hanabi.h"
#include "test.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static dx_reproduce_options options_of(const char *part, unsigned games)
{
    return (dx_reproduce_options){.all_games = dx_games(),
                                  .all_agents = dx_agents(),
                                  .seed = 3,
                                  .games = games,
                                  .seconds = 1,
                                  .only = part,
                                  .json = true};
}

// One part, as JSON; the caller gives it back.
static json_t *reproduce(const char *part, unsigned games)
{
    dx_text text = {0};
    dx_error error;
    json_error_t where;
    dx_reproduce_options options = options_of(part, games);
    CHECK_EQ(dx_reproduce_hanabi(&options, &text, &error), DX_OK);
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

// The report's array, row by row: for each hand of mine and each other player
// the hands that she cannot tell from hers.
static double list_array(const dx_opening *o)
{
    size_t hands, worlds = 0;
    dx_hand_key *keys = dx_hand_keys(&o->pool, o->size, &hands);
    for (size_t h = 0; h < hands; h++) {
        uint8_t mine[DX_OPENING_SIZE];
        dx_hand_key_cards(keys[h], o->size, mine);
        worlds++;
        for (unsigned other = 1; other < o->players; other++) {
            dx_cards hers = o->pool;
            for (unsigned i = 0; i < o->size; i++) {
                hers.count[mine[i]]--;
                hers.count[o->hand[other][i]]++;
            }
            worlds += dx_hands_count(&hers, o->size);
        }
    }
    dx_free(keys);
    return (double)worlds;
}

TEST(models_of_level_two_have_as_many_worlds_as_one_lists)
{
    json_t *models = reproduce("models", 2);
    const json_t *five = json_object_get(json_array_get(models, 3), "worlds");
    dx_reproduce_options options = options_of("models", 2);
    dx_rules rules;
    CHECK_EQ(dx_hanabi_rules(&options, 5, &rules, NULL), DX_OK);
    dx_opening first = dx_opening_of(&rules, 3, 0);
    dx_opening second = dx_opening_of(&rules, 3, 1);
    double a = list_array(&first), b = list_array(&second);
    CHECK(a > 1e8 && a != b);
    CHECK(number(five, "min") == (a < b ? a : b));
    CHECK(number(five, "max") == (a < b ? b : a));
    // A bit each: of the smaller array, and of 6,676 squared for four others.
    const json_t *last = json_array_get(models, 3);
    CHECK(fabs(number(last, "least_gb") - (a < b ? a : b) / 8e9) < 6e-5);
    CHECK(number(last, "bound_gb") == 0.0223);
    CHECK(number(last, "report_bound_gb") == 0.028);
    json_decref(models);
}

// Its extremes of 30 deals lie within ours of a thousand.
TEST(hands_at_the_start_are_as_many_as_in_the_report)
{
    json_t *hands = reproduce("hands", 1000), *row;
    size_t i;
    json_array_foreach (hands, i, row) {
        const json_t *ours = json_object_get(row, "unordered");
        CHECK(number(ours, "min") <= number(row, "report_min"));
        CHECK(number(ours, "max") >= number(row, "report_max"));
        CHECK(number(ours, "min") < number(ours, "median"));
        CHECK(number(ours, "median") < number(ours, "max"));
        CHECK(number(json_object_get(row, "ordered"), "mean") >
              15 * number(ours, "mean"));
    }
    CHECK_EQ(i, 4);
    json_decref(hands);
}

TEST(a_spread_is_that_of_its_values)
{
    dx_spread s = dx_spread_of((double[]){4, 1, 3, 8}, 4);
    CHECK(s.min == 1 && s.max == 8 && s.mean == 4 && s.median == 3.5);
    CHECK(s.deviation * s.deviation > 6.499 &&
          s.deviation * s.deviation < 6.501);
}

static dx_text shown;
static unsigned showings;

static void keep_rows(dx_text *out)
{
    dx_text_add(&shown, dx_text_string(out));
    dx_text_clear(out);
    showings++;
}

static const dx_experiment *experiment_of(const char *name)
{
    const dx_experiment *e = dx_experiments;
    while (strcmp(e->name, name) != 0)
        e++;
    return e;
}

// Runs the part twice, and wants at least `fewest` rows before the end, and all
// of them together what is written without anybody looking.
static void check_rows(const char *name, const char *part, bool json,
                       unsigned fewest)
{
    dx_text whole = {0};
    dx_error error;
    dx_reproduce_options options = options_of(part, 1);
    CHECKING("%s %s", name, part);
    options.json = json;
    CHECK_EQ(experiment_of(name)->run(&options, &whole, &error), DX_OK);
    options.show = keep_rows;
    showings = 0;
    dx_text rest = {0};
    CHECK_EQ(experiment_of(name)->run(&options, &rest, &error), DX_OK);
    dx_text_add(&shown, dx_text_string(&rest));
    CHECK_THAT(showings >= fewest, "%u", showings);
    CHECK_TEXT(dx_text_string(&shown), dx_text_string(&whole));
    dx_text_release(&rest);
    dx_text_release(&whole);
    dx_text_release(&shown);
}

// (Rows with times in them would differ.)
TEST(rows_of_an_experiment_are_shown_as_they_are_done)
{
    for (unsigned json = 0; json < 2; json++) {
        check_rows("kemps", NULL, json, 18);
        check_rows("gofish", "table", json, 15);
        check_rows("hanabi", "score", json, 1);
        check_rows("saboteur", "players", json, json ? 1 : 32);
        check_rows("yokai", "figure2", json, 1);
        check_rows("partners", "two", json, 12);
    }
}

TEST(every_part_of_the_hanabi_experiment_is_json)
{
    for (unsigned i = 0; dx_reproduce_hanabi_parts[i] != NULL; i++) {
        const char *part = dx_reproduce_hanabi_parts[i];
        bool is_slow = strcmp(part, "ladder") == 0 || // has its own test
                       strcmp(part, "encodings") == 0;
        if (!is_slow)
            json_decref(reproduce(part, 2));
    }
}

// All 99,455 hands, six times over.
LONG_TEST(six_encodings_are_measured_as_json)
{
    json_decref(reproduce("encodings", 2));
}

// Its searches take a while.
LONG_TEST(the_ladder_is_in_order_and_has_ours_on_it)
{
    json_t *ladders = reproduce("ladder", 2), *ladder, *rung;
    size_t i, j;
    json_array_foreach (ladders, i, ladder) {
        double above = 25;
        unsigned ours = 0;
        json_array_foreach (json_object_get(ladder, "rungs"), j, rung) {
            CHECK(number(rung, "mean") <= above);
            above = number(rung, "mean");
            ours += json_is_true(json_object_get(rung, "ours"));
        }
        CHECK_EQ(ours, i == 0 ? 5 : i < 3 ? 4 : 6);
    }
    CHECK_EQ(i, 4);
    json_decref(ladders);
}
