// Distances after every tunnel from one search for each cell and goal in which
// nothing passes the cell (games/saboteur/distance.h); after a rock-fall, of
// which there are few, a search on the changed board.
//
// Most of these searches are the one on the board as it is: a cell that is
// further from the goal than the start, or too far, lies on no cheapest way
// that counts, and blocked it changes nothing.

#include "agents/saboteur/forecast.h"

#include <assert.h>
#include <string.h>

// `found` is of the search on the board as it is.
static void visit_site(dx_saboteur_forecast *f, dx_saboteur_site *site,
                       unsigned goal, const uint8_t *found)
{
    uint8_t without[DX_GRID_CELLS];
    const dx_saboteur_grid *g = &f->grid;
    unsigned far = found[site->cell];
    if (far <= found[g->start] && far < DX_SABOTEUR_FAR) {
        dx_saboteur_search(g, g->goal[goal], site->cell, without);
        found = without;
    }
    site->without[goal] = found[g->start];
    for (unsigned side = 0; side < DX_SABOTEUR_SIDES; side++)
        site->next[goal][side] =
            (uint8_t)dx_saboteur_after(g, site->cell, 1U << side, true, found);
}

void dx_saboteur_forecast_make(dx_saboteur_forecast *f, const dx_saboteur *t,
                               unsigned wanted)
{
    dx_saboteur_reach reach;
    uint8_t found[DX_GRID_CELLS];
    dx_saboteur_grid_init(&f->grid, t);
    if (t->joined)
        dx_saboteur_reach_find(&f->grid, &reach);
    else
        reach.count = dx_saboteur_beside(&f->grid, reach.open);
    f->goals = t->goals;
    f->loose = !t->joined;
    f->up = t->up;
    f->count = reach.count < DX_SABOTEUR_CELLS_MAX ? reach.count
                                                   : DX_SABOTEUR_CELLS_MAX;
    for (unsigned i = 0; i < f->count; i++) {
        f->site[i].cell = reach.open[i];
        f->site[i].fit = dx_saboteur_fit_of(&f->grid, reach.open[i]);
    }
    for (unsigned goal = 0; goal < t->goals; goal++) {
        bool looks = !(t->up >> goal & 1) && (wanted >> goal & 1) != 0;
        f->now[goal] = 0;
        if (!looks)
            f->up |= (uint8_t)(1U << goal);
        else
            f->now[goal] = (uint8_t)dx_saboteur_search(
                &f->grid, f->grid.goal[goal], DX_NO_CELL, found);
        for (unsigned i = 0; looks && i < f->count; i++)
            visit_site(f, &f->site[i], goal, found);
    }
}

// After a tunnel with these openings, which joins them or not, at a site.
static void forecast_lay(const dx_saboteur_forecast *f,
                         const dx_saboteur_site *site, unsigned sides,
                         bool through, uint8_t *out)
{
    for (unsigned goal = 0; goal < f->goals; goal++) {
        if (f->up >> goal & 1) {
            out[goal] = 0;
            continue;
        }
        out[goal] = site->without[goal];
        for (unsigned side = 0; through && side < DX_SABOTEUR_SIDES; side++)
            if ((sides >> side & 1) != 0 && site->next[goal][side] < out[goal])
                out[goal] = site->next[goal][side];
    }
}

// By a search of the board with another cell.
static void forecast_cell(dx_saboteur_forecast *f, unsigned cell,
                          unsigned becomes, uint8_t *out)
{
    uint8_t found[DX_GRID_CELLS], what = f->grid.at[cell];
    f->grid.at[cell] = (uint8_t)becomes;
    for (unsigned goal = 0; goal < f->goals; goal++)
        out[goal] = f->up >> goal & 1
                        ? 0
                        : (uint8_t)dx_saboteur_search(
                              &f->grid, f->grid.goal[goal], DX_NO_CELL, found);
    f->grid.at[cell] = what;
}

bool dx_saboteur_forecast_move(dx_saboteur_forecast *f, dx_event move,
                               uint8_t *out)
{
    bool digs = move.verb == DX_SABOTEUR_DIG;
    if (!digs && move.verb != DX_SABOTEUR_CRUSH)
        return false;
    unsigned first = digs ? 1 : 0;
    unsigned cell =
        dx_saboteur_cell(&f->grid, move.arg[first] - DX_SABOTEUR_REACH,
                         move.arg[first + 1] - DX_SABOTEUR_REACH);
    if (!digs) {
        forecast_cell(f, cell, 0, out);
        return true;
    }
    const dx_saboteur_card *card = &dx_saboteur_cards[move.arg[0]];
    assert(card->sort == DX_SABOTEUR_OPEN || card->sort == DX_SABOTEUR_DEAD);
    unsigned sides = dx_saboteur_turn_sides(card->sides, move.arg[3]);
    bool through = card->sort == DX_SABOTEUR_OPEN;
    if (f->loose) {
        forecast_cell(f, cell, dx_saboteur_laid(move), out);
        return true;
    }
    unsigned i = 0;
    while (i < f->count && f->site[i].cell != cell)
        i++;
    if (i == f->count)
        return false;
    forecast_lay(f, &f->site[i], sides, through, out);
    return true;
}

double dx_saboteur_mean_steps(const dx_saboteur_forecast *f,
                              const uint8_t *steps, const double *gold)
{
    double mean = 0;
    for (unsigned goal = 0; goal < f->goals; goal++)
        if (!(f->up >> goal & 1))
            mean += gold[goal] * steps[goal];
    return mean;
}
