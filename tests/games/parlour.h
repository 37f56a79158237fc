// games/parlour.h -- a tiny game of our own, for tests: everything that is
// hard to hide in one small box.
//
// Players 2 to 4.  First each seat gets a role (one knave among players + 1
// role cards; the last stays unseen), then a hand of cards, then one card goes
// face down into the chest.  A turn is two moves.  The act: `peek` into the
// chest (once; all see that you did), `toss` a card face down, `meld` a card
// face up, or `wait`.  Who has tossed draws, unless a pair is left in the hand
// (so who is next depends on a hidden hand); when the stock is empty the tossed
// cards are shuffled and become the stock.  The word: `claim` a colour of the
// chest, truly or falsely, or be `silent`.  After the last turn roles and chest
// are shown.  A meld is a point; if more last claims name the chest's colour
// than do not, each honest seat gets two points, otherwise the knave does.

#ifndef DX_TESTS_GAMES_PARLOUR_H
#define DX_TESTS_GAMES_PARLOUR_H

#include "game/game.h"

extern const dx_game dx_parlour;

// The same game with the argument `arg` of `verb` shown to everyone: a planted
// leak.  The caller keeps both structs alive as long as the game.
typedef struct dx_leak {
    dx_game game;
    dx_verb verbs[DX_VERBS_MAX];
} dx_leak;
void dx_leak_plant(dx_leak *leak, const dx_game *game, unsigned verb,
                   unsigned arg);

#endif
