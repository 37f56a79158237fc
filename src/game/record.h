// game/record.h -- a game on disk: JSON Lines, one object a line.
//
//     {"doxa":"record","version":1,"game":"kemps","game_version":1,
//      "rules":"kemps(players=3,...)","params":{...},"seats":[...],
//      "hash":"..."}
//     {"pack":0,"shuffle":0,"order":[17,4,...],"hash":"..."}
//     {"event":0,"verb":"deal","who":1,"next":2,"card":"6s","hash":"..."}
//     {"event":9,"verb":"swap",...,"why":{"rule":"...","formula":"...",
//      "words":"..."},"hash":"..."}
//     {"end":24,"scores":[3,2,4],"hash":"..."}
//
// The header of a game that was read from a text has this text, too, and its
// SHA-256: "source":"game coins ...","source_hash":"...".
//
// A shuffle stands before the first event that needs it.  Seats count from 1.
// Lines may also end in "\r\n", the last in nothing, and a byte order mark may
// stand before the first: whatever brought the file put them there.  `end`
// counts the events; a record without it is a game that is not over, or
// a file that lost its last lines: where the rules say that it is over, the
// latter for sure.
//
// `hash` is the last member of every line: the first 32 hex digits of SHA-256
// over the hash of the line before (nothing for the first line) and this line
// up to the comma before "hash".  A line that was changed, lost, added or moved
// breaks the chain there; whoever has written down the last hash can tell
// whether anything at all was changed.  It does not stop somebody who writes
// the whole record anew: for that keep the last hash elsewhere.

#ifndef DX_GAME_RECORD_H
#define DX_GAME_RECORD_H

#include "game/match.h"

enum { DX_RECORD_VERSION = 1, DX_RECORD_HASH = 33 }; // hash with its '\0'

// Writes a match as it goes on.
typedef struct dx_record_writer dx_record_writer;

// `seats` names who sits where (dx_players of them, copied); NULL: unnamed.
dx_record_writer *dx_record_writer_new(const dx_rules *rules,
                                       const char *const *seats);
void dx_record_writer_free(dx_record_writer *writer);

// Appends to `out` the lines that are new since the last call: the header at
// first, then shuffles and events with their reasons, and at last the end.
// `match` has a deal and is always the same one.
void dx_record_write(dx_record_writer *writer, const dx_match *match,
                     dx_text *out);

typedef struct dx_record dx_record;

// A writer that goes on behind the sound lines of `record`, the last of which
// has its newline.
dx_record_writer *dx_record_writer_resume(const dx_record *record);

// A record that was read: every event was checked to be what the rules, the
// deal and the moves make of it.
struct dx_record {
    dx_rules rules;
    dx_deal *deal;
    unsigned count;
    dx_event *events;          // not NULL, even where there are none
    dx_reason *reasons;        // of each event; rule[0] == 0: none
    char **seats;              // dx_players of them, or NULL
    bool finished;             // it has its end
    char hash[DX_RECORD_HASH]; // of the last sound line
    // What was wrong behind the sound part; message[0] == 0: nothing.
    dx_error damage;
};

// Reads a whole record.  Anything wrong is an error with line and column, and
// says how many events are sound.  A record of another version, or of a game
// whose rules have changed since, is DX_ERR_UNSUPPORTED; where it is called off
// (base/heed.h), DX_ERR_CANCELLED, here and below.
DX_MUST_USE dx_status dx_record_read(const dx_game *const *games,
                                     const char *text, size_t length,
                                     dx_record **out_record, dx_error *error);

// The same, but keeps the sound part of a damaged record, and the damage in
// it.  An error only if not even the header is sound.
DX_MUST_USE dx_status dx_record_rescue(const dx_game *const *games,
                                       const char *text, size_t length,
                                       dx_record **out_record, dx_error *error);
void dx_record_free(dx_record *record);

// The match after the first `count` events; it can be played on, from the
// record's deal.  Where nature is next, it moves.  Borrows the record's deal.
dx_match *dx_record_match(const dx_record *record, unsigned count);

// The parameters of `rules` as a JSON object.
void dx_record_params(const dx_rules *rules, dx_text *out);

// The hash of a line: `body` is the line up to the comma before "hash".
void dx_record_hash(const char *previous, const char *body, size_t length,
                    char out[DX_RECORD_HASH]);

#endif
