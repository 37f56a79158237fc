// When does another mind surely hold it possible that a card k lies in a place
// p?
//
// Let k lie in q in some world of the viewer, and c in p, both places hidden
// from the other mind.  If k may lie in p and c in q, no bound is broken by
// changing the two, and the other saw neither of them being chosen from where
// it lies, then the changed deal looks the same to it, and k is in p there.  So
// if in all worlds of the viewer p has k or such a c, the other surely holds it
// possible; and that is a question about one mind.

#include "minds/board/nested_private.h"

#include <assert.h>

// May the other mind have seen the card being chosen from a place?
static bool may_be_shown(const dx_swap *s, unsigned place, unsigned kind)
{
    for (unsigned i = 0; i < s->frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(s->frame, i);
        if (s->frame->choice[i].place == place && (s->other >> at & 1) &&
            (s->sees >> at & 1 ? s->seen->count[at][kind] > 0
                               : s->frame->choice[i].kinds >> kind & 1))
            return true;
    }
    return false;
}

// Does a bound hold for sure when `kind` goes from `from` to `place` and
// `other` the other way?
static bool bound_stays(const dx_bound *b, uint64_t place, uint64_t from,
                        unsigned kind, unsigned other)
{
    int there = ((b->places & place) != 0) - ((b->places & from) != 0);
    int more = (int)(b->kinds >> kind & 1) - (int)(b->kinds >> other & 1);
    int change = there * more;
    return change == 0 || (change > 0 && b->max >= DX_CARDS_MAX) ||
           (change < 0 && b->min == 0) ||
           (change > 0 && b->max >= __builtin_popcountll(b->kinds));
}

// `from` is DX_PLACES_MAX for the rest, where anything may lie.
static bool can_change(const dx_swap *s, unsigned place, unsigned from,
                       unsigned kind, unsigned other)
{
    const dx_frame *f = s->frame;
    bool is_rest = from == DX_PLACES_MAX;
    if (!is_rest &&
        (!(f->could[from] >> other & 1) || may_be_shown(s, from, kind)))
        return false;
    if (may_be_shown(s, place, other))
        return false;
    for (unsigned i = 0; i < f->space.bound_count; i++)
        if (!bound_stays(&f->space.bound[i], DX_BIT(place),
                         is_rest ? 0 : DX_BIT(from), kind, other))
            return false;
    return true;
}

static bool has_rest(const dx_frame *f)
{
    unsigned copies = 0, room = 0;
    for (unsigned k = 0; k < f->space.kind_count; k++)
        copies += f->space.copies[k];
    for (unsigned p = 0; p < f->space.place_count; p++)
        room += f->size[p];
    return copies > room;
}

static uint64_t changeable(const dx_swap *s, unsigned place, unsigned from,
                           unsigned kind)
{
    uint64_t kinds = 0;
    for (unsigned k = 0; k < s->frame->space.kind_count; k++)
        if (s->frame->space.copies[k] == 1 &&
            can_change(s, place, from, kind, k))
            kinds |= DX_BIT(k);
    return kinds;
}

uint64_t dx_swap_kinds(const dx_swap *s, unsigned place, unsigned kind)
{
    const dx_frame *f = s->frame;
    assert(place < f->space.place_count && kind < f->space.kind_count);
    uint64_t kinds = f->could[place];
    if (f->space.copies[kind] != 1 || (s->other >> place & 1) ||
        !(f->could[place] >> kind & 1))
        return 0;
    for (unsigned from = 0; from < f->space.place_count; from++) {
        if (from == place || !(s->possible[from] >> kind & 1))
            continue;
        if (s->other >> from & 1)
            return 0;
        kinds &= changeable(s, place, from, kind);
    }
    if (has_rest(f))
        kinds &= changeable(s, place, DX_PLACES_MAX, kind);
    return kinds | DX_BIT(kind);
}
