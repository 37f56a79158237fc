// What formulas may ask of a Go Fish table.

#include "games/gofish/gofish.h"

#include "worlds/deal_space.h"

uint64_t dx_gofish_places_of(const dx_gofish *t, unsigned seat)
{
    uint64_t places = 0;
    for (unsigned place = 0; place < t->place_count; place++)
        if (t->seat[place] == seat)
            places |= DX_BIT(place);
    return places;
}

// The cards of a rank in a hand, as a number that depends on hidden places.
static dx_claim hand_count(const dx_gofish *t, unsigned seat, unsigned rank,
                           dx_claims *out)
{
    dx_claim offset = dx_claim_number(out, t->offset[seat][rank]);
    dx_claim there =
        dx_claim_count(out, dx_gofish_places_of(t, seat), DX_BIT(rank));
    return dx_claim_add(out, offset, there);
}

// That there are at least `number` of them.
static dx_claim has_many(const dx_gofish *t, unsigned seat, unsigned rank,
                         int number, dx_claims *out)
{
    return dx_claim_at_least(out, hand_count(t, seat, rank, out),
                             dx_claim_number(out, number));
}

static bool has_rank(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    return ((const dx_gofish *)table)->count[args[0]][args[1]] > 0;
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED, const void *sight,
                          const int *args, dx_claims *out)
{
    return has_many(sight, (unsigned)args[0], (unsigned)args[1], 1, out);
}

static bool is_open(const dx_atom *self DX_UNUSED, const void *table,
                    const int *args)
{
    return dx_gofish_is_open(table, (unsigned)args[0], (unsigned)args[1]);
}

static dx_claim claim_open(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    const dx_gofish *t = sight;
    unsigned seat = (unsigned)args[0], rank = (unsigned)args[1];
    dx_claim full = has_many(t, seat, rank, t->copies, out);
    return dx_claim_and(out, has_many(t, seat, rank, 1, out),
                        dx_claim_not(out, full));
}

static bool has_book(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_gofish *t = table;
    return t->owner[args[1]] == args[0] ||
           t->count[args[0]][args[1]] == t->copies;
}

static dx_claim claim_book(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    const dx_gofish *t = sight;
    if (t->owner[args[1]] != DX_GOFISH_NOBODY)
        return dx_claim_number(out, t->owner[args[1]] == args[0]);
    return has_many(t, (unsigned)args[0], (unsigned)args[1], t->copies, out);
}

const dx_atom dx_gofish_atoms[] = {
    {"has",
     "a seat has a card of the rank in its hand",
     {"seat", "rank"},
     has_rank,
     claim_has},
    {"open",
     "a seat has some cards of the rank and not all: it may ask for it",
     {"seat", "rank"},
     is_open,
     claim_open},
    {"book",
     "a seat has all cards of the rank, in its hand or on the table",
     {"seat", "rank"},
     has_book,
     claim_book},
    {0},
};

static unsigned all_ranks(const dx_domain *self DX_UNUSED, const void *table,
                          const int *args, int *out)
{
    const dx_gofish *t = table;
    (void)args;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        out[rank] = (int)rank;
    return t->ranks;
}

static unsigned ranks_of_hand(const dx_domain *self DX_UNUSED,
                              const void *table, const int *args, int *out)
{
    const dx_gofish *t = table;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (t->count[args[0]][rank] > 0)
            out[count++] = (int)rank;
    return count;
}

const dx_domain dx_gofish_domains[] = {
    {"ranks", "all ranks", "rank", {NULL}, all_ranks},
    {"hand",
     "the ranks of which a seat has a card in its hand",
     "rank",
     {"seat"},
     ranks_of_hand,
     &dx_gofish_atoms[0]},
    {0},
};

static int count(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_gofish *)table)->count[args[0]][args[1]];
}

static dx_claim claim_count(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    return hand_count(sight, (unsigned)args[0], (unsigned)args[1], out);
}

// Laid down, or complete in the hand.
static int books(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_gofish *t = table;
    int number = t->laid[args[0]];
    for (unsigned rank = 0; rank < t->ranks; rank++)
        number += t->count[args[0]][rank] == t->copies;
    return number;
}

static dx_claim claim_books(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    const dx_gofish *t = sight;
    dx_claim sum = dx_claim_number(out, t->laid[args[0]]);
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (dx_gofish_most(t, (unsigned)args[0], rank) == t->copies)
            sum = dx_claim_add(
                out, sum, has_many(t, (unsigned)args[0], rank, t->copies, out));
    return sum;
}

static int drawn(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_gofish *t = table;
    return t->copies - t->unseen[args[0]];
}

static dx_claim claim_drawn(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    const dx_gofish *t = sight;
    return dx_claim_count(out, DX_BIT(t->place_count) - 1, DX_BIT(args[0]));
}

static int score(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_gofish *)table)->laid[args[0]];
}

static int size(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    return ((const dx_gofish *)table)->size[args[0]];
}

static int stock(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return (int)dx_gofish_stock(table);
}

static int turns(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return ((const dx_gofish *)table)->turns;
}

const dx_quantity dx_gofish_quantities[] = {
    {"count",
     "cards of a rank in a hand",
     {"seat", "rank"},
     count,
     claim_count},
    {"books",
     "books of a seat, in its hand or on the table",
     {"seat"},
     books,
     claim_books},
    {"drawn",
     "cards of a rank that have left the stock",
     {"rank"},
     drawn,
     claim_drawn},
    {"score", "books that a seat has laid down", {"seat"}, score},
    {"size", "cards in a hand", {"seat"}, size},
    {"stock", "cards left to draw", {NULL}, stock},
    {"turns", "questions asked", {NULL}, turns},
    {0},
};
