// Where the hidden cards of Kemps lie: each hand's cards that never came out
// are one place, seen by its owner.  Such a place may hold what was in the deck
// when it was dealt and has not been seen since; that a hand was no Kemps when
// its owner said done is a bound.  All moves are open.

#include "game/places.h"
#include "games/kemps/worlds.h"

uint64_t dx_kemps_places_of(const dx_kemps *sight, unsigned seat)
{
    unsigned place = 0;
    for (unsigned before = 0; before < seat; before++)
        place += sight->hidden[before] > 0;
    return sight->hidden[seat] > 0 ? DX_BIT(place) : 0;
}

static unsigned owner_of(const dx_kemps *sight, unsigned place)
{
    unsigned seat = 0;
    while (dx_kemps_places_of(sight, seat) != DX_BIT(place))
        seat++;
    return seat;
}

static void space(const void *sight, dx_deal_space *out)
{
    uint8_t place[DX_KEMPS_SEATS];
    dx_kemps_space(sight, out, place);
}

static uint64_t sees(const void *sight, unsigned seat)
{
    return dx_kemps_places_of(sight, seat);
}

static void held(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const dx_kemps *all = sight, *t = own;
    unsigned seat = owner_of(all, place);
    dx_copies_add(out_copies, t->hand[seat] & ~all->hand[seat]);
}

static void fill(void *sight, const dx_dealt *dealt)
{
    const dx_kemps all = *(const dx_kemps *)sight;
    for (unsigned seat = 0; seat < all.players; seat++) {
        uint64_t places = dx_kemps_places_of(&all, seat);
        if (places != 0)
            dx_kemps_fill(
                sight, seat,
                dx_dealt_kinds(dealt, (unsigned)__builtin_ctzll(places)));
    }
}

// Hidden cards are given to the table or laid down as a Kemps, openly.
static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    const dx_kemps *t = before;
    unsigned seat = owner_of(t, place);
    dx_kemps_cards shown = 0;
    if (event.verb == DX_KEMPS_SWAP && event.who == seat)
        shown = dx_kemps_card(event.arg[1]);
    if (event.verb == DX_KEMPS_DONE && event.who == seat && event.arg[0] > 0)
        shown = (dx_kemps_cards)event.arg[1] << (event.arg[0] - 1U) * t->suits;
    dx_copies_add(out_known, shown & ~t->hand[seat]);
    return dx_kemps_places_of(after, seat);
}

static unsigned brought(const void *before DX_UNUSED, dx_event event,
                        const void *turn, dx_brought *out)
{
    if (event.verb != DX_KEMPS_DRAW)
        return 0;
    uint64_t place = dx_kemps_places_of(turn, event.who);
    out[0] = (dx_brought){.place = (uint8_t)__builtin_ctzll(place)};
    return 1;
}

const dx_places dx_kemps_places = {
    .moves_are_open = true,
    .space = space,
    .sees = sees,
    .held = held,
    .fill = fill,
    .since = since,
    .brought = brought,
};
