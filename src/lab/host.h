// lab/host.h -- plays the games of a schedule one by one, at its own table.
//
// A host keeps its memory from game to game and belongs to one thread.  What
// happens in a game depends on schedule and key alone: the deal is number
// `key.deal` of the seed, and the player at each place has the random stream
// (seed, deal, place), which it shares with the player there in other
// line-ups, so that chance differs as little as possible between them.
//
// Programs outside are started when first needed and stay with this host for
// game after game; the same command at the same place of another line-up is the
// same program.
//
// A program that does not start keeps its game from being played and is tried
// again for the next one, until it has failed several games in a row; the other
// line-ups go on.  That is no result: what counts is play.
//
// A player who makes an illegal move, or fails to answer, forfeits: the game
// ends there, its score is what it has so far but at most 0 (a team's too),
// the others keep theirs, and the best of them win.  A game that goes on for
// DX_MATCH_EVENTS_MAX events is cut: scores stand, nobody wins.

#ifndef DX_LAB_HOST_H
#define DX_LAB_HOST_H

#include "lab/results.h"

typedef struct dx_host dx_host;

// Borrows `schedule`, and `cancelled` (may be NULL), which another thread sets
// to end a game in the middle.
dx_host *dx_host_new(const dx_schedule *schedule, const atomic_bool *cancelled);
void dx_host_free(dx_host *host);

// Plays one game.  Appends its record, with the reasons of all moves, to
// `record` unless that is NULL.  DX_ERR_CANCELLED: there is no result.  A
// result that is DX_END_MISSING says why the game could not be played.
DX_MUST_USE dx_status dx_host_play(dx_host *host, dx_game_key key,
                                   dx_text *record, dx_result *out_result);

#endif
