// server/wish.h -- what a client wants: a message of the table protocol, or the
// body of a request, read with nothing taken on trust.

#ifndef DX_SERVER_WISH_H
#define DX_SERVER_WISH_H

#include "agents/protocol.h"
#include "base/base.h"
#include "game/event.h"
#include "minds/nested.h"
#include "server/token.h"

#include <stdbool.h>
#include <stdint.h>

enum { DX_WISH_TEXT = 300, DX_PERSON_NAME = 80, DX_LINE_MAX = 200 };

// A question about a game: from whose eyes, when, through which minds, and
// what.  Members that were not given are zeros.
typedef struct dx_wish {
    char table[DX_TABLE_ID], record[DX_TABLE_ID];
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
    bool because;       // an answer with its reason
    unsigned effort;    // how many times the usual limit of steps; 0: once
    uint64_t steps_max; // of a look or a question; 0: the server's (limits.h)
} dx_wish;

// May it take seconds?  Beliefs under a policy do, and so does more effort.
bool dx_wish_is_slow(const dx_wish *wish);

// Milliseconds that it is thought to take, to tell long ones from short ones.
double dx_wish_expected(const dx_wish *wish);

void dx_wish_copy(const dx_wish *from, dx_wish *to);
void dx_wish_release(dx_wish *wish);

// Reads the members of a JSON object.  An error says which and what was
// expected; then there is nothing to release.
DX_MUST_USE dx_status dx_wish_read(const char *text, size_t length,
                                   dx_wish *out, dx_error *error);

// One message of a client.
typedef struct dx_client_word {
    enum {
        DX_WORD_HELLO,
        DX_WORD_JOIN,
        DX_WORD_MOVE,
        DX_WORD_LENS,
        DX_WORD_UNLENS,
        DX_WORD_ASK,
        DX_WORD_COMPLETE,
        DX_WORD_WHY,
        DX_WORD_CHANGED,
        DX_WORD_CHOOSE,
        DX_WORD_MODEL,
        DX_WORD_SUSPICION,
        DX_WORD_CANCEL,
        DX_WORD_LEAVE,
        DX_WORD_PING,
        DX_WORD_ERROR,
        DX_WORD_UNKNOWN,
    } kind;
    unsigned id;    // of a question
    unsigned have;  // join
    bool has_token; // join: a token was given, perhaps an empty one
    char token[DX_TOKEN];
    char name[DX_PERSON_NAME]; // join; "": none
    dx_reply reply;            // hello, move, error
    dx_wish wish;              // join (the table) and questions
} dx_client_word;

DX_MUST_USE dx_status dx_client_word_read(const char *line, size_t length,
                                          dx_client_word *out, dx_error *error);

// A table that somebody wants to make.
typedef struct dx_table_wish {
    char rules[DX_WISH_TEXT];
    unsigned seats; // 0: not said
    char seat[DX_SEATS_MAX][DX_WISH_TEXT];
    char name[DX_SEATS_MAX][DX_PERSON_NAME];
    uint64_t move_ms;
    bool is_open, is_private;
} dx_table_wish;

DX_MUST_USE dx_status dx_table_wish_read(const char *text, size_t length,
                                         dx_table_wish *out, dx_error *error);

// A seat that somebody wants, {"seat":2,"agent":"info","name":"Mia"}; all may
// be missing.
DX_MUST_USE dx_status dx_seat_wish_read(const char *text, size_t length,
                                        unsigned *out_seat,
                                        char agent[DX_WISH_TEXT],
                                        char name[DX_PERSON_NAME],
                                        dx_error *error);

#endif
