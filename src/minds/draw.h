// minds/draw.h -- many worlds of one mind, drawn by weight.
//
// The dynamic programme of an outlook is gone through once, forward for the
// steps between states and back for what each state is worth; then a world
// costs one walk forward.
//
//     dx_draw *draw = dx_draw_new(frames, seat, sight, true, &effort);
//     while (draw != NULL && more)
//         dx_draw_world(draw, &random, table);
//     dx_draw_free(draw);

#ifndef DX_MINDS_DRAW_H
#define DX_MINDS_DRAW_H

#include "base/random.h"
#include "minds/outlook.h"

typedef struct dx_draw dx_draw;

// The worlds that `seat` (or DX_BYSTANDER), whose own sight is `own`, holds
// possible now.  With `uniform`, choices are weighed by how many there were.
// Borrows `frames`, which must not follow on while it is there.  NULL if there
// is no world, the turn is too large, or the effort is spent.
dx_draw *dx_draw_new(dx_frames *frames, unsigned seat, const void *own,
                     bool uniform, dx_effort *effort);
void dx_draw_free(dx_draw *draw);

// Makes a table, a truth, of a world that is drawn by weight.
void dx_draw_world(dx_draw *draw, dx_random *random, void *out_table);

#endif
