// games/games.h -- the list of all games.

#ifndef DX_GAMES_GAMES_H
#define DX_GAMES_GAMES_H

#include "game/game.h"

// Every game, ended by NULL.  Static storage.
const dx_game *const *dx_games(void);

#endif
