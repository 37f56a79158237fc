// The cards, from their data file.

#include "games/saboteur/saboteur.h"

enum { MANY_STRAIGHTS = 4, FEW_STRAIGHTS = 3 };

// The letters of cards.def.
enum {
    N = DX_SABOTEUR_N,
    E = DX_SABOTEUR_E,
    S = DX_SABOTEUR_S,
    W = DX_SABOTEUR_W,
    P = 1,
    L = 2,
    C = 4,
};

const dx_saboteur_card dx_saboteur_cards[DX_SABOTEUR_CARDS] = {
#define DX_CARD(word, sort, sides, copies, tiny)                               \
    {#word, DX_SABOTEUR_##sort, sides, copies, tiny},
#include "games/saboteur/cards.def"
#undef DX_CARD
};

unsigned dx_saboteur_copies(const dx_saboteur *t, unsigned kind)
{
    if (t->tiny)
        return dx_saboteur_cards[kind].tiny;
    if (kind == DX_SABOTEUR_CARD_straight_ns)
        return t->four_ew ? FEW_STRAIGHTS : MANY_STRAIGHTS;
    if (kind == DX_SABOTEUR_CARD_straight_ew)
        return t->four_ew ? MANY_STRAIGHTS : FEW_STRAIGHTS;
    return dx_saboteur_cards[kind].copies;
}

unsigned dx_saboteur_pack_size(const dx_saboteur *t)
{
    static const uint8_t size[] = {0
#define DX_CARD(word, sort, sides, copies, tiny) +copies
#include "games/saboteur/cards.def"
#undef DX_CARD
                                   ,
                                   0
#define DX_CARD(word, sort, sides, copies, tiny) +tiny
#include "games/saboteur/cards.def"
#undef DX_CARD
    };
    return size[t->tiny];
}

unsigned dx_saboteur_role_cards(const dx_saboteur *t, unsigned role)
{
    unsigned all = t->players + t->spare_card;
    return role == DX_SABOTEUR_SABOTEUR ? t->saboteurs : all - t->saboteurs;
}

unsigned dx_saboteur_nuggets(unsigned value)
{
    static const uint8_t copies[DX_SABOTEUR_VALUES] = {16, 8, 4};
    return copies[value];
}

unsigned dx_saboteur_unseen(const dx_saboteur *t, unsigned kind)
{
    unsigned left = dx_saboteur_copies(t, kind) - t->used[kind];
    const dx_saboteur_card *card = &dx_saboteur_cards[kind];
    for (unsigned i = 0; i < t->tunnels; i++)
        left -= t->tunnel[i].kind == kind;
    for (unsigned seat = 0; seat < t->players; seat++) {
        left -= t->in_hand[seat][kind] + t->thrown[seat][kind];
        left -=
            card->sort == DX_SABOTEUR_BREAK && (t->broken[seat] & card->sides);
    }
    return left;
}
