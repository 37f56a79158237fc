// agents/protocol.h -- the messages between a table and an outside player.
//
// JSON, one object a line (or a frame).  docs/protocol.md shows every message.
// What is sent to a player is made from its view and its own clock and from
// nothing else, so no message can tell what the seat may not know.  Whoever
// carries the messages (a program's pipes, a socket) writes and reads them
// with this file.
//
//     dx_text out = {0};
//     dx_message_turn(view, &(dx_message_turn_options){.seq = 7}, &out);
//     ... send, receive a line ...
//     dx_reply reply;
//     if (dx_reply_read(line, length, &reply, &error) == DX_OK &&
//         reply.kind == DX_REPLY_MOVE && reply.seq == 7) ...
//
// The functions append one line with its newline.

#ifndef DX_AGENTS_PROTOCOL_H
#define DX_AGENTS_PROTOCOL_H

#include "game/agent.h"

enum {
    DX_PROTOCOL_VERSION = 1,
    DX_REPLY_NAME_MAX = 80,
    DX_REPLY_MOVE_MAX = 200,
    DX_REPLY_TEXT_MAX = 200,
};

// The largest number that every language's JSON keeps exactly.
#define DX_SEQ_MAX ((UINT64_C(1) << 53) - 1)

// What a player may use; 0: no limit.  The time left is its own alone.
typedef struct dx_player_clock {
    uint64_t move_ms; // for one move
    uint64_t game_ms; // for the rest of the game
} dx_player_clock;

void dx_message_hello(dx_text *out);
// A game begins, or goes on where this player was away.  A bystander has no
// seat.
void dx_message_start(const dx_view *view, const dx_player_clock *clock,
                      dx_text *out);
// Event number `n` of what the view has seen.
void dx_message_see(const dx_view *view, unsigned n, dx_text *out);

typedef struct dx_message_turn_options {
    uint64_t seq;  // to be echoed by the answer
    bool full;     // with everything that was seen so far
    bool state;    // with the seat's sight, typed (game/game.h)
    bool no_legal; // without the list of legal moves
    dx_player_clock clock;
} dx_message_turn_options;

// The view's seat is next.
void dx_message_turn(const dx_view *view,
                     const dx_message_turn_options *options, dx_text *out);

// `code` is one of illegal, garbage, stale, late, unknown, version; `seq` is
// that of the turn it is about, 0: none.
void dx_message_error(const char *code, uint64_t seq, const char *text,
                      dx_text *out);
// The game has ended: `how` is "over" or the fault that ended it.
void dx_message_end(const dx_view *view, const char *how, dx_text *out);
void dx_message_bye(dx_text *out);

// What a player says.  Plain value.
// A reason as a program gives it: cut where it is too long.
typedef struct dx_reply_why {
    char rule[40], formula[200], words[200];
} dx_reply_why;

typedef struct dx_reply {
    enum {
        DX_REPLY_HELLO,
        DX_REPLY_MOVE,
        DX_REPLY_ERROR,
        DX_REPLY_UNKNOWN, // a type of another version: not to be minded
    } kind;
    unsigned protocol;            // hello
    bool wants_view;              // hello: "view":"full"
    bool wants_state;             // hello: "state":true
    bool no_legal;                // hello: "legal":false
    char name[DX_REPLY_NAME_MAX]; // hello; may be empty
    uint64_t seq;                 // move, error; 0: none given
    char move[DX_REPLY_MOVE_MAX]; // move
    dx_reply_why why;             // move; rule[0] == 0: none given
    char text[DX_REPLY_TEXT_MAX]; // error, and the name of an unknown type
} dx_reply;

// Reads a line.  An error says what is wrong with it and what was expected;
// fields that nobody knows are not minded.
DX_MUST_USE dx_status dx_reply_read(const char *line, size_t length,
                                    dx_reply *out_reply, dx_error *error);

#endif
