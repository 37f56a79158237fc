// What formulas may ask of a Clue table.

#include "games/clue/clue.h"

#include "game/places.h"

static bool has_card(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    return ((const dx_clue *)table)->hand[args[0]] >> args[1] & 1;
}

static bool is_in_envelope(const dx_atom *self DX_UNUSED, const void *table,
                           const int *args)
{
    const dx_clue *t = table;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        if (t->envelope.card[sort] == args[0])
            return true;
    return false;
}

static bool was_shown(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    const dx_clue *t = table;
    for (unsigned i = 0; i < t->turns; i++)
        if (t->ask[i].shower == args[0] && t->ask[i].asker == args[1] &&
            t->ask[i].card == args[2])
            return true;
    return false;
}

static bool was_denied(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    return !(((const dx_clue *)table)->could[args[0]] >> args[1] & 1);
}

static bool is_out(const dx_atom *self DX_UNUSED, const void *table,
                   const int *args)
{
    return ((const dx_clue *)table)->out >> args[0] & 1;
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED,
                          const void *sight DX_UNUSED, const int *args,
                          dx_claims *out)
{
    return dx_claim_some(out, DX_BIT(args[0]), DX_BIT(args[1]));
}

static dx_claim claim_envelope(const dx_atom *self DX_UNUSED, const void *sight,
                               const int *args, dx_claims *out)
{
    const dx_clue *t = sight;
    return dx_claim_some(out, DX_CLUE_ENVELOPE << t->players, DX_BIT(args[0]));
}

static dx_claim claim_shown(const dx_atom *self DX_UNUSED, const void *sight,
                            const int *args, dx_claims *out)
{
    unsigned seats = 1U << args[0] | 1U << args[1];
    uint64_t shown =
        dx_places_chosen(&dx_clue_places, sight, DX_BIT(args[0]), seats);
    return dx_claim_some(out, shown, DX_BIT(args[2]));
}

const dx_atom dx_clue_atoms[] = {
    {"has", "a seat has the card", {"seat", "card"}, has_card, claim_has},
    {"envelope",
     "the card is in the envelope",
     {"card"},
     is_in_envelope,
     claim_envelope},
    {"shown",
     "the first seat has shown the card to the second",
     {"seat", "seat", "card"},
     was_shown,
     claim_shown},
    {"denied",
     "a seat has said that it does not have the card",
     {"seat", "card"},
     was_denied},
    {"out", "a seat has accused wrongly and asks no more", {"seat"}, is_out},
    {0},
};

static unsigned list(dx_clue_cards cards, int *out)
{
    unsigned count = 0;
    for (; cards != 0; cards &= cards - 1)
        out[count++] = (int)dx_clue_first(cards);
    return count;
}

static unsigned all_cards(const dx_domain *self DX_UNUSED, const void *table,
                          const int *args, int *out)
{
    (void)args;
    return list(dx_clue_pack(table), out);
}

static unsigned suspects(const dx_domain *self DX_UNUSED, const void *table,
                         const int *args, int *out)
{
    (void)args;
    return list(dx_clue_sort(table, 0), out);
}

static unsigned weapons(const dx_domain *self DX_UNUSED, const void *table,
                        const int *args, int *out)
{
    (void)args;
    return list(dx_clue_sort(table, 1), out);
}

static unsigned rooms(const dx_domain *self DX_UNUSED, const void *table,
                      const int *args, int *out)
{
    (void)args;
    return list(dx_clue_sort(table, 2), out);
}

static unsigned cards_of_hand(const dx_domain *self DX_UNUSED,
                              const void *table, const int *args, int *out)
{
    return list(((const dx_clue *)table)->hand[args[0]], out);
}

static unsigned named(const dx_domain *self DX_UNUSED, const void *table,
                      const int *args, int *out)
{
    const dx_clue *t = table;
    (void)args;
    return t->turns == 0 ? 0
                         : list(dx_clue_set(t->ask[t->turns - 1].named), out);
}

const dx_domain dx_clue_domains[] = {
    {"cards", "all cards", "card", {NULL}, all_cards},
    {"suspects", "the suspects", "card", {NULL}, suspects},
    {"weapons", "the weapons", "card", {NULL}, weapons},
    {"rooms", "the rooms", "card", {NULL}, rooms},
    {"hand",
     "the cards of a hand",
     "card",
     {"seat"},
     cards_of_hand,
     .is = &dx_clue_atoms[0]},
    {"named", "the three cards last asked for", "card", {NULL}, named},
    {0},
};

static int score(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_clue *)table)->winner == args[0];
}

static int size(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    return ((const dx_clue *)table)->size[args[0]];
}

static int count(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_clue *t = table;
    return (int)dx_clue_size(t->hand[args[0]] &
                             dx_clue_sort(t, (unsigned)args[1]));
}

static int turns(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return ((const dx_clue *)table)->turns;
}

static dx_claim claim_count(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    return dx_claim_count(out, DX_BIT(args[0]),
                          dx_clue_sort(sight, (unsigned)args[1]));
}

const dx_quantity dx_clue_quantities[] = {
    {"score", "1 for who has won", {"seat"}, score},
    {"size", "cards in a hand", {"seat"}, size},
    {"count",
     "cards of a sort in a hand",
     {"seat", "sort"},
     count,
     claim_count},
    {"turns", "questions asked", {NULL}, turns},
    {0},
};
