// games/file/files.h -- the games of examples/games, for the tests.

#ifndef DX_TESTS_GAMES_FILE_FILES_H
#define DX_TESTS_GAMES_FILE_FILES_H

#include "game/game.h"

// All of them, ended by NULL, read once and never freed.
const dx_game *const *dx_game_files(void);

// Those that are tested with all other games, ended by NULL.
const dx_game *const *dx_battery_files(void);

// The one in examples/games/NAME.dg.
const dx_game *dx_game_file(const char *name);

#endif
