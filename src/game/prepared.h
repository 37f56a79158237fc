// game/prepared.h -- what a game works out once for rules: numbers of kinds,
// words, compiled steps.
//
// Rules are a plain value and own nothing; what is prepared belongs to the game
// that has it in its `data`, and lasts as long.  Tables may point to it.

#ifndef DX_GAME_PREPARED_H
#define DX_GAME_PREPARED_H

#include "game/game.h"

typedef struct dx_prepared dx_prepared;

// Made by `make`, released by `release` (NULL: by dx_free).
dx_prepared *dx_prepared_new(void *(*make)(const dx_rules *rules),
                             void (*release)(void *made));
void dx_prepared_free(dx_prepared *prepared);

// What was made for these rules, now or before; any thread may ask.  Kept until
// the end: there is one for every choice of parameters that was asked for.
const void *dx_prepared_for(dx_prepared *prepared, const dx_rules *rules);

#endif
