// What results say, and how it is said.

#include "base/memory.h"
#include "lab/fixture.h"
#include "lab/folder.h"
#include "lab/html.h"
#include "test.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

// Puts in made-up results: `score` of entry i of each game is i plus the deal,
// plus what the line-up adds.
static dx_results *made_up(const dx_schedule *schedule, int lineup_adds)
{
    dx_results *results = dx_results_new(schedule);
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++) {
        dx_result result = {.key = key, .ending = DX_END_OVER, .won = 4};
        for (unsigned i = 0; i < dx_schedule_columns(schedule); i++)
            result.score[i] =
                (int)(i + key.deal) + (int)key.lineup * lineup_adds;
        CHECK(dx_results_add(results, &result));
        CHECK(!dx_results_add(results, &result));
    }
    return results;
}

TEST(scores_belong_to_entries_and_differences_to_deals)
{
    dx_schedule *schedule =
        lab_schedule("parlour", "first,last,last;last,first,first", 30, 1);
    dx_results *results = made_up(schedule, 2);
    dx_summary *summary = dx_summary_new(results, NULL, NULL);

    // Ten deals, 0 to 9: mean 4.5, plus the number of the entry.
    CHECK(fabs(summary->lineups[0].score[0].mean - 4.5) < 1e-9);
    CHECK(fabs(summary->lineups[0].score[2].mean - 6.5) < 1e-9);
    CHECK(fabs(summary->lineups[1].score[2].mean - 8.5) < 1e-9);
    CHECK_EQ(summary->lineups[0].deals, 10);
    CHECK(summary->lineups[0].won[2].share == 1);
    CHECK(summary->lineups[0].sole[2].share == 1);
    CHECK(summary->lineups[0].won[0].share == 0);

    CHECK_EQ(summary->difference_count, 1);
    CHECK(fabs(summary->differences[0].score[1].mean + 2) < 1e-9);
    // Each deal differs by the same: pairing makes the difference far surer
    // than the two means are.
    CHECK_EQ(summary->differences[0].score[1].clusters, 10);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);
}

static void check_list(json_t *lineup, const char *name, size_t count)
{
    json_t *list = json_object_get(lineup, name);
    CHECK_THAT(json_array_size(list) == count, "%s", name);
    for (size_t i = 0; i < count; i++)
        CHECK_THAT(json_is_number(json_array_get(list, i)), "%s", name);
}

static void check_shape(const char *game, const char *seats, size_t columns)
{
    dx_schedule *schedule = lab_schedule(game, seats, 12, 8);
    dx_results *results = lab_play(schedule, 2);
    dx_summary *summary = dx_summary_new(results, NULL, NULL);
    dx_text text = {0};
    dx_summary_json(summary, &text);
    json_t *json = json_loadb(text.at, text.length, 0, NULL);
    CHECK(json != NULL);
    CHECK_TEXT(json_string_value(json_object_get(json, "game")),
               schedule->rules.game->name);
    CHECK(json_is_object(json_object_get(json, "params")));
    CHECK_EQ(json_integer_value(json_object_get(json, "seed")), 8);
    CHECK_EQ(json_integer_value(json_object_get(json, "games")), 12);
    json_t *lineups = json_object_get(json, "lineups"), *lineup;
    CHECK_EQ(json_array_size(lineups), schedule->lineup_count);
    size_t i;
    json_array_foreach (lineups, i, lineup) {
        CHECK_EQ(json_array_size(json_object_get(lineup, "seats")),
                 dx_players(&schedule->rules));
        CHECK_EQ(json_integer_value(json_object_get(lineup, "games")), 12);
        check_list(lineup, "mean", columns);
        check_list(lineup, "ci95", columns);
        check_list(lineup, "wins", columns);
        check_list(lineup, "wins_low", columns);
        check_list(lineup, "wins_high", columns);
        check_list(lineup, "sole", columns);
        CHECK(json_is_number(json_object_get(lineup, "perfect")));
        CHECK(json_is_integer(json_object_get(lineup, "illegal")));
        CHECK(json_is_integer(json_object_get(lineup, "crashed")));
        CHECK(json_is_number(json_object_get(lineup, "cpu_seconds")));
        CHECK(json_is_number(json_object_get(lineup, "games_per_cpu_second")));
    }
    json_decref(json);
    dx_text_release(&text);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(the_json_has_the_shape_that_was_promised)
{
    check_shape("parlour", "first,last,random;random,random,random", 3);
    check_shape("hanabi", "random,random", 1);
}

TEST(a_summary_of_nothing_has_no_numbers_that_are_not)
{
    dx_schedule *schedule =
        lab_schedule("parlour", "first,last;last,last", 5, 1);
    dx_results *results = dx_results_new(schedule);
    dx_summary *summary = dx_summary_new(results, NULL, NULL);
    dx_text text = {0};
    dx_summary_json(summary, &text);
    CHECK(strstr(dx_text_string(&text), "\"mean\":[null,null]") != NULL);
    dx_summary_csv(summary, &text);
    dx_summary_text(summary, &text);
    dx_summary_html(summary, false, &text);
    CHECK(strstr(dx_text_string(&text), "nan") == NULL);
    CHECK(strstr(dx_text_string(&text), "inf") == NULL);
    dx_text_release(&text);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(cross_play_has_every_pair_or_none)
{
    dx_schedule *schedule = lab_schedule(
        "parlour(players=2)", "first,first;first,last;last,last", 10, 1);
    dx_results *results = lab_play(schedule, 1);
    dx_summary *summary = dx_summary_new(results, NULL, NULL);
    CHECK_EQ(summary->cross.count, 2);
    CHECK(summary->cross.cell[1].mean == summary->lineups[1].score[0].mean);
    CHECK(summary->cross.cell[2].mean == summary->lineups[1].score[1].mean);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);

    schedule =
        lab_schedule("parlour(players=2)", "first,first;first,last", 10, 1);
    results = lab_play(schedule, 1);
    summary = dx_summary_new(results, NULL, NULL);
    CHECK_EQ(summary->cross.count, 0);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);
}

// Nothing from elsewhere, every table and picture closed.
TEST(the_report_needs_nothing_but_itself)
{
    dx_schedule *schedule = lab_schedule(
        "parlour(players=2)", "first,first;first,random;random,random", 30, 1);
    dx_results *results = lab_play(schedule, 1);
    dx_summary *summary = dx_summary_new(results, NULL, NULL);
    dx_text page = {0};
    dx_summary_html(summary, false, &page);
    const char *text = dx_text_string(&page);
    CHECK(strstr(text, "http") == NULL && strstr(text, "src=") == NULL);
    CHECK(strstr(text, "nan") == NULL);
    CHECK(strstr(text, "doxa match 'parlour(players=2)'") != NULL);
    static const char *const pairs[][2] = {{"<svg ", "</svg>"},
                                           {"<table>", "</table>"},
                                           {"<tr>", "</tr>"},
                                           {"<h3>", "</h3>"}};
    for (unsigned i = 0; i < 4; i++) {
        unsigned opened = 0, closed = 0;
        for (const char *at = text; (at = strstr(at, pairs[i][0])); at++)
            opened++;
        for (const char *at = text; (at = strstr(at, pairs[i][1])); at++)
            closed++;
        CHECK_THAT(opened > 0 && opened == closed, "%s", pairs[i][0]);
    }
    dx_text_release(&page);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(times_of_earlier_runs_are_remembered)
{
    char *folder = lab_folder();
    dx_schedule *schedule = lab_schedule("parlour", "first,last", 10, 1);
    dx_results *results = lab_play(schedule, 1);
    dx_summary *summary = dx_summary_new(results, NULL, NULL);
    dx_spent none = {0};
    CHECK_EQ(dx_folder_write(folder, summary, &none, NULL), DX_OK);

    dx_results *later = dx_results_new(schedule);
    dx_folder_read_times(folder, later);
    CHECK_EQ(dx_results_spent(later, 0).games, 10);
    CHECK(fabs(dx_results_spent(later, 0).cpu_seconds -
               dx_results_spent(results, 0).cpu_seconds) < 1e-6);
    CHECK(dx_folder_has(folder, "summary.csv"));
    CHECK(dx_folder_has(folder, "report.html"));
    CHECK(!dx_folder_has(folder, "summary.json.new"));
    dx_results_free(later);
    dx_summary_free(summary);
    dx_results_free(results);
    dx_schedule_free(schedule);
    lab_remove(folder);
}
