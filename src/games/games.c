#include "games/games.h"

#include "games/hanabi/hanabi.h"

// One line for each game: its header above, its table here.
static const dx_game *const games[] = {
    &dx_game_hanabi,
    NULL,
};

const dx_game *const *dx_games(void)
{
    return games;
}
