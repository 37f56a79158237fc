// Symbols of hints, counted so that each can surely be spelled.
//
// Two symbols (rank or colour of the marker) are always there; a third, a hint
// that misses the marker, if it is public that the hand is not all of one kind;
// a fourth, if it is public that the hand has two colours and two ranks.  What
// is public is decided over all hands that the table allows, so giver and
// hearers count the same alphabet.

#include "agents/hanabi/alphabet.h"

// The least known slot that may still matter.
static unsigned marker_of(const dx_public *common, const dx_hand_sets *hand)
{
    unsigned best = 0, most = 0;
    for (unsigned slot = 0; slot < hand->size; slot++) {
        uint32_t could = hand->could[slot];
        unsigned weight = dx_is_within(could, common->dead)
                              ? 0
                              : dx_copies_in(&common->pool, could);
        if (dx_is_single(could))
            weight = 0;
        if (weight > most) {
            most = weight;
            best = slot;
        }
    }
    return best;
}

// Is it public that the hand is neither all of one colour nor all of one
// rank?  Kinds are numbered colour by colour, so shifts by one kind gather the
// ranks of a colour and shifts by one colour gather the colours of a rank.
static bool has_two_of_both(const dx_hanabi *table, const dx_hand_sets *hand)
{
    uint32_t colours = dx_hanabi_of_rank(table, 0);
    uint32_t ranks = dx_hanabi_of_colour(table, 0);
    for (unsigned slot = 0; slot < hand->size && (colours | ranks); slot++) {
        uint32_t has_colour = 0, has_rank = 0, could = hand->could[slot];
        for (unsigned i = 0; i < table->ranks; i++)
            has_colour |= could >> i;
        for (unsigned i = 0; i < table->colours; i++)
            has_rank |= could >> i * table->ranks;
        colours &= has_colour;
        ranks &= has_rank;
    }
    return colours == 0 && ranks == 0;
}

// Is it public that the cards are not all the same?
static bool has_two_kinds(const dx_public *common, const dx_hand_sets *hand)
{
    if (hand->size > 5) // more than there can be copies
        return true;
    uint32_t in_all = dx_copies_kinds(&common->unseen);
    for (unsigned slot = 0; slot < hand->size; slot++)
        in_all &= hand->could[slot];
    for (; in_all != 0; in_all &= in_all - 1)
        if (dx_copies_in(&common->unseen, in_all & -in_all) >= hand->size)
            return false;
    return true;
}

static unsigned symbols_of(const dx_public *common, const dx_hand_sets *hand)
{
    if (hand->size == 0)
        return 0;
    if (has_two_of_both(&common->table, hand))
        return 4;
    return has_two_kinds(common, hand) ? 3 : 2;
}

dx_alphabet dx_alphabet_of(const dx_public *common, unsigned giver)
{
    dx_alphabet alphabet = {.giver = giver};
    for (unsigned step = 1; step < common->table.players; step++) {
        unsigned seat = (giver + step) % common->table.players;
        const dx_hand_sets *hand = &common->hand[seat];
        alphabet.marker[seat] = (uint8_t)marker_of(common, hand);
        alphabet.first[seat] = (uint8_t)alphabet.size;
        alphabet.symbols[seat] = (uint8_t)symbols_of(common, hand);
        alphabet.size += alphabet.symbols[seat];
    }
    return alphabet;
}

static unsigned symbol_of(const dx_alphabet *alphabet, const dx_hanabi *table,
                          unsigned to, unsigned clue, unsigned slots)
{
    unsigned is_colour = clue < table->colours;
    unsigned misses = ~slots >> alphabet->marker[to] & 1;
    unsigned symbol = misses ? 2 : is_colour;
    if (misses && alphabet->symbols[to] == 4)
        symbol += is_colour;
    return alphabet->first[to] + symbol;
}

unsigned dx_alphabet_read(const dx_alphabet *alphabet, const dx_hanabi *table,
                          dx_event hint)
{
    return symbol_of(alphabet, table, hint.arg[0], hint.arg[1], hint.arg[2]) %
           alphabet->size;
}

unsigned dx_alphabet_spell(const dx_alphabet *alphabet, const dx_hanabi *table,
                           const dx_hand *hands, unsigned symbol, dx_event *out)
{
    unsigned count = 0, to = 0;
    while (symbol - alphabet->first[to] >= alphabet->symbols[to])
        to++;
    dx_event hint =
        dx_with(dx_event_new(DX_HANABI_HINT, alphabet->giver), 0, to);
    for (unsigned clue = 0; clue < table->colours + table->ranks; clue++) {
        unsigned slots =
            dx_slots_with(table, hands[to], to, table->of_clue[clue]);
        if (slots != 0 && symbol_of(alphabet, table, to, clue, slots) == symbol)
            out[count++] = dx_with(hint, 1, clue);
    }
    return count;
}
