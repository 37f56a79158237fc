// minds/board_private.h -- what the two ways through the worlds of a board have
// in common: by groups (board.c) and by places (by_place_back.c).

#ifndef DX_MINDS_BOARD_PRIVATE_H
#define DX_MINDS_BOARD_PRIVATE_H

#include "minds/board.h"

enum { DX_LAID_MAX = 128 }; // cards of a group that lie in hidden places

// Sums over all worlds.
typedef struct dx_board_sums {
    size_t columns;       // classes, or places in the order they are filled
    dx_natural *laid;     // of (group, column): cards times weight
    dx_natural all;       // the weight of all worlds
    const uint8_t *cards; // of each group that may be laid
    double (*number)[DX_LAID_MAX]; // of each group: the chance of so many laid
    double others;                 // the mean log2 of what else weighs
} dx_board_sums;

// Goes through the worlds of an outlook with a plan by places; zeros in `sums`
// but its arrays, which have room.  What is spent is in the effort.
void dx_by_place_sums(dx_outlook *outlook, const uint8_t *self,
                      dx_board_sums *sums, dx_effort *effort);

// One world, drawn: the group of the card that each step of the plan lays.
// False if the effort is spent.  `out_groups` has room for DX_CARDS_MAX.
bool dx_by_place_draw(dx_outlook *outlook, const uint8_t *self,
                      dx_random *random, unsigned *out_groups,
                      dx_effort *effort);

// Visits the worlds that the view's seat believes in, with their weights.
DX_MUST_USE dx_status dx_believed_worlds(const dx_view *view,
                                         const dx_assumption *assumption,
                                         const dx_listing_limits *limits,
                                         dx_visit *visit, void *context,
                                         dx_account *out_account);

// log2 of a number above 0, of any size.
double dx_natural_log(const dx_natural *n);

// The entropy of deals: `log_all` is log2 of the weight of all, `left` has the
// copies of each kind that the looker cannot place.
double dx_board_entropy(const dx_outlook *outlook, const dx_board_sums *sums,
                        double log_all, const uint8_t *left);

#endif
