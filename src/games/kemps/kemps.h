// games/kemps/kemps.h -- Kemps without partners: four of a rank score.
//
// As in Minculescu, Coslar and Mahadeshwar (2023): 2 to 10 players take turns;
// in a turn a player swaps any number of cards, one for one, with the cards
// that lie open on the table, and says done.  A hand of one rank is then a
// Kemps: it scores, leaves the game, and the player is dealt a new hand.
// After some turns that left the table alone it is swept onto the discards
// and laid anew.  Too few cards in the deck: the discards are shuffled into
// it.  It ends when a hand cannot be dealt, or at the turn limit.
//
// The table below is the truth, or a seat's sight of it.  Cards are bits: bit
// rank * suits + suit, ranks counted from 0.  A sight has in `hand` the cards
// that are known to be there and in `hidden` how many there are besides.

#ifndef DX_GAMES_KEMPS_KEMPS_H
#define DX_GAMES_KEMPS_KEMPS_H

#include "game/game.h"

enum {
    DX_KEMPS_SEATS = 10,
    DX_KEMPS_RANKS = 13,
    DX_KEMPS_SUITS = 4,
    DX_KEMPS_CARDS = DX_KEMPS_RANKS * DX_KEMPS_SUITS,
    DX_KEMPS_HAND = 4,
    DX_KEMPS_TABLE = 10,
};

// The verbs, in the order of the game's verb table.
enum {
    DX_KEMPS_FACE,    // nature: card, onto the table
    DX_KEMPS_DRAW,    // nature: who, card (only who sees it)
    DX_KEMPS_SWEEP,   // nature: the table goes to the discards
    DX_KEMPS_SHUFFLE, // nature: the discards go into the deck
    DX_KEMPS_SWAP,    // take, give
    DX_KEMPS_DONE,    // -> rank (0: no Kemps, else 1 + rank), suits (bits)
};

typedef uint64_t dx_kemps_cards; // a set: bit c for card c

typedef struct dx_kemps {
    // The rules, unpacked.
    uint8_t players, first, ranks, suits, hand_size, table_size, idle_max;
    uint16_t limit;
    dx_kemps_cards of_rank[DX_KEMPS_RANKS];
    uint8_t rank_of[DX_KEMPS_CARDS];

    // What everybody sees.
    dx_kemps_cards table, discards, gone; // gone: laid down as Kemps
    dx_kemps_cards taken, given;          // in this turn
    uint8_t turn;                         // whose turn it is
    uint8_t idle;                         // turns that left the table alone
    uint8_t deck;                         // cards in it
    uint8_t drawn_count;                  // cards drawn since the last shuffle
    uint16_t turns, shuffles;
    bool sweep;                    // the table is swept next
    bool fresh[DX_KEMPS_SEATS];    // dealt since the last shuffle
    uint8_t size[DX_KEMPS_SEATS];  // of each hand
    uint8_t score[DX_KEMPS_SEATS]; // Kemps made
    // Ranks, as bits, of which others than the seat took cards or made a Kemps
    // and gave none since: the paper's do-not-collect set.
    uint16_t sought[DX_KEMPS_SEATS];

    // What seats see of each other.
    dx_kemps_cards hand[DX_KEMPS_SEATS]; // cards known to be there
    dx_kemps_cards unseen; // whose place is not known here: in the truth,
                           // the deck
    dx_kemps_cards drawn;  // known to be drawn since the last shuffle
    // All zero in the truth, which knows every card:
    uint8_t hidden[DX_KEMPS_SEATS];       // cards of a hand besides `hand`
    dx_kemps_cards could[DX_KEMPS_SEATS]; // what each of them may be
    uint16_t not_all[DX_KEMPS_SEATS];     // ranks that they cannot all be,
                                          // as bits: it was no Kemps
} dx_kemps;

extern const dx_game dx_game_kemps;

static inline unsigned dx_kemps_size(dx_kemps_cards cards)
{
    return (unsigned)__builtin_popcountll(cards);
}
static inline unsigned dx_kemps_first(dx_kemps_cards cards)
{
    return (unsigned)__builtin_ctzll(cards);
}
static inline dx_kemps_cards dx_kemps_card(unsigned card)
{
    return UINT64_C(1) << card;
}
// All cards of the game.
static inline dx_kemps_cards dx_kemps_pack(const dx_kemps *table)
{
    return dx_kemps_card((unsigned)(table->ranks * table->suits)) - 1;
}
// How many of `cards` are of `rank`.
static inline unsigned dx_kemps_of(const dx_kemps *table, dx_kemps_cards cards,
                                   unsigned rank)
{
    return dx_kemps_size(cards & table->of_rank[rank]);
}

// The seats whose hand may have `card`, as bits, as far as this sight knows
// of each card by itself; the seat that is known to have it alone.
unsigned dx_kemps_holders(const dx_kemps *sight, unsigned card);

// The rank of a hand that is a Kemps, or DX_NONE.
unsigned dx_kemps_rank(const dx_kemps *truth, unsigned seat);

// The word for a rank of this table: "a", "10".
const char *dx_kemps_rank_word(const dx_kemps *table, unsigned rank);

// The place of a seat's hidden cards (games/kemps/places.c), as a set: empty
// if a bystander knows its whole hand.
uint64_t dx_kemps_places_of(const dx_kemps *sight, unsigned seat);

// The game's parts in other files of this folder.
extern const dx_atom dx_kemps_atoms[];
extern const dx_quantity dx_kemps_quantities[];
extern const dx_domain dx_kemps_domains[];
extern const dx_words dx_kemps_words;
extern const dx_places dx_kemps_places;
unsigned dx_kemps_values(const dx_rules *rules, const char *type);
void dx_kemps_say(const dx_rules *rules, const char *type, unsigned value,
                  dx_text *out);
void dx_kemps_show(const void *table, dx_text *out);
void dx_kemps_state(const dx_rules *rules, const void *table, dx_text *out);

#endif
