// games/yokai/yokai.h -- Yokai: gather the families of cards that lie face
// down.
//
// 2 to 4 players.  The cards of four families (colours) lie face down in a
// square.  In its turn a seat looks at two cards, which it alone sees; moves a
// card, so that all cards are still one group; and either reveals a hint or
// places a revealed one on a card, which from then on may be neither looked at
// nor moved.  A hint names one, two or three colours and says that the card has
// one of them; it may be wrong.  Instead of a turn a seat may stop the game,
// which also ends when all hints are placed.  Then all cards are turned over:
// if each family is one group, all have won.  A right hint then scores 1 and a
// wrong one -1, one that is revealed and not placed 2, one that was never
// revealed 5.
//
// In the official game the order of the four actions is fixed and hints come
// from a stack, face down; in the paper's (`order=free`, `hints=chosen`) all
// hints lie open from the start and which becomes active is chosen.
//
// The table below is the truth, or a seat's sight of it.  Cards have numbers
// that stay with them wherever they are moved to, so who looked at which card
// is public, and what is hidden is the colour of each card.

#ifndef DX_GAMES_YOKAI_YOKAI_H
#define DX_GAMES_YOKAI_YOKAI_H

#include "game/game.h"
#include "games/yokai/board.h"

enum {
    DX_YOKAI_SEATS = 4,
    DX_YOKAI_COLOURS = 4,
    DX_YOKAI_HINTS = 14, // sets of colours, neither none nor all
    DX_YOKAI_SIZES = 3,  // a hint has 1 to 3 colours
};

// The verbs, in the order of the game's verb table.
enum {
    DX_YOKAI_LAY,      // nature: colour of the next card (nobody sees it)
    DX_YOKAI_DRAW,     // nature: hint
    DX_YOKAI_LOOK,     // card -> colour (only who sees it)
    DX_YOKAI_MOVE,     // card, row, column
    DX_YOKAI_STAY,     // instead of a move, if there is none
    DX_YOKAI_REVEAL,   // the next hint of the stack
    DX_YOKAI_ACTIVATE, // hint, of those that lie open
    DX_YOKAI_PLACE,    // hint, card
    DX_YOKAI_STOP,     //
    DX_YOKAI_SHOW,     // nature: colour of the next card, for all
};

// The actions of a turn, in their order, as bits.
enum {
    DX_YOKAI_LOOKED = 1,
    DX_YOKAI_LOOKED_AGAIN = 2,
    DX_YOKAI_MOVED = 4,
    DX_YOKAI_HINTED = 8,
    DX_YOKAI_ACTIONS = 15,
};

// Where a hint is.
enum {
    DX_YOKAI_UNSEEN, // in the stack, or in the box
    DX_YOKAI_OPEN,   // available: all see it, and it can be activated
    DX_YOKAI_ACTIVE, // it can be placed
    DX_YOKAI_PLACED,
};

typedef struct dx_yokai {
    // The rules, unpacked.
    uint8_t players, colours, copies, cards;
    uint8_t free_order, chosen; // flags
    uint8_t hints;              // in the game, together
    uint8_t of_size[DX_YOKAI_SIZES];
    uint8_t origin, side; // the first row of cards; rows there are

    // What everybody sees.
    uint8_t laid, shown;
    uint8_t turn, turns; // whose turn it is; turns ended
    uint8_t done;        // actions of this turn
    uint8_t first;       // the card looked at first in this turn; DX_NONE
    uint8_t drawing;     // a hint is being revealed
    uint8_t stopped;     // a seat has stopped the game
    uint8_t ended;       // stopped, or all hints are placed
    uint8_t drawn[DX_YOKAI_SIZES], placed; // hints
    uint8_t hint[DX_YOKAI_HINTS];          // where each is
    uint8_t mark[DX_YOKAI_CARDS];          // the hint on it; DX_NONE
    uint8_t looked[DX_YOKAI_CARDS];        // by whom, as bits
    dx_yokai_board board;

    // What a seat sees of the cards.
    uint8_t colour[DX_YOKAI_CARDS]; // or DX_HOLE; DX_NONE: not laid yet
    uint8_t left[DX_YOKAI_COLOURS]; // cards of each colour, not seen
} dx_yokai;

extern const dx_game dx_game_yokai;

// The colours of a hint, as bits, in a game of so many colours; and how many
// hints there are.
unsigned dx_yokai_hint_colours(unsigned colours, unsigned hint);
unsigned dx_yokai_hint_count(unsigned colours);

static inline bool dx_yokai_is_marked(const dx_yokai *t, unsigned card)
{
    return t->mark[card] != DX_NONE;
}
static inline unsigned dx_yokai_drawn(const dx_yokai *t)
{
    return (unsigned)(t->drawn[0] + t->drawn[1] + t->drawn[2]);
}
// Hints that can be placed.
static inline unsigned dx_yokai_active(const dx_yokai *t)
{
    unsigned count = 0;
    for (unsigned hint = 0; hint < DX_YOKAI_HINTS; hint++)
        count += t->hint[hint] == DX_YOKAI_ACTIVE;
    return count;
}

// The points of a win with so many hints wrong.
int dx_yokai_points(const dx_yokai *t, unsigned wrong);

// Other files of this folder.
extern const dx_places dx_yokai_places;
extern const dx_atom dx_yokai_atoms[];
extern const dx_quantity dx_yokai_quantities[];
extern const dx_domain dx_yokai_domains[];
extern const dx_words dx_yokai_words;
unsigned dx_yokai_values(const dx_rules *rules, const char *type);
void dx_yokai_say(const dx_rules *rules, const char *type, unsigned value,
                  dx_text *out);
void dx_yokai_show(const void *table, dx_text *out);
void dx_yokai_state(const dx_rules *rules, const void *table, dx_text *out);

// The word of a hint.
void dx_yokai_say_hint(unsigned colours, unsigned hint, dx_text *out);

#endif
