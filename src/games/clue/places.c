// Where the hidden cards of Clue lie: in the hands, each seen by its owner, and
// in the envelope, seen by who has looked.  A seat that denied has none of the
// three; one at which a question stopped has one of them; a wrong accusation is
// not what is in the envelope.  Which card was shown is a choice of the shower,
// seen by the two.

#include "game/places.h"
#include "games/clue/clue.h"

#define ENVELOPE 3U // places behind the hands
enum { BOUNDS_MAX = DX_BOUNDS_MAX - DX_CLUE_SEATS };

static bool hides_envelope(const dx_clue *t)
{
    return t->envelope.card[0] == DX_HOLE;
}

static uint64_t envelope_of(const dx_clue *t)
{
    return UINT64_C(7) << t->players;
}

static void add_bounds(const dx_clue *t, dx_deal_space *out)
{
    for (unsigned i = 0; i < t->turns; i++) {
        const dx_clue_ask *ask = &t->ask[i];
        dx_bound bound = {.places = DX_BIT(ask->shower),
                          .kinds = dx_clue_set(ask->named),
                          .min = 1,
                          .max = DX_CLUE_SORTS};
        // With so many the turn is too large to be asked about (minds/frame.h).
        if (dx_clue_answered(ask) && out->bound_count < BOUNDS_MAX)
            dx_deal_space_add_new_bound(out, &bound);
    }
    for (unsigned seat = 0; hides_envelope(t) && seat < t->players; seat++)
        if (t->out >> seat & 1)
            dx_deal_space_add_new_bound(
                out, &(dx_bound){.places = envelope_of(t),
                                 .kinds = dx_clue_set(t->accused[seat]),
                                 .max = DX_CLUE_SORTS - 1});
}

static void space(const void *sight, dx_deal_space *out)
{
    const dx_clue *t = sight;
    uint8_t copies[DX_CLUE_CARDS];
    for (unsigned card = 0; card < t->cards; card++)
        copies[card] = t->unseen >> card & 1;
    dx_deal_space_init(out, t->cards, copies);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_deal_space_add_place(out, t->size[seat], t->could[seat] & t->unseen);
    for (unsigned sort = 0; hides_envelope(t) && sort < DX_CLUE_SORTS; sort++)
        dx_deal_space_add_place(out, 1, dx_clue_sort(t, sort));
    add_bounds(t, out);
}

// The place of what was shown in answer to question i; DX_NONE if nothing was.
static unsigned shown_place(const dx_clue *t, unsigned question)
{
    unsigned place = t->players + (hides_envelope(t) ? ENVELOPE : 0U);
    if (!dx_clue_showed(&t->ask[question]))
        return DX_NONE;
    for (unsigned i = 0; i < question; i++)
        place += dx_clue_showed(&t->ask[i]);
    return place;
}

uint64_t dx_clue_shown(const dx_clue *t, unsigned shower, unsigned asker)
{
    uint64_t places = 0;
    for (unsigned i = 0; i < t->turns; i++)
        if (dx_clue_showed(&t->ask[i]) && t->ask[i].shower == shower &&
            t->ask[i].asker == asker && shown_place(t, i) < DX_PLACES_MAX)
            places |= DX_BIT(shown_place(t, i));
    return places;
}

static unsigned choices(const void *sight, dx_choice *out)
{
    const dx_clue *t = sight;
    unsigned count = 0;
    for (unsigned i = 0; i < t->turns; i++)
        if (dx_clue_showed(&t->ask[i]) && count++ < DX_PLACES_MAX)
            out[count - 1] =
                (dx_choice){.place = t->ask[i].shower,
                            .kinds = dx_clue_set(t->ask[i].named),
                            .seats = (uint16_t)(1U << t->ask[i].shower |
                                                1U << t->ask[i].asker)};
    return count;
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const dx_clue *t = sight;
    uint64_t places = DX_BIT(seat);
    if (hides_envelope(t) && (dx_clue_looked(t) >> seat & 1))
        places |= envelope_of(t);
    for (unsigned other = 0; other < t->players; other++)
        places |= dx_clue_shown(t, seat, other) | dx_clue_shown(t, other, seat);
    return places;
}

static void held(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const dx_clue *all = sight, *t = own;
    dx_clue_cards cards = place < all->players ? t->hand[place] : 0;
    for (; cards != 0; cards &= cards - 1)
        out_copies[dx_clue_first(cards)] = 1;
    if (place < all->players)
        return;
    if (hides_envelope(all) && place < all->players + ENVELOPE) {
        out_copies[t->envelope.card[place - all->players]] = 1;
        return;
    }
    for (unsigned i = 0; i < all->turns; i++)
        if (shown_place(all, i) == place)
            out_copies[t->ask[i].card] = 1;
}

static unsigned only_card(const dx_dealt *dealt, unsigned place)
{
    unsigned card = 0;
    while (dealt->count[place][card] == 0)
        card++;
    return card;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_clue *t = sight;
    for (unsigned i = 0; i < t->turns; i++)
        if (dx_clue_showed(&t->ask[i]))
            t->ask[i].card = (uint8_t)only_card(dealt, shown_place(t, i));
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned card = 0; card < t->cards; card++)
            if (dealt->count[seat][card] > 0)
                t->hand[seat] |= dx_clue_card(card);
    for (unsigned sort = DX_CLUE_SORTS; hides_envelope(t) && sort-- > 0;)
        t->envelope.card[sort] = (uint8_t)only_card(dealt, t->players + sort);
    t->unseen = 0;
}

// Hands stay where they are; the envelope is opened for all in the end.
static uint64_t since(const void *before, dx_event event DX_UNUSED,
                      const void *after, unsigned place, uint8_t *out_known)
{
    const dx_clue *t = before, *now = after;
    if (place < t->players || hides_envelope(now))
        return DX_BIT(place);
    out_known[now->envelope.card[place - t->players]] = 1;
    return 0;
}

// Who looks into the envelope is told its cards, each by its number within its
// sort.
static unsigned look_in(const dx_clue *now, dx_brought *out)
{
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        out[sort] = (dx_brought){.arg = (uint8_t)sort,
                                 .place = hides_envelope(now)
                                              ? (uint8_t)(now->players + sort)
                                              : DX_NONE,
                                 .kind = now->envelope.card[sort],
                                 .less = now->first[sort]};
    return DX_CLUE_SORTS;
}

static unsigned brought(const void *before, dx_event event, const void *turn,
                        dx_brought *out)
{
    const dx_clue *t = before, *now = turn;
    if (event.verb == DX_CLUE_LOOK)
        return look_in(now, out);
    if (event.verb == DX_CLUE_HIDE)
        out[0] = (dx_brought){.place = (uint8_t)(now->players + t->dealt)};
    else if (event.verb == DX_CLUE_DEAL)
        out[0] = (dx_brought){.place = event.who};
    else if (event.verb == DX_CLUE_SHOW)
        out[0] = (dx_brought){
            .arg = 1, .place = (uint8_t)shown_place(now, t->turns - 1U)};
    else
        return 0;
    return 1;
}

const dx_places dx_clue_places = {
    .moves_are_open = true,
    .space = space,
    .choices = choices,
    .sees = sees,
    .held = held,
    .fill = fill,
    .since = since,
    .brought = brought,
};
