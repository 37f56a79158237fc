#include "games/games.h"

// One line for each game: its header above, its table here.
static const dx_game *const games[] = {
    NULL,
};

const dx_game *const *dx_games(void)
{
    return games;
}
