// lab/reproduce/encoding.h -- six ways to write down a hand, for comparison.
//
// The Hanabi report lists hands as multisets and weighs three ways to write
// one, each in as few bits as it needs or in whole bytes; it chose the table in
// bytes and left comparing them to others.  For hands of 4 and 5 of 25 kinds:
//
//     sorted        the cards in rising order          20, 25 bits; 4, 5 bytes
//     enumerated    its number among all hands         15, 17 bits; 2, 3 bytes
//     table         how many cards of each kind            50 bits;   25 bytes
//
// Between all of them goes the *key* of a hand: its cards in rising order, five
// bits each, the first one highest.  Hands are listed by rising keys, which is
// the order of their numbers and of the report.

#ifndef DX_LAB_REPRODUCE_ENCODING_H
#define DX_LAB_REPRODUCE_ENCODING_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t dx_hand_key;

enum {
    DX_ENCODED_KINDS = 25, // with at most three cards of each
    DX_ENCODED_SIZE = 6,   // cards in a hand: a key has 32 bits
};

// How many cards of each kind: a deck, or what is left of it.
typedef struct dx_cards {
    uint8_t count[DX_ENCODED_KINDS];
} dx_cards;

// The number of hands of `size` cards that `pool` allows.
size_t dx_hands_count(const dx_cards *pool, unsigned size);

// The keys of all hands of `size` cards that `pool` allows, in rising order.
// The caller owns the list and releases it with dx_free().
dx_hand_key *dx_hand_keys(const dx_cards *pool, unsigned size,
                          size_t *out_count);

// The numbers of all hands of `size` cards of a deck: a number is computed
// from a hand, a hand is looked up by its number.
typedef struct dx_hand_numbers dx_hand_numbers;

dx_hand_numbers *dx_hand_numbers_new(const dx_cards *deck, unsigned size);
void dx_hand_numbers_free(dx_hand_numbers *numbers);
unsigned dx_hand_numbers_size(const dx_hand_numbers *numbers); // of a hand
size_t dx_hand_numbers_count(const dx_hand_numbers *numbers);
size_t dx_hand_numbers_bytes(const dx_hand_numbers *numbers);

typedef struct dx_encoding {
    const char *name, *form; // "table", "bytes"
    bool uses_map;           // looks hands up in `numbers`
    unsigned (*bits)(const dx_hand_numbers *numbers); // of one hand
    // Writes hand `i` of an array, which has DX_ENCODED_PAD bytes to spare.
    void (*put)(const dx_hand_numbers *numbers, uint8_t *array, size_t i,
                dx_hand_key key);
    // The keys of `count` hands from `first` on.
    void (*get)(const dx_hand_numbers *numbers, const uint8_t *array,
                size_t first, size_t count, dx_hand_key *out_keys);
} dx_encoding;

enum { DX_ENCODINGS = 6, DX_ENCODED_PAD = 8 };
extern const dx_encoding dx_encodings[DX_ENCODINGS];

// Writes hand `from` of an array over hand `to`, as it is.
void dx_encoding_move(const dx_encoding *encoding,
                      const dx_hand_numbers *numbers, uint8_t *array,
                      size_t from, size_t to);

// The cards of a key of `size` cards, in rising order.
static inline void dx_hand_key_cards(dx_hand_key key, unsigned size,
                                     uint8_t *out_cards)
{
    for (unsigned i = size; i-- > 0; key >>= 5)
        out_cards[i] = key & 31;
}

#endif
