// agents/checkup_private.h -- what the walk and its steps share.

#ifndef DX_AGENTS_CHECKUP_PRIVATE_H
#define DX_AGENTS_CHECKUP_PRIVATE_H

#include "agents/checkup.h"
#include "agents/protocol.h"
#include "base/child.h"
#include "game/match.h"

typedef struct dx_checkup {
    const dx_checkup_options *options;
    dx_child *child; // NULL: none runs
    dx_deal *deal;
    dx_match *match;
    uint64_t games; // begun so far
    unsigned seat;  // where the program sits
    unsigned told;  // events of this game
    uint64_t seq;   // of the last turn
    dx_random random;
    dx_reply reply; // the last that was read
    dx_text out;    // what is sent next
    dx_text words;  // what the step has to say
} dx_checkup;

// One step: true if it is passed.  What it has to say goes to c->words.
typedef struct dx_checkup_test {
    const char *title;
    bool (*passes)(dx_checkup *c);
    bool is_vital; // without it the others make no sense
} dx_checkup_test;

extern const dx_checkup_test dx_checkup_tests[]; // title NULL at the end

// Notes what is wrong (or to remark); returns false for `return`.
bool dx_checkup_fails(dx_checkup *c, const char *format, ...) DX_PRINTF(2, 3);

// Starts the program anew, without a word.
bool dx_checkup_start(dx_checkup *c);

// Starts it if it does not run, and exchanges hellos.
bool dx_checkup_greet(dx_checkup *c);

// Sends c->out.
void dx_checkup_send(dx_checkup *c);

// Reads the next line into c->reply; false, with the reason, if none comes
// within `limit_ms` or it is no message.
bool dx_checkup_hear(dx_checkup *c, uint64_t limit_ms);

// Nothing is said for a while.
bool dx_checkup_is_quiet(dx_checkup *c);

// A new game with the program at `seat`, up to its first turn; with `told` it
// is sent what it sees.
void dx_checkup_begin(dx_checkup *c, unsigned seat, bool told);
const dx_view *dx_checkup_view(dx_checkup *c);

// Puts a turn for the program, with the next seq, into c->out.
void dx_checkup_add_turn(dx_checkup *c);

// Reads an answer to turn `seq`: a legal move, which `out` gets if not NULL.
bool dx_checkup_hear_move(dx_checkup *c, uint64_t seq, dx_event *out);

// Asks for a move and hears it.
bool dx_checkup_ask(dx_checkup *c, dx_event *out);

// Makes the move and plays on, telling the program, to its next turn or the
// end of the game.
void dx_checkup_move(dx_checkup *c, dx_event move);

#endif
