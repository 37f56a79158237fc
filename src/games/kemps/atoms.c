// What formulas may ask of a Kemps table.

#include "games/kemps/kemps.h"

static bool has_card(const void *table, const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players && (t->hand[args[0]] >> args[1] & 1);
}

static bool is_on_table(const void *table, const int *args)
{
    return ((const dx_kemps *)table)->table >> args[0] & 1;
}

static bool is_in_deck(const void *table, const int *args)
{
    return ((const dx_kemps *)table)->unseen >> args[0] & 1;
}

static bool is_discarded(const void *table, const int *args)
{
    return ((const dx_kemps *)table)->discards >> args[0] & 1;
}

static bool is_gone(const void *table, const int *args)
{
    return ((const dx_kemps *)table)->gone >> args[0] & 1;
}

// A hand that would be a Kemps if its owner said done now.
static bool is_kemps(const void *table, const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players &&
           dx_kemps_rank(t, (unsigned)args[0]) != DX_NONE;
}

// A rank of which the hand has most, and more than one.
static bool collects(const void *table, const int *args)
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

const dx_atom dx_kemps_atoms[] = {
    {"hand", "a seat has the card", {"seat", "card"}, has_card},
    {"on_table", "the card lies on the table", {"card"}, is_on_table},
    {"in_deck", "the card is in the deck", {"card"}, is_in_deck},
    {"discarded", "the card is on the discards", {"card"}, is_discarded},
    {"gone", "the card was laid down as part of a Kemps", {"card"}, is_gone},
    {"kemps", "a hand is of one rank", {"seat"}, is_kemps},
    {"collects",
     "a hand has most of the rank, two or more",
     {"seat", "rank"},
     collects},
    {0},
};

static unsigned list(dx_kemps_cards cards, int *out)
{
    unsigned count = 0;
    for (; cards != 0; cards &= cards - 1)
        out[count++] = (int)dx_kemps_first(cards);
    return count;
}

static unsigned cards_of_hand(const void *table, const int *args, int *out)
{
    const dx_kemps *t = table;
    return args[0] < t->players ? list(t->hand[args[0]], out) : 0;
}

static unsigned cards_of_table(const void *table, const int *args, int *out)
{
    (void)args;
    return list(((const dx_kemps *)table)->table, out);
}

static unsigned cards_of_rank(const void *table, const int *args, int *out)
{
    return list(((const dx_kemps *)table)->of_rank[args[0]], out);
}

const dx_domain dx_kemps_domains[] = {
    {"hand", "the cards of a hand", "card", {"seat"}, cards_of_hand},
    {"table", "the open cards", "card", {NULL}, cards_of_table},
    {"rank", "the cards of a rank", "card", {"rank"}, cards_of_rank},
    {0},
};

static int score(const void *table, const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players ? t->score[args[0]] : 0;
}

static int count(const void *table, const int *args)
{
    const dx_kemps *t = table;
    return args[0] < t->players
               ? (int)dx_kemps_of(t, t->hand[args[0]], (unsigned)args[1])
               : 0;
}

static int deck(const void *table, const int *args)
{
    (void)args;
    return ((const dx_kemps *)table)->deck;
}

static int idle(const void *table, const int *args)
{
    (void)args;
    return ((const dx_kemps *)table)->idle;
}

static int turns(const void *table, const int *args)
{
    (void)args;
    return ((const dx_kemps *)table)->turns;
}

const dx_quantity dx_kemps_quantities[] = {
    {"score", "Kemps made by a seat", {"seat"}, score, true},
    {"count", "cards of a rank in a hand", {"seat", "rank"}, count},
    {"deck", "cards in the deck", {NULL}, deck, true},
    {"idle", "turns in a row that left the table alone", {NULL}, idle, true},
    {"turns", "turns played", {NULL}, turns, true},
    {0},
};
