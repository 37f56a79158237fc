// What formulas may ask of a Hanabi table.

#include "games/hanabi/hanabi.h"

#include "worlds/deal_space.h"

// Seats and slots come as values of their types, counted from 0.
static bool has_slot(const dx_hanabi *t, const int *args)
{
    return args[0] < t->players && args[1] < t->size[args[0]];
}

static bool holds_card(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && t->hand[args[0]][args[1]] == args[2];
}

static bool has_colour(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           t->colour_of[t->hand[args[0]][args[1]]] == args[2];
}

static bool has_rank(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           t->rank_of[t->hand[args[0]][args[1]]] == args[2];
}

static bool is_playable(const dx_atom *self DX_UNUSED, const void *table,
                        const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           dx_hanabi_playable(t, t->hand[args[0]][args[1]]);
}

static bool is_dead(const dx_atom *self DX_UNUSED, const void *table,
                    const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && dx_hanabi_dead(t, t->hand[args[0]][args[1]]);
}

static bool is_doomed(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && dx_hanabi_doomed(t, t->hand[args[0]][args[1]]);
}

static bool is_dispensable(const dx_atom *self DX_UNUSED, const void *table,
                           const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           dx_hanabi_dispensable(t, t->hand[args[0]][args[1]]);
}

static bool is_duplicate(const dx_atom *self DX_UNUSED, const void *table,
                         const int *args)
{
    const dx_hanabi *t = table;
    if (!has_slot(t, args))
        return false;
    for (int seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            if (seat != args[0] &&
                t->hand[seat][slot] == t->hand[args[0]][args[1]])
                return true;
    return false;
}

static bool is_hinted(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && (t->touched[args[0]] >> args[1] & 1);
}

// What is said of one card: the kinds that it may be, tried one by one.
static dx_claim claim_card(const dx_atom *self, const void *sight,
                           const int *args, dx_claims *out)
{
    dx_hanabi table = *(const dx_hanabi *)sight;
    if (!has_slot(&table, args) || table.open)
        return dx_claim_number(out, self->holds(self, sight, args));
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(&table); kind++) {
        table.hand[args[0]][args[1]] = (uint8_t)kind;
        if (self->holds(self, &table, args))
            kinds |= DX_BIT(kind);
    }
    return dx_claim_some(out, DX_BIT(dx_hanabi_place(sight, args[0], args[1])),
                         kinds);
}

// The card is of some kind, and so is one of another hand.
static dx_claim claim_duplicate(const dx_atom *self, const void *sight,
                                const int *args, dx_claims *out)
{
    const dx_hanabi *t = sight;
    if (!has_slot(t, args) || t->open)
        return dx_claim_number(out, self->holds(self, sight, args));
    uint64_t here = DX_BIT(dx_hanabi_place(t, args[0], args[1])), others = 0;
    for (int seat = 0; seat < t->players; seat++)
        for (int slot = 0; seat != args[0] && slot < t->size[seat]; slot++)
            others |= DX_BIT(dx_hanabi_place(t, seat, slot));
    dx_claim any = dx_claim_number(out, 0);
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        if (t->could[args[0]][args[1]] >> kind & 1)
            any = dx_claim_or(
                out, any,
                dx_claim_and(out, dx_claim_some(out, here, DX_BIT(kind)),
                             dx_claim_some(out, others, DX_BIT(kind))));
    return any;
}

const dx_atom dx_hanabi_atoms[] = {
    {"holds",
     "the card in a slot",
     {"seat", "slot", "card"},
     holds_card,
     claim_card},
    {"colour",
     "its colour",
     {"seat", "slot", "colour"},
     has_colour,
     claim_card},
    {"rank", "its rank", {"seat", "slot", "rank"}, has_rank, claim_card},
    {"playable",
     "it is next on its pile",
     {"seat", "slot"},
     is_playable,
     claim_card},
    {"dead", "its pile has it already", {"seat", "slot"}, is_dead, claim_card},
    {"doomed",
     "dead, or a lower rank is gone",
     {"seat", "slot"},
     is_doomed,
     claim_card},
    {"dispensable",
     "not dead, and not the last copy",
     {"seat", "slot"},
     is_dispensable,
     claim_card},
    {"duplicate",
     "in another hand too",
     {"seat", "slot"},
     is_duplicate,
     claim_duplicate},
    {"hinted", "a hint has named it", {"seat", "slot"}, is_hinted},
    {0},
};

static unsigned slots_of(const dx_domain *self DX_UNUSED, const void *table,
                         const int *args, int *out)
{
    const dx_hanabi *t = table;
    for (unsigned slot = 0; slot < t->size[args[0]]; slot++)
        out[slot] = (int)slot;
    return t->size[args[0]];
}

const dx_domain dx_hanabi_domains[] = {
    {"slots", "the slots of a hand", "slot", {"seat"}, slots_of},
    {0},
};

static int score(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->score;
}

static int tokens(const dx_quantity *self DX_UNUSED, const void *table,
                  const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->tokens;
}

static int lives(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->lives;
}

static int deck(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->deck;
}

static int pile(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    return ((const dx_hanabi *)table)->pile[args[0]];
}

static int discarded(const dx_quantity *self DX_UNUSED, const void *table,
                     const int *args)
{
    return ((const dx_hanabi *)table)->discarded[args[0]];
}

const dx_quantity dx_hanabi_quantities[] = {
    {"score", "cards on all piles", {NULL}, score},
    {"tokens", "hints left", {NULL}, tokens},
    {"lives", "misplays left", {NULL}, lives},
    {"deck", "cards in the deck", {NULL}, deck},
    {"pile", "cards on a pile", {"colour"}, pile},
    {"discarded", "copies discarded", {"card"}, discarded},
    {0},
};
