// It looks where it is most uncertain, and where it knows all already, where
// nothing has to be told.  Who speaks eyes chooses among the cards
// that say the colour of its pending card; who does not never begins with its
// corner, so as not to be mistaken for one who does.

#include "agents/yokai/choose.h"

static dx_yokai_cards may_look(const dx_yokai_thoughts *t)
{
    const dx_yokai *table = t->table;
    dx_yokai_cards cards = 0;
    for (unsigned card = 0; card < table->cards; card++)
        if (!dx_yokai_is_marked(table, card) &&
            !((table->done & DX_YOKAI_LOOKED) && table->first == card))
            cards |= dx_yokai_card(card);
    return cards;
}

// Has the seat not looked at any card yet?
static bool is_first(const dx_yokai_thoughts *t)
{
    for (unsigned card = 0; card < t->table->cards; card++)
        if (t->table->looked[card] >> t->seat & 1)
            return false;
    return true;
}

static dx_yokai_cards sayings(const dx_yokai_thoughts *t)
{
    const dx_yokai *table = t->table;
    unsigned pending = t->eyes.pending[t->seat];
    dx_yokai_cards corner = dx_yokai_card(dx_yokai_corner(table, t->seat));
    if (is_first(t))
        return t->speaks ? corner : may_look(t) & (dx_yokai_cards)~corner;
    if (!t->speaks || pending == DX_NONE)
        return may_look(t);
    return dx_yokai_eyes_words(&t->eyes, table, t->seat,
                               table->colour[pending]);
}

// What a look is worth: bits, but less where another seat will tell them; and a
// little where nothing is left to tell.
static double worth(const dx_yokai_thoughts *t, unsigned card)
{
    unsigned may = t->eyes.known.may[card];
    double bits = dx_yokai_cloud_bits(t->cloud, card);
    if (!t->speaks)
        return bits;
    for (unsigned seat = 0; seat < t->table->players; seat++)
        if (seat != t->seat && (t->eyes.speaks >> seat & 1) &&
            t->eyes.pending[seat] == card)
            bits *= 0.3;
    return bits + ((may & (may - 1)) == 0 ? 0.01 : 0);
}

dx_event dx_yokai_choose_look(dx_yokai_thoughts *t, dx_thought *thought)
{
    dx_yokai_cards cards = sayings(t) & may_look(t);
    double most = -1;
    unsigned best = 0;
    if (cards == 0) // a hint lies on its corner
        cards = may_look(t);
    bool says = t->speaks && !is_first(t) && cards != may_look(t);
    for (; cards != 0; cards &= (dx_yokai_cards)(cards - 1)) {
        unsigned card = dx_yokai_first(cards);
        double bits = worth(t, card);
        dx_yokai_note_worth(
            t, dx_with(dx_event_new(DX_YOKAI_LOOK, t->seat), 0, card), bits);
        if (bits > most + 1e-9) {
            most = bits;
            best = card;
        }
    }
    dx_thought_say(thought, says ? "look and tell" : "look", NULL,
                   "no card would tell me more than card %u%s", best + 1,
                   says ? ", and by looking there I tell the others what the "
                          "card before was"
                        : "");
    return dx_with(dx_event_new(DX_YOKAI_LOOK, t->seat), 0, best);
}
