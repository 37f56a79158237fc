// Where the hidden cards of Go Fish lie: in what each seat was dealt, and in
// each card that it drew later, seen by that seat alone and never moved.  All
// that was said says how many cards of a rank lie in the first places of a
// seat: `fits`.

#include "game/places.h"
#include "games/gofish/gofish.h"

#include <string.h>

static void lots(void *table, dx_lot_list *out)
{
    dx_gofish *t = table;
    memset(out->copies, t->copies, out->kind_count = t->ranks);
    for (unsigned place = 0; place < t->place_count; place++) {
        bool is_deal = dx_gofish_is_deal(t, place);
        dx_list_lot(out, (dx_listed){is_deal ? t->got[place] : 1,
                                     1U << t->seat[place], t->may[place],
                                     .card = &t->drawn[place],
                                     .row = is_deal ? t->dealt[place] : NULL});
    }
}

// What was heard of a seat's cards of a rank when it had its places up to one,
// unless it is what follows from the place before.
static dx_claim heard(const void *sight, dx_claims *out)
{
    const dx_gofish *t = sight;
    unsigned any = (2U << t->copies) - 1;
    dx_claim all = dx_claim_number(out, 1);
    for (unsigned i = 0; i < t->players * t->ranks; i++) {
        unsigned seat = i / t->ranks, rank = i % t->ranks, known = any;
        uint64_t places = 0, left = dx_gofish_places_of(t, seat);
        for (; left != 0; left &= left - 1) {
            unsigned place = (unsigned)__builtin_ctzll(left);
            unsigned fits = t->fits[place][rank];
            if (places != 0)
                known = dx_gofish_one_more(known, rank, t->may[place]) & any;
            places |= DX_BIT(place);
            dx_claim count = dx_claim_count(out, places, DX_BIT(rank));
            if (known != fits)
                all = dx_claim_and(out, all, dx_claim_among(out, count, fits));
            known = fits;
        }
    }
    return all;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_gofish *t = sight;
    dx_places_lay(&dx_gofish_places, t, dealt);
    memset(t->unseen, t->copies, t->ranks);
    memcpy(t->count, t->offset, sizeof t->count);
    for (unsigned place = 0; place < t->place_count; place++)
        for (unsigned rank = 0; rank < t->ranks; rank++) {
            uint8_t number = dealt->count[place][rank];
            int8_t *count = &t->count[t->seat[place]][rank];
            t->unseen[rank] = (uint8_t)(t->unseen[rank] - number);
            *count = (int8_t)(*count + number);
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
                dx_gofish_places_of(t, seat), DX_BIT(rank),
                offset > 0 ? 0 : (uint16_t)(1 - offset), (uint16_t)most, 0};
    }
    return cards > 0 ? 0 : 1;
}

// What is dealt lies with its seat, what is drawn in a place of its own.
static unsigned brought(const void *before_it, dx_event event,
                        const void *turn DX_UNUSED, dx_brought *out)
{
    const dx_gofish *t = before_it;
    bool is_deal = event.verb == DX_GOFISH_DEAL;
    out[0] = (dx_brought){.place = is_deal ? event.who : t->place_count};
    return is_deal || event.verb == DX_GOFISH_DRAW;
}

const dx_places dx_gofish_places = {
    .factors = factors,
    .ledger = "count",
    .lots = lots,
    .heard = heard,
    .fill = fill,
    .brought = brought,
};
