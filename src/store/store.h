// store/store.h -- games on disk: every line of every record.
//
//     dx_store *store;
//     if (dx_store_open("games.db", DX_SYNC_FULL, &store, &error) != DX_OK) ...
//     dx_row rows[] = {{.kind = DX_ROW_GAME, .game = 7, ...}, ...};
//     if (dx_store_begin(store, &error) == DX_OK && ... dx_store_put ... &&
//         dx_store_commit(store, &error) == DX_OK)
//         ... now it is safe to tell anybody ...
//     dx_store_close(store);
//
// A line is exactly a line of the record (game/record.h) with its hash, so a
// record is what SELECT gives.  With each game its tail is kept: how many lines
// it has, a sum over all of them and one over the rest; a row that does not
// begin where the lines so far end is refused.  So a game of which anything was
// lost or changed is known to be damaged, and never taken for a shorter one.
// Rows are put by one thread; reading is for all of them, at any time.  What is
// read was committed.

#ifndef DX_STORE_STORE_H
#define DX_STORE_STORE_H

#include "base/base.h"
#include "base/text.h"

#include <stdint.h>

typedef struct dx_store dx_store;

// When is a commit safe?  FULL: when the disk has it.  NORMAL: when the system
// has it, so that a power cut may cost the last seconds.  ASIDE: as FULL, for
// who looks at a store that is a server's.
typedef enum dx_sync { DX_SYNC_FULL, DX_SYNC_NORMAL, DX_SYNC_ASIDE } dx_sync;

// NULL: in memory, and gone with the store.  A file of another kind or of a
// later version is DX_ERR_INPUT; one of an earlier version is brought up to
// date, unless a server has it.  A log that a server left behind when it was
// killed, and that is damaged, is read as far as it can be, which is then
// noted (dx_store_noted), or is an error (ASIDE).
DX_MUST_USE dx_status dx_store_open(const char *path, dx_sync sync,
                                    dx_store **out_store, dx_error *error);
void dx_store_close(dx_store *store); // NULL is fine

// For who adds games: nobody else may, as long as this store is open or its
// process lives.  DX_ERR_FILE if somebody does.
DX_MUST_USE dx_status dx_store_claim(dx_store *store, dx_error *error);

// One change.
typedef struct dx_row {
    enum {
        DX_ROW_GAME,  // a new game: all members but n
        DX_ROW_LINE,  // its record from line n on: text, one line or several
        DX_ROW_SEATS, // who sits where has changed: seats
        DX_ROW_STATE, // state; and with it scores
        DX_ROW_PROBE, // nothing: can anything be written?
    } kind;
    int64_t game; // its number
    unsigned n;
    char *id;          // its name
    char *text;        // the rules; or lines, without the last newline
    char *seats;       // as its server writes them
    char *options;     // likewise
    char *scores;      // likewise; NULL: none
    uint64_t seed;     // of the deal; secret while it is played
    const char *state; // "open", "running", "over", ...
    int64_t since;     // seconds since 1970
} dx_row;

void dx_row_release(dx_row *row);

// A group of changes: begin, put, and commit or undo.  A row that does not fit
// what is kept of its game, or a game that is damaged, is DX_ERR_INPUT; then
// the other rows may be tried again without those of that game.  DX_ERR_FILE:
// nothing can be kept now.
DX_MUST_USE dx_status dx_store_begin(dx_store *store, dx_error *error);
DX_MUST_USE dx_status dx_store_put(dx_store *store, const dx_row *row,
                                   dx_error *error);
DX_MUST_USE dx_status dx_store_commit(dx_store *store, dx_error *error);
void dx_store_undo(dx_store *store);

// Moves what is in the log into the file, as far as nobody reads it: for when
// there is time.
void dx_store_tidy(dx_store *store);

// ---- what is wrong ----

// Faults are kept from when they were found until the store is closed: of a
// game, or of the file itself (0).  What was found by reading is gone again
// when the game has been read whole; what was found by writing stays, and
// nothing can be put behind the game any more.
typedef void dx_store_fault(void *context, int64_t game, const char *id,
                            const char *what); // `id` "": not known
size_t dx_store_faults(dx_store *store, dx_store_fault *tell, void *context);
void dx_store_blame(dx_store *store, int64_t game, const char *what);

// Looks at what all games need, the list of games, its indexes and the tails,
// and at everything if the log was damaged; what is wrong is a fault.
void dx_store_look(dx_store *store);

// What was wrong with the log when it was opened; NULL: nothing.
const char *dx_store_noted(const dx_store *store);

// ---- reading ----

// A game as it is kept, without its lines.  Borrowed for the call.  Of one that
// is damaged only `game` is sure; the rest is what could be read, or "" and 0.
typedef struct dx_stored_game {
    int64_t game, since;
    uint64_t seed;
    const char *id, *rules, *seats, *options, *scores, *state;
    unsigned lines;
    const char *damage; // NULL: none
} dx_stored_game;

typedef void dx_store_visit(void *context, const dx_stored_game *game);

// Games that are not over, oldest first.  Where a part of the file cannot be
// read, all others are still visited, and with them, as damaged, those of which
// it cannot be told.
DX_MUST_USE dx_status dx_store_running(dx_store *store, dx_store_visit *visit,
                                       void *context, dx_error *error);
// Every game, whatever its state, and without the help of an index.  As above.
DX_MUST_USE dx_status dx_store_each(dx_store *store, dx_store_visit *visit,
                                    void *context, dx_error *error);
// At most `limit` games that are over, newest first; those before game number
// `before`, if that is not 0.  As above.
DX_MUST_USE dx_status dx_store_over(dx_store *store, int64_t before,
                                    unsigned limit, dx_store_visit *visit,
                                    void *context, dx_error *error);
// How many games are over, for all to see.
DX_MUST_USE dx_status dx_store_count_over(dx_store *store, uint64_t *out,
                                          dx_error *error);
// The game called `id`, if there is one.
DX_MUST_USE dx_status dx_store_find(dx_store *store, const char *id,
                                    dx_store_visit *visit, void *context,
                                    bool *out_found, dx_error *error);

// The lines of a game, behind each other: its record, whole; of a game that is
// damaged nothing and DX_ERR_INPUT.  DX_ERR_CANCELLED if it is called off
// (base/heed.h).
DX_MUST_USE dx_status dx_store_lines(dx_store *store, int64_t game,
                                     dx_text *out, dx_error *error);

// The highest number of a game so far; 0: none.
DX_MUST_USE dx_status dx_store_last(dx_store *store, int64_t *out,
                                    dx_error *error);

// ---- looking after it ----

// Reads everything, and tells what is wrong: `id` NULL: with the file itself.
// How many games there are, and how many faults.
typedef struct dx_store_health {
    uint64_t games, faults;
} dx_store_health;
DX_MUST_USE dx_status dx_store_check(dx_store *store, dx_store_fault *tell,
                                     void *context, dx_store_health *out,
                                     dx_error *error);

// Why no more games should be added, in words: for want of room on the disk, or
// since the file that was claimed is not there any more.  NULL: they may.
const char *dx_store_lacks(const dx_store *store);

// A copy of everything, made while games go on, and checked.  The file (behind
// links) is new, or is replaced as a whole; a copy that is damaged, or called
// off (base/heed.h), replaces nothing and is removed.
DX_MUST_USE dx_status dx_store_backup(dx_store *store, const char *path,
                                      dx_error *error);

#endif
