// Cards whose place is known leave the pack and the room there, bounds are
// lowered by those they counted, and what no copy or no room is left for is
// struck out: the same worlds, as a smaller space.

#include "minds/turn/condition.h"

#include <assert.h>
#include <string.h>

// `number` cards of a kind lie in `place`.
static void put(dx_frame *f, dx_dealt *known, unsigned place, unsigned kind,
                unsigned number)
{
    assert(f->space.copies[kind] >= number && f->size[place] >= number);
    known->count[place][kind] = (uint8_t)number;
    f->space.copies[kind] = (uint8_t)(f->space.copies[kind] - number);
    f->size[place] = (uint8_t)(f->size[place] - number);
}

static void put_seen(dx_frame *f, dx_dealt *known, unsigned place,
                     const uint8_t *copies)
{
    for (unsigned kind = 0; kind < f->space.kind_count; kind++)
        put(f, known, place, kind, copies[kind]);
    assert(f->size[place] == 0); // who sees a place sees all its cards
    f->size[place] = 0;
}

// What was seen being chosen from a hidden place lies there; it may have been
// seen more than once.
static void put_chosen(dx_frame *f, uint64_t sees, dx_dealt *known,
                       unsigned place, const uint8_t *copies)
{
    unsigned from = f->choice[place - f->space.place_count].place;
    for (unsigned kind = 0; kind < f->space.kind_count; kind++) {
        known->count[place][kind] = copies[kind];
        if (copies[kind] == 0 || (sees >> from & 1) ||
            known->count[from][kind] > 0)
            continue;
        put(f, known, from, kind, 1);
        f->laid[from] |= DX_BIT(kind);
    }
}

static void narrow_bounds(dx_frame *f, const dx_dealt *known)
{
    for (unsigned i = 0; i < f->space.bound_count; i++) {
        dx_bound *bound = &f->space.bound[i];
        unsigned there = dx_dealt_count(known, bound->places, bound->kinds);
        assert(there <= bound->max);
        bound->min = (uint8_t)(bound->min > there ? bound->min - there : 0);
        bound->max = (uint8_t)(bound->max - there);
        assert(bound->min <= bound->max);
        bound->but = there < 64 ? bound->but >> there : 0;
    }
}

// Only what is left may lie somewhere, and only where there is room.
static void narrow_places(dx_frame *f)
{
    uint64_t left = 0;
    for (unsigned kind = 0; kind < f->space.kind_count; kind++)
        left |= f->space.copies[kind] > 0 ? DX_BIT(kind) : 0;
    for (unsigned place = 0; place < f->space.place_count; place++)
        f->could[place] &= f->size[place] > 0 ? left : 0;
}

void dx_frame_condition(const dx_frame *frame, uint64_t sees,
                        const dx_places *places, const void *own, dx_frame *out,
                        dx_dealt *out_known)
{
    assert(!frame->is_narrow && (sees & ~frame->all) == 0);
    *out = *frame;
    out->is_narrow = true;
    memset(out_known, 0, sizeof *out_known);
    for (uint64_t seen = sees; seen != 0; seen &= seen - 1) {
        unsigned place = (unsigned)__builtin_ctzll(seen);
        uint8_t copies[DX_KINDS_MAX] = {0};
        dx_places_held(places, frame->sight, own, place, copies);
        if (frame->real >> place & 1)
            put_seen(out, out_known, place, copies);
        else
            put_chosen(out, sees, out_known, place, copies);
    }
    narrow_bounds(out, out_known);
    narrow_places(out);
}
