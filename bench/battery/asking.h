// bench/battery/asking.h -- asks: which questions, where, under what.

#ifndef DX_BATTERY_ASKING_H
#define DX_BATTERY_ASKING_H

#include "minds/mechanism.h"
#include "options.h"
#include "results.h"

typedef struct dx_battery {
    const dx_options *options;
    unsigned first, positions; // numbers of positions of each game
    dx_watch *watch;
    dx_mechanisms *mechanisms; // that are used and counted; NULL: all
    dx_results results;
} dx_battery;

bool dx_battery_wants(const dx_battery *battery, const dx_battery_game *game);

// Asks one question; takes `asked`, in which game, form, position and text
// stand, over into the results, with what came of it.
void dx_battery_ask(dx_battery *battery, const dx_position *position,
                    const dx_assumption *assumption, dx_formulas *store,
                    dx_asked *asked);

// Asks everything that is wanted about a game.
DX_MUST_USE dx_status dx_battery_ask_game(dx_battery *battery,
                                          const dx_battery_game *game,
                                          dx_error *error);

#endif
