// Forward once, keeping the states of every layer; then back from a final
// state, each time to a state from which laying the group leads there, chosen
// by the weight of that way.  What was laid on the way back is how many cards
// of each group lie in each class; which cards of the group, and in which place
// of the class, is then free, and drawn evenly.

#include "minds/trace.h"

#include "base/memory.h"
#include "minds/run.h"

#include <assert.h>
#include <string.h>

// What was laid of one group.
typedef struct step {
    uint8_t laid[DX_PLACES_MAX], marked[DX_PLACES_MAX];
} step;

typedef struct trace {
    dx_deal_run run;
    dx_random *random; // may be NULL
    dx_states *layers; // before each group, and at the end
    step steps[DX_KINDS_MAX];
    // Going back: where to, and what was found.
    const uint64_t *target;
    const dx_natural *target_weight;
    size_t from, found;
    double weight;
} trace;

static void join(dx_deal_run *r, dx_load l)
{
    trace *t = r->context;
    dx_states *to = &t->layers[r->group + 1];
    size_t number = dx_states_find(to, r->done);
    if (to->weighs)
        dx_natural_add_product_count(&to->weights[number], l.weight, l.ways);
}

static void go_forward(trace *t)
{
    dx_outlook *o = t->run.o;
    const dx_natural one = dx_natural_of_small(1);
    for (unsigned g = 0; g < o->groups.count; g++) {
        const dx_states *from = &t->layers[g];
        dx_states_clear(&t->layers[g + 1], t->run.stride, o->weighs);
        for (size_t i = 0; i < from->count; i++)
            dx_run_lay(&t->run, g, dx_states_key(from, i),
                       o->weighs ? &from->weights[i] : &one);
    }
}

// Takes what comes with the right chance, without knowing what is to come.
static bool takes(trace *t, double weight)
{
    if (t->random == NULL)
        return t->weight++ == 0;
    t->weight += weight;
    return dx_random_unit(t->random) * t->weight < weight;
}

static void compare(dx_deal_run *r, dx_load l)
{
    trace *t = r->context;
    if (memcmp(r->done, t->target, r->stride * sizeof *r->done) != 0)
        return;
    double weight =
        r->o->weighs ? dx_natural_ratio(l.weight, t->target_weight) : 1;
    if (!takes(t, weight * (double)l.ways))
        return;
    t->found = t->from;
    memcpy(t->steps[r->group].laid, r->laid, sizeof r->laid);
    memcpy(t->steps[r->group].marked, r->marked, sizeof r->marked);
}

static void go_back(trace *t, size_t last)
{
    dx_outlook *o = t->run.o;
    const dx_natural one = dx_natural_of_small(1);
    t->run.arrive = compare;
    for (unsigned g = (unsigned)o->groups.count; g-- > 0;) {
        const dx_states *from = &t->layers[g], *to = &t->layers[g + 1];
        t->target = to->keys + last * to->stride;
        t->target_weight = o->weighs ? &to->weights[last] : &one;
        t->weight = 0;
        for (t->from = 0; t->from < from->count; t->from++)
            dx_run_lay(&t->run, g, dx_states_key(from, t->from),
                       o->weighs ? &from->weights[t->from] : &one);
        last = t->found;
    }
}

// A final state with the wanted numbers; SIZE_MAX if there is none.
static size_t find_last(trace *t, const uint8_t *self, const uint8_t *vector)
{
    const dx_outlook *o = t->run.o;
    const dx_states *last = &t->layers[o->groups.count];
    size_t count = o->inner.entries.count, found = SIZE_MAX;
    uint8_t *numbers = dx_alloc(count + 1, 1);
    dx_natural all = dx_natural_of(0);
    for (size_t i = 0; o->weighs && i < last->count; i++)
        dx_natural_add(&all, &last->weights[i]);
    t->weight = 0;
    for (size_t i = 0; i < last->count; i++) {
        dx_run_read(&t->run, self, dx_states_key(last, i), numbers);
        if ((vector == NULL || memcmp(numbers, vector, count) == 0) &&
            takes(t, o->weighs ? dx_natural_ratio(&last->weights[i], &all) : 1))
            found = i;
    }
    dx_natural_release(&all);
    dx_free(numbers);
    return found;
}

static unsigned below(trace *t, size_t bound)
{
    return t->random == NULL ? 0 : (unsigned)dx_random_below(t->random, bound);
}

// One of the cards of `left`, by copies.
static unsigned draw_kind(trace *t, uint64_t kinds, const uint8_t *left)
{
    unsigned all = 0;
    for (uint64_t rest = kinds; rest != 0; rest &= rest - 1)
        all += left[__builtin_ctzll(rest)];
    assert(all > 0);
    unsigned skip = below(t, all);
    for (;; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (skip < left[kind])
            return kind;
        skip -= left[kind];
    }
}

static unsigned draw_place(trace *t, uint64_t places, const uint8_t *room)
{
    return draw_kind(t, places, room); // places with room are drawn alike
}

// A card of a hidden place that could have been chosen.
static unsigned draw_chosen(trace *t, const dx_dealt *dealt, unsigned place,
                            uint64_t kinds)
{
    return draw_kind(t, kinds, dealt->count[place]);
}

// What the mind saw being chosen from a place hidden from it lies there.
static void lay_seen(const dx_outlook *o, dx_dealt *dealt, uint8_t *left,
                     uint8_t *room)
{
    for (unsigned i = 0; i < o->frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(o->frame, i);
        unsigned from = o->frame->choice[i].place;
        if (!(o->sees >> at & 1) || (o->sees >> from & 1))
            continue;
        for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
            if (dealt->count[at][kind] > 0 && dealt->count[from][kind] == 0) {
                dealt->count[from][kind] = 1;
                left[kind]--;
                room[from]--;
            }
    }
}

static void lay_group(trace *t, unsigned group, dx_dealt *dealt, uint8_t *left,
                      uint8_t *room)
{
    const dx_outlook *o = t->run.o;
    for (unsigned c = 0; c < o->classes.count; c++) {
        if (t->steps[group].laid[c] == 0)
            continue;
        uint64_t places = dx_outlook_places(o, group, c);
        for (unsigned n = t->steps[group].laid[c]; n > 0; n--) {
            unsigned kind = draw_kind(t, o->groups.at[group].kinds, left);
            unsigned place = draw_place(t, places, room);
            dealt->count[place][kind]++;
            left[kind]--;
            room[place]--;
        }
    }
}

// What was chosen unseen: as it is marked, or anything that could have been.
static void choose(trace *t, dx_dealt *dealt)
{
    const dx_outlook *o = t->run.o;
    for (unsigned i = 0; i < o->frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(o->frame, i);
        uint64_t kinds = o->frame->could[at];
        if (o->sees >> at & 1)
            continue;
        for (size_t m = 0; m < o->marks.count; m++)
            for (unsigned g = 0; g < o->groups.count; g++)
                if (o->marks.at[m].place == DX_BIT(at) &&
                    t->steps[g].marked[m] != 0)
                    kinds &= o->groups.at[g].kinds;
        unsigned kind = draw_chosen(t, dealt, o->frame->choice[i].place, kinds);
        dealt->count[at][kind] = 1;
    }
}

// From numbers of cards of groups in classes to cards in places.
static void deal_out(trace *t, dx_dealt *dealt)
{
    const dx_outlook *o = t->run.o;
    const dx_frame *frame = o->frame;
    uint8_t left[DX_KINDS_MAX], room[DX_PLACES_MAX];
    memcpy(left, frame->space.copies, sizeof left);
    memcpy(room, frame->size, sizeof room);
    for (unsigned kind = frame->space.kind_count; kind < DX_KINDS_MAX; kind++)
        left[kind] = 0;
    for (uint64_t seen = o->sees & frame->real; seen != 0; seen &= seen - 1)
        for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
            left[kind] = (uint8_t)(left[kind] -
                                   dealt->count[__builtin_ctzll(seen)][kind]);
    lay_seen(o, dealt, left, room);
    for (unsigned g = 0; g < o->groups.count; g++)
        lay_group(t, g, dealt, left, room);
    choose(t, dealt);
}

static bool find_world(trace *t, const uint8_t *self, const uint8_t *vector,
                       dx_dealt *dealt)
{
    dx_outlook *o = t->run.o;
    dx_states_clear(&t->layers[0], t->run.stride, o->weighs);
    size_t first =
        dx_states_find(&t->layers[0], (const uint64_t *)(void *)t->run.key);
    if (o->weighs)
        t->layers[0].weights[first] = dx_natural_of(1);
    go_forward(t);
    size_t last = find_last(t, self, vector);
    if (last == SIZE_MAX || t->run.effort->status != DX_OK)
        return false;
    go_back(t, last);
    if (t->run.effort->status == DX_OK)
        deal_out(t, dealt);
    return t->run.effort->status == DX_OK;
}

bool dx_outlook_world(dx_outlook *o, const uint8_t *self, const bool *ignored,
                      const uint8_t *vector, dx_random *random, dx_dealt *dealt,
                      dx_effort *effort)
{
    DX_REQUIRE(o->shows_worlds || !o->is_plain, "an outlook that shows worlds");
    trace *t = dx_alloc(1, sizeof *t);
    t->random = random;
    t->run.arrive = join;
    t->run.ignored = ignored;
    t->run.context = t;
    t->layers = dx_alloc(o->groups.count + 1, sizeof *t->layers);
    bool is_drawn_amiss = o->by_place != NULL && random != NULL;
    bool found = !o->is_refused && !is_drawn_amiss &&
                 dx_run_begin(&t->run, o, self, effort) &&
                 find_world(t, self, vector, dealt);
    for (size_t i = 0; i <= o->groups.count; i++)
        dx_states_release(&t->layers[i]);
    dx_free(t->layers);
    dx_run_end(&t->run);
    dx_free(t);
    return found;
}
