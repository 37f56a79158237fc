// server/wish.h -- what a client wants: a message of the table protocol, or the
// body of a request, read with nothing taken on trust.

#ifndef DX_SERVER_WISH_H
#define DX_SERVER_WISH_H

#include "agents/protocol.h"
#include "base/base.h"
#include "door/wish.h"
#include "server/token.h"

#include <stdbool.h>
#include <stdint.h>

enum { DX_PERSON_NAME = 80 };

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
    char deal[DX_WISH_TEXT]; // the name of a game that is over: its cards
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
