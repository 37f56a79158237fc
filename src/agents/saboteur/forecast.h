// agents/saboteur/forecast.h -- what every move would do to the way to the
// gold.

#ifndef DX_AGENTS_SABOTEUR_FORECAST_H
#define DX_AGENTS_SABOTEUR_FORECAST_H

#include "games/saboteur/distance.h"

enum { DX_SABOTEUR_CELLS_MAX = 160 };

// An empty cell that a tunnel may be laid into: what is missing to each goal
// from the start if nothing passes here, and from each neighbour onwards.
typedef struct dx_saboteur_site {
    uint16_t cell;
    uint8_t without[DX_SABOTEUR_GOALS];
    uint8_t next[DX_SABOTEUR_GOALS][DX_SABOTEUR_SIDES];
    dx_saboteur_fit fit;
} dx_saboteur_site;

// The board of a table with all that can be laid on it next.
typedef struct dx_saboteur_forecast {
    dx_saboteur_grid grid;
    uint8_t goals, up;
    bool loose;                     // tunnels need not be joined to the start
    uint8_t now[DX_SABOTEUR_GOALS]; // tunnels missing to each goal
    unsigned count;
    dx_saboteur_site site[DX_SABOTEUR_CELLS_MAX];
} dx_saboteur_forecast;

// Looks at the goals in `wanted` (as bits) that are not up.
void dx_saboteur_forecast_make(dx_saboteur_forecast *forecast,
                               const dx_saboteur *table, unsigned wanted);

// What is missing to each goal after a move; false if it does not change the
// board.
bool dx_saboteur_forecast_move(dx_saboteur_forecast *forecast, dx_event move,
                               uint8_t *out);

// The cell that a tunnel makes where it is laid (games/saboteur/board.h).
static inline unsigned dx_saboteur_laid(dx_event dig)
{
    const dx_saboteur_card *card = &dx_saboteur_cards[dig.arg[0]];
    return DX_CELL_CARD |
           (card->sort == DX_SABOTEUR_OPEN ? (unsigned)DX_CELL_THROUGH : 0) |
           dx_saboteur_turn_sides(card->sides, dig.arg[3]);
}

// The mean number of missing tunnels where gold lies with these chances.
double dx_saboteur_mean_steps(const dx_saboteur_forecast *forecast,
                              const uint8_t *steps, const double *gold);

#endif
