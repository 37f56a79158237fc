// agents/hanabi/endgame.h -- the endgame, solved: who plays what, and when.
//
// Late in the game players know their cards, or will after one more hint, and
// what remains is to do things in a good order before the deck runs out.  The
// best order is found by going through all of them: a seat plays a card that
// it knows, or gives a hint (which tells every partner the cards that it does
// not know yet), or throws away a card that nobody needs.  What is drawn is up
// to chance, and a drawn card is not known before a hint.  Nobody loses a card
// that is needed.
//
// So it is exact where all know their cards, and hopeful where they do not.

#ifndef DX_AGENTS_HANABI_ENDGAME_H
#define DX_AGENTS_HANABI_ENDGAME_H

#include "agents/hanabi/public.h"

// A moment, as far as it matters.  No padding: compared as bytes.
typedef struct dx_endgame_state {
    uint32_t held[DX_HANABI_SEATS];  // kinds that are needed still,
    uint32_t fresh[DX_HANABI_SEATS]; // those that the holder does not know
    uint32_t in_deck[2]; // copies there of kinds needed, as binary digits
    uint8_t pile[DX_HANABI_COLOURS];
    uint8_t tokens, turn, deck, turns_left;
    uint8_t zero[6];
} dx_endgame_state;

_Static_assert(sizeof(dx_endgame_state) == 64, "no padding");

typedef struct dx_endgame dx_endgame;

// Room for so many moments, which are kept from one question to the next.
// Borrows `table` for its rules.
dx_endgame *dx_endgame_new(const dx_hanabi *table, unsigned states_max);
void dx_endgame_free(dx_endgame *endgame);

// The moment of a game whose cards are all known to the one who asks; a slot
// is known to its holder if it is so in public.  False if there are copies
// that cannot be counted.
bool dx_endgame_state_of(const dx_public *common, const dx_hand *hands,
                         dx_endgame_state *out);

// How many points are made from here on at most, whatever is done.
unsigned dx_endgame_bound(const dx_endgame *endgame,
                          const dx_endgame_state *state);

// How many points are made from here on, on average over what is drawn, if all
// do their best; below 0 if there is no room to find out.
double dx_endgame_value(dx_endgame *endgame, const dx_endgame_state *state);

// The same if the seat to move makes `move` first.  0 for what is never part
// of a good order: to lose a card that is needed, or a life.
double dx_endgame_value_of(dx_endgame *endgame, const dx_endgame_state *state,
                           const dx_hand *hands, dx_event move);

#endif
