// bench/battery/ablate.h -- what each mechanism is worth (minds/mechanism.h):
// every question once with all of them and again without each that it used.
//
// A mechanism that a question did not use cannot have changed its answer, so
// only questions that used it are asked again.

#ifndef DX_BATTERY_ABLATE_H
#define DX_BATTERY_ABLATE_H

#include "asking.h"

// Asks everything about a game in this way and prints a row a mechanism.
DX_MUST_USE dx_status dx_battery_ablate(dx_battery *battery,
                                        const dx_battery_game *game,
                                        dx_error *error);

#endif
