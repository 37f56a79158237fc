// The store on a disk that fails, and over files that were damaged: whatever
// was acknowledged is there, whole, or is said to be damaged.
//
// Random workloads run over a disk with a fault (faulty.h).  Each operation is
// tried with the fault at its first step, at its second and so on, until it
// gets by; after each try what the store has is compared with what it has
// acknowledged.

#include "store/faulty.h"
#include "store/store.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vector.h"
#include "test.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES_MAX = 40, STEPS_MAX = 400 };

// What the store has acknowledged.
typedef struct kept {
    unsigned count;
    struct {
        dx_text lines;
        unsigned n;
        bool is_over;
    } game[GAMES_MAX + 1]; // by number
} kept;

static void release_kept(kept *k)
{
    for (unsigned i = 1; i <= k->count; i++)
        dx_text_release(&k->game[i].lines);
}

static dx_row game_row(int64_t number)
{
    char id[30];
    snprintf(id, sizeof id, "a-b-%lld", (long long)number);
    return (dx_row){.kind = DX_ROW_GAME,
                    .game = number,
                    .id = dx_copy_text(id),
                    .text = dx_copy_text("kemps(players=2)"),
                    .seats = dx_copy_text("[{\"name\":\"somebody\"}]"),
                    .options = dx_copy_text("{}"),
                    .seed = (uint64_t)number * 77,
                    .state = "running",
                    .since = 77};
}

// Some lines, now and then so many that they do not fit a page.
static dx_row line_row(dx_random *random, int64_t number, unsigned n)
{
    dx_text text = {0};
    uint64_t count = 1 + dx_random_below(random, 4);
    uint64_t length = dx_random_below(random, 5) == 0 ? 3000 : 60;
    for (uint64_t i = 0; i < count; i++) {
        dx_text_printf(&text, "%s{\"event\":%llu,\"x\":\"", i > 0 ? "\n" : "",
                       (unsigned long long)(n + i));
        for (uint64_t k = 0; k < length; k++)
            dx_text_add_char(&text,
                             (char)('a' + (int)dx_random_below(random, 26)));
        dx_text_add(&text, "\"}");
    }
    return (dx_row){.kind = DX_ROW_LINE,
                    .game = number,
                    .n = n,
                    .text = dx_text_take(&text)};
}

static dx_row random_row(dx_random *random, const kept *k)
{
    int64_t number =
        k->count > 0 ? 1 + (int64_t)dx_random_below(random, k->count) : 0;
    uint64_t what = dx_random_below(random, 10);
    if (number == 0 || (what == 0 && k->count < GAMES_MAX))
        return game_row(k->count + 1);
    if (what == 1)
        return (dx_row){.kind = DX_ROW_SEATS,
                        .game = number,
                        .seats = dx_copy_text("[{\"name\":\"another\"}]")};
    if (what == 2)
        return (dx_row){.kind = DX_ROW_STATE,
                        .game = number,
                        .state = "over",
                        .scores = dx_copy_text("[1,2]")};
    return line_row(random, number, k->game[number].n);
}

static void note_kept(kept *k, const dx_row *row)
{
    if (row->kind == DX_ROW_GAME) {
        k->count++;
        k->game[k->count].lines = (dx_text){0};
        k->game[k->count].n = 0;
        k->game[k->count].is_over = false;
    } else if (row->kind == DX_ROW_STATE) {
        k->game[row->game].is_over = true;
    } else if (row->kind == DX_ROW_LINE) {
        dx_text_printf(&k->game[row->game].lines, "%s\n", row->text);
        k->game[row->game].n++;
        for (const char *at = row->text; *at != '\0'; at++)
            k->game[row->game].n += *at == '\n';
    }
}

// ---- what there is ----

typedef struct visited {
    bool at[GAMES_MAX + 1], damaged[GAMES_MAX + 1];
    unsigned damage;
} visited;

static void note_visit(void *context, const dx_stored_game *game)
{
    visited *v = context;
    if (game->game < 1 || game->game > GAMES_MAX)
        return; // of a number that was damaged
    v->at[game->game] = true;
    v->damaged[game->game] = game->damage != NULL;
    v->damage += game->damage != NULL;
}

// Everything is there, or what is not is said to be damaged.  `is_sound`:
// nothing may be damaged.
static void check_kept(dx_store *store, kept *k, bool is_sound)
{
    visited running = {.damage = 0}, over = {.damage = 0};
    dx_error error = {.message = ""};
    dx_status all = dx_store_running(store, note_visit, &running, &error);
    dx_status rest = dx_store_over(store, 0, 1000, note_visit, &over, &error);
    CHECK_THAT(!is_sound || (all == DX_OK && rest == DX_OK), "%s",
               error.message);
    CHECK(!is_sound || running.damage + over.damage == 0);
    for (unsigned i = 1; i <= k->count; i++) {
        dx_text lines = {0};
        dx_status status = dx_store_lines(store, i, &lines, &error);
        CHECK_THAT(!is_sound || status == DX_OK, "game %u: %s", i,
                   error.message);
        if (status == DX_OK)
            CHECK_TEXT(dx_text_string(&lines),
                       dx_text_string(&k->game[i].lines));
        else
            CHECK_EQ(lines.length, 0);
        if (all == DX_OK && !k->game[i].is_over)
            CHECK_THAT(running.at[i], "running game %u is hidden", i);
        if (all == DX_OK && k->game[i].is_over && running.at[i])
            CHECK(running.damaged[i]);
        dx_text_release(&lines);
    }
}

// ---- workloads ----

typedef struct workload {
    dx_random random;
    char path[DX_TEST_FILE], copy[DX_TEST_FILE];
    dx_store *store;
    kept kept;
    unsigned faults; // that struck
    // SQLite takes half a page for a whole one.  Where it then writes that
    // back, the damage stays: what is acknowledged may be lost, and is said to
    // be; if it is the page of the schema, by refusing the whole store.
    bool is_hurt;
} workload;

static dx_status put_group(workload *w, const dx_row *rows, unsigned count)
{
    dx_error error = {.message = ""};
    dx_status status = dx_store_begin(w->store, &error);
    if (status != DX_OK)
        return status;
    for (unsigned i = 0; i < count && status == DX_OK; i++)
        status = dx_store_put(w->store, &rows[i], &error);
    if (status == DX_OK)
        status = dx_store_commit(w->store, &error);
    if (status != DX_OK)
        dx_store_undo(w->store);
    CHECK(status == DX_OK || error.message[0] != '\0');
    return status;
}

// A group of one to three rows, tried until it is kept.
static void put_some(workload *w, dx_fault fault)
{
    dx_row rows[3];
    kept after = w->kept;
    bool is_kept = false;
    unsigned count = 1 + (unsigned)dx_random_below(&w->random, 3);
    for (unsigned i = 0; i <= after.count; i++)
        after.game[i].lines = (dx_text){0}; // only counted in
    for (unsigned i = 0; i < count; i++) {
        rows[i] = random_row(&w->random, &after);
        note_kept(&after, &rows[i]);
    }
    for (unsigned step = 1; step < STEPS_MAX; step++) {
        dx_faulty_arm(fault, step, false);
        dx_status status = put_group(w, rows, count);
        bool struck = dx_faulty_struck();
        dx_faulty_arm(fault, 0, false);
        w->faults += struck;
        w->is_hurt |= struck && fault == DX_FAULT_SHORT;
        CHECK(struck || w->is_hurt || status == DX_OK);
        is_kept = status == DX_OK;
        if (is_kept || !struck)
            break;
        check_kept(w->store, &w->kept, !w->is_hurt);
    }
    for (unsigned i = 0; i < count; i++) {
        if (is_kept)
            note_kept(&w->kept, &rows[i]);
        dx_row_release(&rows[i]);
    }
    release_kept(&after);
}

// Closes it, and opens it again when the disk lets it.
static void reopen(workload *w, dx_fault fault)
{
    dx_faulty_arm(fault, 1 + (unsigned)dx_random_below(&w->random, 8), false);
    dx_store_close(w->store);
    w->is_hurt |= dx_faulty_struck() && fault == DX_FAULT_SHORT;
    w->store = NULL;
    for (unsigned step = 1; step < STEPS_MAX && w->store == NULL; step++) {
        dx_error error = {.message = ""};
        dx_faulty_arm(fault, step, false);
        dx_status status =
            dx_store_open(w->path, DX_SYNC_FULL, &w->store, &error);
        w->faults += dx_faulty_struck();
        w->is_hurt |= dx_faulty_struck() && fault == DX_FAULT_SHORT;
        bool struck = dx_faulty_struck();
        CHECK_THAT(struck || w->is_hurt || status == DX_OK, "%s",
                   error.message);
        dx_faulty_arm(fault, 0, false);
        if (status != DX_OK)
            CHECK(w->store == NULL && error.message[0] != '\0');
        if (status != DX_OK && !struck)
            break;
    }
    CHECK(w->store != NULL || w->is_hurt);
}

// Reads everything over a disk that fails once, and then over one that fails
// from there on: each game is as it was, or an error.
static void read_all(workload *w, dx_fault fault)
{
    for (unsigned step = 1; step < STEPS_MAX; step++) {
        dx_faulty_arm(fault, step, step % 2 == 0);
        check_kept(w->store, &w->kept, false);
        bool struck = dx_faulty_struck();
        dx_faulty_arm(fault, 0, false);
        w->faults += struck;
        if (!struck)
            break;
    }
    check_kept(w->store, &w->kept, !w->is_hurt);
}

// A copy is whole, or there is none.
static void copy(workload *w, dx_fault fault)
{
    dx_store *store = NULL;
    for (unsigned step = 1; step < STEPS_MAX && store == NULL; step += 7) {
        dx_error error = {.message = ""};
        dx_faulty_arm(fault, step, false);
        dx_status status = dx_store_backup(w->store, w->copy, &error);
        bool struck = dx_faulty_struck();
        w->faults += struck;
        dx_faulty_arm(fault, 0, false);
        CHECK_THAT(struck || w->is_hurt || status == DX_OK, "%s",
                   error.message);
        if (status != DX_OK)
            continue;
        CHECK_EQ(dx_store_open(w->copy, DX_SYNC_NORMAL, &store, NULL), DX_OK);
        check_kept(store, &w->kept, true);
        dx_store_close(store);
    }
    unlink(w->copy);
}

static void run_workload(uint64_t seed, unsigned *faults)
{
    workload *w = dx_alloc(1, sizeof *w);
    w->random = dx_random_named(seed, 0, 0);
    dx_test_file(w->path);
    dx_test_file(w->copy);
    CHECK_EQ(dx_store_open(w->path, DX_SYNC_FULL, &w->store, NULL), DX_OK);
    for (unsigned i = 0; i < 12 && w->store != NULL; i++) {
        dx_fault fault = (dx_fault)dx_random_below(&w->random, DX_FAULTS);
        uint64_t what = dx_random_below(&w->random, 12);
        if (what == 0)
            reopen(w, fault);
        else if (what == 1)
            read_all(w, fault);
        else if (what == 2)
            dx_store_tidy(w->store);
        else
            put_some(w, fault);
    }
    if (w->store != NULL)
        reopen(w, (dx_fault)dx_random_below(&w->random, DX_FAULTS));
    if (w->store != NULL)
        read_all(w, (dx_fault)dx_random_below(&w->random, DX_FAULTS));
    if (w->store != NULL && seed % 10 == 0)
        copy(w, (dx_fault)dx_random_below(&w->random, DX_FAULTS));
    if (w->store != NULL)
        check_kept(w->store, &w->kept, !w->is_hurt);
    dx_store_close(w->store);
    *faults += w->faults;
    release_kept(&w->kept);
    unlink(w->path);
    dx_free(w);
}

TEST(store_loses_nothing_on_a_disk_that_fails_at_any_step)
{
    unsigned faults = 0, workloads = SAMPLE(100, 1000);
    dx_faulty_install();
    for (unsigned seed = 1; seed <= workloads; seed++) {
        CHECKING_SEED(seed);
        run_workload(seed, &faults);
    }
    CHECKING_SEED(473); // a schema that is read badly, once
    run_workload(473, &faults);
    dx_faulty_remove();
    CHECK_THAT(faults > 10 * workloads, "%u faults", faults);
}

// ---- damage ----

static void forge(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// A store with some games, closed.
static void make_store(const char *path, dx_random *random, kept *k)
{
    dx_store *store;
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_begin(store, NULL), DX_OK);
    for (unsigned i = 0; i < 150; i++) {
        dx_row row = i % 5 == 0 && k->count < 25 ? game_row(k->count + 1)
                     : i < 5 ? line_row(random, 1, k->game[1].n)
                             : random_row(random, k);
        if (row.game != 1 || row.kind != DX_ROW_STATE) { // that goes on
            CHECK_EQ(dx_store_put(store, &row, NULL), DX_OK);
            note_kept(k, &row);
        }
        dx_row_release(&row);
    }
    CHECK_EQ(dx_store_commit(store, NULL), DX_OK);
    dx_store_close(store);
}

static void damage_file(const char *path, dx_random *random, dx_text *whole)
{
    enum { PAGE = 4096 };
    dx_text file = {0};
    dx_text_add_part(&file, whole->at, whole->length);
    size_t pages = whole->length / PAGE;
    // Not the first: it is looked at when the store is opened.
    size_t page = 1 + dx_random_below(random, pages - 1);
    uint64_t how = dx_random_below(random, 4);
    if (how == 0)
        memset(file.at + page * PAGE, 0, 8);
    else if (how == 1)
        memset(file.at + page * PAGE, 0, PAGE);
    else if (how == 2) // one page where another was
        memcpy(file.at + page * PAGE,
               whole->at + (1 + dx_random_below(random, pages - 1)) * PAGE,
               PAGE);
    for (unsigned i = 0; i < 20 && how == 3; i++)
        file.at[PAGE + dx_random_below(random, whole->length - PAGE)] ^=
            (char)(1 << dx_random_below(random, 8));
    FILE *out = fopen(path, "wb");
    CHECK_EQ(fwrite(file.at, 1, file.length, out), file.length);
    fclose(out);
    dx_text_release(&file);
}

TEST(store_says_which_games_are_damaged_and_gives_all_others)
{
    unsigned trials = SAMPLE(60, 3000), noticed = 0;
    dx_random random = dx_random_named(5, 0, 0);
    kept *k = dx_alloc(1, sizeof *k);
    char path[DX_TEST_FILE], copy[DX_TEST_FILE];
    dx_text whole = {0};
    dx_test_file(path);
    dx_test_file(copy);
    make_store(path, &random, k);
    CHECK_EQ(dx_text_read_file(path, 1 << 24, &whole, NULL), DX_OK);
    for (unsigned trial = 0; trial < trials; trial++) {
        dx_store *store = NULL;
        dx_store_health health = {0};
        CHECKING("trial %u", trial);
        damage_file(path, &random, &whole);
        if (dx_store_open(path, DX_SYNC_NORMAL, &store, NULL) != DX_OK) {
            noticed++;
            continue;
        }
        check_kept(store, k, false);
        CHECK_EQ(dx_store_check(store, NULL, NULL, &health, NULL), DX_OK);
        noticed += health.faults > 0;
        unlink(copy);
        if (dx_store_backup(store, copy, NULL) == DX_OK)
            CHECK_EQ(health.faults, 0);
        else
            CHECK(access(copy, F_OK) != 0);
        dx_store_close(store);
    }
    CHECK_THAT(noticed > trials * 8 / 10, "%u of %u", noticed, trials);
    dx_text_release(&whole);
    release_kept(k);
    dx_free(k);
}

// ---- a log that was left behind ----

// Some groups of rows, acknowledged one after the other; `store` NULL: only
// counted in.
static void put_groups(dx_store *store, kept *k, unsigned groups)
{
    dx_random random = dx_random_named(11, 0, 0);
    for (unsigned i = 0; i < groups; i++) {
        if (store != NULL)
            CHECK_EQ(dx_store_begin(store, NULL), DX_OK);
        for (unsigned j = 0; j < 3; j++) {
            dx_row row = i < 5 && j == 0 ? game_row(k->count + 1)
                                         : random_row(&random, k);
            if (store != NULL)
                CHECK_EQ(dx_store_put(store, &row, NULL), DX_OK);
            note_kept(k, &row);
            dx_row_release(&row);
        }
        if (store != NULL)
            CHECK_EQ(dx_store_commit(store, NULL), DX_OK);
        if (store != NULL && i == groups / 2)
            dx_store_tidy(store);
    }
}

enum { FILES = 3 };
static const char *const ends[FILES] = {"", "-wal", "-shm"};

static void file_name(const char *path, unsigned i, char out[DX_TEST_FILE + 5])
{
    snprintf(out, DX_TEST_FILE + 5, "%s%s", path, ends[i]);
}

static void write_file(const char *path, unsigned i, const dx_text *bytes,
                       size_t length)
{
    char name[DX_TEST_FILE + 5];
    file_name(path, i, name);
    FILE *out = fopen(name, "wb");
    CHECK_EQ(fwrite(bytes->at, 1, length, out), length);
    fclose(out);
}

// A server that is killed: what it leaves behind.
static void leave_behind(const char *path, unsigned groups, dx_text out[FILES])
{
    pid_t child = fork();
    if (child == 0) {
        kept *k = dx_alloc(1, sizeof *k);
        dx_store *store;
        CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
        put_groups(store, k, groups);
        kill(getpid(), SIGKILL);
    }
    CHECK_EQ(waitpid(child, NULL, 0), child);
    for (unsigned i = 0; i < FILES; i++) {
        char name[DX_TEST_FILE + 5];
        file_name(path, i, name);
        CHECK_EQ(dx_text_read_file(name, 1 << 24, &out[i], NULL), DX_OK);
        CHECK(out[i].length > 0);
    }
}

static void bring_back(const char *path, const dx_text files[FILES])
{
    for (unsigned i = 0; i < FILES; i++)
        write_file(path, i, &files[i], files[i].length);
}

// Where the last group of pages begins: of it the log alone cannot tell whether
// it was acknowledged.
static uint32_t last_group(const dx_text *log, uint32_t pages)
{
    for (uint32_t i = pages - 1; i > 0; i--) {
        const char *end = log->at + 32 + (i - 1) * (size_t)(24 + 4096) + 4;
        if ((end[0] | end[1] | end[2] | end[3]) != 0)
            return i;
    }
    return 0;
}

TEST(store_reads_a_damaged_log_and_says_whose_games_are_damaged)
{
    enum { GROUPS = 30 };
    char path[DX_TEST_FILE];
    dx_random random = dx_random_named(12, 0, 0);
    kept *k = dx_alloc(1, sizeof *k);
    dx_text files[FILES] = {{0}};
    unsigned trials = SAMPLE(60, 3000), whole = 0, refused = 0;
    dx_test_file(path);
    put_groups(NULL, k, GROUPS);
    leave_behind(path, GROUPS, files);
    uint32_t pages; // that count: behind them are older ones
    memcpy(&pages, files[2].at + 16, sizeof pages);
    CHECK(pages > 10 && 32 + pages * (size_t)(24 + 4096) <= files[1].length);
    uint32_t sure = last_group(&files[1], pages);
    for (unsigned trial = 0; trial <= trials; trial++) {
        dx_store *store = NULL;
        dx_error error = {.message = ""};
        CHECKING("trial %u", trial);
        // Anywhere in the log, its head included; the first time nowhere.
        bool is_alone = trial % 2 == 0; // without -shm, but for the last group
        size_t at = dx_random_below(
            &random, trial % 5 == 1 ? 32
                                    : 32 + (is_alone ? sure : pages) *
                                               (size_t)(24 + 4096));
        char bit = (char)(trial == 0 ? 0 : 1 << dx_random_below(&random, 8));
        files[1].at[at] ^= bit;
        bring_back(path, files);
        files[1].at[at] ^= bit;
        if (is_alone)
            write_file(path, 2, &files[2], 0);
        if (dx_store_open(path, DX_SYNC_FULL, &store, &error) != DX_OK) {
            CHECK(trial > 0 && error.message[0] != '\0'); // of the schema
            refused++;
            continue;
        }
        CHECK_EQ(trial > 0, dx_store_noted(store) != NULL);
        dx_store_look(store);
        check_kept(store, k, trial == 0);
        whole += dx_store_faults(store, NULL, NULL) == 0;
        dx_store_close(store);
    }
    // Most bits are somewhere where they tell on one game, or on none.
    CHECK_THAT(whole > trials / 20, "%u of %u", whole, trials);
    CHECK_THAT(refused <= trials / 20, "%u of %u", refused, trials);
    release_kept(k);
    dx_free(k);
    for (unsigned i = 0; i < FILES; i++)
        dx_text_release(&files[i]);
}

TEST(store_says_that_the_end_of_a_log_is_missing)
{
    char path[DX_TEST_FILE];
    dx_text files[FILES] = {{0}};
    dx_error error = {.message = ""};
    dx_store *store;
    dx_test_file(path);
    leave_behind(path, 6, files);
    bring_back(path, files);
    write_file(path, 1, &files[1], 32 + 24 + 4096); // a page of it is left
    CHECK_EQ(dx_store_open(path, DX_SYNC_ASIDE, &store, &error), DX_ERR_INPUT);
    CHECK(strstr(error.message, "a server that is started") != NULL);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &store, NULL), DX_OK);
    CHECK(strstr(dx_store_noted(store), "acknowledged last is lost") != NULL);
    dx_store_close(store);
    // A bit where commits are not synced one by one: nothing is made up.
    files[1].at[4000] ^= 1;
    bring_back(path, files);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    CHECK(strstr(dx_store_noted(store), "acknowledged last is lost") != NULL);
    dx_store_close(store);
    // Whoever comes later finds a whole log, and the games that went on
    // damaged.
    for (unsigned i = 0; i < 2; i++) {
        visited running = {.damage = 0};
        dx_store_health health;
        unsigned count = 0;
        dx_text lines = {0};
        CHECK_EQ(dx_store_open(path, DX_SYNC_ASIDE, &store, NULL), DX_OK);
        CHECK_EQ(dx_store_running(store, note_visit, &running, NULL), DX_OK);
        CHECK_EQ(dx_store_check(store, NULL, NULL, &health, NULL), DX_OK);
        for (int game = 1; game <= GAMES_MAX; game++) {
            count += running.at[game];
            CHECK(!running.at[game] ||
                  dx_store_lines(store, game, &lines, NULL) == DX_ERR_INPUT);
        }
        CHECK(count > 0);
        CHECK_EQ(health.faults, count);
        dx_text_release(&lines);
        dx_store_close(store);
    }
    for (unsigned i = 0; i < FILES; i++)
        dx_text_release(&files[i]);
}

// The log that its server left behind is not read into the copy.
TEST(store_that_was_killed_is_replaced_by_a_copy)
{
    char path[DX_TEST_FILE], from[DX_TEST_FILE];
    dx_text files[FILES] = {{0}};
    dx_error error = {.message = ""};
    dx_random random = dx_random_named(21, 0, 0);
    kept *k = dx_alloc(1, sizeof *k);
    dx_store *store, *held;
    dx_test_file(path);
    dx_test_file(from);
    make_store(from, &random, k);
    leave_behind(path, 12, files);
    CHECK_EQ(dx_store_open(from, DX_SYNC_ASIDE, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_backup(store, path, NULL), DX_OK);
    CHECK_EQ(dx_store_open(path, DX_SYNC_FULL, &held, NULL), DX_OK);
    check_kept(held, k, true);
    // Not under a server that goes on.
    CHECK_EQ(dx_store_claim(held, NULL), DX_OK);
    CHECK_EQ(dx_store_backup(store, path, &error), DX_ERR_FILE);
    CHECK(strstr(error.message, "end that first") != NULL);
    dx_store_close(held);
    dx_store_close(store);
    release_kept(k);
    dx_free(k);
    for (unsigned i = 0; i < FILES; i++)
        dx_text_release(&files[i]);
}

static void count_fault(void *context, int64_t game, const char *id,
                        const char *what)
{
    (void)what;
    *(unsigned *)context += game == 1 && id != NULL;
}

// Every way to be shorter, longer or another than it was.
TEST(store_knows_a_game_that_is_not_as_it_was)
{
    static const char *const ways[] = {
        "DELETE FROM line WHERE game = 1 AND n = (SELECT max(n) FROM line "
        "WHERE game = 1)",
        "DELETE FROM line WHERE game = 1 AND n = 0",
        "DELETE FROM line WHERE game = 1",
        "UPDATE line SET text = replace(text, 'a', 'b') WHERE game = 1",
        "INSERT INTO line SELECT 1, max(n) + 9, 'x' FROM line WHERE game = 1",
        "UPDATE line SET n = n + 1 WHERE game = 1 AND n = 0",
        "UPDATE game SET seats = '[]' WHERE n = 1",
        "UPDATE game SET state = 'rurning' WHERE n = 1",
        "UPDATE game SET seed = seed + 1 WHERE n = 1",
        "DELETE FROM tail WHERE game = 1",
        "DELETE FROM game WHERE n = 1",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        dx_random random = dx_random_named(9, 0, 0);
        kept *k = dx_alloc(1, sizeof *k);
        char path[DX_TEST_FILE];
        dx_store *store;
        unsigned told = 0;
        visited running = {.damage = 0};
        dx_store_health health;
        CHECKING("%s", ways[i]);
        dx_test_file(path);
        make_store(path, &random, k);
        CHECK(!k->game[1].is_over && k->game[1].n > 2);
        forge(path, ways[i]);
        CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
        check_kept(store, k, false);
        CHECK_EQ(dx_store_running(store, note_visit, &running, NULL), DX_OK);
        CHECK(running.at[1]);
        CHECK_EQ(dx_store_check(store, count_fault, &told, &health, NULL),
                 DX_OK);
        CHECK_EQ(told, 1);
        CHECK_EQ(health.faults, 1);
        dx_store_close(store);
        release_kept(k);
        dx_free(k);
    }
}

// ---- earlier stores ----

static const char first_version[] =
    "PRAGMA application_id=1685026913; PRAGMA user_version=1;"
    "PRAGMA journal_mode=WAL;"
    "CREATE TABLE game(n INTEGER PRIMARY KEY, id TEXT NOT NULL "
    "UNIQUE, rules TEXT NOT NULL, seats TEXT NOT NULL, options TEXT NOT NULL, "
    "seed INTEGER NOT NULL, state TEXT NOT NULL, since INTEGER NOT NULL, "
    "scores TEXT) STRICT;"
    "CREATE TABLE line(game INTEGER NOT NULL, n INTEGER NOT "
    "NULL, text TEXT NOT NULL, PRIMARY KEY(game, n)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX game_state ON game(state, n);"
    "INSERT INTO game VALUES(1, 'a-b-1', 'kemps', '[]', '{}', -3, 'running', "
    "77, NULL), (2, 'a-b-2', 'kemps', '[]', '{}', 4, 'over', 78, '[1]'), "
    "(3, 'a-b-3', 'kemps', '[]', '{}', 4, 'running', 78, NULL);"
    "INSERT INTO line VALUES(1, 0, '{}' || char(10) || '{\"x\":1}'), (1, 2, "
    "'{}'), (2, 0, '{\"y\":1}'), (3, 0, '{}'), (3, 4, '{}');";

TEST(store_of_the_first_version_is_brought_up_to_date)
{
    char path[DX_TEST_FILE];
    dx_store *store;
    dx_text lines = {0};
    visited running = {.damage = 0};
    dx_error error = {.message = ""};
    dx_test_file(path);
    forge(path, first_version);
    for (unsigned again = 0; again < 2; again++) {
        CHECK_THAT(dx_store_open(path, DX_SYNC_NORMAL, &store, &error) == DX_OK,
                   "%s", error.message);
        CHECK_EQ(dx_store_lines(store, 2, &lines, NULL), DX_OK);
        CHECK_TEXT(dx_text_string(&lines), "{\"y\":1}\n");
        dx_text_release(&lines);
        // A gap is damage, also from before it was looked for.
        CHECK_EQ(dx_store_running(store, note_visit, &running, NULL), DX_OK);
        CHECK(running.at[1] && !running.damaged[1] && running.damaged[3]);
        dx_row more = {.kind = DX_ROW_LINE,
                       .game = 1,
                       .n = 3 + again,
                       .text = dx_copy_text("{\"z\":1}")};
        CHECK_EQ(dx_store_begin(store, NULL), DX_OK);
        CHECK_EQ(dx_store_put(store, &more, NULL), DX_OK);
        CHECK_EQ(dx_store_commit(store, NULL), DX_OK);
        dx_row_release(&more);
        dx_store_close(store);
    }
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_lines(store, 1, &lines, NULL), DX_OK);
    CHECK_TEXT(dx_text_string(&lines),
               "{}\n{\"x\":1}\n{}\n{\"z\":1}\n{\"z\":1}\n");
    dx_text_release(&lines);
    dx_store_close(store);
}

// Whatever page cannot be read: it is opened, or refused, and no game is
// hidden.
TEST(store_of_the_first_version_that_is_damaged_hides_no_game)
{
    enum { PAGE = 4096 };
    dx_random random = dx_random_named(6, 0, 0);
    kept *k = dx_alloc(1, sizeof *k);
    char path[DX_TEST_FILE];
    dx_text whole = {0};
    unsigned opened = 0, damaged = 0;
    dx_test_file(path);
    make_store(path, &random, k);
    forge(path, "DROP TABLE tail; PRAGMA user_version = 1; VACUUM");
    CHECK_EQ(dx_text_read_file(path, 1 << 24, &whole, NULL), DX_OK);
    size_t pages = whole.length / PAGE;
    for (size_t page = 1; page < pages; page += 1 + pages / 20) {
        dx_store *store = NULL;
        visited running = {.damage = 0};
        CHECKING("page %zu", page);
        FILE *out = fopen(path, "wb");
        CHECK_EQ(fwrite(whole.at, 1, whole.length, out), whole.length);
        CHECK_EQ(fseek(out, (long)(page * PAGE), SEEK_SET), 0);
        CHECK_EQ(fwrite("\0\0\0\0\0\0\0", 1, 8, out), 8);
        fclose(out);
        if (dx_store_open(path, DX_SYNC_NORMAL, &store, NULL) != DX_OK)
            continue;
        opened++;
        CHECK_EQ(dx_store_running(store, note_visit, &running, NULL), DX_OK);
        for (unsigned i = 1; i <= k->count; i++)
            CHECK(k->game[i].is_over || running.at[i]);
        damaged += running.damage > 0;
        dx_store_close(store);
    }
    CHECK(opened > 10 && damaged > 3);
    dx_text_release(&whole);
    release_kept(k);
    dx_free(k);
}

TEST(store_of_the_first_version_is_left_alone_while_a_server_has_it)
{
    char path[DX_TEST_FILE], other[DX_TEST_FILE];
    dx_store *store, *none = NULL;
    dx_error error = {.message = ""};
    dx_test_file(path);
    dx_test_file(other);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    CHECK_EQ(dx_store_claim(store, NULL), DX_OK);
    forge(path, "PRAGMA user_version = 1");
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &none, &error), DX_ERR_FILE);
    CHECK(strstr(error.message, "a server has it") != NULL);
    dx_store_close(store);
}
