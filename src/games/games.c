#include "games/games.h"

#include "games/clue/clue.h"
#include "games/gofish/gofish.h"
#include "games/hanabi/hanabi.h"
#include "games/kemps/kemps.h"
#include "games/saboteur/saboteur.h"
#include "games/yokai/yokai.h"

// One line for each game: its header above, its table here.
// clang-format off
static const dx_game *const games[] = {
    &dx_game_hanabi,
    &dx_game_kemps,
    &dx_game_clue,
    &dx_game_gofish,
    &dx_game_saboteur,
    &dx_game_yokai,
    NULL,
};
// clang-format on

const dx_game *const *dx_games(void)
{
    return games;
}
