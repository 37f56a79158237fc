// Reading.  Every statement is stepped to its end, and an end that is not DONE
// is an error: a damaged page must not be taken for the end of what there is.
//
// Games are found by an index and then read one by one.  Where the index or a
// page of games cannot be read, all numbers are tried from the first to the
// last: those that can be read are visited as ever, and those on the damaged
// page as damaged.  That takes microseconds a game, and no game is hidden by
// the damage of another.

#include "store/store_private.h"

#include "base/heed.h"
#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// ---- one game ----

static const char *text_of(sqlite3_stmt *from, int column)
{
    const char *text = (const char *)sqlite3_column_text(from, column);
    return text != NULL ? text : "";
}

void dx_store_game_at(sqlite3_stmt *from, dx_stored_game *out)
{
    enum { SCORES = 8, LINES = 9, CARD = 10 };
    *out = (dx_stored_game){
        .game = sqlite3_column_int64(from, 0),
        .id = text_of(from, 1),
        .rules = text_of(from, 2),
        .seats = text_of(from, 3),
        .options = text_of(from, 4),
        .seed = (uint64_t)sqlite3_column_int64(from, 5),
        .state = text_of(from, 6),
        .since = sqlite3_column_int64(from, 7),
        .scores = (const char *)sqlite3_column_text(from, SCORES),
    };
    if (sqlite3_column_type(from, LINES) == SQLITE_NULL)
        out->damage = "nothing is known of its lines";
    else if ((uint64_t)sqlite3_column_int64(from, CARD) != dx_store_card(out))
        out->damage = "its rules, seats or state have changed";
    else
        out->lines = (unsigned)sqlite3_column_int64(from, LINES);
}

// The reader, for as long as one of these is open; in memory it is also the
// writer, and locked for a whole group of changes.
typedef struct reading {
    dx_store *store;
    sqlite3_stmt *game; // by its number
} reading;

static dx_status begin(dx_store *store, reading *out, dx_error *error)
{
    *out = (reading){.store = store};
    pthread_mutex_lock(&store->lock);
    int code = dx_store_prepare(store->reader, DX_STORE_GAME "WHERE n = ?",
                                &out->game);
    return code == SQLITE_OK ? DX_OK
                             : dx_store_trouble(store->reader, code, error);
}

static void end(reading *r)
{
    sqlite3_finalize(r->game);
    pthread_mutex_unlock(&r->store->lock);
}

typedef bool wanted(const dx_stored_game *game, const char *id);

// Reads game number `n`, and says whether there is such a row.  What SQLite has
// read wrong once it would keep: so damage is looked at again, from the disk.
static bool read_one(reading *r, int64_t n, bool is_known, dx_stored_game *out,
                     char damage[DX_ERROR_MESSAGE_MAX])
{
    for (unsigned again = 0; again < 2; again++) {
        *out = (dx_stored_game){.game = n,
                                .id = "",
                                .rules = "",
                                .seats = "",
                                .options = "",
                                .state = ""};
        sqlite3_reset(r->game);
        if (again > 0)
            sqlite3_db_release_memory(r->store->reader);
        sqlite3_bind_int64(r->game, 1, n);
        int code = sqlite3_step(r->game);
        if (code == SQLITE_ROW) {
            dx_store_game_at(r->game, out);
            if (out->damage == NULL)
                return true;
        } else if (code == SQLITE_DONE) {
            out->damage = "it cannot be found";
            if (!is_known)
                return false;
        } else {
            snprintf(damage, DX_ERROR_MESSAGE_MAX, "%s",
                     sqlite3_errmsg(r->store->reader));
            out->damage = damage;
        }
    }
    return true;
}

// Visits game number `n`, if there is one and it is wanted.  `is_known`: there
// must be one.
static bool visit_one(reading *r, int64_t n, bool is_known, wanted *wants,
                      const char *id, dx_store_visit *visit, void *context)
{
    dx_stored_game game;
    char damage[DX_ERROR_MESSAGE_MAX];
    bool is_there = read_one(r, n, is_known, &game, damage);
    if (is_there && game.damage != NULL)
        dx_store_find_fault(r->store, n, game.id, game.damage);
    else if (is_there && dx_store_fault_of(r->store, n, damage))
        game.damage = damage;
    bool is_wanted = is_there && wants(&game, id);
    if (is_wanted)
        visit(context, &game);
    sqlite3_reset(r->game);
    return is_wanted;
}

// Is it damaged so that its state cannot be told?
static bool is_lost(const dx_stored_game *game)
{
    static const char *const states[] = {"open", "running", "over", "given up"};
    bool is_known = false;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        is_known |= strcmp(game->state, states[i]) == 0;
    return game->damage != NULL && !is_known;
}

static bool is_running(const dx_stored_game *game, const char *id)
{
    (void)id;
    return strcmp(game->state, "open") == 0 ||
           strcmp(game->state, "running") == 0 || is_lost(game);
}

// Is it over, and for all to see?  A name with a secret has a third dash.
static bool is_for_all(const dx_stored_game *game, const char *id)
{
    unsigned dashes = 0;
    (void)id;
    for (const char *at = game->id; at != NULL && *at != '\0'; at++)
        dashes += *at == '-';
    return (strcmp(game->state, "over") == 0 || is_lost(game)) && dashes < 3;
}

static bool has_name(const dx_stored_game *game, const char *id)
{
    return strcmp(game->id, id) == 0 || game->damage != NULL;
}

// Damage that is no game's: of a list or an index.
static void note_code(dx_store *store, int code)
{
    if (dx_store_is_damage(code))
        dx_store_find_fault(store, 0, "", sqlite3_errmsg(store->reader));
}

// ---- numbers of games ----

static int gather(sqlite3 *db, const char *sql, int64_t first, int64_t second,
                  dx_number_list *out)
{
    sqlite3_stmt *statement = NULL;
    int code = dx_store_prepare(db, sql, &statement);
    out->at.count = 0;
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_int64(statement, 1, first);
    sqlite3_bind_int64(statement, 2, second);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        dx_vector_push(&out->at, sqlite3_column_int64(statement, 0));
    sqlite3_finalize(statement);
    return code;
}

int dx_store_gather(sqlite3 *db, const char *sql, int64_t first, int64_t second,
                    dx_number_list *out)
{
    int code = gather(db, sql, first, second, out);
    if (!dx_store_is_damage(code))
        return code;
    sqlite3_db_release_memory(db);
    return gather(db, sql, first, second, out);
}

dx_status dx_store_highest(sqlite3 *db, bool has_tails, dx_highest *out,
                           dx_error *error)
{
    static const char *const sources[] = {
        "SELECT max(n) FROM game NOT INDEXED",
        ("SELECT max(n) FROM (SELECT n FROM game INDEXED BY game_state WHERE "
         "state > '')"),
        "SELECT max(game) FROM line",
        "SELECT max(game) FROM tail",
    };
    unsigned count = sizeof sources / sizeof *sources - (has_tails ? 0 : 1);
    int first = SQLITE_OK;
    bool found = false;
    *out = (dx_highest){0, 0};
    for (unsigned i = 0; i < count; i++) {
        int64_t last = 0;
        int code = dx_store_number(db, sources[i], &last);
        found |= code == SQLITE_OK;
        first = first == SQLITE_OK ? code : first;
        if (last > out->any) {
            out->sure = out->any;
            out->any = last;
        } else if (last > out->sure) {
            out->sure = last;
        }
    }
    return found ? DX_OK : dx_store_trouble(db, first, error);
}

// ---- several games ----

// Does the index speak of the games that there are?
static bool index_is_whole(sqlite3 *db)
{
    int64_t differ = 1;
    return dx_store_number(
               db,
               "SELECT i.c <> t.c OR i.s IS NOT t.s FROM (SELECT count(*) AS "
               "c, sum(n) AS s FROM game INDEXED BY game_state WHERE state IN "
               "('open', 'running', 'over', 'given up')) AS i, (SELECT "
               "count(*) AS c, sum(game) AS s FROM tail) AS t",
               &differ) == SQLITE_OK &&
           differ == 0;
}

// Are these numbers that games can have?
static bool are_sane(const dx_number_list *list, int64_t most)
{
    for (size_t i = 0; i < list->at.count; i++)
        if (list->at.at[i] < 1 || list->at.at[i] > most)
            return false;
    return true;
}

// Up to where numbers are tried: a single part of the file may know of some
// games more than the others, but not of a million.
static int64_t plausible(const dx_highest *last)
{
    return last->any / 10 <= last->sure + 100 ? last->any : last->sure;
}

// All that are wanted, without an index.
static dx_status visit_every(reading *r, wanted *wants, dx_store_visit *visit,
                             void *context, dx_error *error)
{
    sqlite3 *db = r->store->reader;
    dx_number_list list = {0};
    dx_highest last = {0, 0};
    dx_status status = dx_store_highest(db, true, &last, error);
    if (status != DX_OK)
        return status;
    bool is_listed =
        dx_store_gather(db,
                        "SELECT n FROM game NOT INDEXED UNION SELECT game FROM "
                        "tail ORDER BY 1",
                        0, 0, &list) == SQLITE_DONE &&
        are_sane(&list, last.any) && last.any <= plausible(&last);
    for (size_t i = 0; i < list.at.count && is_listed; i++)
        visit_one(r, list.at.at[i], true, wants, NULL, visit, context);
    for (int64_t n = 1; n <= plausible(&last) && !is_listed; n++)
        visit_one(r, n, n <= last.sure, wants, NULL, visit, context);
    if (!is_listed && plausible(&last) < 1)
        status = dx_store_damage(error, "the list of its games");
    dx_vector_release(&list.at);
    return status;
}

static bool is_any(const dx_stored_game *game, const char *id)
{
    (void)game;
    (void)id;
    return true;
}

dx_status dx_store_each(dx_store *store, dx_store_visit *visit, void *context,
                        dx_error *error)
{
    reading r;
    dx_status status = begin(store, &r, error);
    if (status == DX_OK)
        status = visit_every(&r, is_any, visit, context, error);
    end(&r);
    return status;
}

dx_status dx_store_running(dx_store *store, dx_store_visit *visit,
                           void *context, dx_error *error)
{
    reading r;
    dx_number_list list = {0};
    dx_status status = begin(store, &r, error);
    bool is_listed =
        status == DX_OK && index_is_whole(store->reader) &&
        dx_store_gather(store->reader,
                        "SELECT n FROM game INDEXED BY game_state WHERE state "
                        "IN ('open', 'running') ORDER BY n",
                        0, 0, &list) == SQLITE_DONE;
    for (size_t i = 0; i < list.at.count && is_listed; i++)
        visit_one(&r, list.at.at[i], true, is_running, NULL, visit, context);
    if (status == DX_OK && !is_listed)
        status = visit_every(&r, is_running, visit, context, error);
    end(&r);
    dx_vector_release(&list.at);
    return status;
}

dx_status dx_store_over(dx_store *store, int64_t before, unsigned limit,
                        dx_store_visit *visit, void *context, dx_error *error)
{
    reading r;
    dx_number_list list = {0};
    dx_highest last = {0, 0};
    unsigned count = 0;
    before = before > 0 ? before : INT64_MAX;
    dx_status status = begin(store, &r, error);
    int code =
        status != DX_OK
            ? SQLITE_OK
            : dx_store_gather(
                  store->reader,
                  "SELECT n FROM game INDEXED BY game_state WHERE state "
                  "= 'over' AND n < ? AND id NOT LIKE '%-%-%-%' ORDER BY n "
                  "DESC LIMIT ?",
                  before, limit, &list);
    bool is_listed = code == SQLITE_DONE;
    note_code(store, code);
    for (size_t i = 0; i < list.at.count && is_listed; i++)
        visit_one(&r, list.at.at[i], true, is_for_all, NULL, visit, context);
    if (status == DX_OK && !is_listed)
        status = dx_store_highest(store->reader, true, &last, error);
    int64_t from = last.sure < before ? last.sure : before - 1;
    for (int64_t n = from; n > 0 && count < limit && status == DX_OK; n--)
        count += visit_one(&r, n, false, is_for_all, NULL, visit, context);
    end(&r);
    dx_vector_release(&list.at);
    return status;
}

// By the index, or without it where that is damaged.
dx_status dx_store_count_over(dx_store *store, uint64_t *out, dx_error *error)
{
    static const char *const ways[] = {
        "SELECT count(*) FROM game WHERE state = 'over' AND id NOT LIKE "
        "'%-%-%-%'",
        "SELECT count(*) FROM game NOT INDEXED WHERE state = 'over' AND id NOT "
        "LIKE '%-%-%-%'",
    };
    int64_t count = 0;
    pthread_mutex_lock(&store->lock);
    int code = dx_store_number(store->reader, ways[0], &count);
    note_code(store, code);
    if (code != SQLITE_OK)
        code = dx_store_number(store->reader, ways[1], &count);
    dx_status status = code == SQLITE_OK
                           ? DX_OK
                           : dx_store_trouble(store->reader, code, error);
    pthread_mutex_unlock(&store->lock);
    *out = (uint64_t)count;
    return status;
}

// The number of the game with this name, by the index; 0: none.
static int number_of(sqlite3 *db, const char *id, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    int code =
        dx_store_prepare(db, "SELECT n FROM game WHERE id = ?", &statement);
    *out = 0;
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code;
}

typedef struct search {
    dx_store_visit *visit;
    void *context;
    const char *id;
    bool is_found;
} search;

// Of games that cannot be read it is not known whether they are the one.
static void visit_named(void *context, const dx_stored_game *game)
{
    search *s = context;
    if (strcmp(game->id, s->id) != 0)
        return;
    s->is_found = true;
    s->visit(s->context, game);
}

dx_status dx_store_find(dx_store *store, const char *id, dx_store_visit *visit,
                        void *context, bool *out_found, dx_error *error)
{
    reading r;
    search s = {.visit = visit, .context = context, .id = id};
    int64_t number = 0;
    dx_highest last = {0, 0};
    dx_status status = begin(store, &r, error);
    int code = status == DX_OK ? number_of(store->reader, id, &number) : 0;
    note_code(store, code);
    if (number > 0)
        s.is_found = visit_one(&r, number, true, has_name, id, visit, context);
    else if (status == DX_OK && code != SQLITE_DONE) {
        status = dx_store_highest(store->reader, true, &last, error);
        for (int64_t n = 1; n <= last.sure && status == DX_OK && !s.is_found;
             n++)
            visit_one(&r, n, false, has_name, id, visit_named, &s);
        if (status == DX_OK && !s.is_found)
            status = dx_store_trouble(store->reader, code, error);
    }
    *out_found = s.is_found;
    end(&r);
    return status;
}

dx_status dx_store_last(dx_store *store, int64_t *out, dx_error *error)
{
    dx_highest last = {0, 0};
    pthread_mutex_lock(&store->lock);
    dx_status status = dx_store_highest(store->reader, true, &last, error);
    pthread_mutex_unlock(&store->lock);
    *out = last.any;
    return status;
}

// ---- lines ----

// Adds the row that a statement stands at.
static dx_status fold_row(sqlite3_stmt *from, dx_text *out,
                          dx_lines_found *found, dx_error *error)
{
    const char *text = (const char *)sqlite3_column_text(from, 1);
    size_t length = (size_t)sqlite3_column_bytes(from, 1);
    if (text == NULL || sqlite3_column_int64(from, 0) != found->lines)
        return dx_store_damage(error, "lines of the game are missing");
    found->chain = dx_store_chain(found->chain, found->lines, text, length);
    found->lines += dx_store_lines_in(text, length);
    if (out != NULL) {
        dx_text_add_part(out, text, length);
        dx_text_add_char(out, '\n');
    }
    return DX_OK;
}

dx_status dx_store_fold(sqlite3 *db, sqlite3_stmt *from, dx_text *out,
                        dx_lines_found *found, dx_error *error)
{
    size_t before = out != NULL ? out->length : 0;
    int64_t lines = 0;
    uint64_t chain = 0;
    dx_status status = DX_OK;
    int code = SQLITE_ROW;
    *found = (dx_lines_found){.chain = DX_CHAIN_START};
    while (status == DX_OK && (code = sqlite3_step(from)) == SQLITE_ROW) {
        if (dx_is_called_off())
            status = dx_fail(error, DX_ERR_CANCELLED, 0, 0,
                             "nobody waits for this any more");
        found->is_known = sqlite3_column_type(from, 2) != SQLITE_NULL;
        lines = sqlite3_column_int64(from, 2);
        chain = (uint64_t)sqlite3_column_int64(from, 3);
        if (status == DX_OK && sqlite3_column_type(from, 0) != SQLITE_NULL)
            status = fold_row(from, out, found, error);
    }
    if (status == DX_OK && code != SQLITE_DONE)
        status = dx_store_trouble(db, code, error);
    if (status == DX_OK && found->is_known && found->lines != lines)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "the store is damaged: %u lines of the game's %lld "
                         "are there",
                         found->lines, (long long)lines);
    if (status == DX_OK && found->is_known && found->chain != chain)
        status = dx_store_damage(error, "lines of the game have changed");
    if (status != DX_OK && out != NULL)
        out->length = before;
    return status;
}

static dx_status read_lines(sqlite3 *db, int64_t game, dx_text *out,
                            dx_error *error)
{
    sqlite3_stmt *statement = NULL;
    dx_lines_found found = {0};
    int code = dx_store_prepare(db, DX_STORE_LINES, &statement);
    dx_status status =
        code == SQLITE_OK ? DX_OK : dx_store_trouble(db, code, error);
    if (status == DX_OK) {
        sqlite3_bind_int64(statement, 1, game);
        status = dx_store_fold(db, statement, out, &found, error);
    }
    sqlite3_finalize(statement);
    return status == DX_OK && !found.is_known
               ? dx_store_damage(error, "nothing is known of the game's lines")
               : status;
}

dx_status dx_store_lines(dx_store *store, int64_t game, dx_text *out,
                         dx_error *error)
{
    dx_error own = {.message = ""};
    pthread_mutex_lock(&store->lock);
    dx_status status = read_lines(store->reader, game, out, &own);
    if (status == DX_ERR_INPUT) {
        sqlite3_db_release_memory(store->reader); // as above: from the disk
        status = read_lines(store->reader, game, out, &own);
    }
    pthread_mutex_unlock(&store->lock);
    if (status == DX_OK)
        dx_store_forgive(store, game);
    else if (status == DX_ERR_INPUT)
        dx_store_find_fault(store, game, "", own.message);
    if (status != DX_OK && error != NULL)
        *error = own;
    return status;
}
