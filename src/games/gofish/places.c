// Where the hidden cards of Go Fish lie: in what each seat was dealt, and in
// each card that it drew later, seen by that seat alone and never moved.
//
// All that was said says how many cards of a rank lie in the first places of a
// seat (`fits`).  Many of these sentences follow from others: a hand that had
// two eights and had two when it gave them all away has drawn none between.
// So for each seat and rank the numbers are first narrowed by what came later;
// from them follows which draws may have been of the rank; and only sentences
// that say more than those before and after become bounds.

#include "game/places.h"
#include "games/gofish/gofish.h"

#include <string.h>

// The places of one seat in their order, and for one rank the numbers of cards
// that may lie in those up to each.
typedef struct chain {
    unsigned count;
    uint8_t place[DX_GOFISH_CARDS];
    unsigned fits[DX_GOFISH_CARDS];
    bool can[DX_GOFISH_CARDS]; // the card drawn there may be of the rank
} chain;

static void list_places(const dx_gofish *t, unsigned seat, chain *c)
{
    c->count = 0;
    for (unsigned place = 0; place < t->place_count; place++)
        if (t->seat[place] == seat)
            c->place[c->count++] = (uint8_t)place;
}

static unsigned after(const chain *c, unsigned i, unsigned fits)
{
    return c->can[i] ? fits | fits << 1 : fits;
}
static unsigned before(const chain *c, unsigned i, unsigned fits)
{
    return c->can[i] ? fits | fits >> 1 : fits;
}

static void narrow(const dx_gofish *t, unsigned rank, chain *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        c->fits[i] = t->fits[c->place[i]][rank];
        c->can[i] = t->may[c->place[i]] >> rank & 1;
    }
    for (unsigned i = c->count - 1; i > 0; i--)
        c->fits[i - 1] &= before(c, i, c->fits[i]);
    for (unsigned i = 1; i < c->count; i++)
        c->can[i] = c->can[i] && (c->fits[i - 1] << 1 & c->fits[i]) != 0;
}

static void add_bound(dx_deal_space *out, uint64_t places, unsigned rank,
                      unsigned fits)
{
    unsigned min = (unsigned)__builtin_ctz(fits);
    unsigned max = 31U - (unsigned)__builtin_clz(fits);
    dx_deal_space_add_bound(
        out, &(dx_bound){.places = places,
                         .kinds = DX_BIT(rank),
                         .min = (uint8_t)min,
                         .max = (uint8_t)max,
                         .but = (DX_BIT(max) - DX_BIT(min)) & ~(uint64_t)fits});
}

// Adds what does not follow from the bounds added before and the numbers that
// are still to come.
static void add_bounds(const dx_gofish *t, unsigned rank, const chain *c,
                       dx_deal_space *out)
{
    unsigned got = t->got[c->place[0]];
    unsigned cards = t->copies < got ? t->copies : got;
    unsigned known = (2U << cards) - 1; // from the bounds so far
    uint64_t places = 0;
    for (unsigned i = 0; i < c->count; i++) {
        places |= DX_BIT(c->place[i]);
        if (i > 0)
            known = after(c, i, known) & ((2U << t->copies) - 1);
        unsigned later =
            i + 1 < c->count ? before(c, i + 1, c->fits[i + 1]) : UINT32_MAX;
        if ((known & later & ~c->fits[i]) != 0) {
            add_bound(out, places, rank, c->fits[i]);
            known &= c->fits[i];
        }
    }
}

static void space(const void *sight, dx_deal_space *out)
{
    const dx_gofish *t = sight;
    uint8_t copies[DX_GOFISH_RANKS];
    uint64_t may[DX_GOFISH_CARDS] = {0};
    chain c;
    memset(copies, t->copies, sizeof copies);
    dx_deal_space_init(out, t->ranks, copies);
    for (unsigned seat = 0; seat < t->players; seat++) {
        list_places(t, seat, &c);
        for (unsigned rank = 0; rank < t->ranks; rank++) {
            narrow(t, rank, &c);
            add_bounds(t, rank, &c, out);
            for (unsigned i = 0; i < c.count; i++)
                if (c.can[i] && c.fits[i] != 1)
                    may[c.place[i]] |= DX_BIT(rank);
        }
    }
    for (unsigned place = 0; place < t->place_count; place++)
        dx_deal_space_add_place(
            out, dx_gofish_is_deal(t, place) ? t->got[place] : 1, may[place]);
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const dx_gofish *t = sight;
    uint64_t places = 0;
    for (unsigned place = 0; place < t->place_count; place++)
        if (t->seat[place] == seat)
            places |= DX_BIT(place);
    return places;
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

// Places stay where they are.
static uint64_t since(const void *before_it DX_UNUSED, dx_event event DX_UNUSED,
                      const void *after_it DX_UNUSED, unsigned place,
                      uint8_t *out_known DX_UNUSED)
{
    return DX_BIT(place);
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
    .sees = sees,
    .held = held,
    .fill = fill,
    .since = since,
    .brought = brought,
};
