// agents/yokai/gather.h -- how far the families are from being gathered, if the
// colours were known: an estimate in a tenth of a microsecond, and a search.
//
// The cost of a family is the least number of its cards that have to move so
// that the others, with as many empty squares, can be one group; the ways of
// other cards are not looked at.  A plan is a row of legal moves after which
// every family is one group; the beam search finds one that is seldom longer
// than it must be.

#ifndef DX_AGENTS_YOKAI_GATHER_H
#define DX_AGENTS_YOKAI_GATHER_H

#include "base/random.h"
#include "games/yokai/yokai.h"

enum { DX_YOKAI_NEVER = 6, DX_YOKAI_BEAM_MAX = 64 };

// Cards on squares, for trying out moves: `taken` has the squares in use.
typedef struct dx_yokai_layout {
    unsigned colours;
    dx_yokai_board board;
    dx_yokai_cards locked;
    uint8_t taken[DX_YOKAI_SIDE * DX_YOKAI_SIDE];
} dx_yokai_layout;

// A colouring: the cards of each family.
typedef struct dx_yokai_colouring {
    dx_yokai_cards family[DX_YOKAI_COLOURS];
} dx_yokai_colouring;

void dx_yokai_layout_init(dx_yokai_layout *layout, const dx_yokai *table);

// Puts a card on an empty square, or back.
void dx_yokai_layout_move(dx_yokai_layout *layout, unsigned card,
                          unsigned square);

// The cost of one family; DX_YOKAI_NEVER if it can never be gathered.
unsigned dx_yokai_family_cost(const dx_yokai_layout *layout,
                              dx_yokai_cards family);

// The cost of all.
unsigned dx_yokai_cost(const dx_yokai_layout *layout,
                       const dx_yokai_colouring *colouring);

// A move of a plan.
typedef struct dx_yokai_step {
    uint8_t card;
    uint16_t square;
} dx_yokai_step;

// How many moves gather all families: those of the plan that was found, or
// `most` + 1 if none of at most `most` moves was.  Keeps `width` boards at each
// step.  If `out_first` is not NULL and there is a plan of one move or more, it
// is set to its first.
unsigned dx_yokai_plan(dx_yokai_layout *layout,
                       const dx_yokai_colouring *colouring, unsigned width,
                       unsigned most, dx_random *random,
                       dx_yokai_step *out_first);

#endif
