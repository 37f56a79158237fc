// What formulas may ask of a Yokai table.  Only colours are hidden: whatever is
// said of them is a claim about the places, one for each card (places.c).

#include "game/places.h"
#include "games/yokai/yokai.h"

// Sixteen cards have so many sets of four.
enum { BLOCKS_MAX = 1820 };

static bool has_colour(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    return ((const dx_yokai *)table)->colour[args[0]] == args[1];
}

static bool is_of_family(const dx_atom *self, const void *table,
                         const int *args)
{
    return has_colour(self, table, (const int[]){args[1], args[0]});
}

static bool are_same(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_yokai *t = table;
    return t->colour[args[0]] == t->colour[args[1]];
}

static bool is_right(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_yokai *t = table;
    unsigned colours = dx_yokai_hint_colours(t->colours, (unsigned)args[0]);
    for (unsigned card = 0; card < t->cards; card++)
        if (t->mark[card] == args[0])
            return colours >> t->colour[card] & 1;
    return false;
}

// A family is gathered if its cards are one of the groups of the board that
// have so many cards.
static bool is_gathered(const dx_atom *self DX_UNUSED, const void *table,
                        const int *args)
{
    const dx_yokai *t = table;
    dx_yokai_cards family = 0;
    dx_yokai_shape shape;
    for (unsigned card = 0; card < t->cards; card++)
        if (t->colour[card] == args[0])
            family |= dx_yokai_card(card);
    dx_yokai_shape_init(&shape, &t->board);
    return dx_yokai_is_group(shape.beside, family);
}

static bool all_gathered(const dx_atom *self, const void *table,
                         const int *args)
{
    (void)args;
    for (int colour = 0; colour < ((const dx_yokai *)table)->colours; colour++)
        if (!is_gathered(self, table, &colour))
            return false;
    return true;
}

static bool was_looked_at(const dx_atom *self DX_UNUSED, const void *table,
                          const int *args)
{
    return ((const dx_yokai *)table)->looked[args[1]] >> args[0] & 1;
}

static bool has_mark(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    return ((const dx_yokai *)table)->mark[args[1]] == args[0];
}

static bool is_marked(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    return dx_yokai_is_marked(table, (unsigned)args[0]);
}

static bool is_active(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    return ((const dx_yokai *)table)->hint[args[0]] == DX_YOKAI_ACTIVE;
}

static bool is_open(const dx_atom *self DX_UNUSED, const void *table,
                    const int *args)
{
    return ((const dx_yokai *)table)->hint[args[0]] == DX_YOKAI_OPEN;
}

static bool is_at(const dx_atom *self DX_UNUSED, const void *table,
                  const int *args)
{
    const dx_yokai *t = table;
    return t->board.square[args[0]] ==
           dx_yokai_square((unsigned)args[1] + 1, (unsigned)args[2] + 1);
}

static bool are_beside(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    dx_yokai_shape shape;
    dx_yokai_shape_init(&shape, &((const dx_yokai *)table)->board);
    return shape.beside[args[0]] >> args[1] & 1;
}

// ---- claims ----

// All of `cards` have the colour.
static dx_claim claim_all(const dx_yokai *t, dx_yokai_cards cards,
                          unsigned colour, dx_claims *out)
{
    uint64_t places = (uint64_t)cards >> t->shown;
    for (unsigned card = 0; card < t->shown; card++)
        if ((cards >> card & 1) && t->colour[card] != colour)
            return dx_claim_number(out, 0);
    int hidden = __builtin_popcountll(places);
    return dx_claim_at_least(out, dx_claim_count(out, places, DX_BIT(colour)),
                             dx_claim_number(out, hidden));
}

static dx_claim claim_card(const dx_yokai *t, unsigned card, uint64_t colours,
                           dx_claims *out)
{
    if (card < t->shown)
        return dx_claim_number(out, colours >> t->colour[card] & 1);
    return dx_claim_some(out, DX_BIT(card - t->shown), colours);
}

static dx_claim claim_colour(const dx_atom *self DX_UNUSED, const void *sight,
                             const int *args, dx_claims *out)
{
    return claim_card(sight, (unsigned)args[0], DX_BIT(args[1]), out);
}

static dx_claim claim_family(const dx_atom *self DX_UNUSED, const void *sight,
                             const int *args, dx_claims *out)
{
    return claim_card(sight, (unsigned)args[1], DX_BIT(args[0]), out);
}

static dx_claim claim_same(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    const dx_yokai *t = sight;
    dx_yokai_cards both = (dx_yokai_cards)(dx_yokai_card((unsigned)args[0]) |
                                           dx_yokai_card((unsigned)args[1]));
    dx_claim any = dx_claim_number(out, args[0] == args[1]);
    for (unsigned colour = 0; args[0] != args[1] && colour < t->colours;
         colour++)
        any = dx_claim_or(out, any, claim_all(t, both, colour, out));
    return any;
}

static dx_claim claim_right(const dx_atom *self DX_UNUSED, const void *sight,
                            const int *args, dx_claims *out)
{
    const dx_yokai *t = sight;
    unsigned colours = dx_yokai_hint_colours(t->colours, (unsigned)args[0]);
    for (unsigned card = 0; card < t->cards; card++)
        if (t->mark[card] == args[0])
            return claim_card(t, card, colours, out);
    return dx_claim_number(out, 0);
}

// Sets of as many cards as a family has.
typedef struct blocks {
    unsigned count;
    dx_yokai_cards at[BLOCKS_MAX];
} blocks;

// One of the `count` blocks is of the colour.  It is said half by half, so that
// there are few words within words: whoever looks at each with all that is in
// it has less to do.
static dx_claim claim_block(const dx_yokai *t, const dx_yokai_cards *block,
                            unsigned count, unsigned colour, dx_claims *out)
{
    unsigned half = count / 2;
    if (count == 0)
        return dx_claim_number(out, 0);
    if (count == 1)
        return claim_all(t, *block, colour, out);
    return dx_claim_or(out, claim_block(t, block, half, colour, out),
                       claim_block(t, block + half, count - half, colour, out));
}

static dx_claim claim_gathered(const dx_atom *self DX_UNUSED, const void *sight,
                               const int *args, dx_claims *out)
{
    const dx_yokai *t = sight;
    dx_yokai_shape shape;
    blocks groups = {0};
    dx_yokai_shape_init(&shape, &t->board);
    for (unsigned set = 0; set < 1U << t->cards; set++) {
        dx_yokai_cards cards = (dx_yokai_cards)set;
        if (dx_yokai_size(cards) == t->copies &&
            dx_yokai_is_group(shape.beside, cards))
            groups.at[groups.count++] = cards;
    }
    return claim_block(t, groups.at, groups.count, (unsigned)args[0], out);
}

static void add_block(blocks *all, dx_yokai_cards cards)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->at[i] == cards)
            return;
    all->at[all->count++] = cards;
}

// Can what is left of the board be divided into groups as large as a family?
// Each way is tried, by the group of the first card, and the groups of those
// that do are added.  Most boards can be divided in few ways, or in none.
static bool divide(const dx_yokai *t, const dx_yokai_shape *shape,
                   dx_yokai_cards left, blocks *out)
{
    bool any = false;
    unsigned first = left & -(unsigned)left, rest = left & ~first;
    if (left == 0)
        return true;
    for (unsigned set = rest;; set = (set - 1) & rest) {
        dx_yokai_cards cards = (dx_yokai_cards)(set | first);
        if (dx_yokai_size(cards) == t->copies &&
            dx_yokai_is_group(shape->beside, cards) &&
            divide(t, shape, left & (dx_yokai_cards)~cards, out)) {
            add_block(out, cards);
            any = true;
        }
        if (set == 0)
            return any;
    }
}

// Each colour is one of the groups into which the board can be divided.  It is
// said colour by colour, as cards are laid: where one is not gathered, the rest
// need not be looked at.
static dx_claim claim_all_gathered(const dx_atom *self DX_UNUSED,
                                   const void *sight, const int *args,
                                   dx_claims *out)
{
    const dx_yokai *t = sight;
    dx_yokai_shape shape;
    blocks all = {0};
    (void)args;
    dx_yokai_shape_init(&shape, &t->board);
    if (!divide(t, &shape, (dx_yokai_cards)((1U << t->cards) - 1), &all))
        return dx_claim_number(out, 0);
    dx_claim claim = dx_claim_number(out, 1);
    for (unsigned colour = 0; colour < t->colours; colour++)
        claim = dx_claim_and(out, claim,
                             claim_block(t, all.at, all.count, colour, out));
    return claim;
}

enum { COLOUR_ATOM, FAMILY_ATOM }; // the first of the table

const dx_atom dx_yokai_atoms[] = {
    [COLOUR_ATOM] = {"colour",
                     "the card has the colour",
                     {"card", "colour"},
                     has_colour,
                     claim_colour},
    [FAMILY_ATOM] = {"family",
                     "the card is of the colour's family",
                     {"colour", "card"},
                     is_of_family,
                     claim_family},
    {"same",
     "the cards have the same colour",
     {"card", "card"},
     are_same,
     claim_same},
    {"right",
     "the hint lies on a card that has one of its colours",
     {"hint"},
     is_right,
     claim_right},
    {"gathered",
     "the cards of the colour are one group",
     {"colour"},
     is_gathered,
     claim_gathered},
    {"win",
     "every family is one group",
     {NULL},
     all_gathered,
     claim_all_gathered},
    {"looked",
     "the seat has looked at the card",
     {"seat", "card"},
     was_looked_at},
    {"mark", "the hint lies on the card", {"hint", "card"}, has_mark},
    {"marked", "a hint lies on the card", {"card"}, is_marked},
    {"active", "the hint can be placed", {"hint"}, is_active},
    {"available", "the hint can be activated", {"hint"}, is_open},
    {"at", "where the card is", {"card", "row", "column"}, is_at},
    {"beside", "the cards have a side in common", {"card", "card"}, are_beside},
    {0},
};

// ---- numbers ----

static int turns(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return ((const dx_yokai *)table)->turns;
}

static int stack(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_yokai *t = table;
    (void)args;
    return (int)(t->hints - t->placed - dx_yokai_active(t));
}

static int placed(const dx_quantity *self DX_UNUSED, const void *table,
                  const int *args)
{
    (void)args;
    return ((const dx_yokai *)table)->placed;
}

static int count(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    const dx_yokai *t = table;
    int cards = 0;
    for (unsigned card = 0; card < t->cards; card++)
        cards += t->colour[card] == args[1] && t->looked[card] >> args[0] & 1;
    return cards;
}

static dx_claim claim_count(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    const dx_yokai *t = sight;
    uint64_t places = 0;
    int known = 0;
    for (unsigned card = 0; card < t->cards; card++)
        if (t->looked[card] >> args[0] & 1) {
            if (card < t->shown)
                known += t->colour[card] == args[1];
            else
                places |= DX_BIT(card - t->shown);
        }
    return dx_claim_add(out, dx_claim_number(out, known),
                        dx_claim_count(out, places, DX_BIT(args[1])));
}

const dx_quantity dx_yokai_quantities[] = {
    {"turns", "turns that have ended", {NULL}, turns},
    {"stack", "hints that are not active yet", {NULL}, stack},
    {"placed", "hints that lie on cards", {NULL}, placed},
    {"count",
     "cards of the colour among those the seat has looked at",
     {"seat", "colour"},
     count,
     claim_count},
    {0},
};

// ---- sets ----

static unsigned list(dx_yokai_cards cards, int *out)
{
    unsigned number = 0;
    for (; cards != 0; cards &= (dx_yokai_cards)(cards - 1))
        out[number++] = (int)dx_yokai_first(cards);
    return number;
}

static unsigned all_cards(const dx_domain *self DX_UNUSED, const void *table,
                          const int *args, int *out)
{
    (void)args;
    return list((dx_yokai_cards)((1U << ((const dx_yokai *)table)->cards) - 1),
                out);
}

static unsigned seen_cards(const dx_domain *self DX_UNUSED, const void *table,
                           const int *args, int *out)
{
    const dx_yokai *t = table;
    dx_yokai_cards cards = 0;
    for (unsigned card = 0; card < t->cards; card++)
        if (t->looked[card] >> args[0] & 1)
            cards |= dx_yokai_card(card);
    return list(cards, out);
}

static unsigned unmarked(const dx_domain *self DX_UNUSED, const void *table,
                         const int *args, int *out)
{
    const dx_yokai *t = table;
    dx_yokai_cards cards = 0;
    (void)args;
    for (unsigned card = 0; card < t->cards; card++)
        if (!dx_yokai_is_marked(t, card))
            cards |= dx_yokai_card(card);
    return list(cards, out);
}

static unsigned neighbours(const dx_domain *self DX_UNUSED, const void *table,
                           const int *args, int *out)
{
    dx_yokai_shape shape;
    dx_yokai_shape_init(&shape, &((const dx_yokai *)table)->board);
    return list(shape.beside[args[0]], out);
}

static unsigned family(const dx_domain *self DX_UNUSED, const void *table,
                       const int *args, int *out)
{
    const dx_yokai *t = table;
    dx_yokai_cards cards = 0;
    for (unsigned card = 0; card < t->cards; card++)
        if (t->colour[card] == args[0])
            cards |= dx_yokai_card(card);
    return list(cards, out);
}

static unsigned colours(const dx_domain *self DX_UNUSED, const void *table,
                        const int *args, int *out)
{
    (void)args;
    return list(
        (dx_yokai_cards)((1U << ((const dx_yokai *)table)->colours) - 1), out);
}

const dx_domain dx_yokai_domains[] = {
    {"cards", "all cards", "card", {NULL}, all_cards},
    {"seen", "the cards a seat has looked at", "card", {"seat"}, seen_cards},
    {"free", "the cards no hint lies on", "card", {NULL}, unmarked},
    {"neighbours", "the cards beside a card", "card", {"card"}, neighbours},
    {"members",
     "the cards of a colour",
     "card",
     {"colour"},
     family,
     .is = &dx_yokai_atoms[FAMILY_ATOM]},
    {"colours", "the families", "colour", {NULL}, colours},
    {0},
};
