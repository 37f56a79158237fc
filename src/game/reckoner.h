// game/reckoner.h -- the way to consider that fits a seat and an assumption.

#ifndef DX_GAME_RECKONER_H
#define DX_GAME_RECKONER_H

#include "game/worlds.h"

// A reckoner at work: `how` is NULL where none fits.
typedef struct dx_reckoning {
    const dx_reckoner *how;
    void *self;
} dx_reckoning;

// Opens the first of the game's own reckoners that takes the assumption (NULL:
// none), else belief by replay (game/believe.h), and lets it follow `count`
// events as masked for `seat`, or whole ones.
dx_reckoning dx_reckoning_open(const dx_rules *rules, unsigned seat,
                               const dx_assumption *assumption,
                               const dx_event *seen, unsigned count);

// The same for one reckoner.
dx_reckoning dx_reckoning_with(const dx_reckoner *how, const dx_rules *rules,
                               unsigned seat, const dx_assumption *assumption,
                               const dx_event *seen, unsigned count);

void dx_reckoning_close(dx_reckoning *reckoning);

#endif
