// games/hanabi/hanabi.h -- Hanabi: everybody sees your cards but you.
//
// 2 to 5 players build one pile a colour, rank by rank.  A turn is a play, a
// discard or a hint, and a hint names all slots of one hand that have a
// colour or a rank.
//
// The table below is the truth, or a seat's sight of it with DX_HOLE in its
// own hand (and in no other).  Cards are kinds: colour * ranks + rank, ranks
// counted from 0 here and from 1 in words: kind 2 is r3.  Slot 0 is the
// oldest card of a hand; a card that leaves moves the younger ones down.

#ifndef DX_GAMES_HANABI_HANABI_H
#define DX_GAMES_HANABI_HANABI_H

#include "game/game.h"

enum {
    DX_HANABI_SEATS = 5,
    DX_HANABI_COLOURS = 6,
    DX_HANABI_RANKS = 5,
    DX_HANABI_KINDS = 30,
    DX_HANABI_SLOTS = 6,
    DX_HANABI_CLUES = 11,     // colours first, then ranks
    DX_HANABI_NOT_YET = 0xff, // turns_left before the deck is empty
};

// The verbs, in the order of the game's verb table.
enum {
    DX_HANABI_DRAW,  // nature: who, card (all but who see it)
    DX_HANABI_OPEN,  // nature, where own hands are open: who, card
    DX_HANABI_PLAY,  // slot -> card, fits
    DX_HANABI_THROW, // slot -> card: a discard
    DX_HANABI_HINT,  // seat, clue -> slots
    DX_HANABI_BLIND, // -> card, fits: the last card of the deck is played
};

// What happens to a hand: a card comes, a card leaves and is seen by all.
static inline bool dx_hanabi_draws(dx_event event)
{
    return event.verb == DX_HANABI_DRAW || event.verb == DX_HANABI_OPEN;
}
static inline bool dx_hanabi_leaves(dx_event event)
{
    return event.verb == DX_HANABI_PLAY || event.verb == DX_HANABI_THROW;
}

typedef struct dx_hanabi {
    // The rules, unpacked.
    uint8_t players, colours, ranks, hand_size;
    uint8_t tokens_max, last_turns; // turns after the last draw
    bool bomb_is_zero, back_for_top, throw_when_full, empty_hints, open;
    bool deck_plays; // the last card of the deck may be played unseen
    uint8_t copies[DX_HANABI_RANKS];
    uint32_t of_clue[DX_HANABI_CLUES];  // the kinds that a clue names
    uint16_t clues_of[DX_HANABI_KINDS]; // the clues that name a kind
    uint8_t colour_of[DX_HANABI_KINDS], rank_of[DX_HANABI_KINDS];
    uint8_t before[DX_HANABI_KINDS]; // copies that were gone at the start

    // What everybody sees.
    uint8_t turn;      // whose turn it is, or will be after the draw
    uint8_t draws_for; // the seat that draws now, or DX_NONE
    uint8_t deck;      // cards in it
    uint8_t drawn;     // cards drawn so far
    uint8_t tokens, lives, score;
    uint8_t turns_left;                 // of the last round
    uint8_t pile[DX_HANABI_COLOURS];    // cards on it
    uint8_t discarded[DX_HANABI_KINDS]; // copies thrown or misplayed
    uint8_t size[DX_HANABI_SEATS];      // of each hand
    uint8_t order[DX_HANABI_SEATS][DX_HANABI_SLOTS];  // the draw it came with
    uint32_t could[DX_HANABI_SEATS][DX_HANABI_SLOTS]; // kinds hints leave
    uint8_t touched[DX_HANABI_SEATS]; // slots that a hint has named

    // What seats see of each other.
    uint8_t hand[DX_HANABI_SEATS][DX_HANABI_SLOTS]; // kinds
    uint8_t unseen[DX_HANABI_KINDS]; // copies whose place is not known here:
                                     // in the truth, those in the deck
} dx_hanabi;

extern const dx_game dx_game_hanabi;

static inline unsigned dx_hanabi_kind(const dx_hanabi *table, unsigned colour,
                                      unsigned rank)
{
    return colour * table->ranks + rank;
}
static inline unsigned dx_hanabi_kinds(const dx_hanabi *table)
{
    return (unsigned)(table->colours * table->ranks);
}
static inline unsigned dx_hanabi_colour(const dx_hanabi *table, unsigned kind)
{
    return table->colour_of[kind];
}
// The kinds of a colour and of a rank, as bits.
static inline uint32_t dx_hanabi_of_colour(const dx_hanabi *table,
                                           unsigned colour)
{
    return table->of_clue[colour];
}
static inline uint32_t dx_hanabi_of_rank(const dx_hanabi *table, unsigned rank)
{
    return table->of_clue[table->colours + rank];
}
static inline unsigned dx_hanabi_rank(const dx_hanabi *table, unsigned kind)
{
    return table->rank_of[kind];
}

// What a card is good for now; all of it public but `kind`.
//
// Playable: next on its pile.  Dead: its pile has it already.  Doomed: dead,
// or out of reach because all copies of a lower rank are gone.  Dispensable:
// not dead, and another copy is not discarded yet.
bool dx_hanabi_playable(const dx_hanabi *table, unsigned kind);
bool dx_hanabi_dead(const dx_hanabi *table, unsigned kind);
bool dx_hanabi_doomed(const dx_hanabi *table, unsigned kind);
bool dx_hanabi_dispensable(const dx_hanabi *table, unsigned kind);

// The place of a slot (games/hanabi/places.c), which there must be.
unsigned dx_hanabi_place(const dx_hanabi *table, int seat, int slot);

// The game's parts in other files of this folder.
extern const dx_atom dx_hanabi_atoms[];
extern const dx_quantity dx_hanabi_quantities[];
extern const dx_domain dx_hanabi_domains[];
extern const dx_words dx_hanabi_words;
extern const dx_places dx_hanabi_places;
extern const dx_reckoner *const dx_hanabi_reckoners[];
// Where a game starts, if not at an empty table (games/hanabi/start.c): read
// from the parameter `from`, "piles r2 b1; gone r1 y3; hints 4; lives 2; next
// 3", where all may be left out.  What is gone is on no pile.
typedef struct dx_hanabi_start {
    uint8_t pile[DX_HANABI_COLOURS], gone[DX_HANABI_KINDS];
    uint8_t tokens, lives, next;
} dx_hanabi_start;
DX_MUST_USE dx_status dx_hanabi_start_read(const dx_rules *rules,
                                           dx_hanabi_start *out,
                                           dx_error *error);
// Copies of each rank in the whole pack.
unsigned dx_hanabi_copies(const dx_rules *rules, unsigned rank);
// Cards in a full hand.
unsigned dx_hanabi_hand_size(const dx_rules *rules);
unsigned dx_hanabi_values(const dx_rules *rules, const char *type);
void dx_hanabi_say(const dx_rules *rules, const char *type, unsigned value,
                   dx_text *out);
void dx_hanabi_show(const void *table, dx_text *out);
void dx_hanabi_state(const dx_rules *rules, const void *table, dx_text *out);

#endif
