// States of a layer that need not be followed to the end.
//
// After a group is laid some numbers of the inner scope are complete, and the
// others can get no more cards than there is room for.  That may settle what
// all worlds of a state say.  Where one world decides, such a state is dull, or
// bright; where worlds are weighed, and the cards behind may be laid in any
// way, its worlds are weighed at once: a product of binomials.
//
// Cost: what is asked is evaluated once or twice for each state of a layer.

#include "minds/run.h"

#include "base/memory.h"
#include "worlds/count.h"

#include <assert.h>
#include <string.h>

// Is a number of the inner scope complete with this group?
static bool completes_number(const dx_outlook *o, unsigned group)
{
    for (unsigned i = o->closing[group]; i < o->closing[group + 1]; i++)
        if (o->sums.at[o->closed[i]].slot != DX_SLOT_NONE)
            return true;
    return false;
}

// The numbers of the inner scope as far as they are laid.
typedef struct glance {
    uint8_t *vector, *more;
    uint16_t *complete, *open; // sums
    size_t complete_count, open_count;
    uint64_t *classes; // for each sum, those that may still add to it
} glance;

// A sum that is complete or, if it may still get cards, from which classes.
static void glance_add(glance *g, const dx_deal_run *r, uint16_t i)
{
    const dx_outlook *o = r->o;
    const dx_sum *sum = &o->sums.at[i];
    bool is_open = sum->last > r->group;
    if (dx_run_ignores(r, sum) || is_open)
        g->more[sum->slot] = DX_MORE_ANY;
    if (dx_run_ignores(r, sum))
        return;
    if (!is_open) {
        g->complete[g->complete_count++] = i;
        return;
    }
    for (size_t m = 0; m < o->marks.count; m++)
        if ((sum->places & o->marks.at[m].place) != 0)
            return;
    for (size_t c = 0; c < o->classes.count; c++)
        if ((sum->places & o->classes.at[c].places) != 0)
            g->classes[i] |= DX_BIT(c);
    g->open[g->open_count++] = i;
}

static glance glance_new(const dx_deal_run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    size_t count = o->inner.entries.count, sums = o->sums.count + 1;
    glance g = {.vector = dx_alloc(count + 1, 1),
                .more = dx_alloc(count + 1, 1), // what is seen is complete
                .complete = dx_alloc(sums, sizeof *g.complete),
                .open = dx_alloc(sums, sizeof *g.open),
                .classes = dx_alloc(sums, sizeof *g.classes)};
    for (size_t i = 0; i < count; i++)
        g.vector[i] = dx_entry_clamp(&o->inner.entries.at[i],
                                     dx_reading_value(o->passed[i], self));
    for (uint16_t i = 0; i < o->sums.count; i++)
        if (o->sums.at[i].slot != DX_SLOT_NONE)
            glance_add(&g, r, i);
    return g;
}

// How many cards a state has room for in a set of classes.
static unsigned room_in(uint64_t classes, const uint8_t *state)
{
    unsigned room = 0;
    for (; classes != 0; classes &= classes - 1)
        room += state[__builtin_ctzll(classes)];
    return room;
}

// The numbers of a state that are complete.
static void glance_at(const glance *g, const dx_outlook *o,
                      const uint8_t *state)
{
    const uint8_t *sums = state + o->classes.count;
    for (size_t i = 0; i < g->complete_count; i++)
        g->vector[o->sums.at[g->complete[i]].slot] = sums[g->complete[i]];
    for (size_t i = 0; i < g->open_count; i++)
        g->more[o->sums.at[g->open[i]].slot] = DX_MORE_ANY;
}

// And how large the others may become: looked at where those do not settle it.
static bool glance_closer(const glance *g, const dx_outlook *o,
                          const uint8_t *state)
{
    const uint8_t *sums = state + o->classes.count;
    uint64_t open = 0; // classes that are not full
    for (size_t c = 0; c < o->classes.count; c++)
        open |= state[c] > 0 ? DX_BIT(c) : 0;
    for (size_t i = 0; i < g->open_count; i++) {
        uint16_t sum = g->open[i], slot = o->sums.at[sum].slot;
        const dx_entry *entry = &o->inner.entries.at[slot];
        unsigned most = sums[sum] + room_in(g->classes[sum] & open, state);
        g->vector[slot] = dx_entry_clamp(entry, sums[sum]);
        g->more[slot] =
            (uint8_t)(dx_entry_clamp(entry, most) - g->vector[slot]);
    }
    return g->open_count > 0;
}

static void glance_free(glance *g)
{
    dx_free(g->vector);
    dx_free(g->more);
    dx_free(g->complete);
    dx_free(g->open);
    dx_free(g->classes);
}

// Leaves out the states of a layer that need not be followed.  If one is bright
// it is followed alone; it may end nowhere.
void dx_run_drop_dull(const dx_deal_run *r, const uint8_t *self,
                      dx_states *states)
{
    dx_outlook *o = r->o;
    size_t words = states->stride, kept = 0;
    if (o->foresee == NULL || r->group + 1 == o->groups.count ||
        !completes_number(o, r->group))
        return;
    assert(!states->weighs); // keys are moved without their weights
    glance g = glance_new(r, self);
    for (size_t s = 0; s < states->count; s++) {
        glance_at(&g, o, dx_states_key(states, s));
        dx_prospect prospect = o->foresee(o->foresee_context, g.vector, g.more);
        if (prospect == DX_PROSPECT_OPEN &&
            glance_closer(&g, o, dx_states_key(states, s)))
            prospect = o->foresee(o->foresee_context, g.vector, g.more);
        if (prospect == DX_PROSPECT_DULL)
            continue;
        bool is_bright = prospect == DX_PROSPECT_BRIGHT;
        o->is_thinned |= is_bright && states->count > 1;
        kept = is_bright ? 0 : kept;
        memmove(states->keys + kept++ * words, states->keys + s * words,
                words * sizeof *states->keys);
        if (is_bright)
            break;
    }
    states->count = kept;
    glance_free(&g);
}

// May the cards of the groups behind this one be laid in any way?
static bool is_rest_free(const dx_deal_run *r)
{
    const dx_outlook *o = r->o;
    if (o->tells_deals || o->marks.count > 0)
        return false;
    for (size_t g = r->group + 1; g < o->groups.count; g++)
        if (r->cards[g] > 0 && o->groups.at[g].class_count < o->classes.count)
            return false;
    for (size_t i = 0; i < o->sums.count; i++)
        if (o->sums.at[i].slot == DX_SLOT_NONE && o->sums.at[i].last > r->group)
            return false;
    return true;
}

// The weight of a state times the ways to lay the rest, which is free: cards
// for one class after the other.
static dx_natural whole_weight(const dx_deal_run *r, const uint8_t *state,
                               const dx_natural *weight)
{
    unsigned left = r->behind[r->group];
    dx_natural whole = dx_natural_copy(weight);
    for (size_t class = 0; class < r->o->classes.count; class ++) {
        assert(state[class] <= left);
        dx_natural_multiply_count(&whole, dx_choose(left, state[class]));
        left -= state[class];
    }
    return whole;
}

// Where worlds are weighed, what a state says may be settled before all is
// laid: then its worlds are weighed at once, if they can be, and only the first
// that says so is followed, to have such a world to show.
void dx_run_weigh_settled(const dx_deal_run *r, const uint8_t *self,
                          dx_states *states)
{
    dx_outlook *o = r->o;
    dx_mechanisms *mechanisms = r->effort->mechanisms;
    size_t words = states->stride, kept = 0;
    bool met[2] = {false, false};
    if (!o->weighs || o->says == NULL ||
        states->count < dx_mechanism_threshold(mechanisms, DX_BY_SETTLING) ||
        !dx_mechanism_is_on(mechanisms, DX_BY_SETTLING) ||
        r->group + 1 == o->groups.count || !completes_number(o, r->group) ||
        !is_rest_free(r))
        return;
    dx_mechanism_note(mechanisms, DX_BY_SETTLING, 0);
    glance g = glance_new(r, self);
    for (size_t s = 0; s < states->count; s++) {
        dx_natural weight = dx_natural_take(&states->weights[s]);
        glance_at(&g, o, dx_states_key(states, s));
        dx_tells says = o->says(o->foresee_context, g.vector, g.more, true);
        if (says == DX_TELLS_OPEN &&
            glance_closer(&g, o, dx_states_key(states, s)))
            says = o->says(o->foresee_context, g.vector, g.more, true);
        bool is_settled = says == DX_TELLS_NO || says == DX_TELLS_YES;
        if (says == DX_TELLS_NONE || (is_settled && met[says])) {
            dx_natural whole =
                whole_weight(r, dx_states_key(states, s), &weight);
            if (is_settled)
                dx_natural_add(&o->settled[says], &whole);
            dx_natural_release(&whole);
            dx_natural_release(&weight);
            continue;
        }
        if (is_settled)
            met[says] = true;
        memmove(states->keys + kept * words, states->keys + s * words,
                words * sizeof *states->keys);
        states->weights[kept++] = weight;
    }
    states->count = kept;
    glance_free(&g);
}
