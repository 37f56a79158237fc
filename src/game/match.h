// game/match.h -- the referee.
//
// A match is stepped and never calls back.  After every step either a seat is
// next or the game is over: nature's moves are made by the match itself, from
// the deal.
//
//     dx_match *match = dx_match_new(&rules, deal);
//     while (dx_match_turn(match) != DX_OVER) {
//         const dx_event *moves;
//         unsigned count = dx_match_moves(match, &moves);
//         ... choose, looking at dx_match_view(match, seat) only ...
//         if (dx_match_play(match, seat, move, NULL, &error) != DX_OK) ...
//     }
//
// Lean by design: a move costs decide, fold and one pushed word; views are
// brought up to date only for the seats that are looked at.

#ifndef DX_GAME_MATCH_H
#define DX_GAME_MATCH_H

#include "game/agent.h"
#include "game/deal.h"
#include "game/view.h"

enum { DX_MATCH_EVENTS_MAX = 1 << 20 };

typedef struct dx_match dx_match;

// Starts a game: nature deals until a seat is next.  Borrows `deal` until the
// match is freed or restarted.
dx_match *dx_match_new(const dx_rules *rules, dx_deal *deal);

// Goes on from a past that the deal answers to: a record, or a part of one.
dx_match *dx_match_resume(const dx_rules *rules, dx_deal *deal,
                          const dx_event *past, unsigned count);

// Goes on from a past that is imagined: nature now chooses by its weights
// with `random` (copied), since no deal is known to fit.
dx_match *dx_match_imagine(const dx_rules *rules, const dx_event *past,
                           unsigned count, const dx_random *random);
void dx_match_free(dx_match *match);

// The same rules and another deal (or the same again), in the same memory.
void dx_match_restart(dx_match *match, dx_deal *deal);

const dx_rules *dx_match_rules(const dx_match *match);
dx_deal *dx_match_deal(const dx_match *match); // NULL if imagined

// The seat that is next, or DX_OVER.
unsigned dx_match_turn(const dx_match *match);

// The legal moves of the seat that is next; borrowed until the match moves.
unsigned dx_match_moves(dx_match *match, const dx_event **out_moves);

// Makes a move.  DX_ERR_MOVE (and nothing happens) if it is not the seat's
// turn or the move is not legal; DX_ERR_LIMIT if the game has gone on for
// DX_MATCH_EVENTS_MAX events.  `why` is copied; it may be NULL.
DX_MUST_USE dx_status dx_match_play(dx_match *match, unsigned seat,
                                    dx_event move, const dx_reason *why,
                                    dx_error *error);

// Makes the move number `i` of dx_match_moves, which needs no search: for
// playouts.  DX_ERR_LIMIT as above.
DX_MUST_USE dx_status dx_match_step(dx_match *match, unsigned i);

// What `seat` (or DX_BYSTANDER) sees; borrowed until the match moves.
const dx_view *dx_match_view(dx_match *match, unsigned seat);

// Scores as the truth has them; meant for when it is over.  And who won.
int dx_match_score(const dx_match *match, unsigned seat);
bool dx_match_won(const dx_match *match, unsigned seat);

// Adds the reason of event `i`, behind all that have one: for a match that was
// resumed.
void dx_match_explain(dx_match *match, unsigned i, const dx_reason *why);

// For referees, records and tests, never for agents: the whole events, the
// truth, and the reason given with event `i` (NULL if none was).
const dx_event *dx_match_events(const dx_match *match, unsigned *out_count);
const void *dx_match_truth(const dx_match *match);
const dx_reason *dx_match_reason(const dx_match *match, unsigned i);

#endif
