// Estimates, from the plan of an outlook alone.
//
// After some groups are laid, a state says how much room is left in the classes
// that are begun and not yet done with, and how far the sums are that are open
// or will be read; we multiply their ranges.  Bounds and the number of cards
// make it fewer.

#include "minds/inquiry/inquiry_plan.h"

#include "minds/inquiry/inquiry_private.h"

#include <assert.h>

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

// The first and the last group that may lie in a class.
static void find_span(const dx_outlook *o, size_t class, size_t *first,
                      size_t *last)
{
    *first = o->groups.count;
    *last = 0;
    for (size_t g = 0; g < o->groups.count; g++)
        for (unsigned i = 0; i < o->groups.at[g].class_count; i++)
            if (o->groups.at[g].classes[i] == class) {
                if (*first == o->groups.count)
                    *first = g;
                *last = g;
            }
}

static bool touches(const dx_outlook *o, size_t group, const dx_sum *sum)
{
    const dx_group *g = &o->groups.at[group];
    for (unsigned i = 0; i < g->class_count; i++)
        if ((g->kinds & sum->kinds) != 0 &&
            (o->classes.at[g->classes[i]].places & sum->places) != 0)
            return true;
    return false;
}

// States after group number `group`.
static double states_after(const dx_outlook *o, size_t group)
{
    double states = 1;
    for (size_t c = 0; c < o->classes.count; c++) {
        size_t first, last;
        find_span(o, c, &first, &last);
        if (first <= group && group < last)
            states *= o->classes.at[c].size + 1;
    }
    for (size_t i = 0; i < o->sums.count; i++) {
        const dx_sum *sum = &o->sums.at[i];
        bool is_number = sum->slot != DX_SLOT_NONE, begun = false;
        for (size_t g = 0; g <= group && !begun; g++)
            begun = touches(o, g, sum);
        if (begun && (is_number || sum->last > group))
            states *= range_of(o->frame, sum->places, sum->kinds,
                               is_number ? sum->floor : 0,
                               is_number ? sum->ceiling : UINT8_MAX);
    }
    return states;
}

// Multisets of groups, place after place.
static double states_by_place(const dx_outlook *o)
{
    double states = 1;
    unsigned cards = dx_frame_size(o->frame, o->frame->real & ~o->sees);
    for (size_t i = 0; i < cards; i++)
        states *= (double)(o->groups.count + i) / (double)(i + 1);
    return states;
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

static dx_solver solver_of(const dx_mind_data *m)
{
    return m->closure != NULL           ? DX_SOLVER_EVERY
           : m->outlook.is_refused      ? DX_SOLVER_REFUSED
           : m->outlook.is_plain        ? DX_SOLVER_SIGHT
           : m->outlook.by_hand != NULL ? DX_SOLVER_HANDS
           : m->outlook.moves != NULL   ? DX_SOLVER_PLACES
                                        : DX_SOLVER_GROUPS;
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
    dx_mind_plan plan = {.solver = solver_of(m),
                         .minds = m->minds,
                         .turn = o->frame->turn,
                         .numbers = o->inner.entries.count,
                         .groups = o->groups.count,
                         .places = o->classes.count,
                         .states = 1,
                         .steps = 1,
                         .stands = stands_of(m)};
    if (plan.solver == DX_SOLVER_HANDS) {
        plan.states = dx_by_hand_states(o);
        plan.steps = plan.states * o->frame->space.kind_count;
    }
    if (plan.solver == DX_SOLVER_PLACES) {
        plan.states = states_by_place(o);
        plan.steps = plan.states * (double)plan.groups;
    }
    for (size_t g = 0; plan.solver == DX_SOLVER_GROUPS && g < plan.groups;
         g++) {
        double states = states_after(o, g);
        plan.steps += states;
        if (states > plan.states)
            plan.states = states;
    }
    return plan;
}
