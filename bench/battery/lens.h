// bench/battery/lens.h -- what whole boards cost: through one seat's eyes, and
// through two minds.

#ifndef DX_BATTERY_LENS_H
#define DX_BATTERY_LENS_H

#include "asking.h"

// Looks at all positions of the games that are wanted and prints a row each.
DX_MUST_USE dx_status dx_battery_look(dx_battery *battery, dx_error *error);

#endif
