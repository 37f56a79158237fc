// The list begins with cards that nobody has told of, so that what is looked at
// is mostly new; then come those that another seat will tell of; then the rest.

#include "agents/yokai/eyes.h"

#include <string.h>

unsigned dx_yokai_corner(const dx_yokai *table, unsigned seat)
{
    unsigned last = table->cards - 1U, row = table->copies - 1U;
    const unsigned corner[] = {0, row, last - row, last};
    return corner[seat];
}

void dx_yokai_eyes_init(dx_yokai_eyes *eyes, const dx_yokai *table)
{
    memset(eyes, 0, sizeof *eyes);
    dx_yokai_belief_init(&eyes->known, table);
    memset(eyes->pending, DX_NONE, sizeof eyes->pending);
}

static bool is_open(const dx_yokai_eyes *eyes, unsigned card)
{
    unsigned may = eyes->known.may[card];
    return (may & (may - 1)) != 0;
}

// 0: new; 1: pending for another seat; 2: told, or the seat's own.
static unsigned rank_of(const dx_yokai_eyes *eyes, unsigned seat, unsigned card)
{
    if (!is_open(eyes, card) || eyes->pending[seat] == card)
        return 2;
    for (unsigned other = 0; other < DX_YOKAI_SEATS; other++)
        if (eyes->pending[other] == card)
            return 1;
    return 0;
}

static unsigned list_cards(const dx_yokai_eyes *eyes, const dx_yokai *table,
                           unsigned seat, uint8_t *out)
{
    bool again = (table->done & DX_YOKAI_LOOKED) != 0;
    unsigned count = 0;
    for (unsigned rank = 0; rank < 3; rank++)
        for (unsigned card = 0; card < table->cards; card++)
            if (!dx_yokai_is_marked(table, card) &&
                !(again && table->first == card) &&
                rank_of(eyes, seat, card) == rank)
                out[count++] = (uint8_t)card;
    return count;
}

// How many words there are for the seat's pending card; 1: nothing to say.
static unsigned word_count(const dx_yokai_eyes *eyes, unsigned seat,
                           unsigned listed)
{
    unsigned card = eyes->pending[seat];
    if (card == DX_NONE)
        return 1;
    unsigned words = (unsigned)__builtin_popcount(eyes->known.may[card]);
    return words <= listed ? words : 1;
}

// The number of a colour among those the card may have.
static unsigned number_of(unsigned may, unsigned colour)
{
    return (unsigned)__builtin_popcount(may & ((1U << colour) - 1));
}

static void learn(dx_yokai_eyes *eyes, unsigned card, unsigned colours)
{
    eyes->known.may[card] &= (uint8_t)colours;
    if (!dx_yokai_belief_close(&eyes->known))
        eyes->broken = true;
}

static void hear_word(dx_yokai_eyes *eyes, const dx_yokai *before,
                      unsigned seat, unsigned at)
{
    uint8_t list[DX_YOKAI_CARDS];
    unsigned listed = list_cards(eyes, before, seat, list), place = 0;
    unsigned words = word_count(eyes, seat, listed);
    unsigned card = eyes->pending[seat];
    if (words == 1)
        return;
    while (list[place] != at)
        place++;
    for (unsigned colour = 0; colour < before->colours; colour++)
        if ((eyes->known.may[card] >> colour & 1) &&
            number_of(eyes->known.may[card], colour) == place % words) {
            learn(eyes, card, 1U << colour);
            return;
        }
}

static void hear_look(dx_yokai_eyes *eyes, const dx_yokai *before,
                      dx_event event)
{
    unsigned seat = event.who, bit = 1U << seat;
    if (!(eyes->begun & bit)) {
        eyes->begun |= (uint8_t)bit;
        if (event.arg[0] == dx_yokai_corner(before, seat))
            eyes->speaks |= (uint8_t)bit;
    } else if (eyes->speaks & bit) {
        hear_word(eyes, before, seat, event.arg[0]);
    }
    eyes->pending[seat] = event.arg[0];
}

void dx_yokai_eyes_hear(dx_yokai_eyes *eyes, const dx_yokai *before,
                        dx_event event)
{
    if (eyes->broken)
        return;
    if (event.verb == DX_YOKAI_LOOK)
        hear_look(eyes, before, event);
    else if (event.verb == DX_YOKAI_PLACE && (eyes->speaks >> event.who & 1))
        learn(eyes, event.arg[1],
              dx_yokai_hint_colours(before->colours, event.arg[0]));
}

dx_yokai_cards dx_yokai_eyes_words(const dx_yokai_eyes *eyes,
                                   const dx_yokai *table, unsigned seat,
                                   unsigned colour)
{
    uint8_t list[DX_YOKAI_CARDS];
    unsigned listed = list_cards(eyes, table, seat, list);
    unsigned words = word_count(eyes, seat, listed);
    dx_yokai_cards cards = 0;
    unsigned number =
        words == 1 ? 0
                   : number_of(eyes->known.may[eyes->pending[seat]], colour);
    for (unsigned place = 0; place < listed; place++)
        if (place % words == number)
            cards |= dx_yokai_card(list[place]);
    return cards;
}
