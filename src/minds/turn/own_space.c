#include "minds/turn/own_space.h"

#include <assert.h>
#include <string.h>

uint64_t dx_own_space_options(const dx_frame *frame, unsigned choice,
                              const dx_dealt *dealt)
{
    assert(choice < frame->choice_count);
    uint64_t kinds = 0, left = frame->could[dx_frame_chosen(frame, choice)];
    for (; left != 0; left &= left - 1)
        if (dealt->count[frame->choice[choice].place][__builtin_ctzll(left)])
            kinds |= left & -left;
    return kinds;
}

// What was seen being chosen from a hidden place lies there.
static bool note_choice(dx_own_space *o, unsigned choice)
{
    unsigned at = dx_frame_chosen(o->frame, choice);
    unsigned from = o->frame->choice[choice].place;
    if (!(o->sees >> at & 1)) {
        o->choices[o->choice_count++] = choice;
        return true;
    }
    uint64_t kinds = dx_dealt_kinds(&o->dealt, at);
    assert(__builtin_popcountll(kinds) == 1); // one card is chosen
    if (o->sees >> from & 1)
        return true;
    if (o->space.bound_count == DX_BOUNDS_MAX)
        return false;
    dx_deal_space_add_new_bound(&o->space, &(dx_bound){.places = DX_BIT(from),
                                                       .kinds = kinds,
                                                       .min = 1,
                                                       .max = UINT8_MAX});
    return true;
}

bool dx_own_space_look(dx_own_space *o, const dx_frame *frame,
                       const dx_places *places, uint64_t sees, const void *own)
{
    o->frame = frame;
    o->sees = sees;
    o->hidden = frame->real & ~sees;
    o->choice_count = 0;
    o->space = frame->space;
    memset(&o->dealt, 0, sizeof o->dealt);
    for (uint64_t left = sees; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint8_t *hand = o->dealt.count[place];
        dx_places_held(places, frame->sight, own, place, hand);
        if (place < o->space.place_count)
            dx_deal_space_fix(&o->space, place, hand);
    }
    bool fits = frame->beyond == NULL;
    for (unsigned i = 0; fits && i < frame->choice_count; i++)
        fits = note_choice(o, i);
    return fits;
}
