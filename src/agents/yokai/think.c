// The past is gone through from the beginning each time: there are a hundred
// events at most, and a choice takes much longer than that.

#include "agents/yokai/think.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_beside(unsigned a, unsigned b)
{
    int gap = abs((int)a - (int)b);
    return gap == 1 || gap == DX_YOKAI_SIDE;
}

dx_yokai_cards dx_yokai_meant(const dx_yokai *table, unsigned seat,
                              unsigned card, unsigned square)
{
    dx_yokai_cards cards = 0;
    if (!(table->looked[card] >> seat & 1))
        return 0;
    for (unsigned other = 0; other < table->cards; other++)
        if (other != card && (table->looked[other] >> seat & 1) &&
            is_beside(table->board.square[other], square))
            cards |= dx_yokai_card(other);
    return cards;
}

static bool has_like(const dx_yokai *sight, unsigned card,
                     dx_yokai_cards others)
{
    for (; others != 0; others &= (dx_yokai_cards)(others - 1))
        if (sight->colour[dx_yokai_first(others)] == sight->colour[card])
            return true;
    return false;
}

bool dx_yokai_is_lie(const dx_yokai *sight, unsigned seat, dx_event move)
{
    if (move.verb == DX_YOKAI_MOVE) {
        unsigned card = move.arg[0];
        dx_yokai_cards others =
            dx_yokai_meant(sight, seat, card,
                           dx_yokai_square(move.arg[1] + 1U, move.arg[2] + 1U));
        return others != 0 && !has_like(sight, card, others);
    }
    if (move.verb != DX_YOKAI_PLACE)
        return false;
    unsigned card = move.arg[1];
    return (sight->looked[card] >> seat & 1) &&
           !(dx_yokai_hint_colours(sight->colours, move.arg[0]) >>
                 sight->colour[card] &
             1);
}

// What another seat's move or hint makes likely.
static void take_meaning(dx_yokai_belief *belief, const dx_yokai *before,
                         const dx_yokai_manner *manner, dx_event event)
{
    if (event.verb == DX_YOKAI_PLACE)
        dx_yokai_belief_add(
            belief, (dx_yokai_likely){.card = event.arg[1],
                                      .colours = (uint8_t)dx_yokai_hint_colours(
                                          before->colours, event.arg[0]),
                                      .lapse = manner->hint_lapse});
    if (event.verb != DX_YOKAI_MOVE)
        return;
    dx_yokai_cards others =
        dx_yokai_meant(before, event.who, event.arg[0],
                       dx_yokai_square(event.arg[1] + 1U, event.arg[2] + 1U));
    if (others != 0)
        dx_yokai_belief_add(belief, (dx_yokai_likely){.card = event.arg[0],
                                                      .others = others,
                                                      .lapse = manner->lapse});
}

// Who speaks eyes, as far as one can know in the end.
static void hear(dx_yokai_thoughts *t, const dx_view *view)
{
    dx_yokai now = {0};
    view->rules->game->setup(&now, view->rules);
    dx_yokai_eyes_init(&t->eyes, &now);
    for (unsigned i = 0; i < view->count; i++) {
        dx_yokai_eyes_hear(&t->eyes, &now, view->seen[i]);
        view->rules->game->fold(&now, view->seen[i]);
    }
}

static void take_meanings(dx_yokai_thoughts *t, const dx_view *view,
                          const dx_yokai_manner *manner, unsigned heard)
{
    dx_yokai now = {0};
    view->rules->game->setup(&now, view->rules);
    for (unsigned i = 0; i < view->count; i++) {
        dx_event event = view->seen[i];
        if (event.who < now.players && event.who != view->seat &&
            !(heard >> event.who & 1))
            take_meaning(&t->belief, &now, manner, event);
        view->rules->game->fold(&now, event);
    }
}

static void take_sight(dx_yokai_belief *belief, const dx_yokai *sight)
{
    for (unsigned card = 0; card < sight->cards; card++)
        if (sight->colour[card] < sight->colours)
            belief->may[card] &= (uint8_t)(1U << sight->colour[card]);
}

// What was said by looks, unless it contradicts itself or the own eyes.
static bool trust(dx_yokai_thoughts *t)
{
    if (t->eyes.broken)
        return false;
    t->belief = t->eyes.known;
    take_sight(&t->belief, t->table);
    return dx_yokai_belief_close(&t->belief);
}

dx_yokai_thoughts *dx_yokai_think(const dx_view *view,
                                  const dx_yokai_manner *manner)
{
    dx_yokai_thoughts *t = dx_alloc(1, sizeof *t);
    t->table = view->sight;
    t->seat = view->seat;
    t->random = dx_random_named(view->count, view->seat, 1);
    if (manner->speaks_eyes)
        hear(t, view);
    unsigned all = (1U << t->table->players) - 1, own = 1U << view->seat;
    unsigned heard = 0;
    if (manner->speaks_eyes && trust(t)) {
        heard = t->eyes.speaks;
        t->speaks = ((t->eyes.speaks | (all & ~t->eyes.begun)) & ~own) != 0;
    } else {
        dx_yokai_belief_init(&t->belief, t->table);
        take_sight(&t->belief, t->table);
        dx_yokai_belief_close(&t->belief);
    }
    t->plain = (all & ~own & ~(t->eyes.speaks & heard)) != 0 &&
               !(t->speaks && heard == 0);
    take_meanings(t, view, manner, heard);
    dx_yokai_layout_init(&t->layout, t->table);
    t->cloud = dx_yokai_cloud_new(&t->belief, &t->random);
    return t;
}

void dx_yokai_thoughts_free(dx_yokai_thoughts *thoughts)
{
    dx_free(thoughts->cloud);
    dx_free(thoughts);
}
