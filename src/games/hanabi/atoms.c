// What formulas may ask of a Hanabi table.

#include "games/hanabi/hanabi.h"

// Seats and slots come as values of their types, counted from 0.
static bool has_slot(const dx_hanabi *t, const int *args)
{
    return args[0] < t->players && args[1] < t->size[args[0]];
}

static bool holds_card(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && t->hand[args[0]][args[1]] == args[2];
}

static bool has_colour(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           t->colour_of[t->hand[args[0]][args[1]]] == args[2];
}

static bool has_rank(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           t->rank_of[t->hand[args[0]][args[1]]] == args[2];
}

static bool is_playable(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           dx_hanabi_playable(t, t->hand[args[0]][args[1]]);
}

static bool is_dead(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && dx_hanabi_dead(t, t->hand[args[0]][args[1]]);
}

static bool is_doomed(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && dx_hanabi_doomed(t, t->hand[args[0]][args[1]]);
}

static bool is_dispensable(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) &&
           dx_hanabi_dispensable(t, t->hand[args[0]][args[1]]);
}

static bool is_duplicate(const void *table, const int *args)
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

static bool is_hinted(const void *table, const int *args)
{
    const dx_hanabi *t = table;
    return has_slot(t, args) && (t->touched[args[0]] >> args[1] & 1);
}

const dx_atom dx_hanabi_atoms[] = {
    {"holds", "the card in a slot", {"seat", "slot", "card"}, holds_card},
    {"colour", "its colour", {"seat", "slot", "colour"}, has_colour},
    {"rank", "its rank", {"seat", "slot", "rank"}, has_rank},
    {"playable", "it is next on its pile", {"seat", "slot"}, is_playable},
    {"dead", "its pile has it already", {"seat", "slot"}, is_dead},
    {"doomed", "dead, or a lower rank is gone", {"seat", "slot"}, is_doomed},
    {"dispensable",
     "not dead, and not the last copy",
     {"seat", "slot"},
     is_dispensable},
    {"duplicate", "in another hand too", {"seat", "slot"}, is_duplicate},
    {"hinted", "a hint has named it", {"seat", "slot"}, is_hinted},
    {0},
};

static unsigned slots_of(const void *table, const int *args, int *out)
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

static int score(const void *table, const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->score;
}

static int tokens(const void *table, const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->tokens;
}

static int lives(const void *table, const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->lives;
}

static int deck(const void *table, const int *args)
{
    (void)args;
    return ((const dx_hanabi *)table)->deck;
}

static int pile(const void *table, const int *args)
{
    return ((const dx_hanabi *)table)->pile[args[0]];
}

static int discarded(const void *table, const int *args)
{
    return ((const dx_hanabi *)table)->discarded[args[0]];
}

const dx_quantity dx_hanabi_quantities[] = {
    {"score", "cards on all piles", {NULL}, score, true},
    {"tokens", "hints left", {NULL}, tokens, true},
    {"lives", "misplays left", {NULL}, lives, true},
    {"deck", "cards in the deck", {NULL}, deck, true},
    {"pile", "cards on a pile", {"colour"}, pile, true},
    {"discarded", "copies discarded", {"card"}, discarded, true},
    {0},
};
