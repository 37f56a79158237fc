#include "game/game_set.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

typedef void release_game(const dx_game *game);

struct dx_game_set {
    DX_VECTOR(const dx_game *) games;    // and NULL behind them
    DX_VECTOR(release_game *) releasing; // as the games; NULL: not ours
};

static void add(dx_game_set *set, const dx_game *game, release_game *release)
{
    set->games.at[set->games.count - 1] = game;
    dx_vector_push(&set->games, NULL);
    dx_vector_push(&set->releasing, release);
}

dx_game_set *dx_game_set_new(const dx_game *const *games)
{
    dx_game_set *set = dx_alloc(1, sizeof *set);
    dx_vector_push(&set->games, NULL);
    for (; *games != NULL; games++)
        add(set, *games, NULL);
    return set;
}

void dx_game_set_free(dx_game_set *set)
{
    if (set == NULL)
        return;
    for (size_t i = 0; i < set->releasing.count; i++)
        if (set->releasing.at[i] != NULL)
            set->releasing.at[i](set->games.at[i]);
    dx_vector_release(&set->games);
    dx_vector_release(&set->releasing);
    dx_free(set);
}

dx_status dx_game_set_add(dx_game_set *set, const dx_game *game,
                          release_game *release, dx_error *error)
{
    for (size_t i = 0; i + 1 < set->games.count; i++) {
        if (strcmp(set->games.at[i]->name, game->name) != 0)
            continue;
        dx_status status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                                   "there is a game '%.40s' already: expected "
                                   "another name",
                                   game->name);
        if (release != NULL)
            release(game);
        return status;
    }
    add(set, game, release);
    return DX_OK;
}

const dx_game *const *dx_game_set_list(const dx_game_set *set)
{
    return set->games.at;
}
