// agents/player.h -- whoever sits at a seat, for whoever runs a game: a mind, a
// program outside, or a person.
//
//     dx_player_spec spec;     // "greedy", "cmd:python3 bot.py", "you"
//     if (dx_player_spec_parse(dx_agents(), text, &rules, &spec, &error) ...
//     if (dx_player_open(&spec, &options, &seat, &error) != DX_OK) ...
//     dx_player_begin(seat, dx_match_view(match, i), random);
//     while (its turn comes)
//         fault = dx_player_choose(seat, view, &move, &reason, &error);
//     dx_player_end(seat, view, "over");  // another game: ready, begin again
//     dx_player_close(seat);
//
// Only a mind is a function of its view and can be imagined by others; that is
// why programs and persons are here and not in game/agent.h.  A seat belongs to
// one thread.

#ifndef DX_AGENTS_PLAYER_H
#define DX_AGENTS_PLAYER_H

#include "agents/outsider.h"

typedef struct dx_player_spec {
    enum { DX_SEAT_MIND, DX_SEAT_PROGRAM, DX_SEAT_PERSON } kind;
    dx_policy policy;    // of a mind
    const char *command; // of a program: borrowed from the text it was read of
} dx_player_spec;

// Reads `cmd:COMMAND LINE`, `you`, or an agent as dx_policy_parse does.
DX_MUST_USE dx_status dx_player_spec_parse(const dx_agent *const *agents,
                                           const char *text,
                                           const dx_rules *rules,
                                           dx_player_spec *out_spec,
                                           dx_error *error);

// How a person is asked.  Both functions see the person's view alone; `notify`
// may be NULL.
typedef struct dx_person {
    void *context;
    void (*notify)(void *context, const dx_view *view);
    // DX_FAULT_NONE with a legal move, or DX_FAULT_LEFT.
    dx_fault (*choose)(void *context, const dx_view *view, dx_event *out_move);
} dx_person;

typedef struct dx_player_options {
    dx_outsider_options outsider; // start from dx_outsider_normal
    const dx_person *person;      // borrowed; NULL: no persons here
    const dx_budget *budget;      // of a mind, for each move; may be NULL.  If
                                  // it is cancelled, programs are left too
} dx_player_options;

typedef struct dx_player dx_player;

// Starts a program; refuses a person where there are none.
DX_MUST_USE dx_status dx_player_open(const dx_player_spec *spec,
                                     const dx_player_options *options,
                                     dx_player **out_seat, dx_error *error);
void dx_player_close(dx_player *seat); // NULL is fine

// Sees to it that a program runs, before another game begins: DX_ERR_FILE if it
// does not start.  One just opened is ready, and so is everybody else.
DX_MUST_USE dx_status dx_player_ready(dx_player *seat, dx_error *error);

// A game begins for the seat of `view`; `random` is copied.
void dx_player_begin(dx_player *seat, const dx_view *view, dx_random random);

// Lets `seat` think with the mind of `with`, which has begun the same game with
// the same policy, of an agent whose memory is `shared`; until it begins again.
void dx_player_share(dx_player *seat, dx_player *with);

// Somebody has moved.  May be left out: choosing tells all that is new.
void dx_player_notify(dx_player *seat, const dx_view *view);

// A move of the view's seat, whose turn it is.  That a mind's move is legal the
// referee checks.  `reason` may be NULL; its rule is empty if none was given.
// What was in it is released. A fault is a forfeit: remedies were tried before.
dx_fault dx_player_choose(dx_player *seat, const dx_view *view,
                          dx_event *out_move, dx_reason *reason,
                          dx_error *error);

// The game has ended: "over", or the name of the fault that ended it.
void dx_player_end(dx_player *seat, const dx_view *view, const char *how);

// The program at the seat, for its counters and its stderr; NULL: none.
dx_outsider *dx_player_outsider(dx_player *seat);

#endif
