// Where the parts of a key are, and what happens to them.  A class takes the
// first bits that are free.  When ranks are told apart one of them leaves its
// class: each world is split by how many cards that rank may have, with the
// share of the class's ranks that have as many.  Where no bits are left the
// keys are packed anew before.

#include "agents/gofish/orbits.h"

#include <assert.h>
#include <string.h>

enum { SINGLE_BITS = 3, KEY_BITS = 128 };

static unsigned width_of(const dx_gofish_class *c)
{
    return c->is_none     ? 0
           : c->is_single ? SINGLE_BITS
                          : DX_GOFISH_FIELD * c->room;
}

static dx_count bits_of(const dx_gofish_class *c)
{
    return (((dx_count)1 << width_of(c)) - 1) << c->at;
}

bool dx_gofish_place_class(dx_gofish_exact *e, dx_gofish_class *c)
{
    unsigned width = width_of(c);
    for (unsigned at = 0; at + width <= KEY_BITS; at++) {
        c->at = (uint8_t)at;
        if ((e->used & bits_of(c)) != 0)
            continue;
        e->used |= bits_of(c);
        for (unsigned number = 0; number < DX_GOFISH_COPIES; number++)
            c->raise[number] =
                dx_gofish_part(c, number + 1) - dx_gofish_part(c, number);
        return true;
    }
    return false;
}

// The key in words of other classes: those of `from` are those of the tracker,
// one by one, but elsewhere and maybe single.
static dx_count translate(const dx_gofish_exact *e, const dx_gofish_class *from,
                          dx_count key)
{
    dx_count out = 0;
    for (unsigned i = 0; i < e->class_count; i++) {
        const dx_gofish_class *c = &e->classes[i];
        for (unsigned number = 1; !c->is_none && number <= c->room; number++)
            out += dx_gofish_ranks_with(&from[i], key, number) *
                   dx_gofish_part(c, number);
    }
    return out;
}

// Moves the classes together.  However ranks are divided, the smallest parts
// fit: fourteen bits at most for each rank of two, three for one alone.
static void pack_keys(dx_gofish_exact *e)
{
    dx_gofish_class from[DX_GOFISH_RANKS];
    dx_gofish_worlds *lists[] = {&e->waiting, &e->settled};
    memcpy(from, e->classes, sizeof from);
    e->used = 0;
    for (unsigned i = 0; i < e->class_count; i++) {
        dx_gofish_class *c = &e->classes[i];
        c->is_single = c->is_single || c->count == 1;
        bool fits = dx_gofish_place_class(e, c);
        assert(fits);
        (void)fits;
    }
    for (unsigned i = 0; i < 2; i++)
        for (size_t k = 0; k < lists[i]->count; k++)
            lists[i]->at[k].key = translate(e, from, lists[i]->at[k].key);
}

static void drop_class(dx_gofish_exact *e, unsigned number)
{
    e->used &= ~bits_of(&e->classes[number]);
    e->classes[number] = e->classes[--e->class_count];
    for (unsigned rank = 0; rank < e->ranks; rank++)
        if (e->classes[number].ranks >> rank & 1)
            e->class_of[rank] = (uint8_t)number;
}

dx_gofish_class *dx_gofish_part_with(dx_gofish_exact *e, unsigned rank,
                                     bool is_none)
{
    dx_gofish_class *old = &e->classes[e->class_of[rank]];
    dx_gofish_class new = {.ranks = (uint16_t)(1U << rank),
                           .count = 1,
                           .room = old->room,
                           .is_single = true,
                           .is_none = is_none,
                           .is_barred = old->is_barred};
    old->ranks = (uint16_t)(old->ranks & ~(1U << rank));
    if (--old->count == 0)
        drop_class(e, e->class_of[rank]);
    unsigned number = e->class_count++;
    e->classes[number] = new;
    e->class_of[rank] = (uint8_t)number;
    return &e->classes[number];
}

void dx_gofish_split(dx_gofish_exact *e, unsigned rank)
{
    dx_gofish_class old = e->classes[e->class_of[rank]];
    dx_gofish_worlds *lists[] = {&e->waiting, &e->settled};
    if (old.is_single && !old.is_none)
        return;
    dx_gofish_class probe = {.room = old.room, .is_single = true};
    if (!dx_gofish_place_class(e, &probe)) {
        pack_keys(e);
        old = e->classes[e->class_of[rank]];
        if (old.is_single && !old.is_none)
            return;
        bool fits = dx_gofish_place_class(e, &probe);
        assert(fits);
        (void)fits;
    }
    dx_gofish_class *now = dx_gofish_part_with(e, rank, false);
    now->at = probe.at;
    memcpy(now->raise, probe.raise, sizeof now->raise);
    e->used |= bits_of(&probe);
    for (unsigned i = 0; i < 2; i++) {
        dx_gofish_worlds *from = lists[i];
        e->spare.count = 0;
        for (size_t k = 0; k < from->count; k++)
            for (unsigned number = 0; number <= old.room; number++) {
                const dx_gofish_world *w = &from->at[k];
                unsigned ranks = dx_gofish_ranks_with(&old, w->key, number);
                if (ranks > 0)
                    dx_gofish_worlds_add(&e->spare,
                                         w->key - dx_gofish_part(&old, number) +
                                             dx_gofish_part(&probe, number),
                                         w->weight * ranks / old.count,
                                         w->open);
            }
        dx_gofish_worlds swap = *from;
        *from = e->spare;
        e->spare = swap;
    }
}

void dx_gofish_place_nones(dx_gofish_exact *e)
{
    for (unsigned i = 0; i < e->class_count; i++)
        for (unsigned k = i + 1; e->classes[i].is_none && k < e->class_count;
             k++) {
            dx_gofish_class *a = &e->classes[i], *b = &e->classes[k];
            if (!b->is_none || a->room != b->room ||
                a->is_barred != b->is_barred || e->keeps_apart)
                continue;
            a->ranks |= b->ranks;
            a->count = (uint8_t)(a->count + b->count);
            a->is_single = false;
            drop_class(e, k--);
            for (unsigned rank = 0; rank < e->ranks; rank++)
                if (a->ranks >> rank & 1)
                    e->class_of[rank] = (uint8_t)i;
        }
    for (unsigned i = 0; i < e->class_count; i++) {
        dx_gofish_class *c = &e->classes[i];
        if (!c->is_none || c->is_barred || c->room == 0)
            continue;
        c->is_none = false;
        if (!dx_gofish_place_class(e, c)) {
            c->is_none = true;
            pack_keys(e);
            c->is_none = false;
            bool fits = dx_gofish_place_class(e, c);
            assert(fits);
            (void)fits;
        }
    }
}
