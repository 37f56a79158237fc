// What each way says.
//
// If all that a mind is asked is asked of the hand that is hidden from it, a
// way says the same wherever the mind stands.  So it is found out once, and a
// mind that stands elsewhere looks only for a way that fits among those that
// say what is wanted; or, where they are weighed, adds up those that fit.

#include "minds/by_hand_private.h"

#include "base/memory.h"
#include "minds/run.h"

#include <assert.h>

enum { WAYS_A_STEP = 16 };

// Sorts the ways of the list by what they say.
static bool find_tells(const dx_hand_run *r)
{
    dx_outlook *o = r->o;
    dx_by_hand *plan = o->by_hand;
    dx_states vectors = {0};
    DX_VECTOR(uint8_t) tells = {0};
    dx_states_clear(&vectors, (o->inner.entries.count + 7) / 8 + 1, false);
    uint64_t *vector = dx_alloc(vectors.stride, sizeof *vector);
    uint8_t *sums = dx_alloc(o->sums.count + 1, 1);
    for (size_t i = 0; i < r->list[0]->count && dx_effort_step(r->effort);
         i++) {
        size_t number = dx_hand_run_put(r, i, &vectors, vector, sums);
        if (number == tells.count)
            dx_vector_push(&tells, (uint8_t)o->says(o->foresee_context,
                                                    (const uint8_t *)vector,
                                                    NULL, false));
        if (tells.at[number] > DX_TELLS_YES)
            continue;
        dx_vector_push(&plan->telling[tells.at[number]].numbers, (uint32_t)i);
        dx_vector_push(&plan->telling[tells.at[number]].ways,
                       r->list[0]->ways[i]);
    }
    plan->is_told = r->effort->status == DX_OK;
    for (unsigned t = 0; t < 2 && !plan->is_told; t++)
        plan->telling[t].numbers.count = plan->telling[t].ways.count = 0;
    dx_free(sums);
    dx_free(vector);
    dx_vector_release(&tells);
    dx_states_release(&vectors);
    return plan->is_told;
}

// The first that fits, from number `i` on, of those that say `tells`; their
// number if none does.
static size_t next_fit(const dx_hand_run *r, unsigned tells, size_t i)
{
    const dx_by_hand *plan = r->o->by_hand;
    const uint64_t *ways = plan->telling[tells].ways.at;
    size_t count = plan->telling[tells].ways.count;
    for (; i < count; i++) {
        if (i % WAYS_A_STEP == 0 && !dx_effort_step(r->effort))
            return count;
        if (dx_hand_run_fits(r, ways[i]))
            return i;
    }
    return count;
}

// One that fits, of those that say `tells`, is put in; it becomes the first.
static void find_one(dx_hand_run *r, unsigned tells, dx_states *out)
{
    dx_by_hand *plan = r->o->by_hand;
    uint32_t *numbers = plan->telling[tells].numbers.at;
    uint64_t *ways = plan->telling[tells].ways.at;
    size_t i = next_fit(r, tells, 0);
    if (i == plan->telling[tells].ways.count)
        return;
    uint64_t *vector = dx_alloc(out->stride, sizeof *vector);
    uint8_t *sums = dx_alloc(r->o->sums.count + 1, 1);
    uint32_t found = numbers[i];
    uint64_t way = ways[i];
    numbers[i] = numbers[0];
    numbers[0] = found;
    ways[i] = ways[0];
    ways[0] = way;
    dx_hand_run_put(r, found, out, vector, sums);
    dx_free(sums);
    dx_free(vector);
}

// Adds up those that fit, of those that say `tells`.
static void add_up(dx_hand_run *r, unsigned tells)
{
    const dx_by_hand *plan = r->o->by_hand;
    size_t count = plan->telling[tells].ways.count;
    for (size_t i = next_fit(r, tells, 0); i < count;
         i = next_fit(r, tells, i + 1)) {
        uint32_t way = plan->telling[tells].numbers.at[i];
        dx_natural_add_product_count(&r->o->settled[tells],
                                     &r->list[0]->weights[way],
                                     dx_hand_run_count(r, way));
    }
}

bool dx_hand_run_by_tells(dx_hand_run *r, dx_states *out)
{
    static_assert(DX_TELLS_NO == 0 && DX_TELLS_YES == 1, "they are numbers");
    const dx_outlook *o = r->o;
    dx_by_hand *plan = o->by_hand;
    if (!plan->is_of_way || o->says == NULL || r->is_first ||
        o->states_most != 0)
        return false;
    if (!plan->is_told && !find_tells(r))
        return true;
    for (unsigned tells = 0; tells < 2; tells++)
        if (o->weighs)
            add_up(r, tells);
        else if (o->wanted >> tells & 1)
            find_one(r, tells, out);
    return true;
}
