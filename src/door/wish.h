// door/wish.h -- what is wanted of a game: whose eyes, when, and what.
//
// The members of a request are read by one list of them (fields.h), whoever
// asks: a session, the server for a table that is played, or a bot.

#ifndef DX_DOOR_WISH_H
#define DX_DOOR_WISH_H

#include "base/text.h"
#include "game/event.h"
#include "minds/board/nested.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { DX_WISH_TEXT = 300, DX_HANDLE = 40, DX_LINE_MAX = 200 };

// A question about a game: from whose eyes, when, through which minds, and
// what.  Members that were not given are zeros.
typedef struct dx_wish {
    char table[DX_HANDLE], record[DX_HANDLE];
    bool has_turn, has_seat;
    unsigned turn, seat; // the seat from 0
    unsigned you;        // who is called "you" in a record, from 1; 0: nobody
    size_t depth;
    unsigned path[DX_PATH_MAX]; // seats from 0
    char assume[DX_WISH_TEXT];  // "": none
    char agent[DX_WISH_TEXT];
    char *formula; // NULL: none was given
    // Moves of one's own behind turn `from` of a record.
    bool has_line;
    unsigned from, line_count;
    char **line;
    unsigned worlds, draws;
    uint64_t seed;
    bool small;
    bool because;    // an answer with its reason
    unsigned effort; // how many times the usual limit of steps; 0: once
    // Of a look or a question; 0: DX_STEPS_MAX, UINT64_MAX: as many as it
    // takes.
    uint64_t steps_max;
    uint64_t limit; // worlds to list or to try, at most; 0: what is usual
    // Not read but set by who asks; borrowed, NULL: as is usual.
    const char *engine;
    struct dx_mechanisms *mechanisms;
    void (*say)(const char *words);       // who hears answers in words
    const struct dx_agent *const *agents; // that can be assumed
} dx_wish;

// May it take seconds?  Beliefs under a policy do, and so does more effort.
bool dx_wish_is_slow(const dx_wish *wish);

// Milliseconds that it is thought to take, to tell long ones from short ones.
double dx_wish_expected(const dx_wish *wish);

// Says words to who hears them, and releases them.
void dx_wish_say(const dx_wish *wish, dx_text *words);

void dx_wish_copy(const dx_wish *from, dx_wish *to);
void dx_wish_release(dx_wish *wish);

// Reads what of a wish is in an object, or in a text that is one.  An error
// says which member and what was expected; then there is nothing to release.
DX_MUST_USE dx_status dx_wish_take(const json_t *object, dx_wish *out,
                                   dx_error *error);
DX_MUST_USE dx_status dx_wish_read(const char *text, size_t length,
                                   dx_wish *out, dx_error *error);

// A JSON object and nothing else, with no member twice; the caller gives it
// back (json_decref).  NULL, with its place: it is none.
json_t *dx_read_object(const char *text, size_t length, dx_error *error);

#endif
