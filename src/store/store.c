// SQLite in WAL mode: one connection writes, another reads, so that who reads
// waits for nobody and sees only what was committed.  In memory there is one
// connection for both, and a lock that a group of changes holds to its end.
//
// A commit is safe when it returns (synchronous=FULL syncs the log each time).
// Checkpoints, which move the log into the file, are slow where the disk is: so
// they are not made inside commits but when the writer has nothing to do
// (dx_store_tidy).  A running game has its last page in use, so the cache of
// pages is as large as some thousand games want it.

#include "store/store.h"

#include "base/memory.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { VERSION = 1, BUSY_MS = 10000, APPLICATION = 0x646f7861 };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS game(n INTEGER PRIMARY KEY, id TEXT NOT NULL "
    "UNIQUE, rules TEXT NOT NULL, seats TEXT NOT NULL, options TEXT NOT NULL, "
    "seed INTEGER NOT NULL, state TEXT NOT NULL, since INTEGER NOT NULL, "
    "scores TEXT) STRICT;"
    "CREATE TABLE IF NOT EXISTS line(game INTEGER NOT NULL, n INTEGER NOT "
    "NULL, text TEXT NOT NULL, PRIMARY KEY(game, n)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS game_state ON game(state, n);";

enum { PUT_GAME, PUT_LINE, PUT_SEATS, PUT_STATE, PUTS };

static const char *const puts_sql[PUTS] = {
    ("INSERT INTO game(n, id, rules, seats, options, seed, state, since, "
     "scores) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
    "INSERT INTO line(game, n, text) VALUES(?, ?, ?)",
    "UPDATE game SET seats = ? WHERE n = ?",
    "UPDATE game SET state = ?, scores = ? WHERE n = ?",
};

struct dx_store {
    char *path;               // NULL: in memory
    sqlite3 *writer, *reader; // the same in memory
    pthread_mutex_t lock;     // of the reader
    int claim;                // a file that is locked; -1: none
    sqlite3_stmt *put[PUTS];
};

static dx_status trouble(sqlite3 *db, dx_error *error)
{
    return dx_fail(error, DX_ERR_FILE, 0, 0, "the store: %s",
                   sqlite3_errmsg(db));
}

static dx_status execute(sqlite3 *db, const char *sql, dx_error *error)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? DX_OK
               : trouble(db, error);
}

// ---- opening ----

static int64_t pragma(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

// Is it ours, or still empty?
static dx_status check_kind(sqlite3 *db, dx_error *error)
{
    int64_t kind = pragma(db, "PRAGMA application_id");
    int64_t version = pragma(db, "PRAGMA user_version");
    int64_t tables = pragma(db, "SELECT count(*) FROM sqlite_master");
    if (tables < 0)
        return trouble(db, error);
    if (tables == 0 || (kind == APPLICATION && version == VERSION))
        return DX_OK;
    if (kind == APPLICATION)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "a store of version %" PRId64
                       "; this doxa reads version %d",
                       version, VERSION);
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "this is no store of doxa");
}

static dx_status prepare(dx_store *store, dx_sync sync, dx_error *error)
{
    sqlite3 *db = store->writer;
    char pragmas[300];
    dx_status status = check_kind(db, error);
    if (status != DX_OK)
        return status;
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA application_id=%d; PRAGMA user_version=%d;"
             "PRAGMA journal_mode=WAL; PRAGMA synchronous=%s;"
             "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-32768",
             APPLICATION, VERSION, sync == DX_SYNC_FULL ? "FULL" : "NORMAL");
    status = execute(db, pragmas, error);
    if (status == DX_OK)
        status = execute(db, schema, error);
    for (unsigned i = 0; i < PUTS && status == DX_OK; i++)
        if (sqlite3_prepare_v3(db, puts_sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->put[i], NULL) != SQLITE_OK)
            status = trouble(db, error);
    return status;
}

static dx_status open_one(const char *path, int flags, sqlite3 **out,
                          dx_error *error)
{
    int code = sqlite3_open_v2(path, out, flags | SQLITE_OPEN_FULLMUTEX, NULL);
    if (code != SQLITE_OK)
        return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot open the store: %s",
                       sqlite3_errstr(code));
    sqlite3_busy_timeout(*out, BUSY_MS);
    return DX_OK;
}

dx_status dx_store_open(const char *path, dx_sync sync, dx_store **out_store,
                        dx_error *error)
{
    dx_store *store = dx_alloc(1, sizeof *store);
    pthread_mutex_init(&store->lock, NULL);
    store->claim = -1;
    store->path = path != NULL ? dx_copy_text(path) : NULL;
    dx_status status = open_one(path != NULL ? path : ":memory:",
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                &store->writer, error);
    if (status == DX_OK)
        status = prepare(store, sync, error);
    if (status == DX_OK && path != NULL)
        status = open_one(path, SQLITE_OPEN_READONLY, &store->reader, error);
    if (path == NULL)
        store->reader = store->writer;
    if (status == DX_OK) {
        *out_store = store;
        return DX_OK;
    }
    if (path != NULL)
        dx_error_in_file(error, path);
    dx_store_close(store);
    return status;
}

void dx_store_close(dx_store *store)
{
    if (store == NULL)
        return;
    for (unsigned i = 0; i < PUTS; i++)
        sqlite3_finalize(store->put[i]);
    if (store->reader != store->writer)
        sqlite3_close(store->reader);
    if (store->writer != NULL)
        sqlite3_wal_checkpoint_v2(store->writer, NULL,
                                  SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(store->writer);
    // Not before: a file that is closed loses SQLite's own locks, too.
    if (store->claim >= 0)
        close(store->claim);
    pthread_mutex_destroy(&store->lock);
    dx_free(store->path);
    dx_free(store);
}

dx_status dx_store_claim(dx_store *store, dx_error *error)
{
    if (store->path == NULL)
        return DX_OK;
    enum { TRIES = 10, PAUSE_MS = 100 }; // one that ends takes a moment
    store->claim = open(store->path, O_RDONLY | O_CLOEXEC);
    for (unsigned i = 0; i < TRIES && store->claim >= 0; i++) {
        if (flock(store->claim, LOCK_EX | LOCK_NB) == 0)
            return DX_OK;
        sqlite3_sleep(PAUSE_MS);
    }
    dx_fail(error, DX_ERR_FILE, 0, 0,
            "another server has this store; games are added there");
    dx_error_in_file(error, store->path);
    return DX_ERR_FILE;
}

// ---- writing ----

void dx_row_release(dx_row *row)
{
    dx_free(row->id);
    dx_free(row->text);
    dx_free(row->seats);
    dx_free(row->options);
    dx_free(row->scores);
}

static bool is_in_memory(const dx_store *store)
{
    return store->reader == store->writer;
}

dx_status dx_store_begin(dx_store *store, dx_error *error)
{
    if (is_in_memory(store))
        pthread_mutex_lock(&store->lock);
    assert(sqlite3_get_autocommit(store->writer)); // one group at a time
    dx_status status = execute(store->writer, "BEGIN IMMEDIATE", error);
    if (status != DX_OK && is_in_memory(store))
        pthread_mutex_unlock(&store->lock);
    return status;
}

static void bind_text(sqlite3_stmt *put, int at, const char *text)
{
    sqlite3_bind_text(put, at, text, -1, SQLITE_STATIC);
}

static void bind_game(sqlite3_stmt *put, const dx_row *row)
{
    int64_t seed; // SQLite has no unsigned numbers: the same bits
    memcpy(&seed, &row->seed, sizeof seed);
    sqlite3_bind_int64(put, 1, row->game);
    bind_text(put, 2, row->id);
    bind_text(put, 3, row->text);
    bind_text(put, 4, row->seats);
    bind_text(put, 5, row->options);
    sqlite3_bind_int64(put, 6, seed);
    bind_text(put, 7, row->state);
    sqlite3_bind_int64(put, 8, row->since);
    bind_text(put, 9, row->scores);
}

dx_status dx_store_put(dx_store *store, const dx_row *row, dx_error *error)
{
    assert((unsigned)row->kind < PUTS &&
           !sqlite3_get_autocommit(store->writer));
    sqlite3_stmt *put = store->put[row->kind];
    switch (row->kind) {
    case DX_ROW_GAME:
        bind_game(put, row);
        break;
    case DX_ROW_LINE:
        sqlite3_bind_int64(put, 1, row->game);
        sqlite3_bind_int64(put, 2, row->n);
        bind_text(put, 3, row->text);
        break;
    case DX_ROW_SEATS:
        bind_text(put, 1, row->seats);
        sqlite3_bind_int64(put, 2, row->game);
        break;
    case DX_ROW_STATE:
        bind_text(put, 1, row->state);
        bind_text(put, 2, row->scores);
        sqlite3_bind_int64(put, 3, row->game);
        break;
    }
    int code = sqlite3_step(put);
    dx_status status =
        code == SQLITE_DONE ? DX_OK : trouble(store->writer, error);
    sqlite3_reset(put);
    sqlite3_clear_bindings(put);
    return status;
}

dx_status dx_store_commit(dx_store *store, dx_error *error)
{
    assert(!sqlite3_get_autocommit(store->writer)); // it was begun
    dx_status status = execute(store->writer, "COMMIT", error);
    if (status == DX_OK && is_in_memory(store))
        pthread_mutex_unlock(&store->lock);
    return status;
}

void dx_store_undo(dx_store *store)
{
    if (sqlite3_get_autocommit(store->writer) == 0)
        sqlite3_exec(store->writer, "ROLLBACK", NULL, NULL, NULL);
    if (is_in_memory(store))
        pthread_mutex_unlock(&store->lock);
}

void dx_store_tidy(dx_store *store)
{
    if (!is_in_memory(store))
        sqlite3_wal_checkpoint_v2(store->writer, NULL,
                                  SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

// ---- reading ----

// A row has one line of a record or several, and the number of its first.
#define LINES                                                                  \
    "(SELECT n + 1 + length(text) - length(replace(text, char(10), '')) "      \
    "FROM line WHERE game = game.n ORDER BY n DESC LIMIT 1)"
#define COLUMNS                                                                \
    "SELECT n, id, rules, seats, options, seed, state, since, scores, " LINES  \
    " FROM game "

static const char *text_of(sqlite3_stmt *from, int column)
{
    return (const char *)sqlite3_column_text(from, column);
}

// Visits every game that a statement finds, and ends it.  How many they were.
static unsigned visit_all(sqlite3_stmt *statement, dx_store_visit *visit,
                          void *context)
{
    unsigned count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        int64_t seed = sqlite3_column_int64(statement, 5);
        dx_stored_game game = {
            .game = sqlite3_column_int64(statement, 0),
            .id = text_of(statement, 1),
            .rules = text_of(statement, 2),
            .seats = text_of(statement, 3),
            .options = text_of(statement, 4),
            .state = text_of(statement, 6),
            .since = sqlite3_column_int64(statement, 7),
            .scores = text_of(statement, 8),
            .lines = (unsigned)sqlite3_column_int64(statement, 9),
        };
        memcpy(&game.seed, &seed, sizeof seed);
        visit(context, &game);
        count++;
    }
    return count;
}

static dx_status ready(dx_store *store, const char *sql, sqlite3_stmt **out,
                       dx_error *error)
{
    return sqlite3_prepare_v2(store->reader, sql, -1, out, NULL) == SQLITE_OK
               ? DX_OK
               : trouble(store->reader, error);
}

dx_status dx_store_running(dx_store *store, dx_store_visit *visit,
                           void *context, dx_error *error)
{
    sqlite3_stmt *statement = NULL;
    pthread_mutex_lock(&store->lock);
    dx_status status =
        ready(store, COLUMNS "WHERE state IN ('open', 'running') ORDER BY n",
              &statement, error);
    if (status == DX_OK)
        visit_all(statement, visit, context);
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->lock);
    return status;
}

dx_status dx_store_over(dx_store *store, int64_t before, unsigned limit,
                        dx_store_visit *visit, void *context, dx_error *error)
{
    sqlite3_stmt *statement = NULL;
    pthread_mutex_lock(&store->lock);
    dx_status status = ready(
        store, COLUMNS "WHERE state = 'over' AND n < ? ORDER BY n DESC LIMIT ?",
        &statement, error);
    if (status == DX_OK) {
        sqlite3_bind_int64(statement, 1, before > 0 ? before : INT64_MAX);
        sqlite3_bind_int64(statement, 2, limit);
        visit_all(statement, visit, context);
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->lock);
    return status;
}

dx_status dx_store_count_over(dx_store *store, uint64_t *out, dx_error *error)
{
    sqlite3_stmt *statement = NULL;
    pthread_mutex_lock(&store->lock);
    dx_status status =
        ready(store, "SELECT count(*) FROM game WHERE state = 'over'",
              &statement, error);
    *out = 0;
    if (status == DX_OK && sqlite3_step(statement) == SQLITE_ROW)
        *out = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->lock);
    return status;
}

bool dx_store_find(dx_store *store, const char *id, dx_store_visit *visit,
                   void *context)
{
    sqlite3_stmt *statement = NULL;
    bool found = false;
    pthread_mutex_lock(&store->lock);
    if (ready(store, COLUMNS "WHERE id = ?", &statement, NULL) == DX_OK) {
        bind_text(statement, 1, id);
        found = visit_all(statement, visit, context) > 0;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->lock);
    return found;
}

dx_status dx_store_lines(dx_store *store, int64_t game, dx_text *out,
                         dx_error *error)
{
    sqlite3_stmt *statement = NULL;
    pthread_mutex_lock(&store->lock);
    dx_status status =
        ready(store, "SELECT text FROM line WHERE game = ? ORDER BY n",
              &statement, error);
    if (status == DX_OK) {
        sqlite3_bind_int64(statement, 1, game);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            dx_text_add(out, text_of(statement, 0));
            dx_text_add_char(out, '\n');
        }
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->lock);
    return status;
}

int64_t dx_store_last(dx_store *store)
{
    pthread_mutex_lock(&store->lock);
    int64_t last = pragma(store->reader, "SELECT max(n) FROM game");
    pthread_mutex_unlock(&store->lock);
    return last > 0 ? last : 0;
}

bool dx_store_has_room(const dx_store *store)
{
    enum { MEGABYTES = 64 };
    struct statvfs disk;
    return store->path == NULL || statvfs(store->path, &disk) != 0 ||
           (uint64_t)disk.f_bavail * disk.f_frsize > (uint64_t)MEGABYTES << 20;
}

// Beside the file first, so that there is always a whole one.  The reader's
// connection is locked only for a piece at a time.
dx_status dx_store_backup(dx_store *store, const char *path, dx_error *error)
{
    enum { PAGES = 256, PAUSE_MS = 5 };
    dx_text beside = {0};
    sqlite3 *copy = NULL;
    dx_text_printf(&beside, "%s.new", path);
    const char *name = dx_text_string(&beside);
    unlink(name);
    dx_status status = open_one(
        name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &copy, error);
    if (status == DX_OK) {
        sqlite3_backup *backup =
            sqlite3_backup_init(copy, "main", store->reader, "main");
        int code = backup != NULL ? SQLITE_OK : SQLITE_ERROR;
        while (code == SQLITE_OK || code == SQLITE_BUSY ||
               code == SQLITE_LOCKED) {
            pthread_mutex_lock(&store->lock);
            code = backup != NULL ? sqlite3_backup_step(backup, PAGES) : code;
            pthread_mutex_unlock(&store->lock);
            if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
                sqlite3_sleep(PAUSE_MS);
        }
        sqlite3_backup_finish(backup);
        if (code != SQLITE_DONE)
            status = trouble(copy, error);
    }
    sqlite3_close(copy);
    if (status == DX_OK && rename(name, path) != 0)
        status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write the copy");
    dx_text_release(&beside);
    dx_error_in_file(status == DX_OK ? NULL : error, path);
    return status;
}
