// What each way says.
//
// What a way says depends on the hand that is hidden from the mind and on the
// numbers asked for that it sees itself.  Where it sees the same numbers again,
// a way says what it said: so the ways are sorted once by the numbers with
// which they leave the inner scope, and a mind that stands elsewhere looks only
// for one that fits among those that say what is wanted; or, where they are
// weighed, adds up those that fit.  What numbers say is asked when one that
// fits has them.

#include "minds/by_hand_private.h"

#include "base/memory.h"
#include "minds/run.h"

#include <assert.h>
#include <string.h>

enum { TOLD_MAX = 32 };

void dx_by_hand_forget(dx_by_hand *plan)
{
    for (size_t i = 0; i < plan->told.count; i++) {
        dx_told *told = &plan->told.at[i];
        for (size_t k = 0; k < told->by.count; k++) {
            dx_way_set_release(&told->by.at[k].ways);
            dx_vector_release(&told->by.at[k].numbers);
        }
        dx_vector_release(&told->by);
    }
    dx_vector_release(&plan->told);
    dx_states_release(&plan->seen_numbers);
}

// Where the mind sees just these numbers; NULL if it never did before, or it
// saw too many others.
static dx_told *find_told(const dx_hand_run *r)
{
    dx_by_hand *plan = r->o->by_hand;
    size_t count = r->o->inner.entries.count, stride = count / 8 + 1;
    if (plan->seen_numbers.stride == 0)
        dx_states_clear(&plan->seen_numbers, stride, false);
    uint64_t *key = dx_alloc(stride, sizeof *key);
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)key)[i] =
            (uint8_t)dx_reading_value(r->o->passed[i], r->self);
    size_t number = dx_states_seek(&plan->seen_numbers, key);
    if (number == DX_STATE_NONE && plan->told.count < TOLD_MAX) {
        (void)dx_states_find(&plan->seen_numbers, key);
        dx_vector_push(&plan->told, (dx_told){0});
    }
    dx_free(key);
    return number == DX_STATE_NONE ? NULL : &plan->told.at[number];
}

// Sorts the ways of the list.
static bool sort_ways(const dx_hand_run *r, dx_told *told)
{
    const dx_outlook *o = r->o;
    const dx_hand_list *list = r->list[0];
    dx_states vectors = {0};
    dx_states_clear(&vectors, (o->inner.entries.count + 7) / 8 + 1, false);
    uint64_t *vector = dx_alloc(vectors.stride, sizeof *vector);
    uint8_t *sums = dx_alloc(o->sums.count + 1, 1);
    for (size_t i = 0; i < list->count && dx_effort_step(r->effort); i++) {
        size_t number = dx_hand_run_put(r, i, &vectors, vector, sums);
        if (number == told->by.count)
            dx_vector_push(&told->by,
                           (dx_told_ways){.tells = DX_TELLS_UNKNOWN});
        dx_way_set_add(&told->by.at[number].ways, list->ways[i]);
        dx_vector_push(&told->by.at[number].numbers, (uint32_t)i);
    }
    told->is_sorted = true;
    r->effort->bytes += list->count * (sizeof *list->ways + sizeof(uint32_t));
    dx_free(sums);
    dx_free(vector);
    dx_states_release(&vectors);
    return r->effort->status == DX_OK;
}

// What is asked with.
typedef struct asking {
    uint64_t *vector;
    uint8_t *sums;
} asking;

// What ways say, of which number `way` of the list is one that fits: its
// numbers are in the vector.
static dx_tells ask(const dx_hand_run *r, dx_told_ways *ways, size_t way,
                    asking *a)
{
    const dx_outlook *o = r->o;
    memcpy(a->sums, r->seen, o->sums.count);
    dx_hand_run_add(r, 0, way, a->sums);
    dx_hand_run_read(r, a->sums, a->vector);
    if (ways->tells == DX_TELLS_UNKNOWN) {
        dx_tells tells = o->says(o->foresee_context, (const uint8_t *)a->vector,
                                 NULL, false);
        if (r->effort->status != DX_OK)
            return DX_TELLS_UNKNOWN;
        ways->tells = (uint8_t)tells;
    }
    return ways->tells;
}

// Puts in the numbers of one that fits, of each that is wanted.
static void find_wanted(dx_hand_run *r, dx_told *told, asking *a,
                        dx_states *out)
{
    unsigned left = r->o->wanted;
    for (size_t k = 0; k < told->by.count && left != 0; k++) {
        dx_told_ways *ways = &told->by.at[k];
        if (ways->tells != DX_TELLS_UNKNOWN && !(left >> ways->tells & 1))
            continue;
        size_t i = dx_way_set_find(&ways->ways, r->falling_room, r->effort);
        if (r->effort->status != DX_OK)
            return;
        if (i == DX_STATE_NONE)
            continue;
        dx_tells tells = ask(r, ways, ways->numbers.at[i], a);
        if (left >> tells & 1) {
            (void)dx_states_find(out, a->vector);
            left &= ~(1U << tells);
        }
    }
}

// Adds up those that fit, by what they say.
static void add_up(dx_hand_run *r, dx_told *told, asking *a)
{
    static_assert(DX_TELLS_NO == 0 && DX_TELLS_YES == 1, "they are numbers");
    for (size_t k = 0; k < told->by.count; k++) {
        dx_told_ways *ways = &told->by.at[k];
        if (ways->tells == DX_TELLS_NONE)
            continue;
        size_t i = dx_way_set_next(&ways->ways, 0, r->falling_room, r->effort);
        if (i == DX_STATE_NONE)
            continue;
        dx_tells tells = ask(r, ways, ways->numbers.at[i], a);
        for (; tells <= DX_TELLS_YES && i != DX_STATE_NONE;
             i = dx_way_set_next(&ways->ways, i + 1, r->falling_room,
                                 r->effort)) {
            uint32_t way = ways->numbers.at[i];
            dx_natural_add_product_count(&r->o->settled[tells],
                                         &r->list[0]->weights[way],
                                         dx_hand_run_count(r, way));
        }
        if (r->effort->status != DX_OK)
            return;
    }
}

bool dx_hand_run_by_tells(dx_hand_run *r, dx_states *out)
{
    const dx_outlook *o = r->o;
    if (!o->by_hand->tells_apart || o->says == NULL || o->states_most != 0)
        return false;
    dx_told *told = find_told(r);
    if (told == NULL || r->is_first)
        return false;
    if (!told->is_sorted && !sort_ways(r, told))
        return true;
    asking a = {.vector = dx_alloc(out->stride, sizeof *a.vector),
                .sums = dx_alloc(o->sums.count + 1, 1)};
    if (o->weighs)
        add_up(r, told, &a);
    else
        find_wanted(r, told, &a, out);
    dx_free(a.sums);
    dx_free(a.vector);
    return true;
}
