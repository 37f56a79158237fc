// minds/eliminate/sample.h -- many worlds of one mind, drawn by weight.
//
// The dynamic programme of an outlook is gone through once, forward for the
// steps between states and back for what each state is worth; then a world
// costs one walk forward.
//
//     dx_sampler *draw = dx_sampler_new(frames, seat, sight, true, &effort);
//     while (draw != NULL && more)
//         dx_sampler_world(draw, &random, table);
//     dx_sampler_free(draw);

#ifndef DX_MINDS_ELIMINATE_SAMPLE_H
#define DX_MINDS_ELIMINATE_SAMPLE_H

#include "base/random.h"
#include "minds/eliminate/outlook.h"

typedef struct dx_sampler dx_sampler;

// The worlds that `seat` (or DX_BYSTANDER), whose own sight is `own`, holds
// possible now.  With `uniform`, choices are weighed by how many there were.
// Borrows `frames`, which must not follow on while it is there.  NULL if there
// is no world, the turn is too large, or the effort is spent.
dx_sampler *dx_sampler_new(dx_frames *frames, unsigned seat, const void *own,
                           bool uniform, dx_effort *effort);
void dx_sampler_free(dx_sampler *draw);

// Makes a table, a truth, of a world that is drawn by weight.
void dx_sampler_world(dx_sampler *draw, dx_random *random, void *out_table);

#endif
