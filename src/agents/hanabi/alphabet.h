// agents/hanabi/alphabet.h -- what a hint says apart from its literal sense.
//
// Which hint is given, and to whom, spells one symbol of an alphabet that is
// public.  Each partner has a public marker slot; a hint to that partner is
// one of: the marker's rank, the marker's colour, a hint that misses the
// marker; the last splits into rank and colour where it is public that the
// hand has two of both.  A symbol is in the alphabet only if it can surely be
// spelled; usually by several hints, and the choice among them is free.

#ifndef DX_AGENTS_HANABI_ALPHABET_H
#define DX_AGENTS_HANABI_ALPHABET_H

#include "agents/hanabi/public.h"

typedef struct dx_alphabet {
    unsigned giver, size;             // symbols 0 .. size - 1
    uint8_t marker[DX_HANABI_SEATS];  // a slot
    uint8_t first[DX_HANABI_SEATS];   // first symbol of hints to a seat,
    uint8_t symbols[DX_HANABI_SEATS]; // and how many; 0 for the giver
} dx_alphabet;

dx_alphabet dx_alphabet_of(const dx_public *common, unsigned giver);

// The symbol that a hint spells.
unsigned dx_alphabet_read(const dx_alphabet *alphabet, const dx_hanabi *table,
                          dx_event hint);

// All hints (moves, without outcome) that spell `symbol`, given the hands;
// at most DX_HANABI_CLUES.
unsigned dx_alphabet_spell(const dx_alphabet *alphabet, const dx_hanabi *table,
                           const dx_hand *hands, unsigned symbol,
                           dx_event *out);

#endif
