// Where the hidden cards of Go Fish lie: in what each seat was dealt, and in
// each card that it drew later, seen by that seat alone and never moved.  All
// that was said says how many cards of a rank lie in the first places of a
// seat: `fits`.

#include "game/places.h"
#include "games/gofish/gofish.h"

#include <string.h>

static void space(const void *sight, dx_deal_space *out)
{
    const dx_gofish *t = sight;
    uint8_t copies[DX_GOFISH_RANKS];
    memset(copies, t->copies, sizeof copies);
    dx_deal_space_init(out, t->ranks, copies);
    for (unsigned place = 0; place < t->place_count; place++)
        dx_deal_space_add_place(out,
                                dx_gofish_is_deal(t, place) ? t->got[place] : 1,
                                t->may[place]);
}

// What was heard of a seat's cards of a rank when it had its places up to one,
// unless it is what follows from the place before.
static dx_claim heard_of(const dx_gofish *t, unsigned seat, unsigned rank,
                         dx_claim all, dx_claims *out)
{
    unsigned known = (2U << t->copies) - 1;
    uint64_t places = 0;
    for (unsigned place = seat; place < t->place_count; place++) {
        if (t->seat[place] != seat)
            continue;
        unsigned fits = t->fits[place][rank];
        if (!dx_gofish_is_deal(t, place))
            known = dx_gofish_one_more(known, rank, t->may[place]);
        places |= DX_BIT(place);
        if ((known & ((2U << t->copies) - 1)) != fits)
            all = dx_claim_and(
                out, all,
                dx_claim_among(out, dx_claim_count(out, places, DX_BIT(rank)),
                               fits));
        known = fits;
    }
    return all;
}

static dx_claim heard(const void *sight, dx_claims *out)
{
    const dx_gofish *t = sight;
    dx_claim all = dx_claim_number(out, 1);
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned rank = 0; rank < t->ranks; rank++)
            all = heard_of(t, seat, rank, all, out);
    return all;
}

static uint64_t sees(const void *sight, unsigned seat)
{
    return dx_gofish_places_of(sight, seat);
}

static void held(const void *sight DX_UNUSED, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const dx_gofish *t = own;
    if (dx_gofish_is_deal(t, place))
        memcpy(out_copies, t->dealt[place], t->ranks);
    else
        out_copies[t->drawn[place]] = 1;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_gofish *t = sight;
    memset(t->unseen, t->copies, t->ranks);
    memcpy(t->count, t->offset, sizeof t->count);
    for (unsigned place = 0; place < t->place_count; place++)
        for (unsigned rank = 0; rank < t->ranks; rank++) {
            uint8_t number = dealt->count[place][rank];
            int8_t *count = &t->count[t->seat[place]][rank];
            t->unseen[rank] = (uint8_t)(t->unseen[rank] - number);
            *count = (int8_t)(*count + number);
            if (dx_gofish_is_deal(t, place))
                t->dealt[place][rank] = number;
            else if (number > 0)
                t->drawn[place] = (uint8_t)rank;
        }
}

// A question for each open rank, to every other seat that has cards: how many
// those are all know.  Of ranks that are open in any case, or in none, nothing
// is asked.
static unsigned factors(const void *sight, unsigned seat, dx_some *out,
                        unsigned *out_count)
{
    const dx_gofish *t = sight;
    unsigned cards = 0;
    *out_count = 0;
    for (unsigned other = 0; other < t->players; other++)
        cards += other == seat ? 0 : t->size[other];
    for (unsigned rank = 0; cards > 0 && rank < t->ranks; rank++) {
        int offset = t->offset[seat][rank], most = t->copies - 1 - offset;
        if (most > 0)
            out[(*out_count)++] = (dx_some){
                sees(t, seat), DX_BIT(rank),
                offset > 0 ? 0 : (uint16_t)(1 - offset), (uint16_t)most, 0};
    }
    return cards > 0 ? 0 : 1;
}

// What is dealt lies with its seat, what is drawn in a place of its own.
static unsigned brought(const void *before_it, dx_event event,
                        const void *turn DX_UNUSED, dx_brought *out)
{
    const dx_gofish *t = before_it;
    if (event.verb != DX_GOFISH_DEAL && event.verb != DX_GOFISH_DRAW)
        return 0;
    out[0] = (dx_brought){
        .place = event.verb == DX_GOFISH_DEAL ? event.who : t->place_count};
    return 1;
}

const dx_places dx_gofish_places = {
    .factors = factors,
    .ledger = "count",
    .space = space,
    .heard = heard,
    .sees = sees,
    .held = held,
    .fill = fill,
    .brought = brought,
};
