// agents/hanabi/hidden_cards.h -- the cards that a seat does not see: the own
// hand and the deck, drawn or listed.
//
// A hand weighs as many arrangements of different cards as it has, times how
// likely it makes what happened (a function of the caller's).  Hands are drawn
// from the first factor, and accepted by the second (Metropolis and others
// 1953): the more hands are proposed, the nearer to the right odds.

#ifndef DX_AGENTS_HANABI_HIDDEN_CARDS_H
#define DX_AGENTS_HANABI_HIDDEN_CARDS_H

#include "game/deal.h"
#include "games/hanabi/hanabi.h"
#include "worlds/slot_list.h"

typedef struct dx_hidden_cards {
    // The question: what each own slot may be, of which copies.
    dx_slots slots;
    unsigned kinds;
    uint8_t unseen[DX_HANABI_KINDS]; // own hand and deck together
    // How likely what happened is with a hand; NULL: all the same.
    double (*likelihood)(void *context, const uint8_t *hand);
    void *context;

    // The answer of the moment; the last card of the deck is drawn first.
    uint8_t hand[DX_SLOTS_MAX], deck[DX_PACK_CARDS_MAX];
    unsigned deck_size;
    double likely;

    dx_packed_hand *list; // NULL: nothing is listed
    size_t count, at;
    double weight; // of the world of the moment
} dx_hidden_cards;

// Another hand and deck; false if nothing fits.
bool dx_hidden_cards_draw(dx_hidden_cards *cards, dx_random *random);

// Gets ready to list, if there are at most `worlds_max` different worlds.
bool dx_hidden_cards_list(dx_hidden_cards *cards, size_t worlds_max);
// The next of the list: its weight, or 0 after the last.
double dx_hidden_cards_next(dx_hidden_cards *cards);

void dx_hidden_cards_release(dx_hidden_cards *cards);

#endif
