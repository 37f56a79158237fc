// The view is gone through once, and before each of the last moves of partners
// the public table and the hands are kept.  A hand that may be the own one is
// then put, card by card, where its cards were at that time, and the blueprint
// is asked what it would have done.  One call of the blueprint for each witness
// and hand.

#include "agents/hanabi/witness.h"

#include "agents/hanabi/retrace.h"

#include <assert.h>
#include <string.h>

// A move that is not the blueprint's is one of about so many.
enum { OTHER_MOVES = 10 };

static bool is_move(dx_event event)
{
    return dx_hanabi_leaves(event) || event.verb == DX_HANABI_HINT;
}

// The same apart from what came of it.
static bool is_same_move(dx_event a, dx_event b)
{
    return a.verb == b.verb && a.arg[0] == b.arg[0] &&
           (a.verb != DX_HANABI_HINT || a.arg[1] == b.arg[1]);
}

static unsigned moves_of_partners(const dx_view *view)
{
    unsigned count = 0;
    for (unsigned i = 0; i < view->count; i++)
        count += is_move(view->seen[i]) && view->seen[i].who != view->seat;
    return count;
}

// Cards are followed by the number of their draw, which all see.
static void trace(dx_witness *witness, const dx_view *view,
                  const uint8_t *kind_of_draw)
{
    const dx_hanabi *then = &witness->before.table, *sight = view->sight;
    unsigned seat = view->seat;
    for (unsigned slot = 0; slot < then->size[seat]; slot++) {
        unsigned draw = then->order[seat][slot];
        witness->now[slot] = DX_NONE;
        witness->was[slot] = kind_of_draw[draw];
        for (unsigned i = 0; i < sight->size[seat]; i++)
            if (sight->order[seat][i] == draw)
                witness->now[slot] = (uint8_t)i;
    }
}

void dx_witnesses_call(dx_witnesses *witnesses, const dx_view *view,
                       unsigned moves_max)
{
    dx_public common = {0};
    uint8_t kind_of_draw[UINT8_MAX + 1];
    unsigned rest = moves_of_partners(view);
    witnesses->seat = view->seat;
    dx_public_begin(&common, view->rules);
    for (dx_retrace f = dx_retrace_from(view, 0); dx_retrace_more(&f);
         dx_retrace_step(&f)) {
        dx_event event = dx_retrace_event(&f);
        if (is_move(event) && event.who != view->seat && rest-- <= moves_max) {
            assert(witnesses->count < DX_WITNESSES_MAX);
            dx_witness *witness = &witnesses->at[witnesses->count++];
            witness->before = common;
            witness->move = event;
            memcpy(witness->hands, f.hands, sizeof f.hands);
        }
        if (event.who == view->seat && dx_hanabi_leaves(event))
            kind_of_draw[common.table.order[event.who][event.arg[0]]] =
                event.arg[1];
        witnesses->blueprint->note(&common, event, (const dx_hand *)f.hands,
                                   view->seat);
    }
    for (unsigned i = 0; i < witnesses->count; i++)
        trace(&witnesses->at[i], view, kind_of_draw);
}

double dx_witnesses_likelihood(void *context, const uint8_t *hand)
{
    const dx_witnesses *witnesses = context;
    dx_thought silent = {0};
    double likely = 1;
    for (unsigned i = 0; i < witnesses->count; i++) {
        const dx_witness *w = &witnesses->at[i];
        unsigned seat = witnesses->seat;
        dx_hand hands[DX_HANABI_SEATS];
        memcpy(hands, w->hands, sizeof hands);
        for (unsigned slot = 0; slot < w->before.table.size[seat]; slot++)
            hands[seat][slot] =
                w->now[slot] == DX_NONE ? w->was[slot] : hand[w->now[slot]];
        dx_event move =
            dx_blueprint_move(witnesses->blueprint, &w->before,
                              (const dx_hand *)hands, w->move.who, &silent);
        likely *= (is_same_move(move, w->move) ? witnesses->trust : 0) +
                  (1 - witnesses->trust) / OTHER_MOVES;
    }
    return likely;
}
