// games/yokai/board.h -- cards on squares: neighbours, groups, and where a card
// may be moved to.
//
// A board is a list of squares, one for each card; no two cards are on one.  A
// square is a number: DX_YOKAI_SIDE times its row, plus its column.  Squares
// are beside each other if they have a side in common, and a set of cards is
// one group if one can walk through it from each to each.
//
//     dx_yokai_shape shape;
//     dx_yokai_shape_init(&shape, &board);
//     unsigned count = dx_yokai_targets(&shape, card, target);

#ifndef DX_GAMES_YOKAI_BOARD_H
#define DX_GAMES_YOKAI_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DX_YOKAI_CARDS = 16,
    DX_YOKAI_SIDE = 64, // rows and columns are 1 to 62
    DX_YOKAI_RIM = 64,  // squares beside the cards; 34 if they are one group
};

typedef uint16_t dx_yokai_cards; // a set: bit c for card c

typedef struct dx_yokai_board {
    uint16_t count;
    uint16_t square[DX_YOKAI_CARDS];
} dx_yokai_board;

// An empty square and the cards beside it.
typedef struct dx_yokai_spot {
    uint16_t square;
    dx_yokai_cards beside;
} dx_yokai_spot;

// What is beside what.
typedef struct dx_yokai_shape {
    unsigned count, rim_count;
    uint16_t square[DX_YOKAI_CARDS];
    dx_yokai_cards beside[DX_YOKAI_CARDS];
    dx_yokai_spot rim[DX_YOKAI_RIM]; // row by row, from left to right
} dx_yokai_shape;

static inline unsigned dx_yokai_row(unsigned square)
{
    return square / DX_YOKAI_SIDE;
}
static inline unsigned dx_yokai_column(unsigned square)
{
    return square % DX_YOKAI_SIDE;
}
static inline unsigned dx_yokai_square(unsigned row, unsigned column)
{
    return row * DX_YOKAI_SIDE + column;
}
static inline dx_yokai_cards dx_yokai_card(unsigned card)
{
    return (dx_yokai_cards)(1U << card);
}
static inline unsigned dx_yokai_size(dx_yokai_cards cards)
{
    return (unsigned)__builtin_popcount(cards);
}
static inline unsigned dx_yokai_first(dx_yokai_cards cards)
{
    return (unsigned)__builtin_ctz(cards);
}

void dx_yokai_shape_init(dx_yokai_shape *shape, const dx_yokai_board *board);

// Is the set one group?  The empty set is.
bool dx_yokai_is_group(const dx_yokai_cards *beside, dx_yokai_cards cards);

// The squares, as numbers of the rim, that `card` may be moved to.
unsigned dx_yokai_targets(const dx_yokai_shape *shape, unsigned card,
                          uint8_t out[DX_YOKAI_RIM]);

#endif
