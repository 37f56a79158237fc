// door/host.h -- agents that a host brings: functions of its own language.
//
// An agent of the host is like any other (game/agent.h): it sits at tables of
// its session's matches and tournaments and, since it is a function of its
// view, can be assumed.  It is given views and answers with the number of a
// legal move, so nothing has to be written down and read again for a move.

#ifndef DX_DOOR_HOST_H
#define DX_DOOR_HOST_H

#include "door/door.h"
#include "game/view.h"

// What the host keeps for a seat is a number of its choosing.
typedef struct dx_host {
    const char *name; // copied
    void *context;
    // Called for a seat of which nothing was noted; NULL: 0.  `note`: all of
    // view->seen from `noted` on is new.  `copy` and `end` go with `begin`.
    uint64_t (*begin)(void *context, const dx_view *view);
    void (*note)(void *context, uint64_t memory, const dx_view *view,
                 unsigned noted);
    uint64_t (*copy)(void *context, uint64_t memory);
    void (*end)(void *context, uint64_t memory);
    // Which of the `count` legal moves (dx_view_moves); any other number ends
    // the game as an illegal move does.  `luck` is a random number if there
    // are `odds`, else 0: without odds it must choose the same whenever it has
    // seen the same.
    int (*choose)(void *context, uint64_t memory, const dx_view *view,
                  unsigned count, uint64_t luck);
    // The weight of each legal move, all zeros to begin with.  NULL: all is on
    // what it chooses.
    void (*odds)(void *context, uint64_t memory, const dx_view *view,
                 unsigned count, uint32_t *out);
} dx_host;

// From now on the session knows the agent by its name, which no other has.
DX_MUST_USE dx_status dx_session_host(dx_session *session, const dx_host *host,
                                      dx_error *error);

// What a seat sees, as JSON: {"seat":1,"turn":4,"legal":[..],"state":{..},
// "table":"..","events":[..]}, events from `from` on.
void dx_view_json(const dx_view *view, unsigned from, dx_text *out);

#endif
