// Many sentences follow from others: a hand that had two eights and had two
// when it gave them all away has drawn none between.  Of two sentences about
// the same kinds where the places of one are all among those of the other, the
// number of the larger is that of the smaller and so many in the places that
// it has more, at least and at most so many as these can have.  So
//
//   - equal ones are made one;
//   - from the largest to the smallest and back, each keeps the numbers that
//     go with those of the next smaller one;
//   - where nothing of the kinds can lie in the places more, these lose them;
//   - one that says no more than those before it and those after it is left
//     out.  Those after it may be left out too: by what they leave out, from
//     the largest down, they still hold.

#include "game/heard_private.h"

#include "base/memory.h"

#include <stdlib.h>

#define NOTHING UINT64_MAX // what a sentence fits that is left out

// A sentence among those about the same kinds.
typedef struct rung {
    dx_sentence *said;
    size_t order;         // in which it was heard
    struct rung *smaller; // the largest that is within it, or NULL
    uint64_t known;       // numbers that the bounds up to it leave
    uint64_t later;       // numbers that go with those that it is within
} rung;

unsigned dx_deal_space_most(const dx_deal_space *space, uint64_t places,
                            uint64_t kinds)
{
    unsigned room = 0, cards = 0;
    for (uint64_t left = places; left != 0; left &= left - 1) {
        const dx_place *p = &space->place[__builtin_ctzll(left)];
        room += (p->kinds & kinds) != 0 ? p->size : 0;
    }
    for (uint64_t left = kinds; left != 0; left &= left - 1)
        cards += space->copies[__builtin_ctzll(left)];
    return room < cards ? room : cards;
}

static unsigned least(const dx_deal_space *space, uint64_t places,
                      uint64_t kinds)
{
    unsigned cards = 0;
    for (uint64_t left = places; left != 0; left &= left - 1) {
        const dx_place *p = &space->place[__builtin_ctzll(left)];
        cards += (p->kinds & ~kinds) == 0 ? p->size : 0;
    }
    return cards;
}

static uint64_t more_places(const rung *l)
{
    return l->said->places &
           ~(l->smaller == NULL ? 0 : l->smaller->said->places);
}

// The numbers that `fits` become with the places that a sentence has more than
// the smaller one; and, if `back`, what they were without them.
static uint64_t shifted(const dx_deal_space *space, const rung *l,
                        uint64_t fits, bool back)
{
    uint64_t all = 0, more = more_places(l), kinds = l->said->kinds;
    unsigned most = dx_deal_space_most(space, more, kinds);
    for (unsigned n = least(space, more, kinds); n <= most && n < 64; n++)
        all |= back ? fits >> n : fits << n;
    return all;
}

static int compare(const void *a, const void *b)
{
    const rung *one = a, *two = b;
    const dx_sentence *s = one->said, *t = two->said;
    int size =
        __builtin_popcountll(s->places) - __builtin_popcountll(t->places);
    if (s->kinds != t->kinds)
        return s->kinds < t->kinds ? -1 : 1;
    if (size != 0)
        return size;
    if (s->places != t->places)
        return s->places < t->places ? -1 : 1;
    return one->order < two->order ? -1 : 1;
}

// Makes one of equal sentences; returns how many are left of a sorted list.
static size_t merge(rung *rungs, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        dx_sentence *s = rungs[i].said, *last = NULL;
        if (left > 0)
            last = rungs[left - 1].said;
        if (last == NULL || last->kinds != s->kinds ||
            last->places != s->places) {
            rungs[left++] = rungs[i];
        } else {
            last->fits &= s->fits;
            s->fits = NOTHING;
        }
    }
    return left;
}

static void find_smaller(rung *rungs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j > 0 && rungs[i].smaller == NULL; j--)
            if ((rungs[j - 1].said->places & ~rungs[i].said->places) == 0)
                rungs[i].smaller = &rungs[j - 1];
}

static void remove_kinds(dx_deal_space *space, uint64_t places, uint64_t kinds)
{
    for (; places != 0; places &= places - 1)
        space->place[__builtin_ctzll(places)].kinds &= ~kinds;
}

// Narrows the numbers of sentences about the same kinds, and the kinds of
// places.
static void narrow(dx_deal_space *space, rung *rungs, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (rungs[i].smaller != NULL)
            rungs[i].smaller->said->fits &=
                shifted(space, &rungs[i], rungs[i].said->fits, true);
    for (size_t i = 0; i < count; i++) {
        dx_sentence *s = rungs[i].said;
        const rung *smaller = rungs[i].smaller;
        uint64_t less = smaller == NULL ? 1 : smaller->said->fits;
        s->fits &= shifted(space, &rungs[i], less, false);
        if (s->fits == 0 || less == 0)
            continue;
        unsigned first = (unsigned)__builtin_ctzll(less);
        unsigned last = 63U - (unsigned)__builtin_clzll(s->fits);
        if (last <= first)
            remove_kinds(space, more_places(&rungs[i]), s->kinds);
    }
}

static void add_bound(dx_deal_space *space, const dx_sentence *s)
{
    dx_bound bound = {.places = s->places, .kinds = s->kinds, .min = 1};
    if (s->fits == 1) {
        remove_kinds(space, s->places, s->kinds);
        return;
    }
    if (s->fits != 0) {
        bound.min = (uint8_t)__builtin_ctzll(s->fits);
        bound.max = (uint8_t)(63 - __builtin_clzll(s->fits));
        bound.but = ~s->fits & (DX_BIT(bound.max) - DX_BIT(bound.min));
    }
    dx_deal_space_add_new_bound(space, &bound);
}

// Sentences about the same kinds that say what others do not; the others say
// nothing afterwards.
static void leave_out(const dx_deal_space *space, rung *rungs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rungs[i].later = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (rungs[i].smaller != NULL)
            rungs[i].smaller->later &=
                shifted(space, &rungs[i], rungs[i].said->fits, true);
    for (size_t i = 0; i < count; i++) {
        dx_sentence *s = rungs[i].said;
        const rung *smaller = rungs[i].smaller;
        uint64_t less = smaller == NULL ? 1 : smaller->known;
        unsigned most = dx_deal_space_most(space, s->places, s->kinds);
        rungs[i].known =
            shifted(space, &rungs[i], less, false) & dx_numbers_to(most);
        if ((rungs[i].known & rungs[i].later & ~s->fits) == 0)
            s->fits = NOTHING;
        else
            rungs[i].known &= s->fits;
    }
}

// Bounds of the space become sentences, but for those of large numbers.
static void take_bounds(dx_deal_space *space, dx_sentences *said)
{
    unsigned left = 0;
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *b = &space->bound[i];
        dx_sentence s = {b->places, b->kinds, 0};
        unsigned most = dx_deal_space_most(space, b->places, b->kinds);
        for (unsigned n = 0; n <= most && n < 64; n++)
            s.fits |= dx_bound_takes(b, n) ? DX_BIT(n) : 0;
        if (most < 64)
            dx_vector_push(said, s);
        else
            space->bound[left++] = *b;
    }
    space->bound_count = left;
}

void dx_sentences_narrow(dx_sentences *said, dx_deal_space *space)
{
    take_bounds(space, said);
    rung *rungs = dx_alloc(said->count + 1, sizeof *rungs);
    for (size_t i = 0; i < said->count; i++)
        rungs[i] = (rung){.said = &said->at[i], .order = i};
    qsort(rungs, said->count, sizeof *rungs, compare);
    size_t count = merge(rungs, said->count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count; end++)
            if (rungs[end].said->kinds != rungs[i].said->kinds)
                break;
        find_smaller(rungs + i, end - i);
        narrow(space, rungs + i, end - i);
        leave_out(space, rungs + i, end - i);
    }
    for (size_t i = 0; i < said->count; i++)
        if (said->at[i].fits != NOTHING)
            add_bound(space, &said->at[i]);
    dx_free(rungs);
}
