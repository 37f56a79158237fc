// minds/turn/factors.h -- how many moves seats had, in words of a turn.
//
// If every legal move is equally likely, a world in which a seat had n moves
// when it moved weighs 1/n for it.  Where n depends on hidden cards, the game
// says how (game/places.h, `factors`); here this is told in words of a later
// turn, so that it can be reckoned with there: what is known by then is a
// number, and factors of which nothing is open any more are gone, since they
// weigh all worlds alike.

#ifndef DX_MINDS_TURN_FACTORS_H
#define DX_MINDS_TURN_FACTORS_H

#include "base/vector.h"
#include "minds/turn/frame.h"

// A weight 1 / (base + the moves of those of `count` somes that hold), as
// often as `times` says.
typedef struct dx_factor {
    unsigned base, times;
    size_t first, count; // of the somes
} dx_factor;

// All zeros: none.
typedef struct dx_factors {
    DX_VECTOR(dx_factor) factors;
    DX_VECTOR(dx_some) somes;
} dx_factors;

void dx_factors_release(dx_factors *factors);

// The factors of turn after turn, as far as they were asked for; zeros: none.
typedef struct dx_factors_list {
    DX_VECTOR(dx_factors *) of;
} dx_factors_list;

void dx_factors_list_release(dx_factors_list *list);

// Those of all moves before a turn; borrowed until the list is released.
const dx_factors *dx_factors_at(dx_factors_list *list, dx_frames *frames,
                                const dx_frame *frame);

// The factors of all moves before turn number `number` + 1, in words of that
// turn, into `out`, which is empty; `before` has those of turn `number`.
void dx_factors_follow(dx_frames *frames, const dx_factors *before,
                       size_t number, dx_factors *out);

#endif
