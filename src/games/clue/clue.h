// games/clue/clue.h -- Clue without the board: which three cards are missing?
//
// 3 to 6 players.  One suspect, one weapon and one room are hidden in an
// envelope; all other cards are dealt round, so some hands may have one card
// more.  In its turn a seat asks for a suspect, a weapon and a room.  The
// question goes round from its left: who has none of the three says so, the
// first that has one or more shows one of them, of its choice, to the asker
// alone.  Then the asker accuses or ends its turn.  An accuser looks into the
// envelope: if it was right it has won; if it was wrong it asks no more, but
// goes on showing.  When all are out, or at the turn limit, nobody wins and
// the envelope is opened.
//
// The table below is the truth, or a seat's sight of it.  Everything above
// `hand` is seen by all and has the same bytes in every sight: a bystander's
// sight is that part, with no card known below it.  So the deals that a
// bystander holds possible can be read off any table: places are the hands
// and the three cards of the envelope, kinds are single cards, and
//   - a hand has `size` cards, all of them in `could` (what it denied is not);
//   - a hand at which a question stopped has one of the three cards;
//   - the three cards of a wrong accusation are not all in the envelope.
// Who made a wrong accusation has looked into the envelope.

#ifndef DX_GAMES_CLUE_CLUE_H
#define DX_GAMES_CLUE_CLUE_H

#include "game/game.h"

enum {
    DX_CLUE_SEATS = 6,
    DX_CLUE_SUSPECTS = 10,
    DX_CLUE_WEAPONS = 8,
    DX_CLUE_ROOMS = 12,
    DX_CLUE_CARDS = DX_CLUE_SUSPECTS + DX_CLUE_WEAPONS + DX_CLUE_ROOMS,
    DX_CLUE_SORTS = 3,
    DX_CLUE_NONE = 200, // no card, or no seat
};

#define DX_CLUE_ENVELOPE UINT64_C(7) // its places, if the hands were none

// The verbs, in the order of the game's verb table.
enum {
    DX_CLUE_HIDE,   // nature: a suspect, then a weapon, then a room
    DX_CLUE_DEAL,   // nature: who, card (only who sees it)
    DX_CLUE_ASK,    // suspect, weapon, room -> stops: at whom, or at who
    DX_CLUE_SHOW,   // to, card (only these two see it)
    DX_CLUE_END,    //
    DX_CLUE_ACCUSE, // suspect, weapon, room -> right
    DX_CLUE_LOOK,   // nature: who, the envelope (only who sees it)
    DX_CLUE_OPEN,   // nature: the envelope, for all
};

// What happens next.
enum {
    DX_CLUE_DEALING,
    DX_CLUE_ASKING,
    DX_CLUE_SHOWING,
    DX_CLUE_CLOSING, // the asker accuses or ends its turn
    DX_CLUE_LOOKING,
    DX_CLUE_OPENING,
    DX_CLUE_DONE,
};

typedef uint32_t dx_clue_cards; // a set: bit c for card c

// A suspect, a weapon and a room, by the numbers of their cards: suspects
// come first, then weapons, then rooms.
typedef struct dx_clue_triple {
    uint8_t card[DX_CLUE_SORTS];
} dx_clue_triple;

// One question.  All between `asker` and `shower`, clockwise, had none of the
// three; `shower` is `asker` again if nobody had one.
typedef struct dx_clue_ask {
    dx_clue_triple named;
    uint8_t asker, shower;
    uint8_t card; // that was shown: DX_CLUE_NONE if none was (yet), DX_HOLE in
                  // the sight of a third seat
} dx_clue_ask;

typedef struct dx_clue {
    // The rules, unpacked.
    uint8_t players, cards;
    uint8_t first[DX_CLUE_SORTS + 1]; // card of each sort; at last `cards`
    uint16_t limit;

    // What everybody sees.
    uint16_t turns;              // questions asked
    uint8_t dealt;               // cards hidden or dealt so far
    uint8_t phase;               // what happens next
    uint8_t turn;                // whose turn it is
    uint8_t winner;              // DX_CLUE_NONE while nobody has won
    uint8_t out;                 // seats that accused wrongly, as bits
    uint8_t size[DX_CLUE_SEATS]; // of each hand
    dx_clue_triple accused[DX_CLUE_SEATS]; // by each seat that is out
    dx_clue_cards could[DX_CLUE_SEATS]; // all that a hand has not been denied

    // What seats see of each other.
    dx_clue_cards hand[DX_CLUE_SEATS]; // cards known to be there
    dx_clue_cards unseen;    // whose place is not known here: in the truth,
                             // those still to be dealt
    dx_clue_triple envelope; // DX_HOLE where it is not known

    dx_clue_ask ask[]; // of turn 0, 1, ...; room for `limit` of them
} dx_clue;

extern const dx_game dx_game_clue;

static inline unsigned dx_clue_size(dx_clue_cards cards)
{
    return (unsigned)__builtin_popcount(cards);
}
static inline unsigned dx_clue_first(dx_clue_cards cards)
{
    return (unsigned)__builtin_ctz(cards);
}
static inline dx_clue_cards dx_clue_card(unsigned card)
{
    return UINT32_C(1) << card;
}
// A triple without holes as a set.
static inline dx_clue_cards dx_clue_set(dx_clue_triple triple)
{
    return dx_clue_card(triple.card[0]) | dx_clue_card(triple.card[1]) |
           dx_clue_card(triple.card[2]);
}
static inline bool dx_clue_same(dx_clue_triple a, dx_clue_triple b)
{
    return a.card[0] == b.card[0] && a.card[1] == b.card[1] &&
           a.card[2] == b.card[2];
}
// All cards of the game, and all of a sort: suspects, weapons or rooms.
static inline dx_clue_cards dx_clue_pack(const dx_clue *table)
{
    return dx_clue_card(table->cards) - 1;
}
static inline dx_clue_cards dx_clue_sort(const dx_clue *table, unsigned sort)
{
    return (dx_clue_card(table->first[sort + 1]) - 1) &
           ~(dx_clue_card(table->first[sort]) - 1);
}
// The seats that have looked into the envelope, as bits.
static inline unsigned dx_clue_looked(const dx_clue *table)
{
    unsigned looks = table->phase == DX_CLUE_LOOKING ? 1U << table->turn : 0;
    return table->out & ~looks;
}
// Has somebody one of the three cards?  And was one shown already?
static inline bool dx_clue_answered(const dx_clue_ask *ask)
{
    return ask->shower != ask->asker;
}
static inline bool dx_clue_showed(const dx_clue_ask *ask)
{
    return ask->card != DX_CLUE_NONE;
}

// The word for a card of this table: "plum", "rope", "kitchen".
const char *dx_clue_word(const dx_clue *table, unsigned card);

// The game's parts in other files of this folder.
extern const dx_places dx_clue_places;
extern const dx_atom dx_clue_atoms[];
extern const dx_quantity dx_clue_quantities[];
extern const dx_domain dx_clue_domains[];
extern const dx_words dx_clue_words;
unsigned dx_clue_values(const dx_rules *rules, const char *type);
void dx_clue_say(const dx_rules *rules, const char *type, unsigned value,
                 dx_text *out);
void dx_clue_show(const void *table, dx_text *out);
void dx_clue_state(const dx_rules *rules, const void *table, dx_text *out);
struct dx_brought; // of game/places.h
unsigned dx_clue_brought(const void *before, dx_event event, const void *turn,
                         struct dx_brought *out);

#endif
