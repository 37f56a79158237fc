// store/store_private.h -- the inside of the store.

#ifndef DX_STORE_PRIVATE_H
#define DX_STORE_PRIVATE_H

#include "store/store.h"

#include "base/vector.h"

#include <pthread.h>
#include <sqlite3.h>

enum { DX_STORE_VERSION = 2, DX_STORE_KIND = 0x646f7861 };

typedef enum dx_put {
    DX_PUT_GAME,
    DX_PUT_LINE,
    DX_PUT_SEATS,
    DX_PUT_STATE,
    DX_PUT_PROBE,
    DX_PUT_TAIL,  // of a new game
    DX_PUT_CHAIN, // it has grown
    DX_PUT_CARD,  // the game's row has changed
    DX_GET_TAIL,
    DX_GET_GAME,
    DX_PUTS
} dx_put;

typedef struct dx_damaged_game {
    int64_t game; // 0: the file
    char *id, *what;
    bool stays;
} dx_damaged_game;

struct dx_store {
    char *path;               // of the file itself; NULL: in memory
    char *noted;              // of its log; NULL: nothing
    sqlite3 *writer, *reader; // the same in memory
    pthread_mutex_t lock;     // of the reader
    int claim;                // a file that is locked; -1: none
    sqlite3_stmt *put[DX_PUTS];
    pthread_mutex_t fault_lock;
    DX_VECTOR(dx_damaged_game) faults;
};

// What a result of SQLite is to a caller: DX_ERR_INPUT where what is kept of a
// game is at fault (damage, or a row that does not fit), DX_ERR_FILE where the
// disk is, and another try may do better.
dx_status dx_store_trouble(sqlite3 *db, int code, dx_error *error);
dx_status dx_store_damage(dx_error *error, const char *what);

dx_status dx_store_execute(sqlite3 *db, const char *sql, dx_error *error);

// Is what is on disk at fault?
bool dx_store_is_damage(int code);
// As SQLite does, and once more from the disk: what is in memory may have been
// read badly.
int dx_store_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out);

// The one number that a query gives: an SQLITE_ code, SQLITE_OK if it did.
int dx_store_number(sqlite3 *db, const char *sql, int64_t *out);

// ---- faults ----

// What is known to be wrong with a game, copied; false: nothing.
bool dx_store_fault_of(dx_store *store, int64_t game,
                       char out[DX_ERROR_MESSAGE_MAX]);
// Something was found by reading; and the game was read whole.
void dx_store_find_fault(dx_store *store, int64_t game, const char *id,
                         const char *what);
void dx_store_forgive(dx_store *store, int64_t game);

// Reads the log that a server has left behind, before SQLite does
// (store_log.c); nothing is added to `noted` if it is whole.  `*is_lost`:
// something that was acknowledged is.  A log that is older than the file is an
// error, and stays as it is.
dx_status dx_store_read_log(const char *path, dx_sync sync, dx_text *noted,
                            bool *is_lost, dx_error *error);
// Bytes of a file beside the store; 0: it is empty, or there is none.
uint64_t dx_store_bytes(const char *path, const char *end);
// An empty file beside a log is one that was lost: SQLite would remove the log,
// in which games are.
dx_status dx_store_check_lost(const char *path, dx_error *error);
// Where SQLite finds the file and its log: behind links.  The caller frees it.
DX_MUST_USE dx_status dx_store_find_file(const char *path, char **out,
                                         dx_error *error);
// May a store be of this name?  Not a folder, a pipe or a device, nor what is
// named as what SQLite keeps beside another.
dx_status dx_store_check_name(const char *path, dx_error *error);

// ---- sums ----

// Of all that the row of a game says.
uint64_t dx_store_card(const dx_stored_game *game);
// Of the lines of a game: where it begins, and with one row more.
enum { DX_CHAIN_START = 0x646f };
uint64_t dx_store_chain(uint64_t chain, unsigned n, const char *text,
                        size_t length);
// How many lines there are in a row.
unsigned dx_store_lines_in(const char *text, size_t length);
int64_t dx_store_signed(uint64_t bits); // SQLite has no unsigned numbers

// ---- games ----

// A game with its tail behind it.  DX_STORE_BARE: without, as in version 1.
#define DX_STORE_GAME                                                          \
    "SELECT n, id, rules, seats, options, seed, state, since, scores, "        \
    "tail.lines, tail.card FROM game LEFT JOIN tail ON tail.game = n "
#define DX_STORE_BARE                                                          \
    "SELECT n, id, rules, seats, options, seed, state, since, scores, NULL, "  \
    "NULL FROM game "
#define DX_STORE_LINES                                                         \
    "SELECT line.n, line.text, tail.lines, tail.chain FROM tail LEFT JOIN "    \
    "line ON line.game = tail.game WHERE tail.game = ? ORDER BY line.n"
#define DX_STORE_BARE_LINES                                                    \
    "SELECT n, text, NULL, NULL FROM line WHERE game = ? ORDER BY n"

// The game that a statement stands at, with its damage, if it has any.
void dx_store_game_at(sqlite3_stmt *from, dx_stored_game *out);

// All lines that a statement finds, their number and their chain; whatever is
// wrong with them is an error.  `out` may be NULL.
typedef struct dx_lines_found {
    bool is_known;  // it has a tail
    unsigned lines; // and the tail says the same
    uint64_t chain;
} dx_lines_found;
dx_status dx_store_fold(sqlite3 *db, sqlite3_stmt *from, dx_text *out,
                        dx_lines_found *found, dx_error *error);

typedef struct dx_number_list {
    DX_VECTOR(int64_t) at;
} dx_number_list;
// The numbers that a query gives: SQLITE_DONE, or what went wrong.
int dx_store_gather(sqlite3 *db, const char *sql, int64_t first, int64_t second,
                    dx_number_list *out);
// The highest number of a game, from whatever parts of the file can be read:
// that any of them has, and that two of them go up to, since a number that was
// damaged may be any.
typedef struct dx_highest {
    int64_t any, sure;
} dx_highest;
dx_status dx_store_highest(sqlite3 *db, bool has_tails, dx_highest *out,
                           dx_error *error);

// Brings a file of version 1 up to date.
dx_status dx_store_renew(const char *path, dx_error *error);
dx_status dx_store_open_one(const char *path, int flags, sqlite3 **out,
                            dx_error *error);
// A file that is locked, so that nobody else adds games; -1: somebody does.
int dx_store_lock(const char *path);

#endif
