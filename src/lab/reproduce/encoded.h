// lab/reproduce/encoded.h -- a list of possible hands in one of the encodings.
//
// What the report does with its worlds: list them, throw out those against a
// hint, look one up, add them up.  All hands go through their keys, a few at a
// time, so that the lists differ in how they are written and in nothing else.

#ifndef DX_LAB_REPRODUCE_ENCODED_H
#define DX_LAB_REPRODUCE_ENCODED_H

#include "lab/reproduce/encoding.h"
#include "worlds/slots.h"

typedef struct dx_encoded dx_encoded;

// Every hand that `pool`, a part of the deck of `numbers`, allows.  Borrows
// both `encoding` and `numbers`.
dx_encoded *dx_encoded_new(const dx_encoding *encoding,
                           const dx_hand_numbers *numbers,
                           const dx_cards *pool);
dx_encoded *dx_encoded_copy(const dx_encoded *list);
void dx_encoded_free(dx_encoded *list);

size_t dx_encoded_count(const dx_encoded *list);
size_t dx_encoded_bytes(const dx_encoded *list); // of the hands alone
dx_hand_key dx_encoded_at(const dx_encoded *list, size_t i);

// How to find out whether a hand can lie in the slots.
typedef enum dx_fit {
    DX_FIT_SEARCH, // slot by slot, back where no card is left
    DX_FIT_ORDERS, // all orders of the cards, as the report does it
} dx_fit;

// Keeps the hands whose cards can be put into the slots in some order.
void dx_encoded_filter(dx_encoded *list, const dx_slots *slots, dx_fit fit);

// The place of a hand; SIZE_MAX if it is not there.
size_t dx_encoded_find(const dx_encoded *list, dx_hand_key key);

// Adds up, over all hands, in how many ways the hand can be drawn from `pool`
// (equal cards told apart): returns the sum, and for each kind the sum times
// its cards in the hand.
uint64_t dx_encoded_weigh(const dx_encoded *list, const dx_cards *pool,
                          uint64_t out_weight[DX_ENCODED_KINDS]);

#endif
