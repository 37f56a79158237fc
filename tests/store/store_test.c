// Games on disk.

#include "store/store.h"

#include "base/heed.h"
#include "base/memory.h"
#include "test.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dx_row game_row(int64_t number, const char *id, const char *state)
{
    return (dx_row){.kind = DX_ROW_GAME,
                    .game = number,
                    .id = dx_copy_text(id),
                    .text = dx_copy_text("kemps"),
                    .seats = dx_copy_text("[]"),
                    .options = dx_copy_text("{}"),
                    .seed = UINT64_MAX - 5,
                    .state = state,
                    .since = 77};
}

static dx_row line_row(int64_t number, unsigned n, const char *text)
{
    return (dx_row){.kind = DX_ROW_LINE,
                    .game = number,
                    .n = n,
                    .text = dx_copy_text(text)};
}

// Puts one row in a group of its own.
static dx_status put(dx_store *store, dx_row row)
{
    dx_status status = dx_store_begin(store, NULL);
    if (status == DX_OK)
        status = dx_store_put(store, &row, NULL);
    if (status == DX_OK)
        status = dx_store_commit(store, NULL);
    if (status != DX_OK)
        dx_store_undo(store);
    dx_row_release(&row);
    return status;
}

static void count(void *context, const dx_stored_game *game)
{
    (*(unsigned *)context)++;
    CHECK(game->seed == UINT64_MAX - 5);
}

static void fill(dx_store *store)
{
    CHECK_EQ(put(store, game_row(1, "a-b-1", "running")), DX_OK);
    CHECK_EQ(put(store, line_row(1, 0, "{}")), DX_OK);
    CHECK_EQ(put(store, line_row(1, 1, "{\"x\":1}")), DX_OK);
    CHECK_EQ(put(store, game_row(2, "a-b-2", "over")), DX_OK);
}

static bool find(dx_store *store, const char *id, dx_store_visit *visit,
                 void *context)
{
    bool is_found = false;
    CHECK_EQ(dx_store_find(store, id, visit, context, &is_found, NULL), DX_OK);
    return is_found;
}

static void check_filled(dx_store *store)
{
    unsigned running = 0, over = 0, found = 0;
    int64_t last = 0;
    dx_text lines = {0};
    CHECK_EQ(dx_store_running(store, count, &running, NULL), DX_OK);
    CHECK_EQ(dx_store_over(store, 0, 10, count, &over, NULL), DX_OK);
    CHECK_EQ(running, 1);
    CHECK_EQ(over, 1);
    CHECK(find(store, "a-b-2", count, &found));
    CHECK(!find(store, "' OR 1=1 --", count, &found));
    CHECK_EQ(dx_store_lines(store, 1, &lines, NULL), DX_OK);
    CHECK_TEXT(dx_text_string(&lines), "{}\n{\"x\":1}\n");
    CHECK_EQ(dx_store_last(store, &last, NULL), DX_OK);
    CHECK_EQ(last, 2);
    dx_text_release(&lines);
}

TEST(store_keeps_games_and_lines_in_memory_and_on_disk)
{
    char path[DX_TEST_FILE];
    dx_store *store;
    CHECK_EQ(dx_store_open(NULL, DX_SYNC_FULL, &store, NULL), DX_OK);
    fill(store);
    check_filled(store);
    dx_store_close(store);
    dx_test_file(path);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    fill(store);
    dx_store_close(store);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    check_filled(store);
    dx_store_close(store);
}

static void note_lines(void *context, const dx_stored_game *game)
{
    *(unsigned *)context = game->lines;
}

TEST(store_keeps_several_lines_in_a_row_and_counts_them)
{
    dx_store *store;
    dx_text lines = {0};
    unsigned count = 99;
    CHECK_EQ(dx_store_open(NULL, DX_SYNC_FULL, &store, NULL), DX_OK);
    fill(store);
    CHECK_EQ(put(store, line_row(1, 2, "{\"y\":2}\n{}")), DX_OK);
    CHECK_EQ(put(store, line_row(1, 4, "{\"z\":3}")), DX_OK);
    CHECK(find(store, "a-b-1", note_lines, &count));
    CHECK_EQ(count, 5);
    CHECK(find(store, "a-b-2", note_lines, &count));
    CHECK_EQ(count, 0);
    CHECK_EQ(dx_store_lines(store, 1, &lines, NULL), DX_OK);
    CHECK_TEXT(dx_text_string(&lines),
               "{}\n{\"x\":1}\n{\"y\":2}\n{}\n{\"z\":3}\n");
    dx_text_release(&lines);
    dx_store_close(store);
}

TEST(store_refuses_a_line_twice_and_undoes_the_whole_group)
{
    dx_store *store;
    dx_error error;
    dx_text lines = {0};
    CHECK_EQ(dx_store_open(NULL, DX_SYNC_FULL, &store, &error), DX_OK);
    fill(store);
    CHECK_EQ(dx_store_begin(store, &error), DX_OK);
    dx_row fresh = line_row(1, 2, "{\"new\":1}"), again = line_row(1, 1, "?");
    CHECK_EQ(dx_store_put(store, &fresh, &error), DX_OK);
    CHECK_EQ(dx_store_put(store, &again, &error), DX_ERR_INPUT);
    dx_store_undo(store);
    dx_row_release(&fresh);
    dx_row_release(&again);
    CHECK_EQ(dx_store_lines(store, 1, &lines, NULL), DX_OK);
    CHECK_TEXT(dx_text_string(&lines), "{}\n{\"x\":1}\n");
    dx_text_release(&lines);
    dx_store_close(store);
}

TEST(store_is_claimed_by_one_at_a_time_and_read_by_all)
{
    char path[DX_TEST_FILE];
    dx_store *store, *other;
    dx_error error = {.message = ""};
    dx_test_file(path);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_claim(store, NULL), DX_OK);
    fill(store);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &other, NULL), DX_OK);
    CHECK_EQ(dx_store_claim(other, &error), DX_ERR_FILE);
    CHECK(strstr(error.message, "another server") != NULL);
    check_filled(other);
    dx_store_close(other);
    dx_store_close(store);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_claim(store, NULL), DX_OK);
    dx_store_close(store);
}

TEST(store_refuses_what_is_none)
{
    char path[DX_TEST_FILE];
    dx_store *store;
    dx_error error = {.message = ""};
    dx_test_file(path);
    FILE *file = fopen(path, "w");
    for (unsigned i = 0; i < 200; i++)
        fputs("this is a letter to a friend, and no store\n", file);
    fclose(file);
    CHECK(dx_store_open(path, DX_SYNC_FULL, &store, &error) != DX_OK);
    CHECK_TEXT(error.file, path);
}

TEST(store_is_copied_while_it_is_written)
{
    char path[DX_TEST_FILE], copy[DX_TEST_FILE];
    dx_store *store;
    dx_test_file(path);
    dx_test_file(copy);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    fill(store);
    CHECK_EQ(dx_store_begin(store, NULL), DX_OK);
    dx_row half = line_row(2, 0, "{\"half\":1}");
    CHECK_EQ(dx_store_put(store, &half, NULL), DX_OK);
    CHECK_EQ(dx_store_backup(store, copy, NULL), DX_OK); // without the half
    CHECK_EQ(dx_store_commit(store, NULL), DX_OK);
    dx_row_release(&half);
    dx_store_close(store);
    CHECK_EQ(dx_store_open(copy, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    check_filled(store);
    dx_text lines = {0};
    CHECK_EQ(dx_store_lines(store, 2, &lines, NULL), DX_OK);
    CHECK_EQ(lines.length, 0);
    dx_text_release(&lines);
    dx_store_close(store);
}

TEST(store_that_is_called_off_while_it_is_copied_leaves_nothing_behind)
{
    char path[DX_TEST_FILE], copy[DX_TEST_FILE], rest[DX_TEST_FILE + 2];
    static const atomic_bool is_off = true;
    dx_store *store;
    dx_store_health health;
    glob_t left;
    dx_test_file(path);
    dx_test_file(copy);
    snprintf(rest, sizeof rest, "%s.*", copy);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    fill(store);
    const atomic_bool *before = dx_heed(&is_off);
    CHECK_EQ(dx_store_backup(store, copy, NULL), DX_ERR_CANCELLED);
    CHECK_EQ(dx_store_check(store, NULL, NULL, &health, NULL),
             DX_ERR_CANCELLED);
    dx_heed(before);
    CHECK_EQ(glob(rest, 0, NULL, &left), GLOB_NOMATCH);
    CHECK_EQ(dx_store_check(store, NULL, NULL, &health, NULL), DX_OK);
    CHECK_EQ(health.faults, 0);
    dx_store_close(store);
}
