// What each way says.
//
// What a way says depends on the hand that is hidden from the mind and on the
// numbers asked for that it sees itself.  Where it sees the same numbers again,
// a way says what it said: so the ways are sorted once by the numbers with
// which they leave the inner scope, and what these say is asked when one that
// fits has them.  From then on a mind that stands elsewhere looks only for one
// that fits among those that say what is wanted; or, where they are weighed,
// adds up those that fit.

#include "minds/message/by_hand_private.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"

#include <assert.h>
#include <string.h>

enum { TOLD_MAX = 32 };

static void release_ways(dx_told_ways *ways)
{
    dx_way_set_release(&ways->ways);
    dx_vector_release(&ways->numbers);
}

void dx_by_hand_forget(dx_by_hand *plan)
{
    for (size_t i = 0; i < plan->told.count; i++) {
        dx_told *told = &plan->told.at[i];
        for (size_t k = 0; k < told->bunches.count; k++)
            dx_vector_release(&told->bunches.at[k].numbers);
        for (unsigned t = 0; t < 2; t++)
            release_ways(&told->known[t]);
        release_ways(&told->unknown);
        dx_vector_release(&told->bunches);
        dx_vector_release(&told->bunch_of);
    }
    dx_vector_release(&plan->told);
    dx_states_release(&plan->seen_numbers);
}

// Where the mind sees just these numbers; NULL if it never did before, or it
// saw too many others.
static dx_told *find_told(const dx_hand_run *r)
{
    dx_by_hand *plan = r->o->by_hand;
    size_t count = r->o->inner.entries.count, stride = count / 8 + 2;
    if (plan->seen_numbers.stride == 0)
        dx_states_clear(&plan->seen_numbers, stride, false);
    uint64_t *key = dx_alloc(stride, sizeof *key);
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)key)[i] =
            (uint8_t)dx_reading_value(r->o->passed[i], r->self);
    key[stride - 1] = r->o->heard;
    size_t number = dx_states_seek(&plan->seen_numbers, key);
    if (number == DX_STATE_NONE && plan->told.count < TOLD_MAX) {
        (void)dx_states_find(&plan->seen_numbers, key);
        dx_vector_push(&plan->told, (dx_told){0});
    }
    dx_free(key);
    return number == DX_STATE_NONE ? NULL : &plan->told.at[number];
}

static void put_way(dx_told_ways *to, uint64_t way, uint32_t number)
{
    dx_way_set_add(&to->ways, way);
    dx_vector_push(&to->numbers, number);
}

// Sorts the ways of the list.
static bool sort_ways(const dx_hand_run *r, dx_told *told)
{
    const dx_outlook *o = r->o;
    const dx_hand_list *list = r->list[0];
    dx_states vectors = {0};
    dx_states_clear(&vectors, (o->inner.entries.count + 7) / 8 + 1, false);
    uint64_t *vector = dx_alloc(vectors.stride, sizeof *vector);
    uint8_t *sums = dx_alloc(o->by_hand->sums + 1, 1);
    for (size_t i = 0; i < list->count && dx_effort_step(r->effort); i++) {
        size_t number = dx_hand_run_put(r, i, &vectors, vector, sums);
        if (number == told->bunches.count)
            dx_vector_push(&told->bunches, (dx_way_bunch){0});
        dx_vector_push(&told->bunches.at[number].numbers, (uint32_t)i);
        dx_vector_push(&told->bunch_of, (uint32_t)number);
        put_way(&told->unknown, list->ways[i], (uint32_t)i);
    }
    told->is_sorted = true;
    r->effort->bytes +=
        list->count * 2 * (sizeof *list->ways + 2 * sizeof(uint32_t));
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

static void read_way(const dx_hand_run *r, size_t way, asking *a)
{
    memcpy(a->sums, r->seen, r->o->by_hand->sums);
    dx_hand_run_add(r, 0, way, a->sums);
    dx_hand_run_read(r, a->sums, a->vector);
}

// Ways of which it is known now what they say join others that say it.
static void put_known(const dx_hand_list *list, dx_told *told, uint32_t bunch,
                      dx_tells tells)
{
    dx_way_bunch *from = &told->bunches.at[bunch];
    assert(!from->is_known);
    from->is_known = true;
    told->stale += from->numbers.count;
    if (tells > DX_TELLS_YES)
        return;
    dx_told_ways *to = &told->known[tells];
    for (size_t i = 0; i < from->numbers.count; i++)
        put_way(to, list->ways[from->numbers.at[i]], from->numbers.at[i]);
}

// If most of those that were not known are, the others are kept alone.
static void drop_stale(const dx_hand_list *list, dx_told *told)
{
    dx_told_ways kept = {0};
    if (2 * told->stale < told->unknown.numbers.count)
        return;
    for (size_t i = 0; i < told->unknown.numbers.count; i++) {
        uint32_t number = told->unknown.numbers.at[i];
        if (!told->bunches.at[told->bunch_of.at[number]].is_known)
            put_way(&kept, list->ways[number], number);
    }
    release_ways(&told->unknown);
    told->unknown = kept;
    told->stale = 0;
}

// Asks what ways say of which one fits, until all that is wanted (bits of
// dx_tells) was said; answers what was.
static unsigned ask_unknown(dx_hand_run *r, dx_told *told, unsigned wanted,
                            asking *a)
{
    const dx_outlook *o = r->o;
    const dx_way_set *ways = &told->unknown.ways;
    unsigned said = 0;
    for (size_t i = dx_way_set_next(ways, 0, r->falling_room, r->effort);
         i != DX_STATE_NONE && (said & wanted) != wanted;
         i = dx_way_set_next(ways, i + 1, r->falling_room, r->effort)) {
        uint32_t number = told->unknown.numbers.at[i];
        uint32_t bunch = told->bunch_of.at[number];
        if (told->bunches.at[bunch].is_known)
            continue;
        read_way(r, number, a);
        dx_tells tells = o->says(o->foresee_context, (const uint8_t *)a->vector,
                                 NULL, false);
        if (r->effort->status != DX_OK)
            return said;
        put_known(r->list[0], told, bunch, tells);
        said |= 1U << tells;
    }
    drop_stale(r->list[0], told);
    return said;
}

// Puts in the numbers of one that fits, of those that say `tells`.
static bool find_known(dx_hand_run *r, dx_told_ways *known, asking *a,
                       dx_states *out)
{
    size_t i = dx_way_set_find(&known->ways, r->falling_room, r->effort);
    if (i == DX_STATE_NONE)
        return false;
    read_way(r, known->numbers.at[i], a);
    (void)dx_states_find(out, a->vector);
    return true;
}

static void find_wanted(dx_hand_run *r, dx_told *told, asking *a,
                        dx_states *out)
{
    unsigned left = r->o->wanted, said = 0;
    for (unsigned tells = 0; tells < 2; tells++)
        if ((left >> tells & 1) != 0 &&
            find_known(r, &told->known[tells], a, out))
            left &= ~(1U << tells);
    if (left != 0)
        said = ask_unknown(r, told, left, a) & left;
    for (unsigned tells = 0; tells < 2; tells++)
        if ((said >> tells & 1) != 0)
            (void)find_known(r, &told->known[tells], a, out);
}

// Adds up what ways weigh that fit.
static void add_ways(dx_hand_run *r, dx_told_ways *ways, dx_natural *out)
{
    for (size_t i = dx_way_set_next(&ways->ways, 0, r->falling_room, r->effort);
         i != DX_STATE_NONE;
         i = dx_way_set_next(&ways->ways, i + 1, r->falling_room, r->effort)) {
        uint32_t way = ways->numbers.at[i];
        dx_natural_add_product_count(out, &r->list[0]->weights[way],
                                     dx_hand_run_count(r, way));
    }
}

bool dx_hand_run_by_tells(dx_hand_run *r, dx_states *out)
{
    static_assert(DX_TELLS_NO == 0 && DX_TELLS_YES == 1, "they are numbers");
    const dx_outlook *o = r->o;
    if (!o->by_hand->tells_apart || o->says == NULL || o->states_most != 0 ||
        !dx_mechanism_is_on(r->effort->mechanisms, DX_BY_TELLS))
        return false;
    dx_told *told = find_told(r);
    if (told == NULL || r->is_first)
        return false;
    dx_mechanism_note(r->effort->mechanisms, DX_BY_TELLS, 0);
    if (!told->is_sorted && !sort_ways(r, told))
        return true;
    asking a = {.vector = dx_alloc(out->stride, sizeof *a.vector),
                .sums = dx_alloc(o->by_hand->sums + 1, 1)};
    if (o->weighs) {
        (void)ask_unknown(r, told, UINT32_MAX, &a);
        for (unsigned tells = 0; tells < 2; tells++)
            add_ways(r, &told->known[tells], &r->o->settled[tells]);
    } else {
        find_wanted(r, told, &a, out);
    }
    dx_free(a.sums);
    dx_free(a.vector);
    return true;
}
