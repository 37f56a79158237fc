// Two hidden hands.  The ways of each are sorted by what they add to the
// numbers asked for; of two such bunches one pair that fits is enough.
//
// Of kinds alike those with most room beside one hand take most of the other:
// if the two do not fit so, they do not in any order.
//
// Cost: at worst a subtraction for every pair.

#include "minds/message/by_hand_private.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"

#include <assert.h>
#include <string.h>

enum { WAYS_A_STEP = 16 };

typedef struct bunch {
    dx_way_set set;
    size_t first; // one of them, for what it adds
} bunch;

typedef DX_VECTOR(bunch) bunches;

static void release_bunches(bunches *all)
{
    for (size_t i = 0; i < all->count; i++)
        dx_way_set_release(&all->at[i].set);
    dx_vector_release(all);
}

// Sorts the ways of a hand by what they add, as far as it matters.
static void sort_ways(const dx_hand_run *r, unsigned hand, bunches *out)
{
    const dx_hand_list *list = r->list[hand];
    size_t count = r->o->by_hand->sums;
    dx_states met = {0};
    dx_states_clear(&met, count / 8 + 1, false);
    uint64_t *key = dx_alloc(met.stride, sizeof *key);
    for (size_t i = 0; i < list->count; i++) {
        if (i % WAYS_A_STEP == 0 && !dx_effort_step(r->effort))
            break;
        if (!dx_way_fits(list->ways[i], r->room))
            continue;
        memset(key, 0, met.stride * sizeof *key);
        dx_hand_run_add(r, hand, i, (uint8_t *)key);
        for (size_t s = 0; s < count; s++) {
            uint8_t *sum = (uint8_t *)key + s;
            if (*sum > r->o->sums.at[s].ceiling)
                *sum = r->o->sums.at[s].ceiling;
        }
        size_t number = dx_states_find(&met, key);
        if (number == out->count)
            dx_vector_push(out, (bunch){.first = i});
        dx_way_set_add(&out->at[number].set, list->ways[i]);
    }
    dx_free(key);
    dx_states_release(&met);
}

// Does one of these fit beside one of those?
static bool has_pair(const dx_hand_run *r, dx_way_set *a, dx_way_set *b)
{
    const dx_hand_wanted *alike = &r->list[0]->of;
    for (size_t i = 0; i < a->ways.count && dx_effort_step(r->effort); i++) {
        uint64_t room = r->room - a->ways.at[i];
        room = dx_hand_wanted_falling(alike, room);
        if (dx_way_set_find(b, room, r->effort) != DX_STATE_NONE)
            return true;
    }
    return false;
}

// Puts in the vector of two bunches, if they have a pair; false if nothing more
// is wanted.
static bool try_bunches(dx_hand_run *r, bunch *a, bunch *b, dx_states *out,
                        uint64_t *vector, uint8_t *sums, unsigned *found)
{
    const dx_outlook *o = r->o;
    memcpy(sums, r->seen, o->by_hand->sums);
    dx_hand_run_add(r, 0, a->first, sums);
    dx_hand_run_add(r, 1, b->first, sums);
    dx_hand_run_read(r, sums, vector);
    if (dx_states_seek(out, vector) != DX_STATE_NONE ||
        !has_pair(r, &a->set, &b->set))
        return r->effort->status == DX_OK;
    (void)dx_states_find(out, vector);
    return !dx_hand_run_found(r, vector, found);
}

void dx_hand_run_pairs(dx_hand_run *r, dx_states *out)
{
    bunches a = {0}, b = {0};
    dx_outlook *o = r->o;
    uint64_t *vector = dx_alloc(out->stride, sizeof *vector);
    uint8_t *sums = dx_alloc(o->by_hand->sums + 1, 1);
    unsigned found = 0;
    assert(!o->weighs);
    sort_ways(r, 0, &a);
    sort_ways(r, 1, &b);
    bool goes_on = r->effort->status == DX_OK;
    for (size_t i = 0; i < a.count && goes_on; i++)
        for (size_t k = 0; k < b.count && goes_on; k++) {
            goes_on =
                try_bunches(r, &a.at[i], &b.at[k], out, vector, sums, &found);
            if (o->states_most != 0 && out->count >= o->states_most) {
                o->is_thinned = true;
                goes_on = false;
            }
        }
    dx_free(sums);
    dx_free(vector);
    release_bunches(&a);
    release_bunches(&b);
}
