// games/tattle.h -- a game of the tests in which hands are compared: what is
// heard is no number of cards of some kinds, and some of it only two hear.
//
// 2 to 4 players with a hand each.  In its turn a seat names another one: the
// two compare what their cards are worth together, and whether the first has
// as much is told to all (`compare`) or to these two (`whisper`).  A point for
// each time that all heard it.  Or it boasts before one of them, and all hear
// it, that it has a card of a rank: so it has more moves the more ranks it has.

#ifndef DX_TESTS_GAMES_TATTLE_H
#define DX_TESTS_GAMES_TATTLE_H

#include "game/game.h"

extern const dx_game dx_game_tattle;

#endif
