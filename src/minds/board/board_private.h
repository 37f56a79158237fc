// minds/board/board_private.h -- what the files of a board have in common.

#ifndef DX_MINDS_BOARD_BOARD_PRIVATE_H
#define DX_MINDS_BOARD_BOARD_PRIVATE_H

#include "minds/board/board.h"

enum { DX_LAID_MAX = 128 }; // cards of a group that lie in hidden places

// Sums over all worlds.
typedef struct dx_board_sums {
    size_t columns;                // classes
    dx_natural *laid;              // of (group, class): cards times weight
    dx_natural all;                // the weight of all worlds
    const uint8_t *cards;          // of each group that may be laid
    double (*number)[DX_LAID_MAX]; // of each group: the chance of so many laid
    double others;                 // the mean log2 of what else weighs
} dx_board_sums;

// log2 of a number above 0, of any size.
double dx_natural_log(const dx_natural *n);

// The entropy of deals: `log_all` is log2 of the weight of all, `left` has the
// copies of each kind that the looker cannot place.
double dx_board_entropy(const dx_outlook *outlook, const dx_board_sums *sums,
                        double log_all, const uint8_t *left);

#endif
