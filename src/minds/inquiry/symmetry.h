// minds/inquiry/symmetry.h -- kinds that play the same part in what a mind is
// asked.
//
// "The card in this slot is in another hand too" names every kind and means
// none of them.  If two kinds have as many copies, may lie in the same places
// and stand in what is asked as each other's mirror image, then a mind that
// sees a world and one that sees the same world with the two kinds swapped say
// the same.  So numbers of cards are put in order before an answer is looked
// up; and of minds that are asked case by case, one for each kind, one stands
// for all that are its image.

#ifndef DX_MINDS_INQUIRY_SYMMETRY_H
#define DX_MINDS_INQUIRY_SYMMETRY_H

#include "base/vector.h"
#include "minds/inquiry/inquiry.h"

// Kinds that may be swapped: `width` of them, each with `height` numbers of the
// own scope.
typedef struct dx_swap_block {
    unsigned width, height;
    uint16_t *slots; // width * height
} dx_swap_block;

typedef struct dx_mind_symmetry {
    dx_mind_id like; // that stands for the mind: an image of it, or itself
    uint16_t *slots; // where each number of its own scope stands there; NULL:
                     // it is itself
    DX_VECTOR(dx_swap_block) blocks;
} dx_mind_symmetry;

// Finds those of all minds that are closed by now, once it has taken long: then
// it pays to look for what is alike.
void dx_inquiry_seek_symmetries(dx_inquiry *inquiry);
void dx_mind_symmetry_free(dx_mind_symmetry *symmetry);

// Puts the kinds of each block in order, in a vector of the own scope.
void dx_mind_symmetry_sort(const dx_mind_symmetry *symmetry, uint8_t *vector);

#endif
