// Neighbours are found on a map of the squares, of which only the rows in use
// are cleared.  Moving a card leaves the others in one to four groups; a square
// fits if it is beside one card or more of each of them.

#include "games/yokai/board.h"

#include <assert.h>
#include <string.h>

static const int steps[] = {-DX_YOKAI_SIDE, -1, 1, DX_YOKAI_SIDE};

// The number of the card on each square, plus 1; and the rows in use.
typedef struct map {
    unsigned first, last;
    uint8_t card[DX_YOKAI_SIDE * DX_YOKAI_SIDE];
} map;

static void chart(map *m, const dx_yokai_board *board)
{
    m->first = DX_YOKAI_SIDE;
    m->last = 0;
    for (unsigned card = 0; card < board->count; card++) {
        unsigned row = dx_yokai_row(board->square[card]);
        m->first = row < m->first ? row : m->first;
        m->last = row > m->last ? row : m->last;
    }
    assert(m->first > 0 && m->last + 1 < DX_YOKAI_SIDE);
    for (unsigned row = m->first - 1; row <= m->last + 1; row++)
        memset(m->card + row * DX_YOKAI_SIDE, 0, DX_YOKAI_SIDE);
    for (unsigned card = 0; card < board->count; card++)
        m->card[board->square[card]] = (uint8_t)(card + 1);
}

static dx_yokai_cards around(const map *m, unsigned square)
{
    unsigned cards = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned next = (unsigned)((int)square + steps[i]);
        if (dx_yokai_row(next) + 1 >= m->first &&
            dx_yokai_row(next) <= m->last + 1)
            cards |= 1U << m->card[next];
    }
    return (dx_yokai_cards)(cards >> 1); // bit 0: nothing there
}

static void add_rim(dx_yokai_shape *shape, const map *m, unsigned row)
{
    for (unsigned column = 1; column + 1 < DX_YOKAI_SIDE; column++) {
        unsigned square = dx_yokai_square(row, column);
        dx_yokai_cards beside = m->card[square] == 0 ? around(m, square) : 0;
        if (beside != 0 && shape->rim_count < DX_YOKAI_RIM)
            shape->rim[shape->rim_count++] =
                (dx_yokai_spot){(uint16_t)square, beside};
    }
}

void dx_yokai_shape_init(dx_yokai_shape *shape, const dx_yokai_board *board)
{
    map m;
    chart(&m, board);
    shape->count = board->count;
    shape->rim_count = 0;
    memcpy(shape->square, board->square, sizeof shape->square);
    for (unsigned card = 0; card < board->count; card++)
        shape->beside[card] = around(&m, board->square[card]);
    for (unsigned row = m.first - 1; row <= m.last + 1; row++)
        add_rim(shape, &m, row);
}

// The cards of `among` that are in one group with those of `from`.
static dx_yokai_cards reach(const dx_yokai_cards *beside, dx_yokai_cards from,
                            dx_yokai_cards among)
{
    dx_yokai_cards reached = from & among, fresh = reached;
    while (fresh != 0) {
        dx_yokai_cards next = beside[dx_yokai_first(fresh)] & among;
        next &= (dx_yokai_cards)~reached;
        fresh &= (dx_yokai_cards)(fresh - 1);
        fresh |= next;
        reached |= next;
    }
    return reached;
}

bool dx_yokai_is_group(const dx_yokai_cards *beside, dx_yokai_cards cards)
{
    dx_yokai_cards first = cards & (dx_yokai_cards)-cards;
    return reach(beside, first, cards) == cards;
}

static dx_yokai_cards others(const dx_yokai_shape *shape, unsigned card)
{
    return (dx_yokai_cards)(((1U << shape->count) - 1) & ~(1U << card));
}

unsigned dx_yokai_targets(const dx_yokai_shape *shape, unsigned card,
                          uint8_t out[DX_YOKAI_RIM])
{
    dx_yokai_cards rest = others(shape, card), group[4];
    unsigned groups = 0, count = 0;
    for (; rest != 0 && groups < 4; groups++) {
        group[groups] =
            reach(shape->beside, rest & (dx_yokai_cards)-rest, rest);
        rest &= (dx_yokai_cards)~group[groups];
    }
    for (unsigned i = 0; i < shape->rim_count && rest == 0; i++) {
        unsigned touched = 0;
        while (touched < groups && (shape->rim[i].beside & group[touched]) != 0)
            touched++;
        if (touched == groups && groups > 0)
            out[count++] = (uint8_t)i;
    }
    return count;
}
