// A space is a plain value: to ask what would be if some hand were seen, one
// copies it and fixes the hand (dx_deal_space_fix).  The cards then leave the
// pack and the bounds that counted them are lowered, so that what is left is a
// smaller space of the same sort, and weights multiply.

#include "worlds/deal_space.h"

#include <assert.h>
#include <stdbool.h>

void dx_deal_space_init(dx_deal_space *space, unsigned kind_count,
                        const uint8_t *copies)
{
    DX_REQUIRE(kind_count <= DX_KINDS_MAX, "kinds <= DX_KINDS_MAX");
    unsigned cards = 0;
    *space = (dx_deal_space){.kind_count = kind_count};
    for (unsigned kind = 0; kind < kind_count; kind++) {
        space->copies[kind] = copies[kind];
        cards += copies[kind];
    }
    DX_REQUIRE(cards <= DX_CARDS_MAX, "cards <= DX_CARDS_MAX");
}

static uint64_t kinds_there_are(const dx_deal_space *space)
{
    return space->kind_count == 64 ? UINT64_MAX : DX_BIT(space->kind_count) - 1;
}

unsigned dx_deal_space_add_place(dx_deal_space *space, unsigned size,
                                 uint64_t kinds)
{
    DX_REQUIRE(size <= DX_CARDS_MAX, "size <= DX_CARDS_MAX");
    if (space->place_count == DX_PLACES_MAX) {
        space->beyond = "more than 64 places of hidden cards";
        return DX_PLACES_MAX - 1;
    }
    space->place[space->place_count] = (dx_place){
        .size = (uint8_t)size, .kinds = kinds & kinds_there_are(space)};
    return space->place_count++;
}

void dx_deal_space_add_bound(dx_deal_space *space, const dx_bound *bound)
{
    if (space->bound_count == DX_BOUNDS_MAX)
        space->beyond = "more than 128 bounds on what is hidden";
    else
        space->bound[space->bound_count++] = *bound;
}

static unsigned held(const uint8_t *hand, unsigned kind_count, uint64_t kinds)
{
    unsigned sum = 0;
    for (unsigned kind = 0; kind < kind_count; kind++)
        if (kinds >> kind & 1)
            sum += hand[kind];
    return sum;
}

static bool can_hold(const dx_deal_space *space, unsigned place,
                     const uint8_t *hand)
{
    const dx_place *at = &space->place[place];
    if (held(hand, space->kind_count, UINT64_MAX) != at->size ||
        held(hand, space->kind_count, ~at->kinds) != 0)
        return false;
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        if (bound->places >> place & 1 &&
            held(hand, space->kind_count, bound->kinds) > bound->max)
            return false;
    }
    return true;
}

void dx_deal_space_add_new_bound(dx_deal_space *space, const dx_bound *bound)
{
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *b = &space->bound[i];
        if (b->places == bound->places && b->kinds == bound->kinds &&
            b->min == bound->min && b->max == bound->max &&
            b->but == bound->but)
            return;
    }
    dx_deal_space_add_bound(space, bound);
}

dx_count dx_deal_space_fix(dx_deal_space *space, unsigned place,
                           const uint8_t *hand)
{
    DX_REQUIRE(place < space->place_count, "a place of this space");
    if (!can_hold(space, place, hand))
        return 0;
    dx_count ways = 1; // at most "cards choose size": it fits
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        ways *= dx_choose(space->copies[kind], hand[kind]);
    if (ways == 0)
        return 0;

    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        assert(hand[kind] <= space->copies[kind]);
        space->copies[kind] = (uint8_t)(space->copies[kind] - hand[kind]);
    }
    space->place[place] = (dx_place){0};
    for (unsigned i = 0; i < space->bound_count; i++) {
        dx_bound *bound = &space->bound[i];
        if (!(bound->places >> place & 1))
            continue;
        unsigned there = held(hand, space->kind_count, bound->kinds);
        assert(there <= bound->max);
        bound->places &= ~DX_BIT(place);
        bound->min = (uint8_t)(bound->min > there ? bound->min - there : 0);
        bound->max = (uint8_t)(bound->max - there);
        bound->but = there < 64 ? bound->but >> there : 0;
    }
    return ways;
}

static bool contains(const dx_deal_space *space, const dx_dealt *dealt)
{
    unsigned kinds = space->kind_count;
    for (unsigned p = 0; p < space->place_count; p++)
        if (held(dealt->count[p], kinds, UINT64_MAX) != space->place[p].size ||
            held(dealt->count[p], kinds, ~space->place[p].kinds) != 0)
            return false;
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        unsigned there = 0;
        for (unsigned p = 0; p < space->place_count; p++)
            if (bound->places >> p & 1)
                there += held(dealt->count[p], kinds, bound->kinds);
        if (!dx_bound_takes(bound, there))
            return false;
    }
    return true;
}

dx_tally dx_deal_space_weight(const dx_deal_space *space, const dx_dealt *dealt)
{
    dx_tally weight = dx_tally_of(1);
    if (!contains(space, dealt))
        return dx_tally_of(0);
    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        unsigned left = space->copies[kind];
        for (unsigned p = 0; p < space->place_count; p++) {
            unsigned there = dealt->count[p][kind];
            if (there > left)
                return dx_tally_of(0);
            weight =
                dx_tally_multiply(weight, dx_tally_of(dx_choose(left, there)));
            left -= there;
        }
    }
    return weight;
}
