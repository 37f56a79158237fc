// minds/board/nested.h -- a whole board through several minds: what the viewer
// knows that the next knows that ... the last holds possible.
//
// Of every place that is hidden from a seat of a path, and every kind:
// the last seat surely holds it possible (all on the way know that it does),
// surely not, or perhaps, which depends on what the viewer or somebody on the
// way does not see.
//
//     dx_nested nested;
//     uint64_t path[] = {now->sees[1]};
//     dx_nested_look(frames, &ann, 1, path, &effort, &nested);
//     bool sure = nested.sure[place] >> kind & 1;

#ifndef DX_MINDS_BOARD_NESTED_H
#define DX_MINDS_BOARD_NESTED_H

#include "minds/board/board.h"

enum { DX_PATH_MAX = 6 };

// For each place a set of kinds; a kind in none of them is surely excluded, and
// places that all on the path see have none.
typedef struct dx_nested {
    uint64_t hidden; // places, from somebody on the path
    uint64_t sure[DX_PLACES_MAX], perhaps[DX_PLACES_MAX];
    uint64_t undecided[DX_PLACES_MAX]; // the effort was spent
} dx_nested;

// From the viewer through `count` others, who see these places; at least one.
// Weights do not matter.  An effort that is spent leaves cells undecided, and
// is no error.
void dx_nested_look(dx_frames *frames, const dx_looker *viewer, size_t count,
                    const uint64_t *path, dx_effort *effort, dx_nested *out);

#endif
