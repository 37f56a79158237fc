// What formulas may ask of a Kemps table.

#include "games/kemps/kemps.h"

static bool has_card(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players && (t->hand[args[0]] >> args[1] & 1);
}

static bool is_on_table(const dx_atom *self DX_UNUSED, const void *table,
                        const int *args)
{
    return ((const dx_kemps *)table)->table >> args[0] & 1;
}

static bool is_in_deck(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    return ((const dx_kemps *)table)->unseen >> args[0] & 1;
}

static bool is_discarded(const dx_atom *self DX_UNUSED, const void *table,
                         const int *args)
{
    return ((const dx_kemps *)table)->discards >> args[0] & 1;
}

static bool is_gone(const dx_atom *self DX_UNUSED, const void *table,
                    const int *args)
{
    return ((const dx_kemps *)table)->gone >> args[0] & 1;
}

// A hand that would be a Kemps if its owner said done now.
static bool is_kemps(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players &&
           dx_kemps_rank(t, (unsigned)args[0]) != DX_NONE;
}

// A rank of which the hand has most, and more than one.
static bool collects(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_kemps *t = table;
    if (args[0] >= t->players)
        return false;
    unsigned own = dx_kemps_of(t, t->hand[args[0]], (unsigned)args[1]);
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (dx_kemps_of(t, t->hand[args[0]], rank) > own)
            return false;
    return own > 1;
}

static bool is_sought(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    return ((const dx_kemps *)table)->sought[args[0]] >> args[1] & 1;
}

// The cards of a hand that are hidden from a bystander are one place, those it
// knows are counted at once.  How many of `cards` a hand has:
static dx_claim claim_cards(const dx_kemps *sight, unsigned seat,
                            dx_kemps_cards cards, dx_claims *out)
{
    int known = (int)dx_kemps_size(sight->hand[seat] & cards);
    return dx_claim_add(
        out, dx_claim_number(out, known),
        dx_claim_count(out, dx_kemps_places_of(sight, seat), cards));
}

static dx_claim at_least(dx_claim a, int number, dx_claims *out)
{
    return dx_claim_at_least(out, a, dx_claim_number(out, number));
}

static dx_claim claim_card(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    const dx_kemps *t = sight;
    if (args[0] >= t->players)
        return dx_claim_number(out, 0);
    return at_least(claim_cards(t, (unsigned)args[0],
                                dx_kemps_card((unsigned)args[1]), out),
                    1, out);
}

static dx_claim claim_in_deck(const dx_atom *self DX_UNUSED, const void *sight,
                              const int *args, dx_claims *out)
{
    const dx_kemps *t = sight;
    uint64_t places = 0;
    if (!(t->unseen >> args[0] & 1))
        return dx_claim_number(out, 0);
    for (unsigned seat = 0; seat < t->players; seat++)
        places |= dx_kemps_places_of(t, seat);
    return dx_claim_none(out, places, dx_kemps_card((unsigned)args[0]));
}

static dx_claim claim_kemps(const dx_atom *self DX_UNUSED, const void *sight,
                            const int *args, dx_claims *out)
{
    const dx_kemps *t = sight;
    dx_claim any = dx_claim_number(out, 0);
    if (args[0] >= t->players || t->size[args[0]] == 0)
        return any;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        any = dx_claim_or(
            out, any,
            at_least(claim_cards(t, (unsigned)args[0], t->of_rank[rank], out),
                     t->size[args[0]], out));
    return any;
}

// Of at most four cards two of a rank are as many as of any other.
static dx_claim claim_collects(const dx_atom *self DX_UNUSED, const void *sight,
                               const int *args, dx_claims *out)
{
    const dx_kemps *t = sight;
    _Static_assert(DX_KEMPS_HAND <= 4, "a hand has at most four cards");
    if (args[0] >= t->players)
        return dx_claim_number(out, 0);
    unsigned seat = (unsigned)args[0];
    return at_least(claim_cards(t, seat, t->of_rank[args[1]], out), 2, out);
}

const dx_atom dx_kemps_atoms[] = {
    {"hand", "a seat has the card", {"seat", "card"}, has_card, claim_card},
    {"on_table", "the card lies on the table", {"card"}, is_on_table},
    {"in_deck", "the card is in the deck", {"card"}, is_in_deck, claim_in_deck},
    {"discarded", "the card is on the discards", {"card"}, is_discarded},
    {"gone", "the card was laid down as part of a Kemps", {"card"}, is_gone},
    {"kemps", "a hand is of one rank", {"seat"}, is_kemps, claim_kemps},
    {"collects",
     "a hand has most of the rank, two or more",
     {"seat", "rank"},
     collects,
     claim_collects},
    {"sought",
     "others than the seat took of the rank or made a Kemps of it, and gave "
     "none since",
     {"seat", "rank"},
     is_sought},
    {0},
};

static unsigned list(dx_kemps_cards cards, int *out)
{
    unsigned count = 0;
    for (; cards != 0; cards &= cards - 1)
        out[count++] = (int)dx_kemps_first(cards);
    return count;
}

static unsigned cards_of_hand(const dx_domain *self DX_UNUSED,
                              const void *table, const int *args, int *out)
{
    const dx_kemps *t = table;
    return args[0] < t->players ? list(t->hand[args[0]], out) : 0;
}

static unsigned cards_of_table(const dx_domain *self DX_UNUSED,
                               const void *table, const int *args, int *out)
{
    (void)args;
    return list(((const dx_kemps *)table)->table, out);
}

static unsigned cards_taken(const dx_domain *self DX_UNUSED, const void *table,
                            const int *args, int *out)
{
    (void)args;
    return list(((const dx_kemps *)table)->taken, out);
}

static unsigned cards_given(const dx_domain *self DX_UNUSED, const void *table,
                            const int *args, int *out)
{
    (void)args;
    return list(((const dx_kemps *)table)->given, out);
}

static unsigned cards_of_rank(const dx_domain *self DX_UNUSED,
                              const void *table, const int *args, int *out)
{
    return list(((const dx_kemps *)table)->of_rank[args[0]], out);
}

const dx_domain dx_kemps_domains[] = {
    {"hand",
     "the cards of a hand",
     "card",
     {"seat"},
     cards_of_hand,
     .is = &dx_kemps_atoms[0]},
    {"table", "the open cards", "card", {NULL}, cards_of_table},
    {"rank", "the cards of a rank", "card", {"rank"}, cards_of_rank},
    {"taken", "the cards taken in this turn", "card", {NULL}, cards_taken},
    {"put",
     "the cards put on the table in this turn",
     "card",
     {NULL},
     cards_given},
    {0},
};

static int score(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players ? t->score[args[0]] : 0;
}

static int count(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players
               ? (int)dx_kemps_of(t, t->hand[args[0]], (unsigned)args[1])
               : 0;
}

static int deck(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    (void)args;
    return ((const dx_kemps *)table)->deck;
}

static int idle(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    (void)args;
    return ((const dx_kemps *)table)->idle;
}

static int turns(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return ((const dx_kemps *)table)->turns;
}

static dx_claim claim_count(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    const dx_kemps *t = sight;
    return args[0] < t->players
               ? claim_cards(t, (unsigned)args[0], t->of_rank[args[1]], out)
               : dx_claim_number(out, 0);
}

const dx_quantity dx_kemps_quantities[] = {
    {"score", "Kemps made by a seat", {"seat"}, score},
    {"count",
     "cards of a rank in a hand",
     {"seat", "rank"},
     count,
     claim_count},
    {"deck", "cards in the deck", {NULL}, deck},
    {"idle", "turns in a row that left the table alone", {NULL}, idle},
    {"turns", "turns played", {NULL}, turns},
    {0},
};
