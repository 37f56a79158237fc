// Weighing the worlds of a mind that folds patterns (minds/inquiry/patterns.h).
//
// Patterns are given a value one after the other: first "no", and then, for
// each way in which it can be laid, with the cards of that way in their places,
// "yes" and, to be taken away, "no" again.  With patterns given and cards laid
// what is asked may be settled; if not, and there are no more patterns, the
// rest is laid group by group (eliminate.c), for the numbers that are asked
// for beside them.
//
// Weights count cards told apart and places told apart.  A card that is taken
// to lie in a place is one of those of its kind that are left; the rest may lie
// in any order: n (n - 1) ... if n cards are left, down to as many factors as
// there are places.  The weights of a run of the outlook count cards for
// classes of places, so they are multiplied by the orders within each class.
//
// To know is a matter of weights too: nothing weighs in which it is not so.  An
// example is found place after place, with the first kind that leaves a world.
//
// Cost: a step for each way that can be laid, and one run of the outlook for
// each that leaves something open.

#include "minds/inquiry/patterns.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"

#include <assert.h>
#include <string.h>

typedef struct laying {
    dx_inquiry *q;
    dx_mind_data *m;
    const uint8_t *self;
    uint8_t *vector, *more;       // what is seen of the inner scope
    uint64_t open;                // hidden places that nothing is taken to hold
    uint64_t here[DX_KINDS_MAX];  // places that hold the kind
    uint64_t fixed[DX_KINDS_MAX]; // those of them that are hidden
    unsigned left[DX_KINDS_MAX];  // cards that may lie in open places
    unsigned cards, room;         // all of them; what open places take
    dx_natural first;             // weight of what is known to lie there
    // What was found, and what is to be taken away.
    dx_natural with[2], all[2];
} laying;

// Cards in places, and what was there before.
typedef struct placed {
    uint64_t places;
    unsigned kind;
    dx_natural weight;
} placed;

static void laying_init(laying *l, dx_inquiry *q, dx_mind_data *m,
                        const uint8_t *self)
{
    const dx_outlook *o = &m->outlook;
    const dx_frame *frame = o->frame;
    size_t count = o->inner.entries.count;
    *l = (laying){.q = q, .m = m, .self = self};
    l->vector = dx_alloc(2 * count + 1, 1);
    l->more = l->vector + count;
    for (size_t i = 0; i < count; i++) {
        const dx_entry *entry = &o->inner.entries.at[i];
        l->vector[i] =
            dx_entry_clamp(entry, dx_reading_value(o->passed[i], self));
        l->more[i] = (entry->places & ~o->sees) != 0 ? DX_MORE_ANY : 0;
    }
    l->open = frame->real & ~o->sees;
    l->room = dx_frame_size(frame, l->open);
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        l->cards += frame->space.copies[kind];
    l->cards -= dx_frame_size(frame, frame->real & o->sees);
    for (size_t i = 0; i < m->cells.count; i++)
        if (dx_reading_value(m->cells.at[i].reading, self) > 0)
            l->here[m->cells.at[i].kind] |= m->cells.at[i].place;
    for (size_t i = 0; i < m->kinds.count; i++) {
        unsigned kind = m->kinds.at[i].kind;
        l->left[kind] = frame->space.copies[kind] -
                        dx_reading_value(m->kinds.at[i].reading, self);
    }
}

// Can it be what the mind sees?  Where what is asked does not depend on a mind
// it may be opened with numbers that have any value.
static bool is_sound(const laying *l)
{
    const dx_mind_data *m = l->m;
    uint64_t met = 0;
    unsigned left = 0;
    for (size_t i = 0; i < m->kinds.count; i++) {
        unsigned kind = m->kinds.at[i].kind;
        unsigned copies = m->outlook.frame->space.copies[kind];
        uint64_t here = l->here[kind];
        if ((met & here) != 0 || l->left[kind] > copies ||
            l->left[kind] + (unsigned)__builtin_popcountll(here) > copies)
            return false;
        met |= here;
        left += l->left[kind];
    }
    return left <= l->cards && l->room <= l->cards;
}

static void laying_release(laying *l)
{
    dx_free(l->vector);
    dx_natural_release(&l->first);
    dx_natural_release_all(l->with, 2);
    dx_natural_release_all(l->all, 2);
}

// May the block lie there, by what is seen and taken?
static bool fits(const laying *l, const dx_block *block)
{
    uint64_t missing = block->places & ~l->here[block->kind];
    return (missing & ~l->open) == 0 &&
           (unsigned)__builtin_popcountll(missing) <= l->left[block->kind];
}

// Takes places to hold a kind; the weight times the ways to do so.
static placed place(laying *l, uint64_t places, unsigned kind,
                    const dx_natural *weight)
{
    placed p = {places & ~l->here[kind], kind, dx_natural_copy(weight)};
    unsigned count = (unsigned)__builtin_popcountll(p.places);
    assert((p.places & ~l->open) == 0 && count <= l->left[kind]);
    for (unsigned i = 0; i < count; i++)
        dx_natural_multiply_count(&p.weight, l->left[kind]--);
    l->here[kind] |= p.places;
    l->fixed[kind] |= p.places;
    l->open &= ~p.places;
    l->cards -= count;
    l->room -= count;
    return p;
}

static void take_back(laying *l, placed *p)
{
    unsigned count = (unsigned)__builtin_popcountll(p->places);
    l->here[p->kind] &= ~p->places;
    l->fixed[p->kind] &= ~p->places;
    l->open |= p->places;
    l->left[p->kind] += count;
    l->cards += count;
    l->room += count;
    dx_natural_release(&p->weight);
}

// Lays what can be of but one kind; false if there is no card for it.
static bool lay_known(laying *l)
{
    const dx_frame *frame = l->m->outlook.frame;
    l->first = dx_natural_of_small(1);
    for (uint64_t left = l->open; left != 0; left &= left - 1) {
        uint64_t kinds = frame->could[__builtin_ctzll(left)];
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if ((kinds & (kinds - 1)) != 0)
            continue;
        if (l->left[kind] == 0)
            return false;
        placed known = place(l, left & -left, kind, &l->first);
        dx_natural_release(&l->first);
        l->first = known.weight;
    }
    return true;
}

// The weight times n (n - 1) ..., as many factors as asked for.
static void multiply_down(dx_natural *weight, unsigned n, unsigned factors)
{
    assert(factors <= n);
    for (; factors > 0; factors--)
        dx_natural_multiply_count(weight, n--);
}

// What the rest weighs, however it is laid.
static void add_rest(laying *l, const dx_natural *weight, bool holds,
                     unsigned sign)
{
    dx_natural whole = dx_natural_copy(weight);
    multiply_down(&whole, l->cards, l->room);
    dx_natural_add(&l->all[sign], &whole);
    if (holds)
        dx_natural_add(&l->with[sign], &whole);
    dx_natural_release(&whole);
}

// What the rest weighs by the numbers that are asked for.
static void add_run(laying *l, const dx_natural *weight, unsigned sign)
{
    dx_outlook *o = &l->m->outlook;
    dx_finding found;
    dx_natural scale = dx_natural_copy(weight);
    o->fixed = l->fixed;
    dx_inquiry_look(l->q, l->m, l->self, false, &found);
    o->fixed = NULL;
    if (o->is_plain)
        multiply_down(&scale, l->cards, l->room);
    for (size_t c = 0; !o->is_plain && c < o->classes.count; c++) {
        unsigned room =
            dx_frame_size(o->frame, o->classes.at[c].places & l->open);
        multiply_down(&scale, room, room);
    }
    dx_natural_add_product(&l->all[sign], &found.all, &scale);
    dx_natural_add_product(&l->with[sign], &found.with, &scale);
    dx_natural_release(&scale);
    dx_finding_release(&found);
}

// What is laid may say already what a pattern is.
static unsigned value_of(const laying *l, const dx_pattern *p)
{
    const dx_inquiry *q = l->q;
    unsigned value = 1;
    for (uint32_t f = p->first; f < p->first + p->count; f++) {
        unsigned factor = 0;
        const dx_block *block = q->blocks.at + q->ways.at[f].first;
        for (uint32_t i = 0; i < q->ways.at[f].count && factor != 1; i++)
            if (fits(l, &block[i]))
                factor = (block[i].places & ~l->here[block[i].kind]) == 0
                             ? 1
                             : DX_OPEN;
        if (factor == 0)
            return 0;
        value = factor == 1 ? value : DX_OPEN;
    }
    return value;
}

static void weigh(laying *l, size_t next, const dx_natural *weight,
                  unsigned sign);

// With the pattern laid in one way: "yes", and "no" no more.
static void weigh_way(laying *l, size_t next, const dx_natural *weight,
                      unsigned sign)
{
    dx_pattern *p = &l->q->patterns.at[l->m->patterns.at[next]];
    p->value = 1;
    weigh(l, next + 1, weight, sign);
    p->value = 0;
    weigh(l, next + 1, weight, 1 - sign);
}

// Lays the factors of a pattern from one on in all ways.
static void weigh_ways(laying *l, size_t next, uint32_t factor,
                       const dx_natural *weight, unsigned sign)
{
    const dx_pattern *p = &l->q->patterns.at[l->m->patterns.at[next]];
    if (l->q->effort.status != DX_OK)
        return;
    if (factor == p->first + p->count) {
        weigh_way(l, next, weight, sign);
        return;
    }
    dx_ways ways = l->q->ways.at[factor];
    for (uint32_t i = 0; i < ways.count; i++) {
        const dx_block *block = &l->q->blocks.at[ways.first + i];
        if (!fits(l, block))
            continue;
        placed cards = place(l, block->places, block->kind, weight);
        weigh_ways(l, next, factor + 1, &cards.weight, sign);
        take_back(l, &cards);
    }
}

// Adds what the worlds weigh that have what is laid, with the patterns before
// `next` as they are given.
static void weigh(laying *l, size_t next, const dx_natural *weight,
                  unsigned sign)
{
    dx_inquiry *q = l->q;
    dx_foreseeing asked = {q, l->m};
    if (!dx_effort_step(&q->effort))
        return;
    dx_tells says = dx_inquiry_says(&asked, l->vector, l->more, true);
    if (says == DX_TELLS_NONE)
        return;
    if (says == DX_TELLS_YES || says == DX_TELLS_NO) {
        add_rest(l, weight, says == DX_TELLS_YES, sign);
        return;
    }
    if (next == l->m->patterns.count) {
        add_run(l, weight, sign);
        return;
    }
    dx_pattern *p = &q->patterns.at[l->m->patterns.at[next]];
    unsigned value = value_of(l, p);
    p->value = value == 1;
    weigh(l, next + 1, weight, sign);
    if (value == DX_OPEN)
        weigh_ways(l, next, p->first, weight, sign);
    p->value = DX_OPEN;
}

// Weighs all worlds that have what is laid.
static void weigh_all(laying *l)
{
    dx_natural_release_all(l->with, 2);
    dx_natural_release_all(l->all, 2);
    weigh(l, 0, &l->first, 0);
    if (l->q->effort.status != DX_OK)
        return;
    dx_natural_subtract(&l->with[0], &l->with[1]);
    dx_natural_subtract(&l->all[0], &l->all[1]);
    assert(dx_natural_compare(&l->with[0], &l->all[0]) <= 0);
}

// Is there a world where what is asked is so, or is not?
static bool has_world(laying *l, bool holds)
{
    weigh_all(l);
    return l->q->effort.status == DX_OK &&
           (holds ? !dx_natural_is_zero(&l->with[0])
                  : dx_natural_compare(&l->with[0], &l->all[0]) < 0);
}

// The kinds of a world, place by place; NULL if the effort is spent.
static uint8_t *find_world(laying *l, bool holds)
{
    const dx_frame *frame = l->m->outlook.frame;
    const dx_natural one = dx_natural_of_small(1);
    uint8_t *world = dx_alloc(DX_PLACES_MAX, 1);
    placed cards[DX_PLACES_MAX];
    unsigned count = 0;
    uint64_t hidden = l->open;
    for (uint64_t left = hidden; left != 0; left &= left - 1) {
        unsigned where = (unsigned)__builtin_ctzll(left), kind = 0;
        for (; kind < frame->space.kind_count; kind++) {
            if (l->left[kind] == 0)
                continue;
            cards[count] = place(l, DX_BIT(where), kind, &one);
            if (has_world(l, holds))
                break;
            take_back(l, &cards[count]);
        }
        if (kind == frame->space.kind_count)
            break;
        count++;
    }
    bool is_whole = l->open == 0;
    assert(is_whole || l->q->effort.status != DX_OK);
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        for (uint64_t left = l->fixed[kind]; left != 0; left &= left - 1)
            world[__builtin_ctzll(left)] = (uint8_t)kind;
    while (count > 0)
        take_back(l, &cards[--count]);
    if (!is_whole) {
        dx_free(world);
        return NULL;
    }
    return world;
}

// Is each hidden place of one card?
static bool is_of_single_cards(const dx_frame *frame, uint64_t hidden)
{
    return dx_frame_size(frame, hidden) ==
           (unsigned)__builtin_popcountll(hidden);
}

void dx_mind_survey_patterns(dx_inquiry *q, dx_mind_data *m,
                             const uint8_t *self, dx_finding *out)
{
    laying l;
    laying_init(&l, q, m, self);
    *out = (dx_finding){.weighed = m->kind == DX_MIND_CHANCE};
    bool is_fine = is_sound(&l) && lay_known(&l);
    if (is_fine)
        weigh_all(&l);
    is_fine = is_fine && q->effort.status == DX_OK;
    if (is_fine) {
        out->with = dx_natural_take(&l.with[0]);
        out->all = dx_natural_take(&l.all[0]);
        out->some = !dx_natural_is_zero(&out->with);
        out->none = dx_natural_compare(&out->with, &out->all) < 0;
    }
    bool shows = m->outlook.shows_worlds && is_fine &&
                 is_of_single_cards(m->outlook.frame, l.open);
    if (shows && out->some)
        out->example = find_world(&l, true);
    if (shows && out->none)
        out->counterexample = find_world(&l, false);
    laying_release(&l);
}
