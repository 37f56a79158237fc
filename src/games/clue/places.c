// Where the hidden cards of Clue lie: in the hands, each seen by its owner, and
// in the envelope behind them, seen by who has looked; clue.h says what all
// know of them.  Which card was shown is the shower's choice, seen by the two.

#include "game/places.h"
#include "games/clue/clue.h"

static void space(const void *sight, dx_deal_space *out)
{
    const dx_clue *t = sight;
    dx_deal_space_init_single(out, t->cards);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_deal_space_add_place(out, t->size[seat], t->could[seat]);
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++) {
        unsigned card = t->envelope.card[sort]; // a hole until it is opened
        uint64_t kinds = card == DX_HOLE ? dx_clue_sort(t, sort) : DX_BIT(card);
        dx_deal_space_add_place(out, sort < t->dealt, kinds);
    }
}

static dx_claim heard(const void *sight, dx_claims *out)
{
    const dx_clue *t = sight;
    dx_claim all = dx_claim_number(out, 1);
    if (t->phase == DX_CLUE_SHOWING) // the shower has not chosen yet
        all = dx_claim_some(out, DX_BIT(t->ask[t->turns - 1].shower),
                            dx_clue_set(t->ask[t->turns - 1].named));
    for (unsigned seat = 0; seat < t->players; seat++) {
        const dx_clue_triple *accused = &t->accused[seat];
        dx_claim right = DX_NONE;
        for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++) {
            dx_claim is = dx_claim_some(out, DX_BIT(t->players + sort),
                                        DX_BIT(accused->card[sort]));
            right = sort == 0 ? is : dx_claim_and(out, right, is);
        }
        if (t->out >> seat & 1)
            all = dx_claim_and(out, all, dx_claim_not(out, right));
    }
    return all;
}

static unsigned choices(const void *sight, dx_choice *out)
{
    const dx_clue *t = sight;
    unsigned count = 0;
    for (const dx_clue_ask *ask = t->ask; ask < t->ask + t->turns; ask++)
        if (dx_clue_showed(ask) && count++ < DX_PLACES_MAX)
            out[count - 1] =
                (dx_choice){ask->shower, dx_clue_set(ask->named),
                            (uint16_t)(1U << ask->shower | 1U << ask->asker)};
    return count;
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const dx_clue *t = sight;
    bool looked = dx_clue_looked(t) >> seat & 1;
    return DX_BIT(seat) | (looked ? DX_CLUE_ENVELOPE << t->players : 0);
}

static void held(const void *sight DX_UNUSED, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const dx_clue *t = own;
    unsigned left = place - t->players;
    const dx_clue_ask *ask = t->ask;
    if (place < t->players) {
        dx_copies_add(out_copies, t->hand[place]);
    } else if (left < DX_CLUE_SORTS && left < t->dealt) {
        out_copies[t->envelope.card[left]] = 1;
    } else if (left >= DX_CLUE_SORTS) {
        for (left -= DX_CLUE_SORTS; left > 0 || !dx_clue_showed(ask); ask++)
            left -= dx_clue_showed(ask);
        out_copies[ask->card] = 1;
    }
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_clue *t = sight;
    unsigned place = 0;
    for (; place < t->players; place++)
        t->hand[place] = (dx_clue_cards)dx_dealt_kinds(dealt, place);
    for (unsigned sort = 0; sort < DX_CLUE_SORTS && sort < t->dealt; sort++)
        t->envelope.card[sort] = (uint8_t)dx_dealt_first(dealt, place++);
    for (unsigned i = 0; i < t->turns; i++)
        if (dx_clue_showed(&t->ask[i]))
            t->ask[i].card = (uint8_t)dx_dealt_first(dealt, place++);
    t->unseen = 0;
}

const dx_places dx_clue_places = {
    .moves_are_open = true,
    .space = space,
    .heard = heard,
    .choices = choices,
    .sees = sees,
    .held = held,
    .fill = fill,
    .brought = dx_clue_brought,
};
