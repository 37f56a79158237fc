// games/parcel.h -- a game of the tests in which cards are chosen unseen, out
// of hands that came together bit by bit, and go on their way.
//
// 2 to 4 players with a hand each of a pack that has several copies of a rank.
// In its turn a seat draws a card and then lays one face down before itself
// (`hide`), or openly (`lay`), gives one to another seat (`pass`) or shows it
// one
// (`show`), and nobody else sees which.  A point for each card that is hidden.
//
// A choice is two places of kinds of its own: what was chosen, and all that was
// not.  The kinds of one choice are the ranks once more, one copy of each.  So
//
//     cards of a rank in a hand = those that came - those that went
//         = n(lots, rank) + n(chosen that came, rank) + n(not chosen of those
//           that went, rank) - how many went
//
// is one number of cards in places, that cards can be chosen is a bound on it,
// and it does not matter whether they stay, leave, or travel on.

#ifndef DX_TESTS_GAMES_PARCEL_H
#define DX_TESTS_GAMES_PARCEL_H

#include "game/game.h"

extern const dx_game dx_game_parcel;

#endif
