// Every card that was not shown is a kind of its own with one copy, every hand
// with hidden cards a place, and "no Kemps" a bound: worlds/ does the counting.

#include "games/kemps/worlds.h"

#include <string.h>

// Ranks of which all hidden cards could be but are not.
static void add_bounds(dx_deal_space *space, const dx_kemps *sight,
                       unsigned seat, unsigned place)
{
    for (unsigned rank = 0; rank < sight->ranks; rank++) {
        dx_kemps_cards cards = sight->could[seat] & sight->of_rank[rank];
        if (sight->not_all[seat] >> rank & 1 &&
            dx_kemps_size(cards) >= sight->hidden[seat])
            dx_deal_space_add_bound(
                space, &(dx_bound){.places = DX_BIT(place),
                                   .kinds = cards,
                                   .max = (uint8_t)(sight->hidden[seat] - 1)});
    }
}

void dx_kemps_space(const dx_kemps *sight, dx_deal_space *out_space,
                    uint8_t out_place[DX_KEMPS_SEATS])
{
    uint8_t copies[DX_KEMPS_CARDS];
    unsigned cards = (unsigned)(sight->ranks * sight->suits);
    for (unsigned card = 0; card < cards; card++)
        copies[card] = sight->unseen >> card & 1;
    dx_deal_space_init(out_space, cards, copies);
    memset(out_place, DX_NONE, DX_KEMPS_SEATS);
    for (unsigned seat = 0; seat < sight->players; seat++) {
        if (sight->hidden[seat] == 0)
            continue;
        unsigned place = dx_deal_space_add_place(out_space, sight->hidden[seat],
                                                 sight->could[seat]);
        out_place[seat] = (uint8_t)place;
        add_bounds(out_space, sight, seat, place);
    }
}

void dx_kemps_fill(dx_kemps *table, unsigned seat, dx_kemps_cards cards)
{
    table->hand[seat] |= cards;
    table->unseen &= ~cards;
    if (table->fresh[seat])
        table->drawn |= cards;
    table->hidden[seat] = 0;
    table->could[seat] = 0;
    table->not_all[seat] = 0;
}

// `count` of `cards`, each set as likely as another.
static dx_kemps_cards draw_some(dx_kemps_cards cards, unsigned count,
                                dx_random *random)
{
    dx_kemps_cards drawn = 0;
    while (count-- > 0) {
        uint64_t skip = dx_random_below(random, dx_kemps_size(cards));
        dx_kemps_cards left = cards;
        while (skip-- > 0)
            left &= left - 1;
        drawn |= left & -left;
        cards &= ~(left & -left);
    }
    return drawn;
}

unsigned dx_kemps_narrowest(const dx_kemps *sight)
{
    unsigned best = DX_NONE;
    for (unsigned seat = 0; seat < sight->players; seat++)
        if (sight->hidden[seat] > 0 &&
            (best == DX_NONE || dx_kemps_size(sight->could[seat]) <
                                    dx_kemps_size(sight->could[best])))
            best = seat;
    return best;
}

dx_kemps_cards dx_kemps_draw_hidden(const dx_kemps *sight, unsigned seat,
                                    dx_random *random)
{
    return draw_some(sight->could[seat] & sight->unseen, sight->hidden[seat],
                     random);
}
