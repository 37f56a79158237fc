// The log: it can be cut anywhere and goes on to the same bytes.

#include "base/memory.h"
#include "lab/fixture.h"
#include "lab/folder.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char seats[] = "first,random;random,random";

static dx_text read_file(const char *path)
{
    dx_text text = {0};
    CHECK_EQ(dx_text_read_file(path, 1 << 24, &text, NULL), DX_OK);
    return text;
}

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    CHECK_EQ(fwrite(bytes, 1, length, file), length);
    CHECK_EQ(fclose(file), 0);
}

// Opens the log and plays what is missing.
static dx_status go_on(const char *path, const dx_schedule *schedule,
                       dx_log_news *news, dx_error *error)
{
    dx_results *results = dx_results_new(schedule);
    dx_log *log = NULL;
    dx_status status = dx_log_open(path, results, &log, news, error);
    if (status == DX_OK) {
        dx_run_options options = {.threads = 2, .log = log};
        status = dx_run(results, &options, error);
        for (unsigned i = 0; i < schedule->lineup_count && status == DX_OK; i++)
            CHECK_EQ(dx_results_count(results, i), schedule->games);
    }
    dx_log_free(log);
    dx_results_free(results);
    return status;
}

TEST(a_log_cut_anywhere_goes_on_to_the_same_bytes)
{
    char *folder = lab_folder();
    char *path = dx_folder_path(folder, "log.ndjson");
    dx_schedule *schedule = lab_schedule("parlour(players=2)", seats, 20, 6);
    dx_log_news news;
    CHECK_EQ(go_on(path, schedule, &news, NULL), DX_OK);
    dx_text whole = read_file(path);

    for (size_t cut = 0; cut <= whole.length; cut += 37) {
        write_file(path, whole.at, cut);
        CHECK_EQ(go_on(path, schedule, &news, NULL), DX_OK);
        dx_text again = read_file(path);
        CHECK_THAT(again.length == whole.length &&
                       memcmp(again.at, whole.at, whole.length) == 0,
                   "cut at byte %zu", cut);
        dx_text_release(&again);
    }
    dx_text_release(&whole);
    dx_schedule_free(schedule);
    dx_free(path);
    lab_remove(folder);
}

TEST(a_line_missing_in_the_middle_is_played_again)
{
    char *folder = lab_folder();
    char *path = dx_folder_path(folder, "log.ndjson");
    dx_schedule *schedule = lab_schedule("parlour(players=2)", seats, 20, 6);
    dx_log_news news;
    CHECK_EQ(go_on(path, schedule, &news, NULL), DX_OK);
    dx_text whole = read_file(path);
    dx_results *all = lab_play(schedule, 1);
    dx_text want = lab_lines(all);

    char *line = strstr(dx_text_string(&whole), "\"deal\":3,");
    while (line[-1] != '\n')
        line--;
    char *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
    write_file(path, whole.at, strlen(whole.at));
    dx_results *results = dx_results_new(schedule);
    dx_log *log;
    CHECK_EQ(dx_log_open(path, results, &log, &news, NULL), DX_OK);
    CHECK_EQ(news.games, 39);
    dx_run_options options = {.threads = 1, .log = log};
    CHECK_EQ(dx_run(results, &options, NULL), DX_OK);
    dx_text got = lab_lines(results);
    CHECK_TEXT(dx_text_string(&got), dx_text_string(&want));

    dx_log_free(log);
    dx_results_free(results);
    dx_results_free(all);
    dx_text_release(&got);
    dx_text_release(&want);
    dx_text_release(&whole);
    dx_schedule_free(schedule);
    dx_free(path);
    lab_remove(folder);
}

TEST(a_finished_run_can_be_made_longer_and_shorter)
{
    char *folder = lab_folder();
    char *path = dx_folder_path(folder, "log.ndjson");
    dx_schedule *brief = lab_schedule("parlour(players=2)", seats, 10, 6);
    dx_schedule *longer = lab_schedule("parlour(players=2)", seats, 25, 6);
    dx_log_news news;
    CHECK_EQ(go_on(path, brief, &news, NULL), DX_OK);
    CHECK_EQ(go_on(path, longer, &news, NULL), DX_OK);
    CHECK_EQ(news.games, 20);
    CHECK_EQ(go_on(path, brief, &news, NULL), DX_OK);
    CHECK_EQ(news.games, 20);
    dx_schedule_free(brief);
    dx_schedule_free(longer);
    dx_free(path);
    lab_remove(folder);
}

static void check_refused(const char *path, const dx_schedule *schedule,
                          const char *why, unsigned line)
{
    dx_log_news news;
    dx_error error = {.message = ""};
    dx_text before = read_file(path);
    CHECK(go_on(path, schedule, &news, &error) != DX_OK);
    CHECK_THAT(strstr(error.message, why) != NULL, "'%s' lacks '%s'",
               error.message, why);
    CHECK_EQ(error.line, line);
    dx_text after = read_file(path);
    CHECK_EQ(after.length, before.length);
    dx_text_release(&before);
    dx_text_release(&after);
}

TEST(a_log_of_another_tournament_is_refused_and_left_alone)
{
    char *folder = lab_folder();
    char *path = dx_folder_path(folder, "log.ndjson");
    dx_schedule *schedule = lab_schedule("parlour(players=2)", seats, 5, 6);
    dx_schedule *other_seed = lab_schedule("parlour(players=2)", seats, 5, 7);
    dx_schedule *other_seats = lab_schedule("parlour", "first,last", 5, 6);
    dx_schedule *other_game = lab_schedule("hanabi", seats, 5, 6);
    dx_log_news news;
    CHECK_EQ(go_on(path, schedule, &news, NULL), DX_OK);

    check_refused(path, other_seed, "its seed is \"6\"", 1);
    check_refused(path, other_seats, "its lineups is [[\"first\"", 1);
    check_refused(path, other_game, "its rules is \"parlour(", 1);

    dx_text whole = read_file(path);
    char *version = strstr(dx_text_string(&whole), "\"version\":2");
    CHECK(version != NULL);
    version[strlen("\"version\":")] = '1';
    write_file(path, whole.at, whole.length);
    check_refused(path, schedule, "a log of version 1", 1);
    version[strlen("\"version\":")] = '2';
    dx_text_add(&whole, "{\"lineup\":9}\n");
    write_file(path, whole.at, whole.length);
    check_refused(path, schedule, "expected a game", 12);
    write_file(path, "shopping list", 13);
    check_refused(path, schedule, "not the log of this tournament", 0);
    write_file(path, "{\"milk\":2}\n", 11);
    check_refused(path, schedule, "not the log of a tournament", 1);

    dx_text_release(&whole);
    dx_schedule_free(schedule);
    dx_schedule_free(other_seed);
    dx_schedule_free(other_seats);
    dx_schedule_free(other_game);
    dx_free(path);
    lab_remove(folder);
}

TEST(two_runs_do_not_write_one_log)
{
    char *folder = lab_folder();
    char *path = dx_folder_path(folder, "log.ndjson");
    dx_schedule *schedule = lab_schedule("parlour(players=2)", seats, 5, 6);
    dx_results *results = dx_results_new(schedule);
    dx_log *log;
    dx_log_news news;
    CHECK_EQ(dx_log_open(path, results, &log, &news, NULL), DX_OK);
    check_refused(path, schedule, "another run is writing", 0);
    dx_log_free(log);
    dx_results_free(results);
    dx_schedule_free(schedule);
    dx_free(path);
    lab_remove(folder);
}
