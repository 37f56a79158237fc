// The public past of a round, act by act.  Following an event is folding it
// into a bystander's sight; where the board changed, the way to each goal is
// searched again.

#include "games/saboteur/acts.h"

#include <assert.h>
#include <string.h>

static void search_all(dx_saboteur_acts *acts)
{
    const dx_saboteur *t = &acts->table;
    dx_saboteur_grid grid;
    dx_saboteur_reach reach;
    uint8_t found[DX_GRID_CELLS];
    dx_saboteur_grid_init(&grid, t);
    dx_saboteur_reach_find(&grid, &reach);
    for (unsigned i = 0; i < t->goals; i++) {
        acts->steps[i] = acts->useful[i] = 0;
        if (t->up >> i & 1)
            continue;
        unsigned steps =
            dx_saboteur_search(&grid, grid.goal[i], DX_NO_CELL, found);
        acts->steps[i] = (uint8_t)steps;
        acts->useful[i] =
            (uint8_t)dx_saboteur_useful(&grid, &reach, steps, found);
    }
}

// The chance, in percent, that a hand has one of these kinds.
static unsigned chance_of_one(const dx_saboteur *t, unsigned kinds,
                              unsigned hand)
{
    unsigned all = 0, good = 0;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++) {
        unsigned copies = dx_saboteur_unseen(t, kind);
        all += copies;
        good += kind < 8 && (kinds >> kind & 1) != 0 ? copies : 0;
    }
    double none = 1;
    for (unsigned i = 0; i < hand && all > 0; i++)
        none *= 1 - (double)good / all;
    return (unsigned)(100 * (1 - none) + 0.5);
}

void dx_saboteur_acts_begin(dx_saboteur_acts *acts, const dx_rules *rules)
{
    rules->game->setup(&acts->table, rules);
    acts->count = 0;
    search_all(acts);
}

// What nobody but one seat saw, left out.
static dx_event as_bystander(dx_event event)
{
    switch (event.verb) {
    case DX_SABOTEUR_ROLE:
    case DX_SABOTEUR_SPARE:
    case DX_SABOTEUR_HIDE:
    case DX_SABOTEUR_DRAW:
    case DX_SABOTEUR_THROW:
        return dx_with(event, 0, DX_HOLE);
    case DX_SABOTEUR_LOOK:
        return dx_with(event, 1, DX_HOLE);
    default:
        return event;
    }
}

static dx_saboteur_act act_of(const dx_saboteur *t, dx_event event)
{
    dx_saboteur_act act = {.verb = event.verb,
                           .who = event.who,
                           .target = event.arg[0],
                           .up = t->up,
                           .hampered = t->broken[event.who] != 0,
                           .card = DX_NONE};
    unsigned column = 0;
    if (event.verb == DX_SABOTEUR_DIG) {
        act.card = event.arg[0];
        column = 1;
    } else if (event.verb == DX_SABOTEUR_BLOCK ||
               event.verb == DX_SABOTEUR_UNBLOCK) {
        act.card = event.arg[1];
    } else if (event.verb == DX_SABOTEUR_CLAIM ||
               event.verb == DX_SABOTEUR_SILENT) {
        act.word = event.arg[1];
        act.target = t->last_goal;
        for (unsigned seat = 0; seat < t->players; seat++)
            act.contested |=
                seat != event.who && (t->looked[seat] >> act.target & 1) != 0;
    }
    if (dx_saboteur_act_builds(&act)) {
        act.x = (int8_t)(event.arg[column] - DX_SABOTEUR_REACH);
        act.y = (int8_t)(event.arg[column + 1] - DX_SABOTEUR_REACH);
    }
    return act;
}

// What the seat could know, and could have had.
static void note_situation(const dx_saboteur_acts *acts, dx_saboteur_act *act)
{
    const dx_saboteur *t = &acts->table;
    act->looked = t->looked[act->who];
    for (unsigned i = 0; i < t->goals; i++) {
        if (!act->hampered)
            act->better[i] =
                (uint8_t)chance_of_one(t, acts->useful[i], t->size[act->who]);
        for (unsigned seat = 0; seat < t->players; seat++) {
            if (seat == act->who)
                continue;
            act->gold_said[i] =
                (uint8_t)(act->gold_said[i] +
                          (t->said[seat][i] == DX_SABOTEUR_SAID_GOLD));
            act->stone_said[i] =
                (uint8_t)(act->stone_said[i] +
                          (t->said[seat][i] == DX_SABOTEUR_SAID_STONE));
        }
    }
}

static bool is_act(unsigned verb)
{
    return verb >= DX_SABOTEUR_DIG && verb <= DX_SABOTEUR_THROW;
}

void dx_saboteur_acts_follow(dx_saboteur_acts *acts, dx_event event)
{
    dx_saboteur *t = &acts->table;
    unsigned round = t->round;
    dx_saboteur_act *act = NULL;
    event = as_bystander(event);
    if (is_act(event.verb)) {
        assert(acts->count < DX_SABOTEUR_ACTS_MAX);
        act = &acts->at[acts->count++];
        *act = act_of(t, event);
        memcpy(act->before, acts->steps, sizeof act->before);
        note_situation(acts, act);
    }
    dx_saboteur_fold(t, event);
    if (t->round != round) {
        acts->count = 0;
        search_all(acts);
        return;
    }
    if (event.verb == DX_SABOTEUR_TURN_UP ||
        (act != NULL && dx_saboteur_act_builds(act)))
        search_all(acts);
    if (act != NULL)
        memcpy(act->after, acts->steps, sizeof act->after);
}

double dx_saboteur_act_gain(const dx_saboteur_act *act, const double *gold)
{
    double gain = 0;
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        if (!(act->up >> i & 1))
            gain += gold[i] * (act->before[i] - act->after[i]);
    return gain;
}
