// minds/board.h -- every hidden place at once: what may lie there, how likely.
//
// One pass forward through the dynamic programme of an outlook and one back
// give, for every group of kinds and class of places, the weight of the cards
// laid there over all worlds; within a group and a class all cards and places
// are alike, so each has its share.
//
//     dx_board board;
//     if (dx_board_look(&board, frames, seat, sight, false, &effort) == DX_OK)
//         printf("%f\n", dx_rational_value(dx_board_at(&board, place, kind)));
//     dx_board_release(&board);

#ifndef DX_MINDS_BOARD_H
#define DX_MINDS_BOARD_H

#include "base/rational.h"
#include "minds/outlook.h"

typedef struct dx_board {
    const dx_frame *frame; // borrowed
    unsigned places, kinds;
    // Are chances defined?  If not, numbers above 0 only say what is possible.
    bool has_chances;
    // The mean number of cards of each kind in each place, places first: for a
    // place of one card, or a kind of one copy, the chance that it is there.
    dx_rational *mean;
} dx_board;

// What `seat` (or DX_BYSTANDER), whose own sight is `own`, holds possible now.
// With `uniform`, choices are weighed by how many there were.
DX_MUST_USE dx_status dx_board_look(dx_board *board, dx_frames *frames,
                                    unsigned seat, const void *own,
                                    bool uniform, dx_effort *effort);
void dx_board_release(dx_board *board);

static inline const dx_rational *dx_board_at(const dx_board *board,
                                             unsigned place, unsigned kind)
{
    return &board->mean[place * board->kinds + kind];
}

#endif
