// game/game_set.h -- the games that a program knows by name: those it comes
// with, and those that were added when it ran.
//
//     dx_game_set *set = dx_game_set_new(dx_games());
//     status = dx_game_set_add(set, game, release, &error);
//     status = dx_rules_parse(dx_game_set_list(set), "sleuth", &rules, &error);
//
// Rules, tables and records point to their game: a set outlives them all.  What
// is added while others read the list needs a lock of the caller's.

#ifndef DX_GAME_GAME_SET_H
#define DX_GAME_GAME_SET_H

#include "game/game.h"

typedef struct dx_game_set dx_game_set;

// With `games`, which end with NULL and are borrowed.
dx_game_set *dx_game_set_new(const dx_game *const *games);
// Releases what was added.
void dx_game_set_free(dx_game_set *set);

// Adds a game under its name; `release` (NULL: nothing) is called with it in
// the end, or at once where the name is taken.
DX_MUST_USE dx_status dx_game_set_add(dx_game_set *set, const dx_game *game,
                                      void (*release)(const dx_game *game),
                                      dx_error *error);

// All of them, ended by NULL; borrowed until the next one is added.
const dx_game *const *dx_game_set_list(const dx_game_set *set);

#endif
