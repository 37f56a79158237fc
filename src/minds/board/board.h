// minds/board/board.h -- every hidden place at once: what may lie there, how
// likely.
//
// One pass forward through the dynamic programme of an outlook and one back
// give, for every group of kinds and class of places, the weight of the cards
// laid there over all worlds; within a group and a class all cards and places
// are alike, so each has its share.  Where behaviour weighs worlds
// (minds/turn/factors.h), the same is done place by place.
//
//     dx_board board;
//     dx_looker ann = {.sees = now->sees[0], .own = sight};
//     if (dx_board_look(&board, frames, &ann, &effort) == DX_OK)
//         printf("%f\n", dx_rational_value(dx_board_at(&board, place, kind)));
//     dx_board_release(&board);

#ifndef DX_MINDS_BOARD_BOARD_H
#define DX_MINDS_BOARD_BOARD_H

#include "base/random.h"
#include "base/rational.h"
#include "minds/eliminate/outlook.h"
#include "minds/reckoner.h"
#include "minds/turn/factors.h"

// Who looks: a set of places it sees, and its own sight.  With `is_uniform`
// choices are weighed by how many there were, and worlds by `factors` if these
// are not NULL: how many moves seats had.
typedef struct dx_looker {
    uint64_t sees;
    const void *own;
    bool is_uniform;
    const dx_factors *factors;
} dx_looker;

typedef struct dx_board {
    const dx_frame *frame; // borrowed
    unsigned places, kinds;
    // Are chances defined?  If not, numbers above 0 only say what is possible.
    bool has_chances;
    // The mean number of cards of each kind in each place, places first: for a
    // place of one card, or a kind of one copy, the chance that it is there.
    dx_rational *mean;
    // How uncertain it is which card lies where: the entropy of the deals, in
    // bits.  Known if chances are, and either all hidden places are of one card
    // or all cards differ.
    bool has_bits;
    double bits;
} dx_board;

// What the looker holds possible now.  DX_ERR_LIMIT if the effort is spent,
// DX_ERR_UNSUPPORTED if its factors are none that can be reckoned with.
DX_MUST_USE dx_status dx_board_look(dx_board *board, dx_frames *frames,
                                    const dx_looker *looker, dx_effort *effort);
void dx_board_release(dx_board *board);

static inline const dx_rational *dx_board_at(const dx_board *board,
                                             unsigned place, unsigned kind)
{
    return &board->mean[place * board->kinds + kind];
}

// The kinds that may be in a place.
uint64_t dx_board_possible(const dx_board *board, unsigned place);

// What listing worlds may take: so many of them, and steps of policies.
typedef struct dx_listing_limits {
    size_t worlds_max;
    uint64_t steps_max;      // 0: no limit
    const dx_budget *budget; // may be NULL
} dx_listing_limits;

// Puts the means of what the view's seat believes, under any assumption, in the
// place of those that the board has; by listing worlds.  If that fails the
// board is as it was.
DX_MUST_USE dx_status dx_board_believe(dx_board *board, const dx_view *view,
                                       const dx_assumption *assumption,
                                       const dx_listing_limits *limits,
                                       dx_account *out_account);

// One of the looker's worlds, drawn by weight: what lies in every place, and
// what was chosen.  False if the effort is spent or nothing can be reckoned.
bool dx_board_draw(dx_frames *frames, const dx_looker *looker,
                   dx_random *random, dx_dealt *out, dx_effort *effort);

#endif
