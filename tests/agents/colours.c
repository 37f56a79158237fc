#include "agents/colours.h"

#include "test.h"

// Cards can be coloured if for every set of colours there are no more cards
// that must have one of them than there are copies of these.
static bool has_deal(const dx_deal_space *space)
{
    for (uint64_t set = 0; set < DX_BIT(space->kind_count); set++) {
        unsigned cards = 0, copies = 0;
        for (unsigned p = 0; p < space->place_count; p++) {
            CHECK_EQ(space->place[p].size, 1);
            cards += (space->place[p].kinds & ~set) == 0;
        }
        for (unsigned k = 0; k < space->kind_count; k++)
            copies += set >> k & 1 ? space->copies[k] : 0;
        if (cards > copies)
            return false;
    }
    return true;
}

bool colours_that_fit(const dx_deal_space *space, uint8_t *out)
{
    dx_deal_space one = *space;
    CHECK_EQ(space->bound_count, 0);
    if (!has_deal(space))
        return false;
    for (unsigned p = 0; p < space->place_count; p++) {
        out[p] = 0;
        for (unsigned k = 0; k < space->kind_count; k++) {
            one.place[p].kinds = space->place[p].kinds & DX_BIT(k);
            out[p] |= (uint8_t)(has_deal(&one) ? 1U << k : 0);
        }
        one.place[p] = space->place[p];
    }
    return true;
}
