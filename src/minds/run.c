// Where a mind stands, and which solver goes through its worlds.
//
// What it sees says how many cards of each group it cannot place, how much room
// each class has and what sums begin with; cards that it saw being chosen lie.

#include "minds/run.h"

#include "base/memory.h"
#include "game/agent.h"
#include "minds/by_hand.h"
#include "minds/elimination.h"
#include "minds/occurs.h"

#include <assert.h>
#include <string.h>

enum { STEPS_BETWEEN_LOOKS = 1024 };

bool dx_effort_step(dx_effort *effort)
{
    effort->steps++;
    if (effort->status != DX_OK)
        return false;
    if ((effort->steps_max != 0 && effort->steps > effort->steps_max) ||
        (effort->bytes_max != 0 && effort->bytes > effort->bytes_max))
        effort->status = DX_ERR_LIMIT;
    else if (effort->steps % STEPS_BETWEEN_LOOKS == 0 &&
             dx_budget_is_spent(effort->budget, effort->steps))
        effort->status = DX_ERR_CANCELLED;
    return effort->status == DX_OK;
}

bool dx_run_add(dx_deal_run *r, size_t column, int more)
{
    const dx_outlook *o = r->o;
    size_t cell = r->group * (o->classes.count + o->marks.count) + column;
    uint8_t *sums = r->key + o->classes.count;
    unsigned begin = o->cells[cell], end = o->cells[cell + 1];
    if (more == 0)
        return true;
    for (unsigned i = begin; more > 0 && i < end; i++)
        if (sums[o->touched[i]] + more > o->sums.at[o->touched[i]].max)
            return false;
    for (unsigned i = begin; i < end; i++)
        sums[o->touched[i]] = (uint8_t)(sums[o->touched[i]] + more);
    return true;
}

// Cards that are taken to lie in a place.
static void count_fixed(dx_deal_run *r, size_t group)
{
    const dx_outlook *o = r->o;
    for (uint64_t kinds = o->groups.at[group].kinds; kinds != 0;
         kinds &= kinds - 1) {
        uint64_t places = o->fixed[__builtin_ctzll(kinds)];
        for (size_t c = 0; places != 0 && c < o->classes.count; c++) {
            int there = __builtin_popcountll(places & o->classes.at[c].places);
            uint8_t *cell = &r->forced[group * o->classes.count + c];
            assert(r->cards[group] >= there);
            *cell = (uint8_t)(*cell + there);
            r->cards[group] = (uint8_t)(r->cards[group] - there);
        }
    }
}

// Which cards of each group the mind can place, and how many are left; false if
// it sees more than there are: in a case that is not so, which is looked at
// only to see what would matter there.
static bool count_cards(dx_deal_run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    for (size_t g = 0; g < o->groups.count; g++) {
        const dx_group *group = &o->groups.at[g];
        unsigned seen = dx_reading_value(group->seen, self);
        assert(group->copies <= UINT8_MAX);
        if (seen > group->copies)
            return false;
        r->cards[g] = (uint8_t)(group->copies - seen);
        if (o->fixed != NULL)
            count_fixed(r, g);
    }
    for (size_t i = 0; i < o->forced.count; i++) {
        const dx_forced *f = &o->forced.at[i];
        if (dx_reading_value(f->reading, self) == 0)
            continue;
        assert(r->cards[f->group] > 0);
        r->cards[f->group]--;
        r->forced[f->group * o->classes.count + f->class]++;
    }
    return true;
}

// Lays the cards that the mind can place; false if they break a bound.
static bool lay_forced(dx_deal_run *r)
{
    const dx_outlook *o = r->o;
    size_t classes = o->classes.count;
    if (o->forced.count == 0 && o->fixed == NULL)
        return true;
    for (size_t cell = 0; cell < o->groups.count * classes; cell++) {
        unsigned there = r->forced[cell];
        size_t class = cell % classes;
        if (there == 0)
            continue;
        r->group = (unsigned)(cell / classes);
        assert(r->key[class] >= there);
        r->key[class] = (uint8_t)(r->key[class] - there);
        if (!dx_run_add(r, class, (int)there))
            return false;
    }
    return true;
}

// Are there enough cards for every class?
static bool can_fill(const dx_deal_run *r)
{
    const dx_outlook *o = r->o;
    unsigned cards[DX_PLACES_MAX] = {0};
    for (size_t g = 0; g < o->groups.count; g++)
        for (unsigned i = 0; i < o->groups.at[g].class_count; i++)
            cards[o->groups.at[g].classes[i]] += r->cards[g];
    for (size_t c = 0; c < o->classes.count; c++)
        if (r->key[c] > cards[c])
            return false;
    return true;
}

// The first state: every class takes its size, sums have what is seen.
static bool first_state(dx_deal_run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    for (size_t c = 0; c < o->classes.count; c++)
        r->key[c] = (uint8_t)o->classes.at[c].size;
    for (size_t i = 0; i < o->sums.count; i++) {
        unsigned seen = dx_reading_value(o->sums.at[i].seen, self);
        if (seen > o->sums.at[i].max)
            return false;
        r->key[o->classes.count + i] = (uint8_t)seen;
    }
    return lay_forced(r) && can_fill(r);
}

bool dx_run_begin(dx_deal_run *r, dx_outlook *o, const uint8_t *self,
                  dx_effort *effort)
{
    size_t bytes = o->classes.count + o->sums.count;
    size_t cells = o->groups.count * o->classes.count + 1;
    assert(o->cells != NULL && !o->is_refused); // there is a plan
    assert(self != NULL || o->self.entries.count == 0);
    r->o = o;
    r->effort = effort;
    r->stride = bytes > 0 ? (bytes + 7) / 8 : 1;
    r->key = dx_alloc(r->stride, sizeof(uint64_t));
    r->forced = dx_alloc(cells, 1);
    if (!count_cards(r, self))
        return false;
    return first_state(r, self);
}

void dx_run_end(dx_deal_run *r)
{
    dx_free(r->key);
    dx_free(r->forced);
}

// Where guards are guarded themselves, what does not matter may have a value
// still, depending on the order in which things were laid.
static void drop_all_unguarded(const dx_deal_run *r, uint8_t *vector)
{
    const dx_outlook *o = r->o;
    bool goes_on = o->has_guards;
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < o->sums.count; i++) {
            const dx_sum *sum = &o->sums.at[i];
            if (sum->guard == 0 || vector[sum->slot] == 0 ||
                vector[o->sums.at[sum->guard - 1].slot] >= sum->least)
                continue;
            vector[sum->slot] = 0;
            goes_on = true;
        }
    }
}

void dx_run_read(const dx_deal_run *r, const uint8_t *self,
                 const uint8_t *state, uint8_t *out_vector)
{
    const dx_outlook *o = r->o;
    const uint8_t *sums = state + o->classes.count;
    for (size_t i = 0; i < o->inner.entries.count; i++) {
        assert(dx_reading_value(o->passed[i], self) <= UINT8_MAX);
        out_vector[i] = (uint8_t)dx_reading_value(o->passed[i], self);
    }
    for (size_t i = 0; i < o->sums.count; i++)
        if (o->sums.at[i].slot != DX_SLOT_NONE)
            out_vector[o->sums.at[i].slot] = sums[i];
    drop_all_unguarded(r, out_vector);
}

// Nothing that is asked depends on what is hidden: one vector.
static const dx_states *only_seen(dx_outlook *o, const uint8_t *self)
{
    dx_states *out = &o->states[0];
    size_t stride = (o->inner.entries.count + 7) / 8;
    dx_states_clear(out, stride > 0 ? stride : 1, o->weighs);
    uint64_t *vector = dx_alloc(out->stride, sizeof *vector);
    for (size_t i = 0; i < o->inner.entries.count; i++)
        ((uint8_t *)vector)[i] = (uint8_t)dx_reading_value(o->passed[i], self);
    size_t number = dx_states_find(out, vector);
    if (o->weighs)
        out->weights[number] = dx_natural_of(1);
    dx_free(vector);
    return out;
}

// By the solver that was planned; by existence as long as that is short.
static const dx_states *solve(dx_outlook *o, const uint8_t *self,
                              const bool *ignored, dx_effort *effort,
                              dx_mechanism *out_by)
{
    const dx_states *out = NULL;
    *out_by = o->by_hand != NULL                         ? DX_BY_HANDS
              : o->occurs != NULL && o->states_most == 0 ? DX_BY_EXISTENCE
                                                         : DX_BY_ELIMINATION;
    if (*out_by == DX_BY_HANDS)
        return dx_by_hand_run(o, self, ignored, effort);
    if (*out_by == DX_BY_EXISTENCE &&
        dx_occurs_run(o, self, ignored, effort, &out))
        return out;
    *out_by = DX_BY_ELIMINATION;
    return dx_eliminate(o, self, ignored, effort);
}

const dx_states *dx_outlook_run(dx_outlook *o, const uint8_t *self,
                                const bool *ignored, dx_effort *effort)
{
    uint64_t before = effort->steps;
    dx_mechanism by;
    assert(o->passed != NULL); // it is planned
    o->is_thinned = false;
    dx_natural_release_all(o->settled, 2);
    if (o->is_plain)
        return only_seen(o, self);
    if (o->is_refused) {
        effort->status = DX_ERR_UNSUPPORTED;
        return NULL;
    }
    const dx_states *out = solve(o, self, ignored, effort, &by);
    dx_mechanism_note(effort->mechanisms, by, effort->steps - before);
    return out;
}
