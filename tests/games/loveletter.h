// games/loveletter.h -- Love Letter, one round: a game of the tests in which
// hands are compared, shown and swapped.
//
// 2 to 4 players, each with one card; in its turn a seat draws another and
// plays one of the two.  What a card does names another seat that is in and not
// safe: a guard guesses its card, a priest looks at it, a baron compares (the
// lower one is out), a prince has any seat lay its card down and draw again, a
// king swaps hands.  A handmaid keeps its seat safe until its next turn, a
// countess must be played beside king or prince, who lays down the princess is
// out, and so is who is made to draw when the stock is empty.  One card lies
// aside unseen.  When the stock is empty, or one seat is left, the highest card
// wins.
//
// Everything that is hidden is in the lots (game/lots.h), and whatever is said
// is kept as a number of cards in lots.

#ifndef DX_TESTS_GAMES_LOVELETTER_H
#define DX_TESTS_GAMES_LOVELETTER_H

#include "game/game.h"

extern const dx_game dx_game_loveletter;

#endif
