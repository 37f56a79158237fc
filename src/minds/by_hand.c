// Whether a way fits is a subtraction: ways and room are packed with a spare
// bit above each number.  Kinds of which there is always room, and which weigh
// nothing, are not looked at.
//
// Cost: the ways of the hand, times the numbers of the inner scope.

#include "minds/by_hand_private.h"

#include "base/memory.h"
#include "minds/run.h"

#include <assert.h>
#include <string.h>

enum { KINDS = 16, COPIES = 7, BITS = 4, NUMBERS_MAX = 64 };

static const uint64_t spare = UINT64_C(0x8888888888888888);

// ---- lists ----

static void free_list(dx_hand_list *list)
{
    dx_vector_release(&list->numbers);
    dx_natural_release_all(list->weights, list->count);
    dx_free(list->weights);
    dx_free(list->ways);
    dx_free(list->values);
    dx_free(list);
}

void dx_hand_lists_release(dx_hand_lists *lists)
{
    for (size_t i = 0; i < lists->of.count; i++)
        free_list(lists->of.at[i]);
    dx_vector_release(&lists->of);
}

// Takes the ways that were listed over.
static dx_hand_list *take_list(dx_hand_listing *l)
{
    dx_states *states = &l->states[0];
    dx_hand_list *list = dx_alloc(1, sizeof *list);
    size_t kinds = l->frame->space.kind_count, numbers = l->numbers.count;
    list->count = states->count;
    list->ways = dx_alloc(states->count + 1, sizeof *list->ways);
    list->values = dx_alloc(states->count * numbers + 1, 1);
    list->weights = dx_alloc(states->count + 1, sizeof *list->weights);
    for (size_t s = 0; s < states->count; s++) {
        const uint8_t *way = dx_states_key(states, s);
        for (unsigned kind = 0; kind < kinds; kind++)
            list->ways[s] |= (uint64_t)way[kind] << BITS * kind;
        memcpy(list->values + s * numbers, way + kinds, numbers);
        list->weights[s] = dx_natural_take(&states->weights[s]);
    }
    return list;
}

static size_t list_bytes(const dx_hand_list *list)
{
    return list->count *
           (sizeof *list->ways + list->numbers.count + sizeof *list->weights +
            (list->count > 0 ? dx_natural_heap(&list->weights[0]) : 0));
}

static bool is_of(const dx_hand_list *list, const dx_outlook *o)
{
    const dx_by_hand *plan = o->by_hand;
    return list->frame == o->frame && list->factors == o->factors &&
           list->hand == plan->hand &&
           list->numbers.count == plan->numbers.count &&
           (list->numbers.count == 0 ||
            memcmp(list->numbers.at, plan->numbers.at,
                   list->numbers.count * sizeof *list->numbers.at) == 0);
}

static dx_hand_list *make_list(const dx_outlook *o, dx_effort *effort)
{
    const dx_by_hand *plan = o->by_hand;
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    dx_hand_list *list = NULL;
    uint64_t before = effort->steps;
    bool fine = dx_hand_listing_begin(l, o->frame, plan->hand) &&
                dx_hand_listing_weigh(l, o->factors);
    assert(fine); // it was planned
    for (size_t i = 0; i < plan->numbers.count; i++)
        dx_vector_push(&l->numbers, plan->numbers.at[i]);
    dx_status status = dx_hand_listing_run(l, effort);
    if (fine && (status == DX_OK || status == DX_ERR_EMPTY)) {
        list = take_list(l);
        list->frame = o->frame;
        list->factors = o->factors;
        list->hand = plan->hand;
        for (size_t i = 0; i < plan->numbers.count; i++)
            dx_vector_push(&list->numbers, plan->numbers.at[i]);
        list->steps = effort->steps - before;
        effort->bytes += list_bytes(list);
    }
    dx_hand_listing_release(l);
    dx_free(l);
    return list;
}

// The list of the hidden hand; what others use too is charged to each.  NULL if
// the effort is spent.
static const dx_hand_list *list_of(dx_outlook *o, dx_effort *effort)
{
    dx_by_hand *plan = o->by_hand;
    dx_hand_lists *lists = o->hand_lists;
    if (plan->list != NULL)
        return plan->list;
    for (size_t i = 0; i < lists->of.count && plan->list == NULL; i++)
        if (is_of(lists->of.at[i], o)) {
            plan->list = lists->of.at[i];
            effort->steps += plan->list->steps;
        }
    if (plan->list == NULL) {
        dx_hand_list *made = make_list(o, effort);
        if (made != NULL)
            dx_vector_push(&lists->of, made);
        plan->list = made;
    }
    return effort->status == DX_OK ? plan->list : NULL;
}

// ---- the plan ----

void dx_by_hand_free(dx_by_hand *plan)
{
    if (plan == NULL)
        return;
    dx_vector_release(&plan->numbers);
    dx_vector_release(&plan->parts);
    dx_free(plan);
}

// Where the hidden part of a number of the inner scope is read off.
static bool plan_part(dx_by_hand *plan, const dx_hand_listing *l,
                      const dx_sum *sum)
{
    dx_hand_part part = {.kinds = sum->kinds, .number = DX_NONE};
    unsigned end;
    if (!dx_hand_listing_end(l, sum->places, sum->kinds, &end))
        return false;
    bool is_whole = true;
    for (unsigned i = end + 1; i < l->place_count; i++)
        is_whole &= (l->frame->could[l->place[i]] & sum->kinds) == 0;
    if (!is_whole) {
        if (plan->numbers.count == NUMBERS_MAX)
            return false;
        part.number = (unsigned)plan->numbers.count;
        dx_vector_push(&plan->numbers,
                       (dx_hand_number){end, sum->kinds, sum->ceiling});
    }
    dx_vector_push(&plan->parts, part);
    return true;
}

static bool can_be_packed(const dx_frame *frame)
{
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        if (kind >= KINDS || frame->space.copies[kind] > COPIES)
            return false;
    return true;
}

static bool plan_all(dx_by_hand *plan, const dx_outlook *o, dx_hand_listing *l)
{
    if (!can_be_packed(o->frame) || o->frame->is_too_large ||
        !dx_hand_listing_begin(l, o->frame, plan->hand) ||
        l->place_count == 0 || !dx_hand_listing_weigh(l, o->factors))
        return false;
    for (size_t i = 0; i < o->sums.count; i++)
        if (!plan_part(plan, l, &o->sums.at[i]))
            return false;
    return true;
}

// How many of each kind the mind sees.  Where only possibility counts, more
// room than the hand can take is as good as just enough.
static void read_rooms(dx_by_hand *plan, dx_outlook *o,
                       const dx_hand_listing *l)
{
    const dx_deal_space *space = &o->frame->space;
    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        unsigned most = l->most[l->place_count - 1][kind];
        assert(most <= space->copies[kind]);
        bool weighs = o->weighs || o->shows_worlds;
        unsigned floor = weighs ? 0 : space->copies[kind] - most;
        plan->seen[kind] =
            dx_scope_read(&o->self, o->sees & o->frame->real, DX_BIT(kind),
                          (dx_span){floor, UINT8_MAX});
    }
}

dx_by_hand *dx_by_hand_plan(dx_outlook *o)
{
    if (o->hand_lists == NULL || o->tells_deals || o->tells_places ||
        o->hands != NULL || o->frame->case_of != NULL || o->frame->is_narrow)
        return NULL;
    dx_by_hand *plan = dx_alloc(1, sizeof *plan);
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    plan->hand = o->frame->real & ~o->sees;
    bool fine = plan_all(plan, o, l);
    if (fine)
        read_rooms(plan, o, l);
    dx_hand_listing_release(l);
    dx_free(l);
    if (!fine) {
        dx_by_hand_free(plan);
        plan = NULL;
    }
    return plan;
}

// ---- the run ----

bool dx_hand_run_begin(dx_hand_run *r, dx_outlook *o, const uint8_t *self,
                       const bool *ignored, dx_effort *effort)
{
    const dx_deal_space *space = &o->frame->space;
    *r = (dx_hand_run){.o = o,
                       .self = self,
                       .ignored = ignored,
                       .list = list_of(o, effort),
                       .effort = effort};
    if (r->list == NULL)
        return false;
    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        unsigned seen = dx_reading_value(o->by_hand->seen[kind], self);
        assert(seen <= space->copies[kind]);
        unsigned room = space->copies[kind] - seen;
        r->room |= (uint64_t)room << BITS * kind;
        r->ways[kind][0] = 1;
        for (unsigned n = 1; n <= COPIES; n++)
            r->ways[kind][n] =
                n <= room ? r->ways[kind][n - 1] * (room - n + 1) : 0;
    }
    r->sums = dx_alloc(o->sums.count + 1, 1);
    return true;
}

void dx_hand_run_end(dx_hand_run *r)
{
    dx_free(r->sums);
}

static unsigned number_of(uint64_t way, uint64_t kinds)
{
    unsigned number = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        number += (unsigned)(way >> BITS * __builtin_ctzll(kinds) & 15);
    return number;
}

// The numbers of the inner scope with a way.
void dx_hand_run_read(const dx_hand_run *r, size_t way, uint64_t *out_vector)
{
    const dx_outlook *o = r->o;
    const dx_by_hand *plan = o->by_hand;
    const uint8_t *values = r->list->values + way * plan->numbers.count;
    const dx_deal_run reader = {.o = r->o, .ignored = r->ignored};
    for (size_t i = 0; i < o->sums.count; i++) {
        const dx_sum *sum = &o->sums.at[i];
        const dx_hand_part *part = &plan->parts.at[i];
        unsigned laid = part->number != DX_NONE
                            ? values[part->number]
                            : number_of(r->list->ways[way], part->kinds);
        unsigned value = dx_reading_value(sum->seen, r->self) + laid;
        if (value > sum->ceiling)
            value = sum->ceiling;
        if (value < sum->floor)
            value = sum->floor;
        r->sums[i] = dx_run_ignores(&reader, sum) ? 0 : (uint8_t)value;
    }
    dx_run_read(&reader, r->self, r->sums, (uint8_t *)out_vector);
}

// In how many ways the cards of a way can be taken from those there are; 0: it
// does not fit.
uint64_t dx_hand_run_count(const dx_hand_run *r, size_t i)
{
    uint64_t way = r->list->ways[i], ways = 1;
    if ((((r->room | spare) - way) & spare) != spare)
        return 0;
    for (unsigned kind = 0; r->o->weighs && way != 0; kind++, way >>= BITS)
        ways *= r->ways[kind][way & COPIES]; // below (7!)^16, and 24^16
    return ways;
}

// Has what is wanted been found, with this vector?
static bool is_found(const dx_hand_run *r, const uint8_t *vector,
                     unsigned *found)
{
    const dx_outlook *o = r->o;
    if (o->says == NULL || o->weighs)
        return false;
    *found |= 1U << o->says(o->foresee_context, vector, NULL, false);
    return (*found & o->wanted) == o->wanted;
}

static void go_through(dx_hand_run *r, dx_states *out, uint64_t *vector)
{
    enum { WAYS_A_STEP = 16 };
    dx_outlook *o = r->o;
    unsigned found = 0;
    for (size_t i = 0; i < r->list->count; i++) {
        if (i % WAYS_A_STEP == 0 && !dx_effort_step(r->effort))
            return;
        uint64_t ways = dx_hand_run_count(r, i);
        if (ways == 0)
            continue;
        dx_hand_run_read(r, i, vector);
        size_t known = out->count, number = dx_states_find(out, vector);
        if (o->weighs)
            dx_natural_add_product_count(&out->weights[number],
                                         &r->list->weights[i], ways);
        else if (number == known &&
                 is_found(r, (const uint8_t *)vector, &found))
            return;
        if (o->states_most != 0 && out->count >= o->states_most) {
            o->is_thinned = true;
            return;
        }
    }
}

const dx_states *dx_by_hand_run(dx_outlook *o, const uint8_t *self,
                                const bool *ignored, dx_effort *effort)
{
    dx_hand_run r;
    dx_states *out = &o->states[0];
    size_t stride = (o->inner.entries.count + 7) / 8;
    size_t held = dx_states_bytes(out);
    if (!dx_hand_run_begin(&r, o, self, ignored, effort))
        return NULL;
    dx_states_clear(out, stride > 0 ? stride : 1, o->weighs);
    uint64_t *vector = dx_alloc(out->stride, sizeof *vector);
    go_through(&r, out, vector);
    dx_free(vector);
    dx_hand_run_end(&r);
    effort->bytes += dx_states_bytes(out) - held;
    if (effort->bytes_max != 0 && effort->bytes > effort->bytes_max)
        effort->status = DX_ERR_LIMIT;
    return effort->status == DX_OK ? out : NULL;
}
