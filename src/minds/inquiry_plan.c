// Estimates, from the plan of an outlook alone: those by which elimination
// chooses its order (minds/elimination_order.c), or how many ways a hand may be
// made up.

#include "minds/inquiry_plan.h"

#include "minds/by_hand_private.h"
#include "minds/elimination.h"
#include "minds/inquiry_private.h"

#include <assert.h>
#include <math.h>

static unsigned room_of(const dx_frame *frame, uint64_t places)
{
    unsigned room = 0;
    for (; places != 0; places &= places - 1)
        room += frame->size[__builtin_ctzll(places)];
    return room;
}

// How many values a number can have.
static double range_of(const dx_frame *frame, uint64_t places, uint64_t kinds,
                       unsigned floor, unsigned ceiling)
{
    unsigned copies = 0, room = room_of(frame, places);
    for (uint64_t left = kinds; left != 0; left &= left - 1)
        copies += frame->space.copies[__builtin_ctzll(left)];
    unsigned most = room < copies ? room : copies;
    if (most > ceiling)
        most = ceiling;
    return most > floor ? most - floor + 1 : 1;
}

// Ways in which a hand may be made up, if kinds alike are one; of two hidden
// hands the one with more.
static double states_by_hand(const dx_outlook *o)
{
    double most = 1;
    for (unsigned h = 0; h < o->by_hand->hand_count; h++) {
        const dx_hand_wanted *wanted = &o->by_hand->hands[h].wanted;
        unsigned cards = dx_frame_size(wanted->frame, wanted->hand);
        unsigned kinds = wanted->frame->space.kind_count;
        double states = 1;
        for (unsigned b = 0; b < wanted->blocks; b++)
            kinds -= (unsigned)__builtin_popcountll(wanted->block[b]) - 1;
        for (unsigned i = 0; i < cards; i++)
            states *= (double)(kinds + i) / (double)(i + 1);
        most = states > most ? states : most;
    }
    return most;
}

static double stands_of(const dx_mind_data *m)
{
    const dx_outlook *o = &m->outlook;
    double stands = 1;
    for (size_t i = 0; i < m->own_count; i++) {
        const dx_entry *e = &o->self.entries.at[i];
        stands *= range_of(o->frame, e->places, e->kinds, e->floor, e->ceiling);
    }
    return stands;
}

static dx_mind_way way_of(const dx_mind_data *m)
{
    return m->closure != NULL           ? DX_WAY_EVERY
           : m->outlook.is_refused      ? DX_WAY_REFUSED
           : m->outlook.is_plain        ? DX_WAY_SIGHT
           : m->outlook.by_hand != NULL ? DX_WAY_HANDS
                                        : DX_WAY_STEPS;
}

size_t dx_inquiry_minds(const dx_inquiry *inquiry)
{
    return inquiry->minds.count;
}

dx_mind_plan dx_inquiry_plan(const dx_inquiry *inquiry, dx_mind_id mind)
{
    assert(mind < inquiry->minds.count && inquiry->minds.at[mind]->is_closed);
    const dx_mind_data *m = inquiry->minds.at[mind];
    const dx_outlook *o = &m->outlook;
    dx_mind_plan plan = {.way = way_of(m),
                         .minds = m->minds,
                         .turn = o->frame->turn,
                         .numbers = o->inner.entries.count,
                         .groups = o->groups.count,
                         .places = o->classes.count,
                         .states = 1,
                         .steps = 1,
                         .stands = stands_of(m)};
    if (plan.way == DX_WAY_HANDS) {
        plan.states = states_by_hand(o);
        plan.steps = plan.states * o->frame->space.kind_count;
    }
    if (plan.way == DX_WAY_STEPS) {
        uint16_t nodes[DX_KINDS_MAX + DX_PLACES_MAX];
        dx_order_cost cost;
        dx_order_find(o, DX_ORDER_MIXED, nodes, &cost);
        plan.states = exp2((double)cost.states / DX_ORDER_UNIT);
        plan.steps = exp2((double)cost.steps / DX_ORDER_UNIT);
    }
    return plan;
}
