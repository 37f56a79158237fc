// SQLite in WAL mode: one connection writes, another reads, so that who reads
// waits for nobody and sees only what was committed.  In memory there is one
// connection for both, and a lock that a group of changes holds to its end.
//
// A commit is safe when it returns (synchronous=FULL syncs the log each time).
// Checkpoints, which move the log into the file, are slow where the disk is: so
// they are not made inside commits but when the writer has nothing to do
// (dx_store_tidy).  A running game has its last page in use, so the cache of
// pages is as large as some thousand games want it.
//
// The tails of games are a table of their own, eighty to a page, so that a move
// of each of a thousand games writes a dozen pages more and not a thousand.

#include "store/store_private.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { BUSY_MS = 10000 };

static const char schema[] =
    "CREATE TABLE game(n INTEGER PRIMARY KEY, id TEXT NOT NULL "
    "UNIQUE, rules TEXT NOT NULL, seats TEXT NOT NULL, options TEXT NOT NULL, "
    "seed INTEGER NOT NULL, state TEXT NOT NULL, since INTEGER NOT NULL, "
    "scores TEXT) STRICT;"
    "CREATE TABLE line(game INTEGER NOT NULL, n INTEGER NOT "
    "NULL, text TEXT NOT NULL, PRIMARY KEY(game, n)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX game_state ON game(state, n);"
    "CREATE TABLE tail(game INTEGER PRIMARY KEY, lines INTEGER NOT NULL, "
    "chain INTEGER NOT NULL, card INTEGER NOT NULL) STRICT;";

static const char *const puts_sql[DX_PUTS] = {
    [DX_PUT_GAME] =
        "INSERT INTO game(n, id, rules, seats, options, seed, state, since, "
        "scores) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [DX_PUT_LINE] = "INSERT INTO line(game, n, text) VALUES(?, ?, ?)",
    [DX_PUT_SEATS] = "UPDATE game SET seats = ? WHERE n = ?",
    [DX_PUT_STATE] = "UPDATE game SET state = ?, scores = ? WHERE n = ?",
    [DX_PUT_PROBE] = "PRAGMA user_version = 2",
    [DX_PUT_TAIL] =
        "INSERT INTO tail(game, lines, chain, card) VALUES(?, 0, ?, ?)",
    [DX_PUT_CHAIN] = "UPDATE tail SET lines = ?, chain = ? WHERE game = ?",
    [DX_PUT_CARD] = "UPDATE tail SET card = ? WHERE game = ?",
    [DX_GET_TAIL] = "SELECT lines, chain FROM tail WHERE game = ?",
    [DX_GET_GAME] = DX_STORE_GAME "WHERE n = ?",
};

// ---- troubles ----

dx_status dx_store_trouble(sqlite3 *db, int code, dx_error *error)
{
    bool is_damage =
        dx_store_is_damage(code) || (code & 0xff) == SQLITE_CONSTRAINT;
    const char *text = sqlite3_errmsg(db);
    if (sqlite3_extended_errcode(db) != code && sqlite3_errcode(db) != code)
        text = sqlite3_errstr(code);
    if ((code & 0xff) == SQLITE_IOERR && sqlite3_system_errno(db) == ENOSPC)
        text = sqlite3_errstr(SQLITE_FULL); // of a file beside the store
    return dx_fail(error, is_damage ? DX_ERR_INPUT : DX_ERR_FILE, 0, 0,
                   "the store: %s", text);
}

dx_status dx_store_damage(dx_error *error, const char *what)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "the store is damaged: %s", what);
}

dx_status dx_store_execute(sqlite3 *db, const char *sql, dx_error *error)
{
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? DX_OK : dx_store_trouble(db, code, error);
}

bool dx_store_is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

int dx_store_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out)
{
    int code = sqlite3_prepare_v2(db, sql, -1, out, NULL);
    if (!dx_store_is_damage(code) && code != SQLITE_ERROR)
        return code;
    sqlite3_db_release_memory(db);
    return sqlite3_prepare_v2(db, sql, -1, out, NULL);
}

static int read_number(sqlite3 *db, const char *sql, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    int code = dx_store_prepare(db, sql, &statement);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *out = sqlite3_column_int64(statement, 0);
        code = sqlite3_step(statement);
        code = code == SQLITE_DONE ? SQLITE_OK : code;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_ERROR : code; // it gave none
}

int dx_store_number(sqlite3 *db, const char *sql, int64_t *out)
{
    int code = read_number(db, sql, out);
    if (!dx_store_is_damage(code))
        return code;
    sqlite3_db_release_memory(db);
    return read_number(db, sql, out);
}

// ---- sums ----

int64_t dx_store_signed(uint64_t bits)
{
    int64_t number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t add_text(uint64_t sum, const char *text)
{
    return text == NULL ? dx_hash_add(sum, 0)
                        : dx_hash_add(sum, dx_hash_bytes(text, strlen(text)));
}

uint64_t dx_store_card(const dx_stored_game *game)
{
    uint64_t sum = dx_hash_add((uint64_t)game->game, game->seed);
    sum = dx_hash_add(sum, (uint64_t)game->since);
    sum = add_text(sum, game->id);
    sum = add_text(sum, game->rules);
    sum = add_text(sum, game->seats);
    sum = add_text(sum, game->options);
    sum = add_text(sum, game->state);
    return add_text(sum, game->scores);
}

uint64_t dx_store_chain(uint64_t chain, unsigned n, const char *text,
                        size_t length)
{
    return dx_hash_add(dx_hash_add(chain, n), dx_hash_bytes(text, length));
}

unsigned dx_store_lines_in(const char *text, size_t length)
{
    unsigned lines = 1;
    const char *end = text + length;
    while ((text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        lines++;
        text++;
    }
    return lines;
}

// ---- opening ----

// A file without tables is a new one, of one page at most.  Where there are
// more, its first page is one of before: a new store would be written over all
// games.
static dx_status check_new(sqlite3 *db, dx_error *error)
{
    const char *path = sqlite3_db_filename(db, "main");
    uint64_t bytes = path != NULL ? dx_store_bytes(path, "") : 0;
    int64_t page = 0;
    int code = dx_store_number(db, "PRAGMA page_size", &page);
    if (code != SQLITE_OK)
        return dx_store_trouble(db, code, error);
    if (bytes <= (uint64_t)page)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the first page of the file says that it is empty, but it "
                   "has %llu bytes: it is damaged; take a backup; nothing was "
                   "touched",
                   (unsigned long long)bytes);
}

// Is it ours, or still empty?  Its version; 0: empty.
static dx_status check_kind(sqlite3 *db, int64_t *out, dx_error *error)
{
    int64_t kind = 0, version = 0, tables = 0;
    int code =
        dx_store_number(db, "SELECT count(*) FROM sqlite_master", &tables);
    if (code == SQLITE_OK)
        code = dx_store_number(db, "PRAGMA application_id", &kind);
    if (code == SQLITE_OK)
        code = dx_store_number(db, "PRAGMA user_version", &version);
    if (code != SQLITE_OK)
        return dx_store_trouble(db, code, error);
    *out = tables == 0 ? 0 : version;
    if (tables == 0)
        return check_new(db, error);
    if (kind == DX_STORE_KIND && version >= 1 && version <= DX_STORE_VERSION)
        return DX_OK;
    if (kind == DX_STORE_KIND)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "a store of version %" PRId64
                       "; this doxa reads version %d",
                       version, DX_STORE_VERSION);
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "this is no store of doxa");
}

// An empty file becomes a store, whole or not at all.
static dx_status found(sqlite3 *db, dx_error *error)
{
    char pragmas[100];
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA application_id=%d; PRAGMA user_version=%d;", DX_STORE_KIND,
             DX_STORE_VERSION);
    dx_status status = dx_store_execute(db, "BEGIN IMMEDIATE", error);
    int64_t tables = 0;
    if (status == DX_OK &&
        dx_store_number(db, "SELECT count(*) FROM sqlite_master", &tables) ==
            SQLITE_OK &&
        tables > 0) // somebody was quicker
        return dx_store_execute(db, "COMMIT", error);
    if (status == DX_OK)
        status = dx_store_execute(db, pragmas, error);
    if (status == DX_OK)
        status = dx_store_execute(db, schema, error);
    if (status == DX_OK)
        status = dx_store_execute(db, "COMMIT", error);
    if (status != DX_OK && sqlite3_get_autocommit(db) == 0)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static dx_status prepare(dx_store *store, dx_sync sync, int64_t version,
                         dx_error *error)
{
    sqlite3 *db = store->writer;
    char pragmas[200];
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA journal_mode=WAL; PRAGMA synchronous=%s;"
             "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-32768",
             sync == DX_SYNC_NORMAL ? "NORMAL" : "FULL");
    dx_status status = dx_store_execute(db, pragmas, error);
    if (status == DX_OK && version == 0)
        status = found(db, error);
    for (unsigned i = 0; i < DX_PUTS && status == DX_OK; i++) {
        int code =
            sqlite3_prepare_v3(db, puts_sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->put[i], NULL);
        if (code != SQLITE_OK)
            status = dx_store_trouble(db, code, error);
    }
    return status;
}

dx_status dx_store_open_one(const char *path, int flags, sqlite3 **out,
                            dx_error *error)
{
    // Hashes of tokens and the cards of games are in it: it is its host's.
    if ((flags & SQLITE_OPEN_CREATE) != 0 && strcmp(path, ":memory:") != 0) {
        int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            close(file);
    }
    int code = sqlite3_open_v2(path, out, flags | SQLITE_OPEN_FULLMUTEX, NULL);
    if (code != SQLITE_OK)
        return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot open the store: %s",
                       sqlite3_errstr(code));
    sqlite3_busy_timeout(*out, BUSY_MS);
    return DX_OK;
}

// ---- where nothing can be written ----

// A copy on a medium that nobody can write, to be looked at.
static bool is_writable(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder =
        dx_copy_text_part(path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    bool can = access(path, F_OK) != 0 || access(path, W_OK) == 0;
    can = can && access(*folder != '\0' ? folder : ".", W_OK) == 0;
    dx_free(folder);
    return can;
}

static dx_status open_unchanged(dx_store *store, int64_t *version,
                                dx_error *error)
{
    enum { FLAGS = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI };
    dx_text name = {0};
    if (dx_store_bytes(store->path, "-wal") > 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "a log was left beside the store, and it cannot be read "
                       "where nothing can be written: copy the file, -wal and "
                       "-shm to another folder, and look at them there");
    dx_text_add(&name, "file:");
    for (const char *at = store->path; *at != '\0'; at++)
        if (strchr("%?#", *at) != NULL)
            dx_text_printf(&name, "%%%02x", (unsigned char)*at);
        else
            dx_text_add_char(&name, *at);
    dx_text_add(&name, "?immutable=1");
    const char *uri = dx_text_string(&name);
    dx_status status = dx_store_open_one(uri, FLAGS, &store->writer, error);
    if (status == DX_OK)
        status = check_kind(store->writer, version, error);
    if (status == DX_OK && *version != DX_STORE_VERSION)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         *version == 0 ? "this is no store of doxa"
                                       : "a store of an earlier version: it is "
                                         "brought up to date where it can be "
                                         "written");
    if (status == DX_OK)
        status = dx_store_open_one(uri, FLAGS, &store->reader, error);
    dx_text_release(&name);
    return status;
}

// Opens the connection that writes; what is older becomes a file of today.
static dx_status open_writer(dx_store *store, int64_t *version, dx_error *error)
{
    const char *path = store->path != NULL ? store->path : ":memory:";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    dx_status status = dx_store_open_one(path, flags, &store->writer, error);
    if (status == DX_OK)
        status = check_kind(store->writer, version, error);
    if (status != DX_OK || *version == 0 || *version == DX_STORE_VERSION)
        return status;
    sqlite3_close(store->writer);
    store->writer = NULL;
    status = dx_store_renew(path, error);
    if (status == DX_OK)
        status = dx_store_open_one(path, flags, &store->writer, error);
    return status;
}

// Before SQLite does.
static dx_status read_log(dx_store *store, dx_sync sync, bool *is_lost,
                          dx_error *error)
{
    dx_text noted = {0};
    dx_status status =
        dx_store_read_log(store->path, sync, &noted, is_lost, error);
    if (noted.length > 0)
        store->noted = dx_text_take(&noted);
    dx_text_release(&noted);
    return store->noted == NULL || sync != DX_SYNC_ASIDE
               ? status
               : dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "%s; a server that is started on it reads what can be "
                         "read, and says which games are damaged",
                         store->noted);
}

// Of the games that go on lines may be lost that were acknowledged: so that
// none is ever played on from a shorter past, each has had more than are there.
static dx_status mark_lost(dx_store *store, dx_error *error)
{
    return dx_store_execute(
        store->writer,
        "UPDATE tail SET lines = lines + 1 WHERE game IN (SELECT n FROM game "
        "WHERE state IN ('open', 'running'))",
        error);
}

// A log lies beside one name, and whoever opens another does not see it.
static dx_status check_links(const char *path, dx_error *error)
{
    struct stat there;
    if (stat(path, &there) != 0 || there.st_nlink < 2)
        return DX_OK;
    return dx_fail(error, DX_ERR_FILE, 0, 0,
                   "the store has %llu names (hard links), and its log lies "
                   "beside one of them; remove the others, or make copies of "
                   "them",
                   (unsigned long long)there.st_nlink);
}

dx_status dx_store_find_file(const char *path, char **out, dx_error *error)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (path[0] == '\0')
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "expected the name of a file, not an empty one");
    char *full = dx_alloc((size_t)vfs->mxPathname + 1, 1);
    int code = vfs->xFullPathname(vfs, path, vfs->mxPathname + 1, full);
    if ((code & 0xff) != SQLITE_OK) {
        dx_free(full);
        return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot open the store: %s",
                       sqlite3_errstr(code));
    }
    *out = full;
    return DX_OK;
}

static dx_status open_file(dx_store *store, dx_sync sync, dx_error *error)
{
    int64_t version = 0;
    bool is_lost = false;
    dx_status status = dx_store_check_name(store->path, error);
    if (status == DX_OK)
        status = check_links(store->path, error);
    if (status == DX_OK)
        status = dx_store_check_lost(store->path, error);
    if (status == DX_OK && sync == DX_SYNC_ASIDE && !is_writable(store->path))
        return open_unchanged(store, &version, error);
    if (status == DX_OK)
        status = read_log(store, sync, &is_lost, error);
    if (status == DX_OK)
        status = open_writer(store, &version, error);
    if (status == DX_OK)
        status = prepare(store, sync, version, error);
    if (status == DX_OK && is_lost)
        status = mark_lost(store, error);
    if (status == DX_OK)
        status = dx_store_open_one(store->path, SQLITE_OPEN_READONLY,
                                   &store->reader, error);
    return status;
}

static dx_status open_memory(dx_store *store, dx_sync sync, dx_error *error)
{
    int64_t version = 0;
    dx_status status = open_writer(store, &version, error);
    store->reader = store->writer;
    return status == DX_OK ? prepare(store, sync, version, error) : status;
}

dx_status dx_store_open(const char *path, dx_sync sync, dx_store **out_store,
                        dx_error *error)
{
    dx_store *store = dx_alloc(1, sizeof *store);
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->fault_lock, NULL);
    store->claim = -1;
    dx_status status =
        path != NULL ? dx_store_find_file(path, &store->path, error) : DX_OK;
    if (status == DX_OK)
        status = path != NULL ? open_file(store, sync, error)
                              : open_memory(store, sync, error);
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
    for (unsigned i = 0; i < DX_PUTS; i++)
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
    pthread_mutex_destroy(&store->fault_lock);
    for (size_t i = 0; i < store->faults.count; i++) {
        dx_free(store->faults.at[i].id);
        dx_free(store->faults.at[i].what);
    }
    dx_vector_release(&store->faults);
    dx_free(store->noted);
    dx_free(store->path);
    dx_free(store);
}

int dx_store_lock(const char *path)
{
    enum { TRIES = 10, PAUSE_MS = 100 }; // one that ends takes a moment
    int file = open(path, O_RDONLY | O_CLOEXEC);
    for (unsigned i = 0; i < TRIES && file >= 0; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return file;
        sqlite3_sleep(PAUSE_MS);
    }
    if (file >= 0)
        close(file);
    return -1;
}

dx_status dx_store_claim(dx_store *store, dx_error *error)
{
    if (store->path == NULL)
        return DX_OK;
    bool is_for_reading = sqlite3_db_readonly(store->writer, "main") == 1;
    if (!is_for_reading)
        store->claim = dx_store_lock(store->path);
    if (store->claim >= 0)
        return DX_OK;
    dx_fail(error, DX_ERR_FILE, 0, 0, "%s",
            is_for_reading
                ? "this store can be read and not be written"
                : "another server has this store; games are added there");
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
    dx_status status =
        dx_store_execute(store->writer, "BEGIN IMMEDIATE", error);
    if (status != DX_OK && is_in_memory(store))
        pthread_mutex_unlock(&store->lock);
    return status;
}

static void bind_text(sqlite3_stmt *put, int at, const char *text)
{
    sqlite3_bind_text(put, at, text, -1, SQLITE_STATIC);
}

// Ends a statement, which has changed one row (or has none to change).
static dx_status end_put(dx_store *store, dx_put what, bool changes_one,
                         dx_error *error)
{
    sqlite3_stmt *put = store->put[what];
    int code = sqlite3_step(put);
    bool is_done = code == SQLITE_DONE;
    dx_status status =
        is_done ? DX_OK : dx_store_trouble(store->writer, code, error);
    if (is_done && changes_one && sqlite3_changes(store->writer) != 1)
        status = dx_store_damage(error, "there is no such game");
    sqlite3_reset(put);
    sqlite3_clear_bindings(put);
    return status;
}

static dx_stored_game game_of(const dx_row *row)
{
    return (dx_stored_game){.game = row->game,
                            .since = row->since,
                            .seed = row->seed,
                            .id = row->id,
                            .rules = row->text,
                            .seats = row->seats,
                            .options = row->options,
                            .scores = row->scores,
                            .state = row->state};
}

static dx_status put_game(dx_store *store, const dx_row *row, dx_error *error)
{
    dx_stored_game game = game_of(row);
    sqlite3_stmt *put = store->put[DX_PUT_GAME];
    sqlite3_bind_int64(put, 1, row->game);
    bind_text(put, 2, row->id);
    bind_text(put, 3, row->text);
    bind_text(put, 4, row->seats);
    bind_text(put, 5, row->options);
    sqlite3_bind_int64(put, 6, dx_store_signed(row->seed));
    bind_text(put, 7, row->state);
    sqlite3_bind_int64(put, 8, row->since);
    bind_text(put, 9, row->scores);
    dx_status status = end_put(store, DX_PUT_GAME, true, error);
    if (status != DX_OK)
        return status;
    put = store->put[DX_PUT_TAIL];
    sqlite3_bind_int64(put, 1, row->game);
    sqlite3_bind_int64(put, 2, DX_CHAIN_START);
    sqlite3_bind_int64(put, 3, dx_store_signed(dx_store_card(&game)));
    return end_put(store, DX_PUT_TAIL, true, error);
}

// Behind the lines so far, and nowhere else.
static dx_status put_line(dx_store *store, const dx_row *row, dx_error *error)
{
    sqlite3_stmt *get = store->put[DX_GET_TAIL], *put;
    sqlite3_bind_int64(get, 1, row->game);
    int code = sqlite3_step(get);
    unsigned lines = (unsigned)sqlite3_column_int64(get, 0);
    uint64_t chain = (uint64_t)sqlite3_column_int64(get, 1);
    sqlite3_reset(get);
    if (code == SQLITE_DONE)
        return dx_store_damage(error, "nothing is known of the game's lines");
    if (code != SQLITE_ROW)
        return dx_store_trouble(store->writer, code, error);
    if (lines != row->n)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "line %u of a game of which %u are kept", row->n, lines);
    size_t length = strlen(row->text);
    put = store->put[DX_PUT_LINE];
    sqlite3_bind_int64(put, 1, row->game);
    sqlite3_bind_int64(put, 2, row->n);
    bind_text(put, 3, row->text);
    dx_status status = end_put(store, DX_PUT_LINE, true, error);
    if (status != DX_OK)
        return status;
    put = store->put[DX_PUT_CHAIN];
    sqlite3_bind_int64(put, 1, lines + dx_store_lines_in(row->text, length));
    sqlite3_bind_int64(
        put, 2,
        dx_store_signed(dx_store_chain(chain, row->n, row->text, length)));
    sqlite3_bind_int64(put, 3, row->game);
    return end_put(store, DX_PUT_CHAIN, true, error);
}

// The sum of the game's row as it will be, if it is right as it is.
static dx_status next_card(dx_store *store, const dx_row *row, uint64_t *out,
                           dx_error *error)
{
    sqlite3_stmt *get = store->put[DX_GET_GAME];
    dx_stored_game game;
    dx_status status = DX_OK;
    sqlite3_bind_int64(get, 1, row->game);
    int code = sqlite3_step(get);
    if (code == SQLITE_DONE)
        status = dx_store_damage(error, "there is no such game");
    else if (code != SQLITE_ROW)
        status = dx_store_trouble(store->writer, code, error);
    if (status == DX_OK) {
        dx_store_game_at(get, &game);
        if (game.damage != NULL)
            status = dx_store_damage(error, game.damage);
    }
    if (status == DX_OK && row->kind == DX_ROW_SEATS)
        game.seats = row->seats;
    if (status == DX_OK && row->kind == DX_ROW_STATE) {
        game.state = row->state;
        game.scores = row->scores;
    }
    if (status == DX_OK)
        *out = dx_store_card(&game);
    sqlite3_reset(get);
    return status;
}

static dx_status put_change(dx_store *store, const dx_row *row, dx_error *error)
{
    bool is_seats = row->kind == DX_ROW_SEATS;
    dx_put what = is_seats ? DX_PUT_SEATS : DX_PUT_STATE;
    sqlite3_stmt *put = store->put[what];
    uint64_t card = 0;
    dx_status status = next_card(store, row, &card, error);
    if (status != DX_OK)
        return status;
    bind_text(put, 1, is_seats ? row->seats : row->state);
    if (!is_seats)
        bind_text(put, 2, row->scores);
    sqlite3_bind_int64(put, is_seats ? 2 : 3, row->game);
    status = end_put(store, what, true, error);
    if (status != DX_OK)
        return status;
    put = store->put[DX_PUT_CARD];
    sqlite3_bind_int64(put, 1, dx_store_signed(card));
    sqlite3_bind_int64(put, 2, row->game);
    return end_put(store, DX_PUT_CARD, true, error);
}

dx_status dx_store_put(dx_store *store, const dx_row *row, dx_error *error)
{
    assert(!sqlite3_get_autocommit(store->writer));
    switch (row->kind) {
    case DX_ROW_GAME:
        return put_game(store, row, error);
    case DX_ROW_LINE:
        return put_line(store, row, error);
    case DX_ROW_SEATS:
    case DX_ROW_STATE:
        return put_change(store, row, error);
    case DX_ROW_PROBE:
        break;
    }
    return end_put(store, DX_PUT_PROBE, false, error);
}

dx_status dx_store_commit(dx_store *store, dx_error *error)
{
    assert(!sqlite3_get_autocommit(store->writer)); // it was begun
    dx_status status = dx_store_execute(store->writer, "COMMIT", error);
    if (status == DX_OK && is_in_memory(store))
        pthread_mutex_unlock(&store->lock);
    return status;
}

void dx_store_undo(dx_store *store)
{
    if (sqlite3_get_autocommit(store->writer) == 0)
        sqlite3_exec(store->writer, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_db_release_memory(store->writer); // what it has may be the trouble
    if (is_in_memory(store))
        pthread_mutex_unlock(&store->lock);
}

void dx_store_tidy(dx_store *store)
{
    if (!is_in_memory(store))
        sqlite3_wal_checkpoint_v2(store->writer, NULL,
                                  SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

const char *dx_store_lacks(const dx_store *store)
{
    enum { MEGABYTES = 64 };
    struct stat ours, there;
    struct statvfs disk;
    if (store->claim >= 0 && fstat(store->claim, &ours) == 0 &&
        (stat(store->path, &there) != 0 || there.st_ino != ours.st_ino ||
         there.st_dev != ours.st_dev))
        return "the file of the store was taken away from under the server";
    if (store->path != NULL && statvfs(store->path, &disk) == 0 &&
        (uint64_t)disk.f_bavail * disk.f_frsize <= (uint64_t)MEGABYTES << 20)
        return "the disk is full, or has less than 64 MB";
    return NULL;
}
