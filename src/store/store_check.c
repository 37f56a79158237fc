// Looking after the store: bringing an older file up to date, checking
// everything, and copying.

#include "store/store_private.h"

#include "base/heed.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- from version 1 ----

// Version 1 kept no tails.  They are made from what is there; a game that
// cannot be read whole gets none, and is damaged from then on.  All are read
// first, by a connection of their own: one that has come upon damage inside a
// change does not get that change done.
typedef struct tail {
    int64_t game, lines, chain, card;
} tail;
typedef struct tail_list {
    DX_VECTOR(tail) at;
} tail_list;

static dx_status read_tail(sqlite3 *db, int64_t number, tail_list *out,
                           dx_error *error)
{
    sqlite3_stmt *game = NULL, *lines = NULL;
    dx_lines_found found;
    dx_stored_game stored;
    int code =
        sqlite3_prepare_v2(db, DX_STORE_BARE "WHERE n = ?", -1, &game, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db, DX_STORE_BARE_LINES, -1, &lines, NULL);
    sqlite3_bind_int64(game, 1, number);
    sqlite3_bind_int64(lines, 1, number);
    if (code == SQLITE_OK && sqlite3_step(game) == SQLITE_ROW &&
        dx_store_fold(db, lines, NULL, &found, NULL) == DX_OK) {
        dx_store_game_at(game, &stored);
        tail one = {number, found.lines, dx_store_signed(found.chain),
                    dx_store_signed(dx_store_card(&stored))};
        dx_vector_push(&out->at, one);
    }
    sqlite3_finalize(game);
    sqlite3_finalize(lines);
    return code == SQLITE_OK ? DX_OK : dx_store_trouble(db, code, error);
}

static dx_status read_tails(const char *path, tail_list *out, dx_error *error)
{
    sqlite3 *db = NULL;
    dx_number_list list = {0};
    dx_highest last = {0, 0};
    dx_status status =
        dx_store_open_one(path, SQLITE_OPEN_READWRITE, &db, error);
    if (status == DX_OK)
        status = dx_store_highest(db, false, &last, error);
    if (status == DX_OK &&
        dx_store_gather(db, "SELECT n FROM game NOT INDEXED ORDER BY n", 0, 0,
                        &list) != SQLITE_DONE) {
        list.at.count = 0;
        for (int64_t n = 1; n <= last.sure; n++)
            dx_vector_push(&list.at, n);
    }
    for (size_t i = 0; i < list.at.count && status == DX_OK; i++)
        status = read_tail(db, list.at.at[i], out, error);
    sqlite3_close(db);
    dx_vector_release(&list.at);
    return status;
}

static dx_status put_tail(sqlite3 *db, const tail *one, dx_error *error)
{
    sqlite3_stmt *put = NULL;
    int code = sqlite3_prepare_v2(db, "INSERT INTO tail VALUES(?, ?, ?, ?)", -1,
                                  &put, NULL);
    sqlite3_bind_int64(put, 1, one->game);
    sqlite3_bind_int64(put, 2, one->lines);
    sqlite3_bind_int64(put, 3, one->chain);
    sqlite3_bind_int64(put, 4, one->card);
    if (code == SQLITE_OK)
        code = sqlite3_step(put);
    dx_status status =
        code == SQLITE_DONE ? DX_OK : dx_store_trouble(db, code, error);
    sqlite3_finalize(put);
    return status;
}

static dx_status put_tails(const char *path, const tail_list *tails,
                           dx_error *error)
{
    sqlite3 *db = NULL;
    dx_status status =
        dx_store_open_one(path, SQLITE_OPEN_READWRITE, &db, error);
    if (status == DX_OK)
        status = dx_store_execute(
            db,
            "BEGIN IMMEDIATE;"
            "CREATE TABLE tail(game INTEGER PRIMARY KEY, lines INTEGER NOT "
            "NULL, chain INTEGER NOT NULL, card INTEGER NOT NULL) STRICT;",
            error);
    for (size_t i = 0; i < tails->at.count && status == DX_OK; i++)
        status = put_tail(db, &tails->at.at[i], error);
    if (status == DX_OK)
        status = dx_store_execute(db, "PRAGMA user_version = 2; COMMIT", error);
    if (db != NULL && sqlite3_get_autocommit(db) == 0)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    return status;
}

static int64_t version_of(const char *path)
{
    sqlite3 *db = NULL;
    int64_t version = 0;
    if (dx_store_open_one(path, SQLITE_OPEN_READWRITE, &db, NULL) != DX_OK ||
        dx_store_number(db, "PRAGMA user_version", &version) != SQLITE_OK)
        version = 0;
    sqlite3_close(db);
    return version;
}

dx_status dx_store_renew(const char *path, dx_error *error)
{
    tail_list tails = {0};
    dx_status status = DX_OK;
    // A server of the earlier version would write lines and no tails.
    int lock = dx_store_lock(path);
    if (lock < 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "this store is of an earlier version, and a server has "
                       "it; end that first");
    if (version_of(path) < DX_STORE_VERSION) { // nobody was quicker
        status = read_tails(path, &tails, error);
        if (status == DX_OK)
            status = put_tails(path, &tails, error);
    }
    dx_vector_release(&tails.at);
    close(lock);
    return status;
}

// ---- faults ----

// Under the lock.
static dx_damaged_game *fault_at(dx_store *store, int64_t game)
{
    for (size_t i = 0; i < store->faults.count; i++)
        if (store->faults.at[i].game == game)
            return &store->faults.at[i];
    return NULL;
}

static void add_fault(dx_store *store, int64_t game, const char *id,
                      const char *what, bool stays)
{
    enum { FAULTS_MAX = 10000 };
    pthread_mutex_lock(&store->fault_lock);
    dx_damaged_game *known = fault_at(store, game);
    if (known != NULL)
        known->stays |= stays;
    else if (store->faults.count < FAULTS_MAX)
        dx_vector_push(&store->faults,
                       ((dx_damaged_game){game, dx_copy_text(id),
                                          dx_copy_text(what), stays}));
    pthread_mutex_unlock(&store->fault_lock);
}

void dx_store_find_fault(dx_store *store, int64_t game, const char *id,
                         const char *what)
{
    add_fault(store, game, id, what, game == 0);
}

void dx_store_blame(dx_store *store, int64_t game, const char *what)
{
    add_fault(store, game, "", what, true);
}

void dx_store_forgive(dx_store *store, int64_t game)
{
    pthread_mutex_lock(&store->fault_lock);
    dx_damaged_game *known =
        store->faults.count > 0 ? fault_at(store, game) : NULL;
    if (known != NULL && !known->stays) {
        dx_free(known->id);
        dx_free(known->what);
        *known = store->faults.at[--store->faults.count];
    }
    pthread_mutex_unlock(&store->fault_lock);
}

bool dx_store_fault_of(dx_store *store, int64_t game,
                       char out[DX_ERROR_MESSAGE_MAX])
{
    pthread_mutex_lock(&store->fault_lock);
    const dx_damaged_game *known =
        store->faults.count > 0 ? fault_at(store, game) : NULL;
    if (known != NULL)
        snprintf(out, DX_ERROR_MESSAGE_MAX, "%s", known->what);
    pthread_mutex_unlock(&store->fault_lock);
    return known != NULL;
}

size_t dx_store_faults(dx_store *store, dx_store_fault *tell, void *context)
{
    pthread_mutex_lock(&store->fault_lock);
    size_t count = store->faults.count;
    for (size_t i = 0; i < count && tell != NULL; i++)
        tell(context, store->faults.at[i].game, store->faults.at[i].id,
             store->faults.at[i].what);
    pthread_mutex_unlock(&store->fault_lock);
    return count;
}

const char *dx_store_noted(const dx_store *store)
{
    return store->noted;
}

// ---- checking ----

typedef struct checking {
    dx_store *store;
    dx_store_fault *tell;
    void *context;
    dx_store_health *health;
    DX_VECTOR(int64_t) sound; // games whose lines are still to be read
    DX_VECTOR(char *) id;
} checking;

static void fault(checking *c, int64_t game, const char *id, const char *what)
{
    c->health->faults++;
    if (c->tell != NULL)
        c->tell(c->context, game, id, what);
}

// SQLite asks whether it is to give up.
static int is_called_off(void *context)
{
    (void)context;
    return dx_is_called_off();
}

// What SQLite says of pages, indices and their order; of all, or of a table.
static void check_file(checking *c, const char *sql)
{
    enum { STEPS = 10000 };
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = c->store->reader;
    pthread_mutex_lock(&c->store->lock);
    sqlite3_progress_handler(db, STEPS, is_called_off, NULL);
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *text = (const char *)sqlite3_column_text(statement, 0);
            if (text == NULL || strcmp(text, "ok") != 0)
                fault(c, 0, NULL, text != NULL ? text : "?");
        }
    if (code != SQLITE_DONE && code != SQLITE_INTERRUPT)
        fault(c, 0, NULL, sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    pthread_mutex_unlock(&c->store->lock);
}

static void note_game(void *context, const dx_stored_game *game)
{
    checking *c = context;
    c->health->games++;
    if (game->damage != NULL) {
        fault(c, game->game, game->id, game->damage);
        return;
    }
    dx_vector_push(&c->sound, game->game);
    dx_vector_push(&c->id, dx_copy_text(game->id));
}

dx_status dx_store_check(dx_store *store, dx_store_fault *tell, void *context,
                         dx_store_health *out, dx_error *error)
{
    checking c = {
        .store = store, .tell = tell, .context = context, .health = out};
    *out = (dx_store_health){0};
    check_file(&c, "PRAGMA integrity_check(20)");
    dx_status status = dx_store_each(store, note_game, &c, error);
    for (size_t i = 0; i < c.sound.count; i++) {
        dx_error damage = {.message = ""};
        dx_text lines = {0};
        if (status == DX_OK && !dx_is_called_off() &&
            dx_store_lines(store, c.sound.at[i], &lines, &damage) != DX_OK)
            fault(&c, c.sound.at[i], c.id.at[i], damage.message);
        dx_text_release(&lines);
        dx_free(c.id.at[i]);
    }
    dx_vector_release(&c.sound);
    dx_vector_release(&c.id);
    if (status == DX_OK && dx_is_called_off())
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "interrupted");
    return status;
}

static void keep_fault(void *context, int64_t game, const char *id,
                       const char *what)
{
    dx_store_find_fault(context, game, id != NULL ? id : "", what);
}

void dx_store_look(dx_store *store)
{
    dx_store_health health = {0};
    checking c = {.store = store,
                  .tell = keep_fault,
                  .context = store,
                  .health = &health};
    dx_error error = {.message = ""};
    if (store->noted == NULL) {
        check_file(&c, "PRAGMA integrity_check(game)");
        check_file(&c, "PRAGMA integrity_check(tail)");
    } else if (dx_store_check(store, keep_fault, store, &health, &error) !=
               DX_OK)
        dx_store_find_fault(store, 0, "", error.message);
}

// ---- copying ----

static dx_status copy_all(dx_store *store, sqlite3 *copy, dx_error *error)
{
    enum { PAGES = 256, PAUSE_MS = 5 };
    sqlite3_backup *backup =
        sqlite3_backup_init(copy, "main", store->reader, "main");
    int code = backup != NULL ? SQLITE_OK : sqlite3_errcode(copy);
    while (
        backup != NULL && !dx_is_called_off() &&
        (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED)) {
        pthread_mutex_lock(&store->lock);
        code = sqlite3_backup_step(backup, PAGES);
        pthread_mutex_unlock(&store->lock);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
            sqlite3_sleep(PAUSE_MS);
    }
    int end = sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE && end == SQLITE_OK)
        return DX_OK;
    if (dx_is_called_off())
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "interrupted");
    return dx_store_trouble(copy, code != SQLITE_DONE ? code : end, error);
}

static void note_fault(void *context, int64_t game, const char *id,
                       const char *what)
{
    dx_text *first = context;
    (void)game;
    if (first->length == 0)
        dx_text_printf(first, "%s%s%s", id != NULL ? id : "",
                       id != NULL ? ": " : "", what);
}

// Is the copy whole?
static dx_status check_copy(const char *path, dx_error *error)
{
    dx_store *copy = NULL;
    dx_store_health health = {0};
    dx_text first = {0};
    dx_status status = dx_store_open(path, DX_SYNC_FULL, &copy, error);
    if (status == DX_OK)
        status = dx_store_check(copy, note_fault, &first, &health, error);
    dx_store_close(copy);
    if (status == DX_OK && health.faults > 0)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "the copy is damaged, as the store may be (%.200s); "
                         "no file was replaced; doxa store STORE check says "
                         "more",
                         dx_text_string(&first));
    dx_text_release(&first);
    return status;
}

// What SQLite keeps beside a file.
static const char *const logs[] = {"-wal", "-shm", "-journal"};
enum { LOGS = sizeof logs / sizeof *logs };

static void remove_logs(const char *path)
{
    for (size_t i = 0; i < LOGS; i++) {
        dx_text name = {0};
        dx_text_printf(&name, "%s%s", path, logs[i]);
        unlink(dx_text_string(&name));
        dx_text_release(&name);
    }
}

static void remove_all(const char *path)
{
    unlink(path);
    remove_logs(path);
}

dx_status dx_store_check_name(const char *path, dx_error *error)
{
    struct stat there;
    size_t length = strlen(path);
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "expected a file, not a folder, a pipe or a device");
    for (size_t i = 0; i < LOGS; i++) {
        size_t end = strlen(logs[i]);
        if (length >= end && strcmp(path + length - end, logs[i]) == 0)
            return dx_fail(error, DX_ERR_FILE, 0, 0,
                           "files named so belong to a store; take another "
                           "name");
    }
    return DX_OK;
}

// What is no place for a copy: a name that no store may have, and a file that
// is something else, which nobody meant.
static dx_status check_target(const char *path, dx_error *error)
{
    static const char first[] = "SQLite format 3";
    char bytes[sizeof first] = "";
    dx_status status = dx_store_check_name(path, error);
    FILE *there = status == DX_OK ? fopen(path, "rb") : NULL;
    size_t length = 0;
    if (there != NULL) {
        length = fread(bytes, 1, sizeof bytes, there);
        fclose(there);
    }
    if (length > 0 && memcmp(bytes, first, sizeof first) != 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "this file is no store; remove it, or copy to another "
                       "name");
    return status == DX_OK ? dx_store_check_lost(path, error) : status;
}

// The copy takes the place of a file, with which its log goes: left behind, it
// would be read into the copy.
static dx_status replace(const char *name, const char *path, dx_error *error)
{
    dx_store *old = NULL;
    int lock = -1;
    if (access(path, F_OK) == 0 && (lock = dx_store_lock(path)) < 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "a server has this store; end that first, or copy to "
                       "another file");
    // Should it be interrupted, the old one is whole, if it is one.
    if (lock >= 0 && dx_store_open(path, DX_SYNC_ASIDE, &old, NULL) == DX_OK)
        dx_store_close(old);
    remove_logs(path);
    dx_status status =
        rename(name, path) == 0
            ? DX_OK
            : dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write the copy");
    if (lock >= 0)
        close(lock);
    return status;
}

// A new file beside the one that it replaces, so that there is always a whole
// one; of a name that no file has.
static dx_status open_beside(char *name, sqlite3 **out, dx_error *error)
{
    int file = mkstemp(name);
    if (file < 0)
        return dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write beside it: %s",
                       strerror(errno));
    close(file);
    return dx_store_open_one(name, SQLITE_OPEN_READWRITE, out, error);
}

// Makes the copy as a file of another name, and puts it where it belongs.
static dx_status copy_to(dx_store *store, const char *path, dx_error *error)
{
    dx_text beside = {0};
    sqlite3 *copy = NULL;
    dx_text_printf(&beside, "%s.XXXXXX", path);
    char *name = dx_text_take(&beside);
    dx_status status = open_beside(name, &copy, error);
    if (status == DX_OK)
        status = copy_all(store, copy, error);
    if (sqlite3_close(copy) != SQLITE_OK && status == DX_OK)
        status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot close the copy");
    if (status == DX_OK)
        status = check_copy(name, error);
    if (status == DX_OK)
        status = replace(name, path, error);
    if (status != DX_OK && copy != NULL)
        remove_all(name);
    dx_free(name);
    return status;
}

// The reader's connection is locked only for a piece at a time.
dx_status dx_store_backup(dx_store *store, const char *path, dx_error *error)
{
    char *full = NULL;
    dx_status status = dx_store_find_file(path, &full, error);
    if (status == DX_OK)
        status = check_target(full, error);
    if (status == DX_OK)
        status = copy_to(store, full, error);
    dx_free(full);
    dx_error_in_file(status == DX_OK ? NULL : error, path);
    return status;
}
