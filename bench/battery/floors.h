// bench/battery/floors.h -- what the answers have to reach.

#ifndef DX_BATTERY_FLOORS_H
#define DX_BATTERY_FLOORS_H

#include "base/text.h"
#include "results.h"

// 0: nothing is asked of it.  Times in milliseconds.
typedef struct dx_floor {
    double share; // decided, of 1: of each form alone; with DX_FLOOR_SAMPLED
                  // what was answered by a sample counts too
    double median, p95, most;
    enum { DX_FLOOR_ROUNDED, DX_FLOOR_EXACT, DX_FLOOR_SAMPLED } takes;
} dx_floor;

typedef struct dx_floor_line {
    const char *name; // NULL ends the table
    const char *assumption;
    const char *groups[4]; // of forms
    dx_floor usual, large; // `large`: for games that are (position.h)
} dx_floor_line;

extern const dx_floor_line dx_floor_lines[];

// The line for forms of a group under an assumption; NULL: there is none.
// Where chances need an assumption, a game is held under `uniform` to what
// others are held to without.
const dx_floor_line *dx_floor_for(const dx_battery_game *game,
                                  const char *group, const char *assumption);

const dx_floor *dx_floor_of(const dx_floor_line *line,
                            const dx_battery_game *game);

// Writes "met", or what is missed: "share, 95 %".  True if met.
bool dx_floor_verdict(const dx_floor *floor, const dx_figures *figures,
                      dx_text *out);

#endif
