// agents/outsider.h -- a program outside, at a seat, over the bot protocol.
//
//     dx_outsider_options options = dx_outsider_normal();
//     if (dx_outsider_open("python3 bot.py", &options, &bot, &error) != DX_OK)
//         ...
//     dx_outsider_begin(bot, view);
//     while (...) {
//         dx_outsider_notify(bot, view);  // whenever somebody has moved
//         fault = dx_outsider_choose(bot, view, &chance, &choice, &error);
//     }
//     dx_outsider_end(bot, view, "over");
//     dx_outsider_close(bot);
//
// One program plays any number of games, one after the other.  Whatever it
// does (dies, says nothing, never reads, prints garbage without end), every
// call here comes back within its limits.  An outsider belongs to one thread.

#ifndef DX_AGENTS_OUTSIDER_H
#define DX_AGENTS_OUTSIDER_H

#include "game/agent.h"

// What can go wrong with a turn, each counted by itself.
typedef enum dx_fault {
    DX_FAULT_NONE,
    DX_FAULT_ILLEGAL, // a move that is not legal
    DX_FAULT_GARBAGE, // a line that is no message, or that gives up the turn
    DX_FAULT_LATE,    // silence until the move's or the game's limit
    DX_FAULT_CRASHED, // it has ended, or closed its output
    DX_FAULT_LEFT,    // a person has left the table, or it was cancelled
    DX_FAULTS
} dx_fault;

const char *dx_fault_text(dx_fault fault); // "illegal", ...; static storage

// What is done about a fault.  A remedy that does not help in the end is a
// forfeit: the seat has no move, and the game cannot go on.
typedef struct dx_remedy {
    enum {
        DX_FORFEIT,
        DX_RETRY,  // says what was wrong and asks again (a program that has
                   // ended is started again), `times` times in one turn
        DX_RANDOM, // makes a random legal move for it
    } kind;
    unsigned times;
} dx_remedy;

// Reads forfeit, retry:N or random.
DX_MUST_USE dx_status dx_remedy_parse(const char *text, dx_remedy *out_remedy,
                                      dx_error *error);

typedef struct dx_outsider_options {
    uint64_t start_ms;            // until it has said hello
    uint64_t move_ms;             // for a move, all its retries included
    uint64_t game_ms;             // for all moves of a game; 0: no limit
    uint64_t bye_ms;              // between bye and being killed
    dx_remedy remedy[DX_FAULTS];  // of illegal, garbage, late, crashed
    const atomic_bool *cancelled; // may be NULL; set by another: wait no longer
} dx_outsider_options;

// 10 s to start, 10 s for a move, 600 s for a game, all faults a forfeit.
dx_outsider_options dx_outsider_normal(void);

typedef struct dx_outsider dx_outsider;

// Starts the program and waits for its hello.  `command` is split into words
// (base/words.h) and runs without a shell; it is copied.  An error says what to
// mend, with the end of what the program said on stderr.
DX_MUST_USE dx_status dx_outsider_open(const char *command,
                                       const dx_outsider_options *options,
                                       dx_outsider **out_outsider,
                                       dx_error *error);

// Says bye, and waits for the program's end.  NULL is fine.
void dx_outsider_close(dx_outsider *outsider);

// Starts the program again if it ended or was late in the game before; to be
// called before the next one begins.  DX_ERR_FILE if it cannot be started now;
// it may be tried again.
DX_MUST_USE dx_status dx_outsider_ready(dx_outsider *outsider, dx_error *error);

// A game begins for the seat of `view`; the program is ready.
void dx_outsider_begin(dx_outsider *outsider, const dx_view *view);

// Passes on what `view` has seen since the last call.  Never waits.
void dx_outsider_notify(dx_outsider *outsider, const dx_view *view);

// Asks for a move of the view's seat, whose turn it is; a move that is given
// is legal.  `random` is for random moves in its stead.  `reason` may be NULL;
// it is all zeros if none is given.
// On a fault `error` says what happened, with the end of the program's stderr.
dx_fault dx_outsider_choose(dx_outsider *outsider, const dx_view *view,
                            dx_random *random, dx_event *out_move,
                            dx_reason *reason, dx_error *error);

// The game has ended: "over", or how else.
void dx_outsider_end(dx_outsider *outsider, const dx_view *view,
                     const char *how);

// What it calls itself, the faults so far (of all games, mended ones too), how
// often it answered a turn that was over, and the end of its stderr.
const char *dx_outsider_name(const dx_outsider *outsider);
uint64_t dx_outsider_faults(const dx_outsider *outsider, dx_fault fault);
uint64_t dx_outsider_stale(const dx_outsider *outsider);
const char *dx_outsider_stderr(dx_outsider *outsider);

#endif
