// games/saboteur/scene.h -- a game of Saboteur laid out by hand.

#ifndef DX_TESTS_GAMES_SABOTEUR_SCENE_H
#define DX_TESTS_GAMES_SABOTEUR_SCENE_H

#include "game/match.h"
#include "games/saboteur/saboteur.h"

typedef struct dx_scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} dx_scene;

// Of `rules`: roles as letters, "MMS", the spare behind them; what lies at the
// goals, "gold stone_ne stone_nw"; and the first cards of the deck, which go
// round.  What is not said comes in the order of the numbers.
dx_scene dx_scene_new(const char *rules, const char *roles, const char *goals,
                      const char *cards);
void dx_scene_free(dx_scene *scene);

// Plays moves, each by the seat that is next.
void dx_scene_play(dx_scene *scene, const char *const *moves);
#define SCENE_PLAY(scene, ...)                                                 \
    dx_scene_play(scene, (const char *const[]){__VA_ARGS__, NULL})

// Is the move refused, or not on the list?
bool dx_scene_refuses(dx_scene *scene, const char *move);

static inline const dx_saboteur *dx_scene_truth(const dx_scene *scene)
{
    return dx_match_truth(scene->match);
}
static inline const dx_saboteur *dx_scene_sight(const dx_scene *scene,
                                                unsigned seat)
{
    return dx_match_view(scene->match, seat)->sight;
}

#endif
