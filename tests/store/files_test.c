// The files of a store: what is missing beside its log, what nobody may read,
// and what nobody can write.

#include "store/store.h"

#include "base/memory.h"
#include "store/faulty.h"
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 20, NAME = DX_TEST_FILE + 20 };

static void put(dx_store *store, dx_row row)
{
    CHECK_EQ(dx_store_begin(store, NULL), DX_OK);
    CHECK_EQ(dx_store_put(store, &row, NULL), DX_OK);
    CHECK_EQ(dx_store_commit(store, NULL), DX_OK);
    dx_row_release(&row);
}

static void put_game(dx_store *store)
{
    put(store, (dx_row){.kind = DX_ROW_GAME,
                        .game = 1,
                        .id = dx_copy_text("a-b-1"),
                        .text = dx_copy_text("kemps"),
                        .seats = dx_copy_text("[]"),
                        .options = dx_copy_text("{}"),
                        .state = "running",
                        .since = 7});
    for (unsigned n = 0; n < LINES; n++)
        put(store, (dx_row){.kind = DX_ROW_LINE,
                            .game = 1,
                            .n = n,
                            .text = dx_copy_text("{\"a\":\"line\"}")});
}

// What a server that was killed leaves behind.
static void leave_behind(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        dx_store *store;
        CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
        put_game(store);
        kill(getpid(), SIGKILL);
    }
    CHECK_EQ(waitpid(child, NULL, 0), child);
}

static void read_bytes(const char *path, const char *end, dx_text *out)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s%s", path, end);
    dx_text_release(out);
    CHECK_EQ(dx_text_read_file(name, 1 << 24, out, NULL), DX_OK);
}

static void write_bytes(const char *path, const dx_text *bytes)
{
    FILE *file = fopen(path, "wb");
    CHECK_EQ(fwrite(bytes->at, 1, bytes->length, file), bytes->length);
    fclose(file);
}

static bool has_all(const char *path, dx_sync sync)
{
    dx_store *store;
    dx_text lines = {0};
    dx_store_health health = {0};
    bool has = dx_store_open(path, sync, &store, NULL) == DX_OK;
    if (!has)
        return false;
    has = dx_store_lines(store, 1, &lines, NULL) == DX_OK &&
          lines.length == LINES * strlen("{\"a\":\"line\"}\n") &&
          dx_store_check(store, NULL, NULL, &health, NULL) == DX_OK &&
          health.games == 1 && health.faults == 0;
    dx_text_release(&lines);
    dx_store_close(store);
    return has;
}

// SQLite would remove the log, with all games.
TEST(a_store_that_is_empty_or_gone_beside_its_log_is_left_as_it_is)
{
    char path[DX_TEST_FILE], from[DX_TEST_FILE], link[DX_TEST_FILE];
    dx_text file = {0}, log = {0}, now = {0};
    dx_store *store, *other;
    dx_test_file(path);
    dx_test_file(from);
    dx_test_file(link);
    CHECK_EQ(unlink(link), 0);
    CHECK_EQ(symlink(path, link), 0);
    leave_behind(path);
    read_bytes(path, "", &file);
    read_bytes(path, "-wal", &log);
    CHECK(file.length > 0 && log.length > 0);
    CHECK_EQ(dx_store_open(from, DX_SYNC_FULL, &other, NULL), DX_OK);
    for (unsigned i = 0; i < 6; i++) {
        const char *name = i % 3 == 2 ? link : path;
        dx_error error = {.message = ""};
        CHECKING("way %u", i);
        if (i < 3)
            CHECK_EQ(truncate(path, 0), 0);
        else
            unlink(path);
        dx_sync sync = i % 3 == 0 ? DX_SYNC_FULL : DX_SYNC_ASIDE;
        CHECK_EQ(dx_store_open(name, sync, &store, &error), DX_ERR_INPUT);
        CHECK_THAT(strstr(error.message, "put the file back") != NULL, "%s",
                   error.message);
        // Nor is it the place for a copy.
        CHECK_EQ(dx_store_backup(other, path, &error), DX_ERR_INPUT);
        read_bytes(path, "-wal", &now);
        CHECK(now.length == log.length &&
              memcmp(now.at, log.at, log.length) == 0);
        CHECK_EQ(access(path, F_OK) == 0, i < 3);
    }
    dx_store_close(other);
    write_bytes(path, &file);
    CHECK(has_all(path, DX_SYNC_FULL));
    dx_text_release(&file);
    dx_text_release(&log);
    dx_text_release(&now);
}

static void add_pages(const char *path)
{
    enum { LONG = 50000 };
    dx_store *store;
    char *text = dx_alloc(LONG + 1, 1);
    memset(text, 'a', LONG);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    put(store, (dx_row){.kind = DX_ROW_LINE,
                        .game = 1,
                        .n = LINES,
                        .text = dx_copy_text(text)});
    dx_store_close(store);
    dx_free(text);
}

// SQLite would lay the old pages over what was kept since.
TEST(a_store_beside_a_log_of_before_is_left_as_it_is)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char path[DX_TEST_FILE], name[NAME];
    dx_text before[3] = {{0}}, file = {0}, now = {0};
    dx_store *store;
    dx_test_file(path);
    leave_behind(path);
    for (unsigned i = 0; i < 3; i++)
        read_bytes(path, ends[i], &before[i]);
    add_pages(path);
    read_bytes(path, "", &file);
    for (unsigned way = 0; way < 4; way++) {
        dx_error error = {.message = ""};
        CHECKING("way %u", way);
        for (unsigned i = 1; i < 3; i++) {
            snprintf(name, sizeof name, "%s%s", path, ends[i]);
            if (i == 1 || way < 2)
                write_bytes(name, &before[i]);
            else
                unlink(name);
        }
        dx_sync sync = way % 2 == 0 ? DX_SYNC_FULL : DX_SYNC_ASIDE;
        CHECK_EQ(dx_store_open(path, sync, &store, &error), DX_ERR_INPUT);
        CHECK_THAT(strstr(error.message, "older than the store") != NULL, "%s",
                   error.message);
        read_bytes(path, "", &now);
        CHECK(now.length == file.length &&
              memcmp(now.at, file.at, file.length) == 0);
    }
    // The file that the log belongs to is whole with it.
    write_bytes(path, &before[0]);
    CHECK(has_all(path, DX_SYNC_FULL));
    for (unsigned i = 0; i < 3; i++)
        dx_text_release(&before[i]);
    dx_text_release(&file);
    dx_text_release(&now);
}

// A page that was not written since the store was new: SQLite finds no tables,
// and a new store would lie over all games.
TEST(a_store_whose_first_page_is_of_before_is_left_as_it_is)
{
    enum { PAGE = 4096 };
    char path[DX_TEST_FILE];
    dx_text first = {0}, file = {0}, now = {0};
    dx_store *store;
    dx_test_file(path);
    leave_behind(path);
    read_bytes(path, "", &first);
    CHECK_EQ(first.length, PAGE);
    CHECK(has_all(path, DX_SYNC_FULL));
    read_bytes(path, "", &file);
    CHECK(file.length > PAGE);
    memcpy(file.at, first.at, PAGE);
    write_bytes(path, &file);
    for (unsigned i = 0; i < 2; i++) {
        dx_error error = {.message = ""};
        dx_sync sync = i == 0 ? DX_SYNC_FULL : DX_SYNC_ASIDE;
        CHECK_EQ(dx_store_open(path, sync, &store, &error), DX_ERR_INPUT);
        CHECK_THAT(strstr(error.message, "first page") != NULL, "%s",
                   error.message);
        read_bytes(path, "", &now);
        CHECK(now.length == file.length &&
              memcmp(now.at, file.at, file.length) == 0);
    }
    dx_text_release(&first);
    dx_text_release(&file);
    dx_text_release(&now);
}

// A log that lies beside the other name would not be seen.
TEST(a_store_of_two_names_is_not_opened)
{
    char path[DX_TEST_FILE], other[DX_TEST_FILE];
    dx_test_file(path);
    dx_test_file(other);
    unlink(other);
    leave_behind(path);
    CHECK_EQ(link(path, other), 0);
    for (unsigned i = 0; i < 2; i++) {
        dx_store *store;
        dx_error error = {.message = ""};
        dx_sync sync = i == 0 ? DX_SYNC_FULL : DX_SYNC_ASIDE;
        CHECK_EQ(dx_store_open(other, sync, &store, &error), DX_ERR_FILE);
        CHECK_THAT(strstr(error.message, "2 names") != NULL, "%s",
                   error.message);
    }
    unlink(other);
    CHECK(has_all(path, DX_SYNC_FULL));
}

// A pipe would keep its opener waiting; a store that is named as the log of
// another is removed by whoever opens that one.
TEST(a_store_has_a_name_of_its_own_and_is_a_file)
{
    static const char *const ends[] = {"-wal", "-shm", "-journal"};
    char path[DX_TEST_FILE], name[NAME];
    dx_store *store, *other;
    dx_error error = {.message = ""};
    dx_test_file(path);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &other, NULL), DX_OK);
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        CHECK_EQ(dx_store_open(name, DX_SYNC_FULL, &store, &error),
                 DX_ERR_FILE);
        CHECK(strstr(error.message, "take another name") != NULL);
    }
    snprintf(name, sizeof name, "%s.pipe", path);
    CHECK_EQ(mkfifo(name, 0600), 0);
    CHECK_EQ(dx_store_open(name, DX_SYNC_ASIDE, &store, &error), DX_ERR_FILE);
    CHECK(strstr(error.message, "a pipe") != NULL);
    unlink(name);
    CHECK_EQ(dx_store_open("/dev/null", DX_SYNC_FULL, &store, &error),
             DX_ERR_FILE);
    CHECK(strstr(error.message, "a device") != NULL);
    dx_store_close(other);
}

TEST(a_copy_takes_the_place_of_no_file_but_a_store)
{
    char path[DX_TEST_FILE], text[DX_TEST_FILE];
    dx_text letter = {0}, now = {0};
    dx_store *store;
    dx_error error = {.message = ""};
    dx_test_file(path);
    dx_test_file(text);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    put_game(store);
    CHECK_EQ(dx_store_backup(store, text, NULL), DX_OK); // it is empty
    CHECK_EQ(dx_store_backup(store, text, NULL), DX_OK);
    dx_text_add(&letter, "SQLite is a library.");
    write_bytes(text, &letter);
    CHECK_EQ(dx_store_backup(store, text, &error), DX_ERR_FILE);
    CHECK(strstr(error.message, "is no store") != NULL);
    read_bytes(text, "", &now);
    CHECK(now.length == letter.length);
    dx_store_close(store);
    dx_text_release(&letter);
    dx_text_release(&now);
}

// What is kept then is gone when the server ends.
TEST(a_store_whose_file_is_taken_away_says_so)
{
    char path[DX_TEST_FILE], other[DX_TEST_FILE];
    dx_text file = {0};
    dx_store *store;
    dx_test_file(path);
    dx_test_file(other);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_claim(store, NULL), DX_OK);
    CHECK(dx_store_lacks(store) == NULL);
    read_bytes(path, "", &file);
    CHECK_EQ(rename(path, other), 0);
    for (unsigned i = 0; i < 2; i++) { // it is gone, and then another one
        const char *lack = dx_store_lacks(store);
        CHECK(lack != NULL && strstr(lack, "taken away") != NULL);
        write_bytes(path, &file);
    }
    CHECK_EQ(rename(other, path), 0);
    CHECK(dx_store_lacks(store) == NULL);
    dx_store_close(store);
    dx_text_release(&file);
}

// SQLite's own word for it is an error of the disk.
TEST(a_store_that_finds_no_room_for_what_is_beside_it_says_so)
{
    char path[DX_TEST_FILE];
    dx_store *store;
    dx_error error = {.message = ""};
    dx_test_file(path);
    leave_behind(path);
    dx_faulty_install();
    dx_faulty_arm(DX_FAULT_FULL, 1, true);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, &error), DX_ERR_FILE);
    CHECK_THAT(strstr(error.message, "disk is full") != NULL, "%s",
               error.message);
    dx_faulty_arm(DX_FAULT_FULL, 0, false);
    dx_faulty_remove();
    CHECK(has_all(path, DX_SYNC_FULL));
}

TEST(a_store_is_read_by_its_host_alone)
{
    char path[DX_TEST_FILE], copy[DX_TEST_FILE];
    struct stat status;
    dx_store *store;
    mode_t before = umask(022);
    dx_test_file(path);
    dx_test_file(copy);
    unlink(path);
    unlink(copy);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_backup(store, copy, NULL), DX_OK);
    dx_store_close(store);
    CHECK_EQ(stat(path, &status), 0);
    CHECK_EQ(status.st_mode & 0777, 0600);
    CHECK_EQ(stat(copy, &status), 0);
    CHECK_EQ(status.st_mode & 0777, 0600);
    umask(before);
}

// As somebody who may not write: what the child says.
static int look_as_nobody(const char *path)
{
    enum { NOBODY = 65534, FINE = 7 };
    int code = 0;
    pid_t child = fork();
    if (child == 0) {
        dx_store *store;
        dx_error error = {.message = ""};
        if (geteuid() == 0 && setuid(NOBODY) != 0)
            _exit(1);
        if (!has_all(path, DX_SYNC_ASIDE))
            _exit(2);
        dx_row row = {.kind = DX_ROW_STATE, .game = 1, .state = "over"};
        if (dx_store_open(path, DX_SYNC_ASIDE, &store, &error) != DX_OK ||
            dx_store_begin(store, &error) != DX_OK ||
            dx_store_put(store, &row, &error) != DX_ERR_FILE)
            _exit(3);
        dx_store_undo(store);
        // So nobody adds games to it.
        if (dx_store_claim(store, &error) != DX_ERR_FILE ||
            strstr(error.message, "not be written") == NULL)
            _exit(4);
        dx_store_close(store);
        _exit(FINE);
    }
    CHECK_EQ(waitpid(child, &code, 0), child);
    return WIFEXITED(code) && WEXITSTATUS(code) == FINE ? 0 : code;
}

TEST(a_store_that_cannot_be_written_can_be_looked_at)
{
    char folder[] = "/tmp/doxa-read-XXXXXX", path[64], log[80];
    dx_store *store;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a?b%%c.db", folder);
    snprintf(log, sizeof log, "%s-wal", path);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    put_game(store);
    dx_store_close(store);
    chmod(path, 0444);
    chmod(folder, 0555);
    CHECK_EQ(look_as_nobody(path), 0);
    chmod(folder, 0755); // the file alone
    CHECK_EQ(look_as_nobody(path), 0);
    // A log beside it has what is not in it yet.
    FILE *file = fopen(log, "w");
    fputs("a log", file);
    fclose(file);
    CHECK(look_as_nobody(path) != 0);
    unlink(log);
    unlink(path);
    rmdir(folder);
}
